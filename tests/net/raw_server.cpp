// Serves in one poll loop over plain sockets.
// SPDX-License-Identifier: Apache-2.0
#include "tests/net/raw_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>
#include <utility>

namespace laundromat::test {

struct raw_server::connection {
  int socket = -1;
  std::string received{};
  raw_reply answer{};
  std::size_t sent = 0;
  bool dripping = false;
  bool idle = false;  ///< stalled: the server waits only for its end
  std::chrono::steady_clock::time_point next_byte{};
};

raw_server::raw_server(raw_reply always)
    : raw_server([reply = std::move(always)](const std::string&) { return reply; }) {}

raw_server::raw_server(answerer answer) : answer_(std::move(answer)) {
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 || listen(listener_, 1024) != 0 ||
      getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0 || pipe(stop_) != 0) {
    throw std::runtime_error("raw_server: no listening socket");
  }
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { run(); });
}

raw_server::~raw_server() {
  close(stop_[1]);
  thread_.join();
  close(stop_[0]);
  close(listener_);
}

std::string raw_server::url(const std::string& path) const {
  return "http://127.0.0.1:" + std::to_string(port_) + path;
}

std::vector<std::string> raw_server::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

void raw_server::run() {
  std::list<connection> open;
  for (;;) {
    std::vector<pollfd> polled{{stop_[0], POLLIN, 0}, {listener_, POLLIN, 0}};
    bool dripping = false;
    for (const auto& c : open) {
      polled.push_back({c.socket, POLLIN, 0});
      dripping |= c.dripping;
    }
    poll(polled.data(), polled.size(), dripping ? 1 : -1);
    if (polled[0].revents != 0) break;
    auto at = polled.begin() + 2;
    for (auto c = open.begin(); c != open.end(); ++at) {
      bool stays = true;
      if (c->dripping) stays = drip(*c);
      if (stays && at->revents != 0) stays = serve(*c);
      if (!stays) close(c->socket);
      c = stays ? std::next(c) : open.erase(c);
    }
    if (polled[1].revents != 0) {
      const int accepted = accept(listener_, nullptr, nullptr);
      if (accepted >= 0) {
        const int on = 1;
        setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        accepted_ += 1;
        open.push_back(connection{accepted});
      }
    }
  }
  for (auto& c : open) close(c.socket);
}

bool raw_server::serve(connection& c) {
  char buffer[4096];
  const auto got = recv(c.socket, buffer, sizeof buffer, 0);
  if (got <= 0) return false;
  if (c.idle || c.dripping) return true;
  c.received.append(buffer, static_cast<std::size_t>(got));
  const auto end = c.received.find("\r\n\r\n");
  if (end == std::string::npos) return true;
  auto request = c.received.substr(0, end + 4);
  c.received.erase(0, end + 4);
  c.answer = answer_(request);
  {
    const std::lock_guard lock(mutex_);
    requests_.push_back(std::move(request));
  }
  return reply(c);
}

bool raw_server::reply(connection& c) {
  c.sent = 0;
  if (c.answer.pause.count() > 0) {
    c.dripping = true;
    return true;
  }
  const auto send_all = [&](const std::string& bytes) {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
      const auto n = send(c.socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (n <= 0) return false;
      sent += static_cast<std::size_t>(n);
    }
    return true;
  };
  if (!send_all(c.answer.bytes)) return false;
  for (std::uint64_t i = 0; i < c.answer.repeat; ++i) {
    if (!send_all(c.answer.repeated)) return false;
    repeated_bytes_ += c.answer.repeated.size();
  }
  return finish(c);
}

bool raw_server::drip(connection& c) {
  const auto now = std::chrono::steady_clock::now();
  if (now < c.next_byte) return true;
  c.next_byte = now + c.answer.pause;
  if (send(c.socket, c.answer.bytes.data() + c.sent, 1, MSG_NOSIGNAL) != 1) return false;
  c.sent += 1;
  if (c.sent < c.answer.bytes.size()) return true;
  c.dripping = false;
  return finish(c);
}

bool raw_server::finish(connection& c) {
  switch (c.answer.then) {
    case ending::keep_alive:
      return true;
    case ending::stall:
      c.idle = true;
      return true;
    case ending::reset: {
      const linger now{1, 0};
      setsockopt(c.socket, SOL_SOCKET, SO_LINGER, &now, sizeof now);
      return false;
    }
    case ending::close:
      break;
  }
  return false;
}

}  // namespace laundromat::test
