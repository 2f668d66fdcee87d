// Reads chunks in order, each by its own task.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/read_ahead.hpp"

namespace laundromat {

/// Reads a full chunk, or the last one.
result<read_ahead::chunk> read_ahead::read() {
  auto bytes = pool_.take();
  bytes.resize(has_ended_ ? 0 : asked_bytes_ == 0 ? first_chunk_bytes : chunk_bytes);
  std::size_t done = 0;
  while (!has_ended_ && done < bytes.size()) {
    const auto n = source_.read({bytes.data() + done, bytes.size() - done});
    has_ended_ = !n || *n == 0;
    if (!n) return tl::unexpected(n.error());
    done += *n;
  }
  bytes.resize(done);
  return pool_.share(std::move(bytes));
}

void read_ahead::order() {
  auto promise = std::make_shared<std::promise<result<chunk>>>();
  waiting_.push_back(promise->get_future());
  reading_.submit([this, promise] { promise->set_value(read()); }, most_waiting + 1);
}

result<read_ahead::chunk> read_ahead::next() {
  // Chunks read in advance come first, also when the pool turned out to have no thread.
  if (waiting_.empty() && (asked_bytes_ < small_bytes || !workers_.is_parallel())) {
    auto now = read();
    if (now) asked_bytes_ += (*now)->size();
    return now;
  }
  while (waiting_.size() < most_waiting) order();
  auto first = std::move(waiting_.front());
  waiting_.pop_front();
  order();
  workers_.wait(first);
  return first.get();
}

}  // namespace laundromat
