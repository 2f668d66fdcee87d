// All connections of a server: how many each client may have, and which have expired.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "net/http/client_connection.hpp"
#include "net/http/http_server.hpp"
#include "net/http/site_counts.hpp"

namespace laundromat {

/// The connections of a server. Thread-safe.
class connection_table {
 public:
  explicit connection_table(const http_limits& limits);

  /// Whether a client at this address may have one more connection.
  [[nodiscard]] bool has_room(const ip_address& address) const;
  [[nodiscard]] std::shared_ptr<client_connection> add(MHD_Connection* handle, int socket,
                                                       const ip_address& address);
  void remove(const std::shared_ptr<client_connection>& connection);
  /// Cuts the connections whose time is over, each after it is counted.
  void sweep(client_connection::clock::time_point now, std::atomic<std::uint64_t>& timeouts);
  /// Cuts all connections, and each new one.
  void close();
  [[nodiscard]] std::size_t size() const;

 private:
  [[nodiscard]] std::vector<std::shared_ptr<client_connection>> all() const;
  enum class verdict : std::uint8_t { in_time, idle, late_request, late_answer, gone };

  [[nodiscard]] verdict judge(client_connection& connection, client_connection::clock::time_point now) const;
  [[nodiscard]] verdict judge_idle(client_connection& connection,
                                   client_connection::clock::time_point now) const;
  [[nodiscard]] static verdict judge_suspended(const client_connection& connection);
  [[nodiscard]] verdict judge_sending(client_connection& connection,
                                      client_connection::clock::time_point now) const;

  const http_limits limits_;
  mutable std::mutex mutex_;
  site_counts counts_;
  std::set<std::shared_ptr<client_connection>> connections_;
  bool is_closed_ = false;
};

}  // namespace laundromat
