// Connects libmicrohttpd, which polls the sockets, with the threads that make the answers.
// SPDX-License-Identifier: Apache-2.0
#include "net/http/http_server.hpp"

#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "net/http/request_server.hpp"
#include "net/sockets/listener.hpp"

namespace laundromat {

namespace {

using connection_pointer = std::shared_ptr<client_connection>;

std::optional<ip_address> address_of(const sockaddr* from) {
  if (from != nullptr && from->sa_family == AF_INET) {
    const auto& raw = reinterpret_cast<const sockaddr_in*>(from)->sin_addr;
    return ip_address::from_bytes({reinterpret_cast<const std::uint8_t*>(&raw), 4});
  }
  if (from == nullptr || from->sa_family != AF_INET6) return std::nullopt;
  return ip_address::from_bytes(reinterpret_cast<const sockaddr_in6*>(from)->sin6_addr.s6_addr);
}

// No more connections than fit into the descriptors of this process, of which three eighths are left for the files that are sent.
http_limits within_descriptors(http_limits limits) {
  limits.threads = std::max<std::size_t>(1, limits.threads);
  rlimit descriptors{};
  if (::getrlimit(RLIMIT_NOFILE, &descriptors) == 0 && descriptors.rlim_cur != RLIM_INFINITY)
    limits.connections = std::min<std::size_t>(limits.connections, descriptors.rlim_cur / 8 * 5);
  limits.connections = std::max<std::size_t>(1, limits.connections);
  return limits;
}

connection_pointer* connection_of(MHD_Connection* handle) {
  const auto* info = ::MHD_get_connection_info(handle, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == nullptr ? nullptr : static_cast<connection_pointer*>(info->socket_context);
}

// The callbacks of the library. Each is called on its thread, and lets no exception through.

request_server& server_of(void* self) {
  return *static_cast<request_server*>(self);
}

MHD_Result on_accept(void* self, const sockaddr* from, socklen_t) {
  const auto address = address_of(from);
  return address && server_of(self).admits(*address) ? MHD_YES : MHD_NO;
}

void on_connection(void* self, MHD_Connection* handle, void** context, MHD_ConnectionNotificationCode what) {
  if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
    const std::unique_ptr<connection_pointer> held{static_cast<connection_pointer*>(*context)};
    *context = nullptr;
    if (held) server_of(self).end(*held);
    return;
  }
  *context = nullptr;
  try {
    const auto* from = ::MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const auto* at = ::MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CONNECTION_FD);
    const auto address = from == nullptr ? std::nullopt : address_of(from->client_addr);
    if (!address || at == nullptr) return;
    auto held = std::make_unique<connection_pointer>();
    *held = server_of(self).begin(handle, at->connect_fd, *address);
    *context = held.release();
  } catch (const std::exception&) {
    // Without a context its first request closes it.
  }
}

// The target as it was sent. The library then reads no arguments, each of which would cost memory of the connection: the text ends at `?`.
void* on_target(void*, const char* target, MHD_Connection* handle) {
  auto* connection = connection_of(handle);
  if (connection == nullptr) return nullptr;
  try {
    (*connection)->target = target;
    (*connection)->target_begin = target;
  } catch (const std::exception&) {
    (*connection)->target.clear();
  }
  if (const char* query = std::strchr(target, '?'); query != nullptr) const_cast<char*>(query)[1] = '\0';
  return nullptr;
}

std::size_t leave_escapes(void*, MHD_Connection*, char* text) {
  return std::strlen(text);
}

MHD_Result on_request(void* self, MHD_Connection* handle, const char*, const char* method,
                      const char* version, const char* upload, std::size_t* upload_bytes, void**) {
  auto* connection = connection_of(handle);
  if (connection == nullptr) return MHD_NO;
  try {
    const std::string_view part{upload, *upload_bytes};
    *upload_bytes = 0;
    return server_of(self).handle(*connection, method, version, part) ? MHD_YES : MHD_NO;
  } catch (const std::exception&) {
    return MHD_NO;
  }
}

void on_end_of_request(void* self, MHD_Connection* handle, void**, MHD_RequestTerminationCode) {
  if (auto* connection = connection_of(handle); connection != nullptr)
    server_of(self).end_request(**connection);
}

}  // namespace

class http_server::state {
 public:
  state(const http_limits& limits, http_handler handler)
      : limits_(limits), server_(limits, std::move(handler)) {}
  ~state() { stop(); }
  state(const state&) = delete;
  state& operator=(const state&) = delete;

  result<void> listen(const std::string& address, std::uint16_t port);
  void stop();
  request_server& server() { return server_; }
  [[nodiscard]] std::uint16_t port() const { return port_; }

 private:
  void sweep_until_stopped();
  [[nodiscard]] std::chrono::milliseconds pause() const;

  const http_limits limits_;
  std::uint16_t port_ = 0;
  std::mutex mutex_;
  std::condition_variable stopping_;
  bool has_stopped_ = false;
  request_server server_;
  MHD_Daemon* daemon_ = nullptr;
  std::thread sweeper_;
};

result<void> http_server::state::listen(const std::string& address, std::uint16_t port) {
  const auto socket = listen_at(address, port);
  if (!socket)
    return fail(errc::io_failed,
                "listen at " + address + ":" + std::to_string(port) + ": " + socket.error().detail);
  port_ = port_of(*socket);
  // Beside the head it holds how the fields are listed, and the head of the answer.
  const std::size_t memory_bytes = std::max<std::size_t>(8 * 1024, 2 * limits_.head_bytes);
  // The library would no longer accept at its own limit; ours is reached before, and closes what is beyond.
  const auto most_connections = static_cast<unsigned>(limits_.connections + 16);
  daemon_ = ::MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, 0, &on_accept, &server_,
      &on_request, &server_, MHD_OPTION_LISTEN_SOCKET, *socket, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
      memory_bytes, MHD_OPTION_CONNECTION_LIMIT, most_connections, MHD_OPTION_CONNECTION_TIMEOUT, 0U,
      MHD_OPTION_STRICT_FOR_CLIENT, 0, MHD_OPTION_NOTIFY_CONNECTION, &on_connection, &server_,
      MHD_OPTION_NOTIFY_COMPLETED, &on_end_of_request, &server_, MHD_OPTION_URI_LOG_CALLBACK, &on_target,
      nullptr, MHD_OPTION_UNESCAPE_CALLBACK, &leave_escapes, nullptr, MHD_OPTION_END);
  if (daemon_ == nullptr) {
    // The library may have closed the socket, and its number may be that of another one by now.
    return fail(errc::io_failed,
                "start the HTTP server at " + address + ": threads, memory or descriptors are exhausted");
  }
  sweeper_ = std::thread{[this] { sweep_until_stopped(); }};
  return {};
}

std::chrono::milliseconds http_server::state::pause() const {
  const auto shortest = std::min({limits_.head_time, limits_.request_time, limits_.idle_time,
                                  limits_.answer_time, limits_.slow_time, limits_.event_heartbeat});
  return std::clamp(std::chrono::milliseconds{shortest} / 4, std::chrono::milliseconds{50},
                    std::chrono::milliseconds{1'000});
}

void http_server::state::sweep_until_stopped() {
  std::unique_lock lock{mutex_};
  while (!stopping_.wait_for(lock, pause(), [this] { return has_stopped_; })) {
    lock.unlock();
    try {
      server_.sweep();
    } catch (const std::exception&) {
      // No memory for the list of connections: the next sweep does it.
    }
    lock.lock();
  }
}

void http_server::state::stop() {
  {
    const std::lock_guard lock{mutex_};
    if (std::exchange(has_stopped_, true)) return;
  }
  stopping_.notify_all();
  server_.stop();
  if (sweeper_.joinable()) sweeper_.join();
  if (daemon_ != nullptr) ::MHD_stop_daemon(daemon_);
}

result<http_server> http_server::start(http_settings settings, http_handler handler) {
  try {
    auto running = std::make_unique<state>(within_descriptors(settings.limits), std::move(handler));
    if (auto listening = running->listen(settings.address, settings.port); !listening)
      return tl::unexpected{listening.error()};
    return http_server{std::move(running)};
  } catch (const std::exception& problem) {
    return fail(errc::io_failed, std::string{"start the threads of the HTTP server: "} + problem.what());
  }
}

http_server::http_server(std::unique_ptr<state> running) : state_(std::move(running)) {}
http_server::http_server(http_server&&) noexcept = default;
http_server& http_server::operator=(http_server&&) noexcept = default;
http_server::~http_server() = default;

void http_server::publish(std::string events) {
  state_->server().publish(std::move(events));
}

void http_server::stop() {
  state_->stop();
}

std::uint16_t http_server::port() const {
  return state_->port();
}

http_counts http_server::counts() const {
  return state_->server().counts();
}

}  // namespace laundromat
