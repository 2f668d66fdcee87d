// Implements byte_account: holds spans back until the end of their literal or list.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/byte_account.hpp"

#include <algorithm>

namespace laundromat::rdfa {

void byte_account::add(std::uint64_t end_bytes, run added) {
  if (end_bytes <= end_ || is_paused_) return;
  end_ = added.end = end_bytes;
  const bool is_held = literals_.size() > dropped_;
  if (!is_held && runs_.empty() && added.lists == 0) return spans_.reach(end_bytes, added.kind);
  waiting_ += added.lists > 0;
  const bool may_merge = added.lists == 0 && !runs_.empty() && runs_.back().lists == 0 &&
                         (!is_held || runs_.size() > literals_.back());
  if (may_merge && runs_.back().kind == added.kind && runs_.back().is_text == added.is_text)
    runs_.back().end = end_bytes;
  else
    runs_.push_back(added);
  if (!is_held && runs_.size() > most_waiting) believe();
}

/// Hands out what waits for nothing, from the front.
void byte_account::release() {
  const auto most = literals_.size() > dropped_ ? literals_[dropped_] : runs_.size();
  std::size_t count = 0;
  for (; count < most && runs_[count].lists == 0; ++count) spans_.reach(runs_[count].end, runs_[count].kind);
  runs_.erase(runs_.begin(), runs_.begin() + static_cast<std::ptrdiff_t>(count));
  released_ += count;
  for (auto& begin : literals_) begin -= std::min(begin, count);
}

void byte_account::believe() {
  for (auto& one : runs_)
    if (one.lists > 0) {
      one.lists = 0;
      one.kind = span_kind::statement;
    }
  waiting_ = 0;
  release();
}

void byte_account::open_literal() {
  literals_.push_back(runs_.size());
}

waiting_runs byte_account::close_literal(bool was_handed_out, std::uint32_t lists) {
  if (literals_.empty()) return {};
  const auto begin = literals_.back();
  literals_.pop_back();
  dropped_ = std::min(dropped_, literals_.size());
  for (auto i = begin; i < runs_.size(); ++i) {
    auto& one = runs_[i];
    if (!one.is_text) continue;
    if (was_handed_out) one.kind = span_kind::statement;
    waiting_ += one.lists == 0 && lists > 0;
    one.lists += lists;
  }
  const waiting_runs held{released_ + begin, runs_.size() - begin, true};
  if (literals_.size() == dropped_) release();
  return held;
}

void byte_account::drop_outermost() {
  if (dropped_ >= literals_.size()) return;
  ++dropped_;
  release();
}

void byte_account::end_list(const waiting_runs& runs, bool was_handed_out) {
  const auto end = runs.first + runs.count;
  for (auto number = std::max(runs.first, released_); number < std::min(end, next_run()); ++number) {
    auto& one = runs_[number - released_];
    if (one.lists == 0 || one.is_text != runs.is_text) continue;
    if (was_handed_out) one.kind = span_kind::statement;
    if (--one.lists == 0) --waiting_;
  }
  if (waiting_ == 0) release();
}

void byte_account::finish() {
  believe();
  spans_.finish();
}

}  // namespace laundromat::rdfa
