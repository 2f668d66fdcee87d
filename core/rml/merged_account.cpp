// Implements merged_account.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/merged_account.hpp"

#include <algorithm>

namespace laundromat {

void merged_account::add_defect(std::size_t reader, const defect& found) {
  constexpr std::size_t most_recent = 256;
  const bool is_known = std::ranges::any_of(
      recent_, [&](const auto& one) { return one.first != reader && one.second == found; });
  if (is_known) return;
  sink_->on_defect(found);
  recent_.emplace_back(reader, found);
  if (recent_.size() > most_recent) recent_.pop_front();
}

void merged_account::add_span(std::size_t reader, span_kind kind, std::uint64_t length_bytes) {
  ends_[reader] += length_bytes;
  auto& own = parts_[reader];
  if (!own.empty() && own.back().kind == kind)
    own.back().end = ends_[reader];
  else
    own.push_back({ends_[reader], kind});
  while (std::ranges::none_of(parts_, &std::deque<part>::empty)) {
    auto end = parts_[0].front().end;
    for (const auto& of : parts_) end = std::min(end, of.front().end);
    auto together = span_kind::syntax;
    for (auto& of : parts_) {
      const auto one = of.front().kind;
      if (one == span_kind::statement || (one == span_kind::quarantine && together == span_kind::syntax))
        together = one;
      if (of.front().end == end) of.pop_front();
    }
    spans_.reach(end, together);
  }
}

}  // namespace laundromat
