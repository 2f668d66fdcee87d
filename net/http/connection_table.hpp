// All connections of a server: how many each client may have, and which have expired.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
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

  /// Whether a client at this address may have one more connection. When there are as many as there may be, a site with fewer connections than
  /// the one with most takes the place of one of these, of the oldest on which nothing is sent if there is one: who opens many cannot keep out others.
  [[nodiscard]] bool admits(const ip_address& address);
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

  using connection_set = std::set<std::shared_ptr<client_connection>>;

  [[nodiscard]] std::size_t count_of(const ip_address& address) const;
  /// Cuts a connection of the site that has most, and more than `count`. False: there is none.
  [[nodiscard]] bool give_up_one(std::size_t count);
  /// Whether an answer is being sent, and since when, or since when there is none; nothing while it is made. The least is given up first.
  using waiting = std::optional<std::pair<bool, client_connection::clock::time_point>>;
  [[nodiscard]] static waiting waiting_of(client_connection& connection);

  const http_limits limits_;
  mutable std::mutex mutex_;
  std::map<site_key, connection_set> of_site_;
  std::size_t size_ = 0;
  bool is_closed_ = false;
};

}  // namespace laundromat
