// From a request that comes in to the answer that goes out: what the server does between the callbacks of the library.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "net/http/connection_table.hpp"
#include "net/http/event_channel.hpp"
#include "net/http/http_server.hpp"
#include "net/http/job_threads.hpp"
#include "net/http/outgoing_bytes.hpp"

namespace laundromat {

/// Takes requests from the polling thread, gives them to its threads, and their answers back. A connection is suspended from the end of its
/// request until there is an answer, so that the polling thread never waits for the handler.
class request_server {
 public:
  request_server(const http_limits& limits, http_handler handler);
  request_server(const request_server&) = delete;
  request_server& operator=(const request_server&) = delete;

  // For the polling thread.

  /// Whether one more connection from this address is accepted.
  [[nodiscard]] bool admits(const ip_address& address);
  [[nodiscard]] std::shared_ptr<client_connection> begin(MHD_Connection* handle, int socket,
                                                         const ip_address& address);
  /// The library is about to close the socket.
  void end(const std::shared_ptr<client_connection>& connection);
  /// The answer to a request was sent, or the connection ended before.
  void end_request(client_connection& connection);
  /// Each call of the library about a request: first for its head, then for each part of its body, then at its end, then when there is an answer.
  /// False: the connection must be closed.
  [[nodiscard]] bool handle(const std::shared_ptr<client_connection>& connection, const char* method,
                            const char* version, std::string_view upload);

  // For any thread.

  /// Cuts expired connections, and sends heartbeats.
  void sweep();
  void publish(std::string events) { channel_.publish(std::move(events)); }
  /// Cuts all connections, and ends the threads.
  void stop();
  [[nodiscard]] http_counts counts() const;

 private:
  using connection_pointer = std::shared_ptr<client_connection>;
  using body_pointer = std::shared_ptr<outgoing_bytes>;

  bool take_head(client_connection& connection, const char* method, const char* version);
  bool take_upload(client_connection& connection, std::string_view upload);
  [[nodiscard]] bool enqueue(const connection_pointer& connection);
  bool take_end(const connection_pointer& connection);
  bool refuse(client_connection& connection, int status, std::string_view detail, bool is_last);
  static bool send(client_connection& connection, prepared_answer answer);

  void serve(const connection_pointer& connection, const http_request& request);
  [[nodiscard]] http_response ask_handler(const http_request& request) const;
  [[nodiscard]] prepared_answer prepare(const connection_pointer& connection, const http_request& request,
                                        http_response& response, body_pointer& body);
  [[nodiscard]] prepared_answer prepare_writer(const connection_pointer& connection, const ip_address& site,
                                               body_writer writer, std::optional<std::uint64_t> length,
                                               body_pointer& body);
  [[nodiscard]] prepared_answer prepare_stream(const connection_pointer& connection, const ip_address& site,
                                               event_stream stream, body_pointer& body);
  [[nodiscard]] prepared_answer refusal(int status, std::string_view detail, bool is_last = false);
  void deliver(client_connection& connection, prepared_answer answer, const body_pointer& body);
  void drop(const body_pointer& body);

  const http_limits limits_;
  const http_handler handler_;
  std::atomic<std::uint64_t> requests_{0}, refused_connections_{0}, refused_requests_{0}, timeouts_{0};
  connection_table table_;
  event_channel channel_;
  byte_budget bodies_, answers_;
  site_counts waiting_, writing_;
  job_threads workers_, writers_;
};

}  // namespace laundromat
