// The matches of the tournament, and the replay of the winner's path.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/sort/line_merger.hpp"

#include <algorithm>
#include <utility>

namespace laundromat {

line_merger::line_merger(std::vector<std::unique_ptr<line_cursor>> cursors)
    : players_(cursors.size()), losers_(cursors.size()) {
  for (std::size_t i = 0; i < cursors.size(); ++i) players_[i].cursor = std::move(cursors[i]);
}

void line_merger::take_next_line(player& one) {
  one.has_ended = !one.cursor->advance();
  one.shared = one.cursor->shared_bytes();
  if (one.has_ended && !one.cursor->outcome()) outcome_ = one.cursor->outcome();
}

bool line_merger::wins(player& a, player& b) const {
  if (a.has_ended || b.has_ended) return b.has_ended;
  if (a.shared != b.shared) return a.shared > b.shared;
  const auto shared = common_prefix(a.line(), b.line(), a.shared);
  const bool a_wins = byte_at(a.line(), shared) <= byte_at(b.line(), shared);
  (a_wins ? b : a).shared = shared;
  return a_wins;
}

/// Plays every match once, from the leaves up.
void line_merger::begin() {
  has_begun_ = true;
  const auto n = players_.size();
  for (auto& one : players_) take_next_line(one);
  std::vector<std::size_t> winners(2 * n);
  for (std::size_t i = 0; i < n; ++i) winners[n + i] = i;
  for (auto node = n - 1; node >= 1; --node) {
    auto a = winners[2 * node], b = winners[2 * node + 1];
    if (!wins(players_[a], players_[b])) std::swap(a, b);
    winners[node] = a;
    losers_[node] = b;
  }
  winner_ = n == 1 ? 0 : winners[1];
  find_most_shared();
}

/// Replays the matches on the path of the last winner, which has a new line.
void line_merger::replay() {
  for (auto node = (winner_ + players_.size()) / 2; node >= 1; node /= 2)
    if (!wins(players_[winner_], players_[losers_[node]])) std::swap(winner_, losers_[node]);
  find_most_shared();
}

/// Players that lost to the winner itself share at least as much with its line as those that lost to them.
void line_merger::find_most_shared() {
  most_shared_ = 0;
  for (auto node = (winner_ + players_.size()) / 2; node >= 1; node /= 2)
    if (const auto& one = players_[losers_[node]]; !one.has_ended)
      most_shared_ = std::max(most_shared_, one.shared);
}

bool line_merger::advance() {
  if (players_.empty()) return false;
  while (true) {
    if (has_begun_) {
      auto& last = players_[winner_];
      take_next_line(last);
      // A cursor that shares more than any other one wins every match, and changes nothing by it.
      if (last.has_ended || last.shared <= most_shared_) replay();
    } else {
      begin();
    }
    const auto& now = players_[winner_];
    if (now.has_ended || !outcome_) return false;
    if (now.shared < now.line().size()) return true;
  }
}

}  // namespace laundromat
