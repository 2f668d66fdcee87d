// One defect for neighbouring statements that are skipped for one reason: the declaration of their prefix is lost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/rdf/turtle/emission/defect_reporter.hpp"

namespace laundromat::turtle {

/// Holds the defect of a skipped statement until it is known whether the next statement is skipped for the same reason.
/// All positions are offsets from the start of the document.
class skip_merger {
 public:
  explicit skip_merger(defect_reporter& reports) : reports_(&reports) {}

  /// The statement that begins at `statement_begin`, behind the one at `previous_begin`, is skipped from `begin` to `end`. `found` is
  /// reported later, and only if the statement before was not skipped, too.
  void add(defect found, std::uint64_t begin, std::uint64_t end, std::uint64_t statement_begin,
           std::uint64_t previous_begin);
  /// Reports the held defect: something else follows.
  void flush();
  /// The statement at `statement_begin` has ended: the held defect is reported unless it covers that statement.
  void end_statement(std::uint64_t statement_begin) {
    if (is_holding_ && last_begin_ != statement_begin) flush();
  }
  [[nodiscard]] bool is_holding() const { return is_holding_; }
  /// Appends the offset that the report will begin at.
  void append_marks(std::vector<std::uint64_t>& marks) const {
    if (is_holding_) marks.push_back(begin_);
  }

 private:
  defect_reporter* reports_;
  bool is_holding_ = false;
  std::uint64_t begin_ = 0, end_ = 0;
  std::uint64_t last_begin_ = 0;  ///< of the last statement of them
  defect found_;
};

}  // namespace laundromat::turtle
