// Statements of RDF 1.2 in the terms of RDF 1.1.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/rdf/model/rdf_forms.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {

/// Stands between a reader and its sink, and passes everything on. A triple term becomes a blank node, about which four statements are written in the
/// graph that mentions it; a literal with a base direction a blank node with three statements, or a literal with another datatype. Both hold
/// for literals within triple terms, too. The label of such a node begins with `~t` or `~d`, as no label of a document or reader does, and
/// depends on the term and the graph only: a repeated term gets the same node, and its statements are duplicates.
/// Source: the algorithm `basic-encode` of RDF 1.2 Interoperability; JSON-LD 1.1 API section 8.2 (Object to RDF Conversion).
class rdf_1_1_encoder final : public statement_sink {
 public:
  /// `sink` outlives it.
  rdf_1_1_encoder(rdf_forms forms, statement_sink& sink) : forms_(forms), sink_(&sink) {}

  result<void> on_statement(const statement_view& statement) override;
  void on_defect(const defect& found) override { sink_->on_defect(found); }
  void on_span(span_kind kind, std::uint64_t length_bytes) override { sink_->on_span(kind, length_bytes); }
  void on_version(std::string_view label, const defect& place) override { sink_->on_version(label, place); }

 private:
  /// A term that owns its text.
  struct own_term {
    term_kind kind = term_kind::none;
    std::string value, datatype, language;
    [[nodiscard]] term_view view() const { return {kind, value, datatype, language}; }
  };
  [[nodiscard]] bool changes(const term_view& term) const;
  [[nodiscard]] result<void> encode(own_term& term, const term_view& graph);
  [[nodiscard]] result<void> encode_triple(own_term& term, const term_view& graph);
  [[nodiscard]] result<void> encode_direction(own_term& literal, const term_view& graph);
  [[nodiscard]] static own_term read_spelled(term_kind kind, std::string_view spelled);
  [[nodiscard]] static std::string label_of(std::string_view begin, const term_view& term,
                                            const term_view& graph);

  rdf_forms forms_;
  statement_sink* sink_;
};

/// Whether a sink needs the encoder for these forms.
[[nodiscard]] constexpr bool needs_encoder(const rdf_forms& forms) {
  return forms.triple_terms != triple_term_form::kept ||
         forms.directions == direction_form::compound_literal ||
         forms.directions == direction_form::i18n_datatype;
}

}  // namespace laundromat
