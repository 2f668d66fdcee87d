// Which types the text of a value has: number, date, IRI and the like.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace laundromat {

/// Types of a text or number, each before those that contain it.
enum class value_type : std::uint8_t {
  year,             ///< four digits, from 1500 to 2099
  integer,          ///< `-12`
  decimal,          ///< `12.50`
  number,           ///< with an exponent, too
  boolean,          ///< `true` and `false`, in lower, upper or title case; `1` and `0` among such
  date,             ///< `2026-11-29`, the full-date of RFC 3339
  date_time_stamp,  ///< `2026-11-29T12:30:00Z`, the date-time of RFC 3339
  date_time,        ///< of XML Schema, with a year of four digits: the zone may be missing
  time,             ///< of XML Schema
  uri,              ///< absolute, in ASCII
  iri,              ///< absolute
  email,
  language_tagged,  ///< ends like a literal of Turtle: `Haus@de`
  text,
};
inline constexpr std::size_t value_type_count = static_cast<std::size_t>(value_type::text) + 1;

[[nodiscard]] std::string_view name_of(value_type type);

/// A set of types.
class type_set {
 public:
  constexpr type_set() = default;
  template <class... Types>
  explicit constexpr type_set(Types... types)
      : bits_(static_cast<std::uint16_t>((0U | ... | (1U << static_cast<unsigned>(types))))) {}

  [[nodiscard]] constexpr bool has(value_type type) const {
    return (bits_ >> static_cast<unsigned>(type) & 1U) != 0;
  }
  constexpr type_set& operator&=(type_set other) {
    bits_ &= other.bits_;
    return *this;
  }
  constexpr type_set& operator|=(type_set other) {
    bits_ |= other.bits_;
    return *this;
  }
  [[nodiscard]] static constexpr type_set all() {
    type_set every;
    every.bits_ = (1U << value_type_count) - 1;
    return every;
  }
  /// The first in the order of the enumeration. Not for an empty set.
  [[nodiscard]] constexpr value_type narrowest() const {
    return static_cast<value_type>(std::countr_zero(bits_));
  }
  friend bool operator==(const type_set&, const type_set&) = default;

 private:
  std::uint16_t bits_ = 0;
};

/// What the text of a value says.
struct types_of_text {
  type_set types;
  /// The place in the order of numbers, or of dates and times (milliseconds since 1970 or since midnight, UTC where there is no zone).
  double key = 0;
  bool has_key = false;
};

/// All types of a text, in UTF-8 and not empty. White space at the ends makes it a mere text. Digits with zeros or a plus before them
/// are no number, because they are names: postal codes and telephone numbers. Constant memory, linear time.
/// Source: XSD 1.1 part 2 section 3 (core/rdf/values/lexical_form.hpp), RFC 3339 section 5.6 for dates.
[[nodiscard]] types_of_text type_text(std::string_view text);
/// The types of a number of JSON: integer, also with a fraction of zeros (JSON Schema 2020-12, Validation 6.1.1), decimal, or number.
[[nodiscard]] types_of_text type_number(std::string_view digits);

/// Whether the values of this type have an order in which a least and a greatest one mean something.
[[nodiscard]] constexpr bool is_ordered(value_type type) {
  return type <= value_type::number || (type >= value_type::date && type <= value_type::time);
}

/// Whether the decimal `one` is less than `other`, exactly and at any length; false where one of them has an exponent.
[[nodiscard]] bool is_less_decimal(std::string_view one, std::string_view other);

}  // namespace laundromat
