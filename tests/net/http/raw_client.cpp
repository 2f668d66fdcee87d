// Blocking sockets with a deadline.
// SPDX-License-Identifier: Apache-2.0
#include "tests/net/http/raw_client.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "core/web/uri_characters.hpp"

namespace laundromat::test {

raw_client::raw_client() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {}

raw_client::raw_client(std::uint16_t port, const std::string& from, int receive_bytes) : raw_client() {
  if (receive_bytes > 0) ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof receive_bytes);
  connect(port, from);
}

bool raw_client::connect(std::uint16_t port, const std::string& from) {
  sockaddr_in own{}, other{};
  own.sin_family = other.sin_family = AF_INET;
  ::inet_pton(AF_INET, from.c_str(), &own.sin_addr);
  ::inet_pton(AF_INET, "127.0.0.1", &other.sin_addr);
  other.sin_port = htons(port);
  return ::bind(socket_, reinterpret_cast<const sockaddr*>(&own), sizeof own) == 0 &&
         ::connect(socket_, reinterpret_cast<const sockaddr*>(&other), sizeof other) == 0;
}

raw_client::raw_client(raw_client&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), received_(std::move(other.received_)) {}

raw_client& raw_client::operator=(raw_client&& other) noexcept {
  std::swap(socket_, other.socket_);
  std::swap(received_, other.received_);
  return *this;
}

raw_client::~raw_client() {
  if (socket_ >= 0) ::close(socket_);
}

bool raw_client::send(std::string_view bytes) {
  while (!bytes.empty()) {
    pollfd ready{socket_, POLLOUT, 0};
    if (::poll(&ready, 1, std::chrono::milliseconds{patience}.count()) <= 0) return false;
    const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void raw_client::finish_sending() {
  ::shutdown(socket_, SHUT_WR);
}

bool raw_client::receive() {
  pollfd ready{socket_, POLLIN, 0};
  if (::poll(&ready, 1, std::chrono::milliseconds{patience}.count()) <= 0) return false;
  std::array<char, 65'536> bytes{};
  const auto got = ::recv(socket_, bytes.data(), bytes.size(), 0);
  if (got <= 0) return false;
  received_.append(bytes.data(), static_cast<std::size_t>(got));
  return true;
}

bool raw_client::read_until(std::string_view end) {
  while (!received_.ends_with(end))
    if (!receive()) return false;
  return true;
}

bool raw_client::read_until_has(std::string_view text) {
  while (received_.find(text) == std::string::npos)
    if (!receive()) return false;
  return true;
}

int raw_client::next_status() {
  while (received_.find("\r\n") == std::string::npos)
    if (!receive()) return 0;
  return std::atoi(received_.c_str() + 9);
}

bool raw_client::is_closed() {
  while (true) {
    pollfd ready{socket_, POLLIN, 0};
    if (::poll(&ready, 1, std::chrono::milliseconds{patience}.count()) <= 0) return false;
    if (!receive()) return true;
  }
}

bool raw_client::is_closed_unread() {
  pollfd ended{socket_, POLLRDHUP, 0};
  return ::poll(&ended, 1, std::chrono::milliseconds{patience}.count()) > 0;
}

bool raw_client::trickle(std::string_view bytes, std::chrono::milliseconds pause) {
  for (const char byte : bytes) {
    pollfd ready{socket_, POLLIN | POLLRDHUP, 0};
    if (::poll(&ready, 1, static_cast<int>(pause.count())) > 0 || !send({&byte, 1})) return false;
  }
  return true;
}

bool raw_client::read_chunks(std::string& body) {
  while (true) {
    std::size_t end = 0;
    while ((end = received_.find("\r\n")) == std::string::npos)
      if (!receive()) return false;
    std::size_t size = 0;
    std::from_chars(received_.data(), received_.data() + end, size, 16);
    while (received_.size() < end + 2 + size + 2)
      if (!receive()) {
        if (received_.size() > end + 2) body += received_.substr(end + 2);
        return false;
      }
    body += received_.substr(end + 2, size);
    received_.erase(0, end + 2 + size + 2);
    if (size == 0) return true;
  }
}

raw_response raw_client::read(bool is_head) {
  raw_response out;
  std::size_t end = 0;
  while ((end = received_.find("\r\n\r\n")) == std::string::npos)
    if (!receive()) return out;
  std::string_view head{received_};
  head = head.substr(0, end + 2);
  out.status = std::atoi(received_.c_str() + 9);
  for (auto at = head.find("\r\n") + 2; at < head.size();) {
    const auto line = head.substr(at, head.find("\r\n", at) - at);
    const auto colon = line.find(':');
    out.fields[lower_case(line.substr(0, colon))] = trim(line.substr(colon + 1));
    at += line.size() + 2;
  }
  received_.erase(0, end + 4);
  if (out.status == 100) return read(is_head);
  if (is_head || out.status == 204 || out.status == 304) {
    out.is_whole = true;
    return out;
  }
  if (out.field("transfer-encoding") == "chunked") {
    out.is_whole = read_chunks(out.body);
    return out;
  }
  const auto length = static_cast<std::size_t>(std::atoll(out.field("content-length").c_str()));
  while (received_.size() < length)
    if (!receive()) break;
  out.is_whole = received_.size() >= length;
  out.body = received_.substr(0, length);
  received_.erase(0, length);
  return out;
}

raw_response raw_client::ask(std::string_view request) {
  if (!send(request)) return {};
  return read(request.starts_with("HEAD "));
}

std::string get(const std::string& path, const std::string& fields) {
  return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n";
}

}  // namespace laundromat::test
