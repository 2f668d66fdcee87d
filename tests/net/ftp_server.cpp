// Serves files by FTP in passive mode.
// SPDX-License-Identifier: Apache-2.0
#include "tests/net/ftp_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

namespace laundromat::test {

namespace {

int listen_on_loopback(std::uint16_t& port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (fd < 0 || bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || listen(fd, 16) != 0 ||
      getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0)
    std::abort();
  port = ntohs(address.sin_port);
  return fd;
}

void send_all(int fd, const std::string& bytes) {
  for (std::size_t sent = 0; sent < bytes.size();) {
    const auto n = send(fd, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (n <= 0) return;
    sent += static_cast<std::size_t>(n);
  }
}

}  // namespace

/// One control connection.
class ftp_server::session {
 public:
  session(ftp_server& server, int control) : server_(server), control_(control) {}
  ~session() {
    for (const auto fd : {control_, passive_})
      if (fd >= 0) close(fd);
  }
  session(const session&) = delete;
  session& operator=(const session&) = delete;

  void run() {
    if (server_.faults_.is_full) return reply("421 Too many users");
    if (stalls("greeting")) return;
    reply("220-A server\r\n220 ready");
    std::string line;
    while (read_line(line)) {
      {
        const std::lock_guard lock(server_.mutex_);
        server_.commands_.push_back(line);
      }
      const auto end = std::min(line.find(' '), line.size());
      if (!answer(line.substr(0, end), line.substr(std::min(end + 1, line.size())))) return;
    }
  }

 private:
  [[nodiscard]] bool is_readable(int fd) const {
    pollfd events[] = {{fd, POLLIN, 0}, {server_.stop_[0], POLLIN, 0}};
    return poll(events, 2, -1) > 0 && events[1].revents == 0;
  }
  bool read_line(std::string& line) {
    line.clear();
    for (char c = 0; is_readable(control_) && recv(control_, &c, 1, 0) == 1;) {
      if (c == '\n') return true;
      if (c != '\r') line.push_back(c);
    }
    return false;
  }
  void reply(const std::string& text) { send_all(control_, text + "\r\n"); }
  bool stalls(const std::string& command) {
    if (server_.faults_.stalls_at != command) return false;
    pollfd stop{server_.stop_[0], POLLIN, 0};
    pollfd both[] = {{control_, POLLIN, 0}, stop};
    while (poll(both, 2, -1) > 0 && both[1].revents == 0) {
      char c = 0;
      if (recv(control_, &c, 1, 0) <= 0) break;
    }
    return true;
  }

  bool answer(const std::string& command, const std::string& argument) {
    const auto& faults = server_.faults_;
    if (stalls(command)) return false;
    if (command == "USER") {
      reply("331 Password, please");
    } else if (command == "PASS") {
      reply(faults.refuses_login ? "530 Login incorrect" : "230 Welcome");
    } else if (command == "PWD") {
      reply("257 \"/\"");
    } else if (command == "CWD") {
      if (argument == "/")
        folder_.clear();
      else
        folder_ += argument + '/';
      reply("250 there");
    } else if (command == "TYPE") {
      reply("200 so be it");
    } else if (command == "EPSV" && faults.has_extended_passive) {
      reply("229 Entering extended passive mode (|||" + std::to_string(open_passive()) + "|)");
    } else if (command == "PASV") {
      const auto port = open_passive();
      const auto address = faults.passive_address.empty() ? "127,0,0,1" : faults.passive_address;
      reply("227 Entering passive mode (" + address + ',' + std::to_string(port >> 8) + ',' +
            std::to_string(port & 255) + ')');
    } else if (command == "SIZE") {
      const auto file = server_.files_.find(folder_ + argument);
      reply(file == server_.files_.end() ? "550 No such file" : "213 " + std::to_string(file->second.size()));
    } else if (command == "RETR") {
      send_file(argument);
    } else if (command == "QUIT") {
      reply("221 Bye");
      return false;
    } else {
      reply("502 Not implemented");
    }
    return true;
  }

  std::uint16_t open_passive() {
    if (passive_ >= 0) close(passive_);
    std::uint16_t port = 0;
    passive_ = listen_on_loopback(port);
    return server_.faults_.passive_port != 0 ? server_.faults_.passive_port : port;
  }

  void send_file(const std::string& name) {
    const auto file = server_.files_.find(folder_ + name);
    if (file == server_.files_.end()) return reply("550 No such file");
    reply("150 Here it comes");
    if (!is_readable(passive_)) return;
    const auto data = accept(passive_, nullptr, nullptr);
    const auto& bytes = file->second;
    send_all(data, server_.faults_.cuts_data ? bytes.substr(0, bytes.size() / 2) : bytes);
    close(data);
    if (server_.faults_.never_completes) return;
    reply(server_.faults_.cuts_data ? "426 Connection closed, transfer aborted" : "226 Done");
  }

  ftp_server& server_;
  int control_, passive_ = -1;
  std::string folder_;
};

ftp_server::ftp_server(std::map<std::string, std::string> files, ftp_faults faults)
    : files_(std::move(files)), faults_(std::move(faults)) {
  listener_ = listen_on_loopback(port_);
  if (pipe(stop_) != 0) std::abort();
  thread_ = std::thread([this] { run(); });
}

ftp_server::~ftp_server() {
  (void)!write(stop_[1], "x", 1);
  thread_.join();
  for (const auto fd : {listener_, stop_[0], stop_[1]}) close(fd);
}

void ftp_server::run() {
  for (;;) {
    pollfd events[] = {{listener_, POLLIN, 0}, {stop_[0], POLLIN, 0}};
    if (poll(events, 2, -1) <= 0 || events[1].revents != 0) return;
    const int control = accept(listener_, nullptr, nullptr);
    if (control >= 0) session(*this, control).run();
  }
}

std::string ftp_server::url(const std::string& path) const {
  return "ftp://127.0.0.1:" + std::to_string(port_) + path;
}

std::vector<std::string> ftp_server::commands() const {
  const std::lock_guard lock(mutex_);
  return commands_;
}

}  // namespace laundromat::test
