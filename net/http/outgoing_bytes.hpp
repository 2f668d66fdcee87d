// Bytes of an answer that is sent while it is made.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "net/http/client_connection.hpp"

namespace laundromat {

/// A queue of bytes from one or several threads to the polling thread, which suspends the connection while the queue is empty.
/// Everything is protected by the mutex of the connection.
class outgoing_bytes {
 public:
  /// What `take` gives when there are no bytes.
  enum : std::int64_t { none_yet = 0, at_end = -1, failed = -2 };

  /// `for_site`: for which it is counted.
  outgoing_bytes(std::shared_ptr<client_connection> to, const ip_address& for_site)
      : site(for_site), to_(std::move(to)) {}

  /// Adds bytes, and waits while more than `most_bytes` are queued. False: the connection has ended.
  [[nodiscard]] bool write(std::string_view bytes);
  /// Adds bytes without waiting. False, and the connection is cut: they are more than `limit_bytes` together with those that wait, or it has ended.
  bool push(const std::shared_ptr<const std::string>& bytes, std::size_t limit_bytes);
  /// Adds the first bytes, which have no limit.
  void begin(std::string bytes);
  /// The last bytes were written. Unless they are all, the connection is cut after them.
  void finish(bool is_whole);
  /// The connection ends, so that `write` returns. Requires: the mutex of the connection is held.
  void abandon();
  /// Copies the next bytes and returns their number, or one of the values above. Only for the polling thread.
  std::int64_t take(char* to, std::size_t size);

  /// The time of the last `take` that gave bytes.
  [[nodiscard]] client_connection::clock::time_point last_sent() const;
  [[nodiscard]] client_connection& connection() const { return *to_; }

  const ip_address site;

 private:
  void wake();

  static constexpr std::size_t most_bytes = 64 * 1024;

  std::shared_ptr<client_connection> to_;
  std::condition_variable taken_;
  std::deque<std::shared_ptr<const std::string>> queue_;
  std::size_t offset_ = 0;  ///< in the first element of the queue
  std::size_t queued_bytes_ =
      0;  ///< of the queue, without what was taken, and without the first bytes of `begin`
  std::size_t unlimited_bytes_ = 0;  ///< of `begin`, not yet taken
  client_connection::clock::time_point sent_ = client_connection::clock::now();
  bool is_finished_ = false, is_whole_ = true, is_abandoned_ = false;
  bool is_awaited_ = false;  ///< the polling thread suspended the connection because the queue was empty
};

}  // namespace laundromat
