// Implements byte_account: holds spans back until the end of their literal or list.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/byte_account.hpp"

#include <algorithm>

namespace laundromat::rdfa {

void byte_account::add(std::uint64_t end_bytes, range added) {
  if (end_bytes <= end_ || is_paused_) return;
  end_ = added.end = end_bytes;
  const bool is_held = literals_.size() > dropped_;
  if (!is_held && ranges_.empty() && added.lists == 0) return spans_.reach(end_bytes, added.kind);
  waiting_ += added.lists > 0;
  const bool may_merge = added.lists == 0 && !ranges_.empty() && ranges_.back().lists == 0 &&
                         (!is_held || ranges_.size() > literals_.back());
  if (may_merge && ranges_.back().kind == added.kind && ranges_.back().is_text == added.is_text)
    ranges_.back().end = end_bytes;
  else
    ranges_.push_back(added);
  if (!is_held && ranges_.size() > most_waiting) assume_emitted();
}

/// Hands out what waits for nothing, from the front.
void byte_account::release() {
  const auto most = literals_.size() > dropped_ ? literals_[dropped_] : ranges_.size();
  std::size_t count = 0;
  for (; count < most && ranges_[count].lists == 0; ++count)
    spans_.reach(ranges_[count].end, ranges_[count].kind);
  ranges_.erase(ranges_.begin(), ranges_.begin() + static_cast<std::ptrdiff_t>(count));
  released_ += count;
  for (auto& begin : literals_) begin -= std::min(begin, count);
}

void byte_account::assume_emitted() {
  for (auto& one : ranges_)
    if (one.lists > 0) {
      one.lists = 0;
      one.kind = span_kind::statement;
    }
  waiting_ = 0;
  release();
}

void byte_account::open_literal() {
  literals_.push_back(ranges_.size());
}

waiting_ranges byte_account::close_literal(bool was_handed_out, std::uint32_t lists) {
  if (literals_.empty()) return {};
  const auto begin = literals_.back();
  literals_.pop_back();
  dropped_ = std::min(dropped_, literals_.size());
  for (auto i = begin; i < ranges_.size(); ++i) {
    auto& one = ranges_[i];
    if (!one.is_text) continue;
    if (was_handed_out) one.kind = span_kind::statement;
    waiting_ += one.lists == 0 && lists > 0;
    one.lists += lists;
  }
  const waiting_ranges held{released_ + begin, ranges_.size() - begin, true};
  if (literals_.size() == dropped_) release();
  return held;
}

void byte_account::drop_outermost() {
  if (dropped_ >= literals_.size()) return;
  ++dropped_;
  release();
}

void byte_account::end_list(const waiting_ranges& ranges, bool was_handed_out) {
  const auto end = ranges.first + ranges.count;
  for (auto number = std::max(ranges.first, released_); number < std::min(end, next_range()); ++number) {
    auto& one = ranges_[number - released_];
    if (one.lists == 0 || one.is_text != ranges.is_text) continue;
    if (was_handed_out) one.kind = span_kind::statement;
    if (--one.lists == 0) --waiting_;
  }
  if (waiting_ == 0) release();
}

void byte_account::finish() {
  assume_emitted();
  spans_.finish();
}

}  // namespace laundromat::rdfa
