// Compares records with a schema.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/extraction/model/data_record.hpp"
#include "core/schema/drift.hpp"
#include "core/schema/name_index.hpp"
#include "core/schema/record_schema.hpp"

namespace laundromat {

struct checker_limits {
  std::size_t paths = 1'000;  ///< pairs of path and kind of deviation in the report
  std::size_t record_deviations = 1'000;
  std::size_t excerpt_bytes = 60;  ///< of a value
  std::size_t named_values = 10;   ///< of an enumeration, in `deviation::expected`
};

/// Memory: the schema, and what the limits allow. Time: linear in the text of the records.
class schema_checker {
 public:
  explicit schema_checker(const record_schema& schema, checker_limits limits = {});

  /// The deviations of a record: each kind at most once for each field. Valid until the next call. `line`: of the record; 0: not known.
  [[nodiscard]] std::span<const deviation> check(data_value record, std::uint64_t line = 0);
  /// Of all records so far.
  [[nodiscard]] const drift_report& report() const { return report_; }

 private:
  struct key_range {
    bool has_least = false, has_greatest = false;
    double least = 0, greatest = 0;

    [[nodiscard]] bool contains(double key) const {
      return (!has_least || key >= least) && (!has_greatest || key <= greatest);
    }
  };
  /// A field of the schema, prepared.
  struct rule {
    std::string path;
    kind_set kinds;
    bool is_required = false, is_integer = false, has_empty_text = true, is_open = true;
    value_type text_type = value_type::text;
    value_bounds numbers, texts;
    key_range number_keys, text_keys;
    length_range length;
    std::vector<std::string> enumeration;
    keyed_set<std::string> values;
    name_index children;
    std::uint32_t required_children = 0;
    std::uint32_t items = name_index::none;
    std::uint64_t last_map = 0;  ///< the number of the map in which it was found last
  };

  [[nodiscard]] std::uint32_t add_rule(const field_schema& field, std::string path);
  void check(rule& expected, data_value value);
  void check_scalar(const rule& expected, data_value value);
  void check_text(const rule& expected, std::string_view text);
  void check_map(rule& expected, data_value map);
  void note(drift_kind kind, std::string path, std::string_view value, std::string expected);
  void sum_up();

  checker_limits limits_;
  std::deque<rule> rules_;  ///< the first one is the record itself
  std::uint64_t maps_ = 0, line_ = 0;
  std::vector<deviation> found_;
  keyed_set<std::string> found_keys_;               ///< of this record
  keyed_map<std::string, std::size_t> sum_places_;  ///< in `report_.sums`
  drift_report report_;
};

}  // namespace laundromat
