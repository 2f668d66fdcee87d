// Makes the statements of records, as a specification says.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/extraction/model/data_record.hpp"
#include "core/extraction/spec/rdf_spec.hpp"
#include "core/mapping/made_terms.hpp"
#include "core/mapping/sought_fields.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {

/// Adds the names of the fields that properties of `spec` take, also those of resources that are made of the same value.
void add_used_fields(keyed_set<std::string>& names, const resource_spec& spec);

/// Statements of the records of one document. A term whose field has no value is not made, and neither is a statement that needs it. An IRI
/// that cannot be kept is a defect at the place of its record, and the statement is left out.
class record_mapper {
 public:
  /// `spec` and `sink` outlive this object. Of the options the base, the profile, the limits, `used_base` and `directions` are used.
  record_mapper(const resource_spec& spec, const reader_options& options, statement_sink& sink);

  /// What relative IRIs of the next records are resolved against.
  void set_base(std::string base_iri) { terms_.set_base(std::move(base_iri)); }
  /// The names in `spec` are those of the documents: `finish` reports which ones no record has.
  void check_names() { terms_.track_searches(sought_); }
  /// Errors: those of the sink.
  [[nodiscard]] result<void> map(data_value record, const record_place& place);
  /// After the last record: notes each field that no record has (`missing_field`). Errors: `missing_field` where nothing is said of the records for want of
  /// fields: the specification is for another document.
  [[nodiscard]] result<void> finish();

 private:
  [[nodiscard]] result<void> emit(const std::vector<made_term>& subjects,
                                  const std::vector<made_term>& predicates,
                                  const std::vector<made_term>& objects,
                                  const std::vector<made_term>& graphs);
  [[nodiscard]] result<void> map_resource(const resource_spec& spec, data_value value,
                                          const std::vector<made_term>& graphs, bool is_optional,
                                          std::vector<made_term>& subjects);
  [[nodiscard]] result<void> map_property(const property_spec& spec, data_value value,
                                          const std::vector<made_term>& subjects,
                                          const std::vector<made_term>& graphs);
  [[nodiscard]] result<void> map_others(const std::string& vocabulary, const keyed_set<std::string>* used,
                                        data_value value, const std::vector<made_term>& subjects,
                                        const std::vector<made_term>& graphs);
  [[nodiscard]] result<void> map_natural(const std::string& vocabulary, data_value value,
                                         const std::vector<made_term>& subjects,
                                         const std::vector<made_term>& predicates,
                                         const std::vector<made_term>& graphs);

  void find_used_fields(const resource_spec& spec);

  const resource_spec& spec_;
  statement_sink& sink_;
  term_maker terms_;
  std::uint64_t emitted_ = 0;
  sought_fields sought_;
  /// Of the resources with a vocabulary: the fields that a property uses.
  std::map<const resource_spec*, keyed_set<std::string>> used_fields_;
};

}  // namespace laundromat
