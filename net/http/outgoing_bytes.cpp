// The queue between the threads that write an answer and the polling thread.
// SPDX-License-Identifier: Apache-2.0
#include "net/http/outgoing_bytes.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace laundromat {

bool outgoing_bytes::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto part = std::make_shared<const std::string>(bytes.substr(0, most_bytes));
    std::unique_lock lock{to_->mutex};
    taken_.wait(lock, [this] { return is_abandoned_ || queued_bytes_ < most_bytes; });
    if (is_abandoned_) return false;
    queue_.push_back(part);
    queued_bytes_ += part->size();
    wake();
    bytes.remove_prefix(part->size());
  }
  const std::lock_guard lock{to_->mutex};
  return !is_abandoned_;
}

bool outgoing_bytes::push(const std::shared_ptr<const std::string>& bytes, std::size_t limit_bytes) {
  const std::lock_guard lock{to_->mutex};
  if (is_abandoned_) return false;
  if (queued_bytes_ + bytes->size() > limit_bytes) {
    to_->abort();
    return false;
  }
  queue_.push_back(bytes);
  queued_bytes_ += bytes->size();
  wake();
  return true;
}

void outgoing_bytes::begin(std::string bytes) {
  if (bytes.empty()) return;
  const std::lock_guard lock{to_->mutex};
  unlimited_bytes_ += bytes.size();
  queue_.push_back(std::make_shared<const std::string>(std::move(bytes)));
}

void outgoing_bytes::finish(bool is_whole) {
  const std::lock_guard lock{to_->mutex};
  is_finished_ = true;
  is_whole_ = is_whole;
  wake();
}

// Until the answer is sent the connection is suspended for the thread that makes it, and bytes that are there before must not resume it.
void outgoing_bytes::wake() {
  if (std::exchange(is_awaited_, false)) to_->resume();
}

void outgoing_bytes::abandon() {
  is_abandoned_ = true;
  queue_.clear();
  queued_bytes_ = unlimited_bytes_ = offset_ = 0;
  taken_.notify_all();
}

std::int64_t outgoing_bytes::take(char* to, std::size_t size) {
  const std::lock_guard lock{to_->mutex};
  if (to_->is_cut || is_abandoned_) return failed;
  std::size_t copied = 0;
  while (copied < size && !queue_.empty()) {
    const auto& front = *queue_.front();
    const auto part = std::min(size - copied, front.size() - offset_);
    std::memcpy(to + copied, front.data() + offset_, part);
    copied += part;
    offset_ += part;
    if (offset_ == front.size()) {
      queue_.pop_front();
      offset_ = 0;
    }
  }
  if (copied > 0) {
    const auto unlimited = std::min(copied, unlimited_bytes_);
    unlimited_bytes_ -= unlimited;
    queued_bytes_ -= copied - unlimited;
    sent_ = client_connection::clock::now();
    taken_.notify_one();
    return static_cast<std::int64_t>(copied);
  }
  if (is_finished_) return is_whole_ ? at_end : failed;
  is_awaited_ = to_->suspend();
  return is_awaited_ ? none_yet : failed;
}

client_connection::clock::time_point outgoing_bytes::last_sent() const {
  const std::lock_guard lock{to_->mutex};
  return sent_;
}

}  // namespace laundromat
