// Gives events to the queues of all streams.
// SPDX-License-Identifier: Apache-2.0
#include "net/http/event_channel.hpp"

#include <utility>

namespace laundromat {

event_channel::event_channel(const http_limits& limits)
    : backlog_bytes_(limits.event_backlog_bytes),
      heartbeat_(limits.event_heartbeat),
      counts_(limits.event_streams, limits.event_streams_of_address) {}

bool event_channel::add(const stream& added) {
  const std::lock_guard lock{mutex_};
  if (!counts_.try_add(added->site)) return false;
  streams_.insert(added);
  return true;
}

void event_channel::remove(const stream& removed) {
  const std::lock_guard lock{mutex_};
  if (streams_.erase(removed) > 0) counts_.remove(removed->site);
}

void event_channel::publish(std::string events) {
  if (events.empty()) return;
  const auto shared = std::make_shared<const std::string>(std::move(events));
  const std::lock_guard lock{mutex_};
  for (const auto& one : streams_) one->push(shared, backlog_bytes_);
}

void event_channel::beat(client_connection::clock::time_point now) {
  static const auto comment = std::make_shared<const std::string>(":\n\n");
  const std::lock_guard lock{mutex_};
  for (const auto& one : streams_)
    if (now - one->last_sent() >= heartbeat_) one->push(comment, backlog_bytes_);
}

std::size_t event_channel::size() const {
  const std::lock_guard lock{mutex_};
  return streams_.size();
}

}  // namespace laundromat
