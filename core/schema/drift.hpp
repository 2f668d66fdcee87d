// How later records differ from the schema of earlier ones.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

enum class drift_kind : std::uint8_t {
  new_field,         ///< the schema has no such field
  missing_field,     ///< it was in every record
  null_in_required,  ///< it was in every record, and never null
  other_type,
  empty_text,    ///< no text was empty
  new_value,     ///< none of the enumeration
  out_of_range,  ///< less than the least value or more than the greatest
  other_length,  ///< shorter than the shortest text or longer than the longest
};

/// `new_field` and so on, as the report in JSON has them.
[[nodiscard]] std::string_view name_of(drift_kind kind);

/// One difference. It is a note (`errc::schema_drift`): a schema that was inferred from data is no reason to drop a record.
struct deviation {
  drift_kind kind{};
  std::string path;      ///< `authors[].name`; empty for the record itself
  std::string value;     ///< what was found, cut; empty for a missing field
  std::string expected;  ///< in words: `1 to 99`, `date`

  friend bool operator==(const deviation&, const deviation&) = default;
};

/// All deviations of one kind at one path.
struct drift_sum {
  deviation first;                 ///< the first example
  std::uint64_t first_record = 0;  ///< counted from 1
  std::uint64_t records = 0;       ///< that deviate
  std::uint64_t first_line = 0;    ///< of the first record; 0: not known

  friend bool operator==(const drift_sum&, const drift_sum&) = default;
};

struct drift_report {
  std::uint64_t records = 0;     ///< that were checked
  std::uint64_t with_drift = 0;  ///< of them, those that deviate
  std::vector<drift_sum> sums;   ///< in the order of their first examples
  std::uint64_t not_listed = 0;  ///< deviations at further paths, which the limit left out

  friend bool operator==(const drift_report&, const drift_report&) = default;
};

/// One sum in a sentence: `born: a value of another type: 12; expected: date; in 3 of 10 records`.
[[nodiscard]] std::string drift_message(const drift_sum& sum, std::uint64_t all_records);
/// One line for people for each sum, after one for all.
[[nodiscard]] std::string drift_text(const drift_report& report);
/// The same as one JSON object, indented, with a line end.
[[nodiscard]] std::string drift_json(const drift_report& report);

}  // namespace laundromat
