// The input of the merge: different lines in byte order, one at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "core/rdf/sort/line_arena.hpp"

namespace laundromat {

class line_cursor {
 public:
  virtual ~line_cursor() = default;
  /// Moves to the next line, or the first one; false at the end, and after an error, see `outcome`.
  [[nodiscard]] virtual bool advance() = 0;
  /// Errors: those of reading a run.
  [[nodiscard]] const result<void>& outcome() const { return outcome_; }
  /// Valid until the next call of `advance`.
  [[nodiscard]] const line_parts& line() const { return line_; }
  /// How many bytes it shares with the line before.
  [[nodiscard]] std::size_t shared_bytes() const { return shared_; }

 protected:
  line_parts line_;
  std::size_t shared_ = 0;
  result<void> outcome_;
};

/// The lines of a sorted arena.
class arena_cursor final : public line_cursor {
 public:
  /// `arena` outlives the cursor.
  explicit arena_cursor(const line_arena& arena) : arena_(arena) {}

  [[nodiscard]] bool advance() override {
    if (next_ == arena_.lines()) return false;
    line_ = arena_.line(next_);
    shared_ = arena_.shared_bytes(next_);
    ++next_;
    arena_.fetch(next_ + 4);
    return true;
  }

 private:
  const line_arena& arena_;
  std::size_t next_ = 0;
};

}  // namespace laundromat
