// Makes the statements of records, as a mapping says.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/result.hpp"
#include "core/rml/join_table.hpp"
#include "core/rml/rml_terms.hpp"

namespace laundromat {

/// Records of all sources come in any order. The statements of a join come with the child's record, if all records of the parent came before, and else
/// when the parent's source is complete.
class rml_mapper {
 public:
  /// `mapping` and `sink` outlive it. Of the options the base, the profile, the limits, `used_base` and `directions` are used.
  rml_mapper(const rml_mapping& mapping, const reader_options& options, std::uint64_t join_bytes,
             statement_sink& sink);

  /// The next record of the source with this number. Errors: those of the sink, and `limit_exceeded` where joins need more than `join_bytes`.
  [[nodiscard]] result<void> map(std::size_t source, const reference_values& values,
                                 const record_place& place);
  /// Whether the records that follow are only looked up by joins: they make no statements.
  void take_parents_only(bool only) { takes_parents_only_ = only; }
  /// The source has no more records. Errors: those of the sink.
  [[nodiscard]] result<void> complete(std::size_t source);

 private:
  /// A reference with conditions to a parent.
  struct join {
    const parent_reference* spec;
    std::size_t parent;  ///< number of the triples map
    join_table table;
  };
  struct record_terms {
    std::vector<made_term> subjects, graphs;
  };

  [[nodiscard]] result<void> map_record(std::size_t map);
  [[nodiscard]] result<void> map_property(std::size_t map, std::size_t property, const record_terms& about);
  [[nodiscard]] result<void> map_parent(const parent_reference& spec, join* table, const record_terms& about,
                                        const std::vector<made_term>& predicates);
  [[nodiscard]] result<void> add_parents(std::size_t map, const std::vector<made_term>& subjects);
  [[nodiscard]] join* find_join(const parent_reference& spec);
  template <class Side>
  [[nodiscard]] std::vector<std::string> keys_of(const parent_reference& spec, Side side);

  const rml_mapping& mapping_;
  statement_sink& sink_;
  rml_terms terms_;
  join_budget budget_;
  std::vector<join> joins_;
  bool takes_parents_only_ = false;
  std::vector<std::uint64_t> records_;  ///< of each source, so far
};

}  // namespace laundromat
