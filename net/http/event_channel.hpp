// All open event streams of a server.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "net/http/connection_table.hpp"
#include "net/http/http_server.hpp"
#include "net/http/outgoing_bytes.hpp"

namespace laundromat {

/// Sends the same events to many clients. The text of an event is in memory once, however many streams it waits for. Thread-safe.
class event_channel {
 public:
  using stream = std::shared_ptr<outgoing_bytes>;

  explicit event_channel(const http_limits& limits);

  /// False: there are too many streams, in all or of its address.
  [[nodiscard]] bool add(const stream& added);
  void remove(const stream& removed);
  /// Cuts the connections of clients that are too slow.
  void publish(std::string events);
  /// Sends a comment to each stream that was silent for the time of a heartbeat.
  /// Source: HTML Standard section 9.2.7, which recommends a comment every 15 s.
  void beat(client_connection::clock::time_point now);
  [[nodiscard]] std::size_t size() const;

 private:
  const std::size_t backlog_bytes_;
  const std::chrono::seconds heartbeat_;
  mutable std::mutex mutex_;
  site_counts counts_;
  std::set<stream> streams_;
};

}  // namespace laundromat
