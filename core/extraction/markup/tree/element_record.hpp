// Makes a record of an element.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/extraction/markup/account/record_emitter.hpp"
#include "core/extraction/markup/tree/field_reader.hpp"
#include "core/extraction/markup/tree/xpath_values.hpp"

namespace laundromat::markup {

/// By the fields of a specification, by XPath, or, without any, all that is in the element.
class element_record {
 public:
  /// `output` outlives it. `xpaths` may be null.
  element_record(field_reader fields, bool is_html, bool keeps_others, record_emitter& output,
                 std::unique_ptr<xpath_values> xpaths = nullptr)
      : fields_(std::move(fields)),
        xpaths_(std::move(xpaths)),
        is_html_(is_html),
        keeps_others_(keeps_others),
        output_(&output) {}

  [[nodiscard]] bool has_fields() const { return !fields_.is_empty(); }
  /// As `field_reader::add_prefixes`.
  void add_prefixes(std::set<std::string, std::less<>>& prefixes) const { fields_.add_prefixes(prefixes); }
  /// As `field_reader::set_base`.
  void set_base(std::string base) { fields_.set_base(std::move(base)); }
  /// Hands the record out, or skips it where a field is missing or a limit exceeded; an element in which there is nothing at the places of the fields, or, in HTML,
  /// no value, is noted only. The source of `place` begins at `source_at` in that of the
  /// tree. Errors: those of the sink.
  [[nodiscard]] result<void> read(const markup_tree& tree, node_index at, const element_place& place,
                                  std::uint64_t source_at);
  /// What to do about a field that no record has, of which the first one looked at is the element; to end a message.
  using advice = std::function<std::string(const field_miss&, node_index)>;
  /// After the last record: notes each field that no record has. `advise` may be null. Errors: `missing_field`, of XML in which there is none of the
  /// fields, nor anything else in the records: the specification is for another document. Pages of a site differ more than that.
  [[nodiscard]] result<void> finish(const advice& advise);

 private:
  struct missed_in {
    node_index at;
    record_place place;
  };
  field_reader fields_;
  std::unique_ptr<xpath_values> xpaths_;
  bool is_html_, keeps_others_;
  bool has_value_ = false;  ///< any record
  record_emitter* output_;
  data_record others_;  ///< the record as it is without fields
  std::vector<field_fault> faults_;
  std::vector<missed_in> missed_in_;  ///< for each of the misses: the first record that was looked at
};

}  // namespace laundromat::markup
