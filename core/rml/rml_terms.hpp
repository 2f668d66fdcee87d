// Makes terms as the term maps of RML say.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/mapping/made_terms.hpp"
#include "core/rml/rml_mapping.hpp"
#include "core/rml/source_values.hpp"

namespace laundromat {

/// A record, as term maps see it. The values outlive it.
struct rml_record {
  const logical_source* source = nullptr;
  const reference_values* values = nullptr;
  record_place place;
  std::uint64_t number = 0;  ///< in its source
};

/// One for all documents of a mapping, so that equal templates of blank nodes give equal labels in all of them.
class rml_terms {
 public:
  /// `sink` takes the defects.
  rml_terms(const reader_options& options, statement_sink& sink);

  /// The record that the next terms are made of, which outlives them.
  void begin_record(const rml_record& record);
  /// Appends the terms of a term map of the triples map number `map`, whose base is `base_iri`; an empty one is that of the options. A reference
  /// without a value makes none. An IRI that is not correct is a defect, unless its type is unsafe, and then it is repaired like one in a
  /// document. A reference to a list or map is an `ill_typed_field`, once for each record. A literal has each of its datatypes or languages in
  /// a term of its own. At most `most_terms_of_template`; more are `limit_exceeded`.
  void make(const term_map& spec, std::size_t map, std::string_view base_iri, std::vector<made_term>& out);
  /// Appends the texts that terms are made of: what joins compare.
  void make_texts(const term_map& spec, std::vector<std::string>& out);
  /// Reports that the record has more combinations of values than are made.
  void refuse_rest() { terms_.refuse_rest(); }

 private:
  template <class Take>
  void fill(const term_map& spec, const Take& take);
  template <class Take>
  void for_each_scalar(std::uint32_t reference, const Take& take);
  void make_literals(const term_map& spec, std::size_t map, std::string_view base_iri,
                     std::vector<made_term>& out);
  void add(const term_map& spec, std::string_view text, std::string_view base_iri,
           std::vector<made_term>& out);
  [[nodiscard]] bool finish_iri(const term_map& spec, std::string_view base_iri, made_term& term);

  std::string base_iri_;
  bool* used_base_;
  term_maker terms_;
  const rml_record* record_ = nullptr;
  std::vector<std::uint32_t> refused_;  ///< references of the record that are reported
};

}  // namespace laundromat
