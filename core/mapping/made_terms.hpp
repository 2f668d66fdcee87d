// Makes the terms of a record from templates.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/extraction/model/data_record.hpp"
#include "core/extraction/spec/rdf_spec.hpp"
#include "core/mapping/sought_fields.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/term_check.hpp"

namespace laundromat {

/// A term with its own text.
struct made_term {
  term_kind kind = term_kind::none;
  std::string value, datatype, language;

  [[nodiscard]] term_view view() const { return {kind, value, datatype, language}; }
  friend bool operator==(const made_term&, const made_term&) = default;
};

[[nodiscard]] inline made_term copy_of(const term_view& term) {
  return {term.kind, std::string(term.value), std::string(term.datatype), std::string(term.language)};
}

/// Appends text as a part of an IRI: what is not unreserved is written as percent codes. Source: RFC 3987 (iunreserved), RFC 6570 section 3.2.2.
/// `is_ascii`: all characters outside of ASCII, too (RFC 3986).
void append_encoded(std::string& out, std::string_view text, bool is_ascii = false);
/// Appends text as a part of a blank node label, of letters, digits and `_`; different texts give different labels. It begins with `f`.
void append_label(std::string& out, std::string_view text);

/// The literal of a value with the datatype of its kind; none for null, lists and maps. A number with an exponent is an xsd:double, one with a
/// point an xsd:decimal, else an xsd:integer.
[[nodiscard]] bool make_natural_literal(data_value value, made_term& out);

/// Makes terms. One for each document.
class term_maker {
 public:
  /// `sink` takes the defects.
  term_maker(const reader_options& options, statement_sink& sink);

  /// What relative IRIs of the next terms are resolved against.
  void set_base(std::string base_iri) { options_.base_iri = std::move(base_iri); }
  /// The record that the next terms are made of.
  void begin_record(const record_place& place) {
    place_ = place;
    refused_.clear();
  }
  /// Records each search for a field in `sought`, which outlives this object.
  void track_searches(sought_fields& sought) { sought_ = &sought; }
  void record_search(const std::string& field, data_value from) {
    if (sought_ != nullptr) sought_->record_search(field, from, place_);
  }
  /// Appends the terms of `spec`, one for each combination of the values of its fields and of the fields of its language, at most
  /// `most_terms_of_template`. A field that is a map is an `ill_typed_field`, once for each record. `value` is `from` itself where that has no names.
  void make(const term_spec& spec, data_value from, std::vector<made_term>& out);
  [[nodiscard]] made_term new_blank_node();
  /// The IRI, resolved and checked; false when it is left out. Unless it `repairs`, an IRI that would have to be changed is left out.
  [[nodiscard]] bool finish_iri(made_term& term, bool repairs = true);
  /// The literal, checked; false when it is left out.
  [[nodiscard]] bool finish_literal(made_term& term);
  /// Reports that a term is left out, made of `text`.
  void refuse(errc rule, std::string message, std::string_view text);
  /// Reports, once for each record, that nothing is said of a value without names that `field` has.
  void refuse_plain_value(const std::string& field);
  /// Reports that a template makes more than `most_terms_of_template`.
  void refuse_rest();

 private:
  template <class Take>
  bool fill(const std::vector<template_part>& parts, data_value from, std::size_t most, const Take& take);
  template <class Take>
  void for_each_scalar(const std::string& field, data_value from, const Take& take);
  void add(const term_spec& spec, std::string_view text, const std::string& language,
           std::vector<made_term>& out);
  void report(std::span<const term_fault> faults, std::string_view before, std::string_view after,
              bool is_kept);

  reader_options options_;
  statement_sink& sink_;
  term_checker checker_;
  record_place place_;
  std::uint64_t blank_nodes_ = 0;
  sought_fields* sought_ = nullptr;
  std::vector<std::string> refused_;  ///< fields of the record that are reported
};

}  // namespace laundromat
