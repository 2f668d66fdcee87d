// An HTTP server that strangers may reach: many slow connections, few threads, a limit for everything.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "net/http/http_message.hpp"

namespace laundromat {

/// Limits of the server. A connection beyond one is closed, or its request is answered with a status that names the limit.
struct http_limits {
  // Connections. Those beyond these numbers are closed at once; beyond the first an older one may be given up instead, see connection_table.
  std::size_t connections = 4'096;
  std::size_t connections_of_address = 256;  ///< of one network address; of IPv6 of one /64

  // Requests.
  std::size_t head_bytes = 16 * 1024;     ///< of a request line with its fields: 431
  std::size_t body_bytes = 1024 * 1024;   ///< of a request, also of a chunked one: 413
  std::chrono::seconds idle_time{30};     ///< a connection without a request
  std::chrono::seconds head_time{10};     ///< from the first byte of a head to its end: 408
  std::chrono::seconds request_time{30};  ///< from the first byte of a head to the end of the body: 408
  std::uint64_t bodies_bytes = 64 * 1024 * 1024;  ///< of all requests that are received or answered: 503

  // Threads. Requests beyond these numbers are answered with 503.
  std::size_t threads = 2;                       ///< that call the handler
  std::size_t waiting_requests = 256;            ///< for one of these threads
  std::size_t waiting_requests_of_address = 64;  ///< so that a client leaves places for others
  std::size_t writers = 8;                       ///< of a `body_writer`, at the same time
  std::size_t writers_of_address = 4;

  // Answers.
  std::uint64_t answers_bytes = 256 * 1024 * 1024;  ///< of all texts that are sent: 503
  std::chrono::seconds answer_time{3'600};          ///< for one answer, except event streams
  /// A second, on average over `slow_time`; a client that takes less of an answer is disconnected.
  std::size_t slowest_client_bytes = 1'024;
  std::chrono::seconds slow_time{30};

  // Event streams. Those beyond these numbers are answered with 503.
  std::size_t event_streams = 1'000;
  std::size_t event_streams_of_address = 1'000;
  /// That one has not taken yet; a client that is slower is disconnected. All share the bytes, so that this is also about what they need together.
  std::size_t event_backlog_bytes = 512 * 1024;
  std::chrono::seconds event_heartbeat{15};  ///< from one comment to the next on a silent one
};

struct http_settings {
  std::string address = "127.0.0.1";  ///< an IPv4 or IPv6 address of this machine
  std::uint16_t port = 0;             ///< 0: the system chooses one
  http_limits limits = {};
};

/// What the server has done since its start.
struct http_counts {
  std::uint64_t requests = 0, refused_connections = 0, refused_requests = 0, timeouts = 0;
  std::uint64_t connections = 0, event_streams = 0;  ///< now
};

/// Answers a request, on a thread of the server. May wait for the disk, but not for the client.
using http_handler = std::function<http_response(const http_request& request)>;

/// A running server, which its destructor stops. HTTP/1.1 with keep-alive and pipelining; HEAD is answered like GET, without the body.
class http_server {
 public:
  /// Errors: `io_failed` when the server cannot use the address or the port.
  [[nodiscard]] static result<http_server> start(http_settings settings, http_handler handler);
  http_server(http_server&&) noexcept;
  http_server& operator=(http_server&&) noexcept;
  ~http_server();

  /// Sends these bytes, whole server-sent events, to all event streams. From any thread; never waits for a client.
  void publish(std::string events);
  /// Ends all connections. A second call does nothing.
  void stop();
  [[nodiscard]] std::uint16_t port() const;
  [[nodiscard]] http_counts counts() const;

 private:
  class state;
  explicit http_server(std::unique_ptr<state> running);
  std::unique_ptr<state> state_;
};

}  // namespace laundromat
