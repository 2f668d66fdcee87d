// Merges sorted lines, and removes duplicates.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/rdf/sort/line_cursor.hpp"

namespace laundromat {

/// A loser tree: an inner node stores the loser of its match, and each player knows how many bytes its line shares with the last output line.
/// The player that shares more comes first, so that text is compared only where both share equally much, and only from there on:
/// ```
///            winner          replays from its leaf to the root with its next line
///            loser 1
///         loser 2  loser 3
///        0    1    2    3    cursors
/// ```
/// Source: Bingmann, Scalable String and Suffix Sorting, section 2.4.
class line_merger {
 public:
  explicit line_merger(std::vector<std::unique_ptr<line_cursor>> cursors);

  /// Moves to the next line that differs from the last; false at the end, and after an error, see `outcome`.
  [[nodiscard]] bool advance();
  /// Errors: those of the cursors.
  [[nodiscard]] const result<void>& outcome() const { return outcome_; }
  [[nodiscard]] const line_parts& line() const { return players_[winner_].line(); }
  /// How many bytes it shares with the line before.
  [[nodiscard]] std::size_t shared_bytes() const { return players_[winner_].shared; }

 private:
  struct player {
    [[nodiscard]] const line_parts& line() const { return cursor->line(); }
    std::unique_ptr<line_cursor> cursor;
    std::size_t shared = 0;  ///< with the last output line
    bool has_ended = false;
  };
  void begin();
  void take_next_line(player& one);
  void replay();
  void find_most_shared();
  /// Whether `a` comes before `b`; sets what the loser shares with the winner.
  [[nodiscard]] bool wins(player& a, player& b) const;

  std::vector<player> players_;
  std::vector<std::size_t> losers_;
  std::size_t winner_ = 0;
  std::size_t most_shared_ = 0;  ///< the most that any other player shares with its line
  bool has_begun_ = false;
  result<void> outcome_;
};

}  // namespace laundromat
