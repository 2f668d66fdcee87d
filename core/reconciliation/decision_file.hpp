// The file in which a person decides which records are the same.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/reconciliation/duplicate_finder.hpp"

namespace laundromat {

enum class duplicate_verdict : std::uint8_t {
  undecided,
  same,
  different,
  implied,  ///< nobody decided about the pair, and it is the same by decisions about others; computed by each run
};

/// Whether a person decided: same, or different.
[[nodiscard]] constexpr bool is_decided(duplicate_verdict verdict) {
  return verdict == duplicate_verdict::same || verdict == duplicate_verdict::different;
}

/// `undecided`, `same`, `different`, `implied`.
[[nodiscard]] std::string_view name_of(duplicate_verdict verdict);

/// One line of the file.
struct duplicate_decision {
  duplicate_verdict verdict = duplicate_verdict::undecided;
  std::string one, other;  ///< the ids, the lesser one first
  std::string score;       ///< of the pair, 0.00 to 1.00; empty when a person added the line
  std::string reasons;     ///< for people

  friend bool operator==(const duplicate_decision&, const duplicate_decision&) = default;
};

/// The pairs of a search, undecided. Fields are named as in `options`.
[[nodiscard]] std::vector<duplicate_decision> undecided_pairs(const duplicate_report& report,
                                                              const duplicate_options& options);

/// The file, UTF-8 with LF: first the line `decision<TAB>one<TAB>other<TAB>score<TAB>reasons`, then a line with these five for each pair. In
/// a field, tab, line feed, carriage return and backslash are written `\t`, `\n`, `\r` and `\\`, and other control characters
/// as `\x1B`.
[[nodiscard]] std::string write_decisions(std::span<const duplicate_decision> decisions);

struct decision_fault {
  std::uint64_t line = 1;  ///< counted from 1
  std::string what;

  friend bool operator==(const decision_fault&, const decision_fault&) = default;
};

struct parsed_decisions {
  std::vector<duplicate_decision> decisions;  ///< of all lines without a fault
  std::vector<decision_fault> faults;
};

/// Reads what `write_decisions` writes and a person edited: score and reasons may be missing, an empty decision is `undecided`, letters of
/// decisions may be of any case, lines that are empty or begin with `#` count as comments, and CRLF ends a line, too. Of a pair that occurs again with
/// another decision, the second line is a fault.
[[nodiscard]] parsed_decisions parse_decisions(std::string_view text);

}  // namespace laundromat
