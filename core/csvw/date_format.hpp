// Dates and times as people write them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/values/datatype.hpp"

namespace laundromat::csvw {

/// A pattern of `yyyy`, `M`, `MM`, `d`, `dd`, `HH`, `mm`, `ss`, `S`, `X` and `x`, in any order. Source: Model for Tabular Data, section 6.4.4;
/// UAX 35 part 4, section 8.
class date_format {
 public:
  /// For a date, a time or both. Nothing for a pattern that has other symbols, or not all that the datatype needs.
  [[nodiscard]] static std::optional<date_format> compile(std::string_view pattern, datatype type);

  /// The lexical form of XML Schema; nothing when `text` is not written like this. The parts are not checked: the 31st of June remains.
  [[nodiscard]] std::optional<std::string> read(std::string_view text) const;

 private:
  enum class symbol : std::uint8_t { year, month, day, hour, minute, second, fraction, zone, text };
  struct part {
    symbol what;
    std::size_t length;  ///< of the symbol in the pattern
    char first;          ///< `X`: `Z` is a zone; `x`: it is none; or the text itself
  };
  [[nodiscard]] static std::optional<std::string> read_zone(std::string_view& text, const part& by);

  datatype type_ = datatype::xsd_date;
  std::vector<part> parts_;
};

}  // namespace laundromat::csvw
