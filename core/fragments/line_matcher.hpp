// Finds the statements of a pattern in lines of canonical N-Quads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/fragments/quad_pattern.hpp"

namespace laundromat {

/// The terms of a line by position, as they are spelled; the graph is empty in the default graph.
using line_terms = std::array<std::string_view, positions>;
/// Splits a line of canonical N-Quads, without its line feed. False: it is none.
[[nodiscard]] bool split_line(std::string_view line, line_terms& terms);

/// Searches for the longest term of the pattern, and compares the others in the lines that have it. May be used by several threads.
class line_matcher {
 public:
  explicit line_matcher(quad_pattern pattern);

  /// A line without its line feed.
  [[nodiscard]] bool matches(std::string_view line) const;
  /// The first line at or behind `at`, the beginning of a line, that matches: where it begins, and its end before the line feed; `npos` when there is none.
  struct found_line {
    std::size_t begin = std::string_view::npos, end = std::string_view::npos;
  };
  /// `lines` are whole ones.
  [[nodiscard]] found_line find(std::string_view lines, std::size_t at) const;
  /// The number of lines that match.
  [[nodiscard]] std::uint64_t count(std::string_view lines) const;

  [[nodiscard]] const quad_pattern& pattern() const { return pattern_; }
  /// How the lines that match begin: with the subject, and the predicate where the pattern has both; empty without a subject.
  [[nodiscard]] const std::string& prefix() const { return prefix_; }

 private:
  quad_pattern pattern_;
  std::string prefix_;
  std::string needle_;  ///< that each matching line has, with the spaces around it; empty: none
};

}  // namespace laundromat
