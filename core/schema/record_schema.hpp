// What the records of a document have in common: their fields, with types, ranges and values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/extraction/model/data_record.hpp"
#include "core/schema/distinct_values.hpp"
#include "core/schema/text_scan.hpp"
#include "core/schema/value_type.hpp"

namespace laundromat {

inline constexpr std::size_t value_kind_count = static_cast<std::size_t>(data_kind::map) + 1;

/// A set of kinds of values.
class kind_set {
 public:
  constexpr void add(data_kind kind) { bits_ |= 1U << static_cast<unsigned>(kind); }
  [[nodiscard]] constexpr bool has(data_kind kind) const {
    return (bits_ >> static_cast<unsigned>(kind) & 1U) != 0;
  }
  [[nodiscard]] constexpr bool is_empty() const { return bits_ == 0; }
  [[nodiscard]] static constexpr kind_set all() {
    kind_set every;
    every.bits_ = (1U << value_kind_count) - 1;
    return every;
  }
  friend bool operator==(const kind_set&, const kind_set&) = default;

 private:
  unsigned bits_ = 0;
};

[[nodiscard]] std::string_view name_of(data_kind kind);

/// The least and greatest value as they are written; empty: not bounded.
struct value_bounds {
  std::string least, greatest;

  [[nodiscard]] bool is_empty() const { return least.empty() && greatest.empty(); }
  friend bool operator==(const value_bounds&, const value_bounds&) = default;
};

struct length_range {
  std::uint64_t least = 0, greatest = std::numeric_limits<std::uint64_t>::max();

  friend bool operator==(const length_range&, const length_range&) = default;
};

/// What was counted of a field; all zeros in a schema that was read.
struct field_statistics {
  std::uint64_t records = 0;  ///< that have the field at least once
  std::uint64_t parents = 0;  ///< maps that could have it, or for what is in a list, values in it
  std::array<std::uint64_t, value_kind_count> kinds{};  ///< values by kind
  std::uint64_t empty_texts = 0;
  /// Texts that are not empty, and numbers, by the narrowest type of each one.
  std::array<std::uint64_t, value_type_count> text_types{}, number_types{};
  std::uint64_t distinct = 0;  ///< different texts and numbers
  bool is_distinct_exact = true;
  script_set scripts = 0;
  std::vector<std::string> examples;  ///< the first three different ones, cut
  /// All texts and numbers, when there are few different ones.
  std::vector<distinct_values::listed> values;

  [[nodiscard]] std::uint64_t of(data_kind kind) const { return kinds[static_cast<std::size_t>(kind)]; }
  /// How often the field is there.
  [[nodiscard]] std::uint64_t present() const;
};

/// One field, or what is in a list, or the record itself. What is not bounded accepts everything.
struct field_schema {
  std::string name;
  bool is_required = false;  ///< a field that each map has which can have it, perhaps as null
  kind_set kinds = kind_set::all();
  bool is_integer = false;                  ///< its numbers
  value_type text_type = value_type::text;  ///< the narrowest type of all its texts
  bool has_empty_text = true;               ///< an empty text is accepted beside the type, range and length
  value_bounds numbers, texts;              ///< `texts`: those of an ordered type
  length_range length;                      ///< of texts, in characters
  /// The only texts, or whole numbers of JSON; empty: any. Such a field has no other kind of values but null.
  std::vector<std::string> enumeration;
  uniqueness unique = uniqueness::unknown;  ///< the values of different records
  std::string language;                     ///< tag of its texts, where its name says it; else empty
  bool is_open = true;                      ///< of a map: may have fields that are not listed
  std::vector<field_schema> fields;         ///< of a map, in the order in which they came first
  std::vector<field_schema> items;          ///< of a list: none, or one for all values in it
  field_statistics seen;
};

struct record_schema {
  std::uint64_t records = 0;  ///< from which it was inferred; 0: from none
  field_schema root;
  std::uint64_t left_out_fields = 0;  ///< values that have no field here because a limit was reached
};

}  // namespace laundromat
