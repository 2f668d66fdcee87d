// The parts of an announced date, and the scanner that the readers of its styles share.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.hpp"

namespace laundromat {

struct date_parts {
  int year = 0;
  unsigned month = 1, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0;
  int zone_minutes = 0;  ///< east of Greenwich
};

inline constexpr std::string_view no_zone = "has a time without zone, which is taken as UTC";
inline constexpr std::string_view unusual = "is not written as its format requires";

/// Reads digits and marks from the front of a text.
class date_scanner {
 public:
  explicit date_scanner(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool is_done() const { return rest_.empty(); }
  /// How many digits are next.
  [[nodiscard]] std::size_t digits() const;
  /// A number of `least` to `most` digits that no further digit follows.
  [[nodiscard]] std::optional<unsigned> number(std::size_t least, std::size_t most);
  /// The next `count` digits.
  [[nodiscard]] std::optional<unsigned> fixed(std::size_t count);
  /// One character of `any`, 0 for none.
  char take(std::string_view any);
  /// A word in any case.
  bool take_word(std::string_view word);
  bool skip_spaces();

 private:
  std::string_view rest_;
};

/// Nothing when there is no such day or time. 24:00 is the end of the day.
[[nodiscard]] std::optional<timestamp> time_of(const date_parts& parts);
/// Reads `18:00`, `18:00:15`, `18:00:15.25`, or `180015` when it is compact. `is_odd` is set for what W3C-DTF does not have.
[[nodiscard]] bool scan_time(date_scanner& in, date_parts& parts, bool is_compact, bool& is_odd);

/// Each reads one style, and sets `fault` for what that style does not have.
[[nodiscard]] std::optional<timestamp> read_w3c_date(std::string_view text, std::string& fault);
[[nodiscard]] std::optional<timestamp> read_rfc_822_date(std::string_view text, std::string& fault);

}  // namespace laundromat
