// Enforces the time limits, of which the library only has one, for inactivity, which a byte a second evades.
// SPDX-License-Identifier: Apache-2.0
#include "net/http/connection_table.hpp"

#include <algorithm>

#include "core/http/address_site.hpp"
#include "net/http/socket_progress.hpp"

namespace laundromat {

using time_point = client_connection::clock::time_point;

connection_table::connection_table(const http_limits& limits) : limits_(limits) {}

bool connection_table::admits(const ip_address& address) {
  const std::lock_guard lock{mutex_};
  const auto count = count_of(address);
  if (is_closed_ || count >= limits_.connections_of_address) return false;
  return size_ < limits_.connections || give_up_one(count);
}

std::size_t connection_table::count_of(const ip_address& address) const {
  const auto found = of_site_.find(key_of(address_site(address)));
  return found == of_site_.end() ? 0 : found->second.size();
}

bool connection_table::give_up_one(std::size_t count) {
  std::shared_ptr<client_connection> chosen;
  waiting chosen_waits;
  for (auto most = count; const auto& [site, connections] : of_site_) {
    if (connections.size() <= most) continue;
    waiting least;
    for (const auto& connection : connections) {
      const auto waits = waiting_of(*connection);
      if (!waits || (least && *least <= *waits)) continue;
      chosen = connection;
      chosen_waits = least = waits;
      most = connections.size();
    }
  }
  if (!chosen) return false;
  const std::lock_guard lock{chosen->mutex};
  chosen_waits->first ? chosen->abort() : chosen->cut();
  return true;
}

connection_table::waiting connection_table::waiting_of(client_connection& connection) {
  const std::lock_guard lock{connection.mutex};
  if (connection.is_cut || connection.is_closed) return std::nullopt;
  switch (connection.phase) {
    case connection_phase::idle:
      return std::pair{false, connection.since};
    case connection_phase::head:
    case connection_phase::body:
      return std::pair{false, connection.request_begin};
    case connection_phase::sending:
    case connection_phase::streaming:
      return std::pair{true, connection.since};
    case connection_phase::handling:
      return std::nullopt;
  }
  return std::nullopt;
}

std::shared_ptr<client_connection> connection_table::add(MHD_Connection* handle, int socket,
                                                         const ip_address& address) {
  auto made = std::make_shared<client_connection>(handle, socket, address);
  const std::lock_guard lock{mutex_};
  size_ += of_site_[key_of(made->site)].insert(made).second ? 1 : 0;
  made->is_cut = is_closed_;
  return made;
}

void connection_table::remove(const std::shared_ptr<client_connection>& connection) {
  const std::lock_guard lock{mutex_};
  const auto found = of_site_.find(key_of(connection->site));
  if (found == of_site_.end()) return;
  size_ -= found->second.erase(connection);
  if (found->second.empty()) of_site_.erase(found);
}

std::vector<std::shared_ptr<client_connection>> connection_table::all() const {
  const std::lock_guard lock{mutex_};
  std::vector<std::shared_ptr<client_connection>> listed;
  listed.reserve(size_);
  for (const auto& [site, connections] : of_site_)
    listed.insert(listed.end(), connections.begin(), connections.end());
  return listed;
}

void connection_table::sweep(time_point now, std::atomic<std::uint64_t>& timeouts) {
  for (const auto& connection : all()) {
    const std::lock_guard lock{connection->mutex};
    if (connection->is_closed || connection->is_cut) continue;
    const auto found = judge(*connection, now);
    if (found == verdict::in_time) continue;
    if (found != verdict::gone) ++timeouts;
    if (found == verdict::late_request)
      connection->cut_with(408);
    else if (found == verdict::late_answer || found == verdict::gone)
      connection->abort();
    else
      connection->cut();
  }
}

connection_table::verdict connection_table::judge(client_connection& connection, time_point now) const {
  switch (connection.phase) {
    case connection_phase::idle:
      return judge_idle(connection, now);
    case connection_phase::head:
      return now - connection.since > limits_.head_time ? verdict::late_request : verdict::in_time;
    case connection_phase::body:
      return now - connection.request_begin > limits_.request_time ? verdict::late_request : verdict::in_time;
    case connection_phase::sending:
      return judge_sending(connection, now);
    case connection_phase::handling:
    case connection_phase::streaming:
      return judge_suspended(connection);
  }
  return verdict::in_time;
}

connection_table::verdict connection_table::judge_idle(client_connection& connection, time_point now) const {
  const auto received = progress_of(connection.socket).received_bytes;
  if (connection.bytes_before < 0) connection.bytes_before = received;
  if (received > connection.bytes_before) {
    connection.enter(connection_phase::head, now);
    connection.request_begin = now;
    return verdict::in_time;
  }
  return now - connection.since > limits_.idle_time ? verdict::idle : verdict::in_time;
}

// The library does not look at suspended connections. No client of events ends its side before it ends all, and a place is for one that listens.
connection_table::verdict connection_table::judge_suspended(const client_connection& connection) {
  const auto progress = progress_of(connection.socket);
  const bool is_stream = connection.phase == connection_phase::streaming;
  return progress.is_reset || (is_stream && progress.is_ended) ? verdict::gone : verdict::in_time;
}

connection_table::verdict connection_table::judge_sending(client_connection& connection,
                                                          time_point now) const {
  if (now - connection.since > limits_.answer_time) return verdict::late_answer;
  const auto progress = progress_of(connection.socket);
  if (connection.bytes_before < 0) connection.bytes_before = progress.acknowledged_bytes;
  const auto window = now - connection.window_begin;
  if (window < limits_.slow_time) return verdict::in_time;
  const auto window_s = std::chrono::duration_cast<std::chrono::seconds>(window).count();
  const auto least =
      static_cast<std::int64_t>(limits_.slowest_client_bytes) * std::max<std::int64_t>(1, window_s);
  if (progress.is_waiting && progress.acknowledged_bytes - connection.bytes_before < least)
    return verdict::late_answer;
  connection.window_begin = now;
  connection.bytes_before = progress.acknowledged_bytes;
  return verdict::in_time;
}

void connection_table::close() {
  {
    const std::lock_guard lock{mutex_};
    is_closed_ = true;
  }
  for (const auto& connection : all()) {
    const std::lock_guard lock{connection->mutex};
    connection->cut();
  }
}

std::size_t connection_table::size() const {
  const std::lock_guard lock{mutex_};
  return size_;
}

}  // namespace laundromat
