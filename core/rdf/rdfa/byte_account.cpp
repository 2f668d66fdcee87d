// Runs that wait for the end of a literal.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/byte_account.hpp"

#include <algorithm>

namespace laundromat {

void byte_account::add(std::uint64_t end_bytes, span_kind kind, bool is_text) {
  if (end_bytes <= end_) return;
  end_ = end_bytes;
  if (literals_.size() == dropped_) {
    spans_.reach(end_bytes, kind);
    return;
  }
  const bool may_merge = runs_.size() > literals_.back();
  if (may_merge && runs_.back().kind == kind && runs_.back().is_text == is_text)
    runs_.back().end = end_bytes;
  else
    runs_.push_back({end_bytes, kind, is_text});
}

void byte_account::release(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) spans_.reach(runs_[i].end, runs_[i].kind);
  runs_.erase(runs_.begin(), runs_.begin() + static_cast<std::ptrdiff_t>(count));
  for (auto& begin : literals_) begin -= std::min(begin, count);
}

void byte_account::open_literal() {
  literals_.push_back(runs_.size());
}

void byte_account::close_literal(bool was_handed_out) {
  if (literals_.empty()) return;
  const auto begin = literals_.back();
  literals_.pop_back();
  dropped_ = std::min(dropped_, literals_.size());
  if (was_handed_out)
    for (auto i = begin; i < runs_.size(); ++i)
      if (runs_[i].is_text) runs_[i].kind = span_kind::statement;
  if (literals_.size() == dropped_) release(runs_.size());
}

void byte_account::drop_outermost() {
  if (dropped_ >= literals_.size()) return;
  ++dropped_;
  release(dropped_ == literals_.size() ? runs_.size() : literals_[dropped_]);
}

void byte_account::finish() {
  release(runs_.size());
  spans_.finish();
}

}  // namespace laundromat
