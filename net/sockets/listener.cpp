// Calls the socket functions of the system.
// SPDX-License-Identifier: Apache-2.0
#include "net/sockets/listener.hpp"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace laundromat {

namespace {

std::string address_of(const sockaddr_storage& from) {
  char text[INET6_ADDRSTRLEN] = {};
  if (from.ss_family == AF_INET) {
    ::inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in&>(from).sin_addr, text, sizeof text);
    return text;
  }
  auto address = reinterpret_cast<const sockaddr_in6&>(from).sin6_addr;
  if (IN6_IS_ADDR_V4MAPPED(&address)) {
    ::inet_ntop(AF_INET, &address.s6_addr[12], text, sizeof text);
    return text;
  }
  std::fill(std::begin(address.s6_addr) + 8, std::end(address.s6_addr), std::uint8_t{0});
  ::inet_ntop(AF_INET6, &address, text, sizeof text);
  return text;
}

}  // namespace

result<int> listen_at(const std::string& address, std::uint16_t port) {
  addrinfo hints{};
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const auto service = std::to_string(port);
  if (const int failed =
          ::getaddrinfo(address.empty() ? nullptr : address.c_str(), service.c_str(), &hints, &found);
      failed != 0)
    return fail(errc::configuration, ::gai_strerror(failed));
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> freed{found, &::freeaddrinfo};
  const int socket = ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  constexpr int on = 1;
  if (socket >= 0 && ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
      ::bind(socket, found->ai_addr, found->ai_addrlen) == 0 && ::listen(socket, SOMAXCONN) == 0)
    return socket;
  const std::string why = std::strerror(errno);
  if (socket >= 0) ::close(socket);
  return fail(errc::configuration, why);
}

std::uint16_t port_of(int socket) {
  sockaddr_storage at{};
  socklen_t size = sizeof at;
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&at), &size) != 0) return 0;
  return ntohs(at.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(at).sin6_port
                                        : reinterpret_cast<sockaddr_in&>(at).sin_port);
}

caller accept_caller(int listener) {
  sockaddr_storage from{};
  socklen_t size = sizeof from;
  const int socket =
      ::accept4(listener, reinterpret_cast<sockaddr*>(&from), &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (socket < 0) return {};
  constexpr int on = 1;
  static_cast<void>(::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on));
  return {socket, address_of(from)};
}

}  // namespace laundromat
