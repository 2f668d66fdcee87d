// Numbers as people write them: patterns with groups, percent signs and other decimal characters.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat::csvw {

/// How a number is written. Source: Model for Tabular Data, section 6.4.2; UAX 35 part 3, section 3, as far as the former takes it.
class number_format {
 public:
  /// `pattern` as in `#,##0.00`; empty: any number. Empty characters are `.`, and with a pattern `,` between groups; without one there are no
  /// groups. Nothing for a pattern that is not known.
  [[nodiscard]] static std::optional<number_format> compile(std::string_view pattern,
                                                            std::string_view decimal_char,
                                                            std::string_view group_char);

  /// The number in the lexical form of XML Schema; nothing when it is not written like this. Signs, zeros and exponents stay as they are; percent
  /// and per mille are carried out.
  [[nodiscard]] std::optional<std::string> read(std::string_view text) const;

 private:
  struct digits {
    std::size_t least = 0, most = 0;  ///< of the placeholders
    std::size_t
        group = 0,
        next_group =
            0;  ///< digits of the group at the decimal character, and of those behind it; 0: no groups
  };
  [[nodiscard]] bool compile_integer(std::string_view part);
  [[nodiscard]] bool compile_fraction(std::string_view part);
  [[nodiscard]] bool compile_exponent(std::string_view part);
  [[nodiscard]] std::optional<std::string> integer_digits(std::string_view part) const;
  [[nodiscard]] std::optional<std::string> fraction_digits(std::string_view part) const;
  [[nodiscard]] std::vector<std::string_view> groups_of(std::string_view part) const;

  bool has_pattern_ = false;
  std::string decimal_char_ = ".", group_char_;
  digits integer_, fraction_;
  bool has_fraction_ = false, has_exponent_ = false, needs_sign_ = false;
  std::size_t least_exponent_ = 0;
  std::string prefix_, suffix_;  ///< `%` or per mille
};

}  // namespace laundromat::csvw
