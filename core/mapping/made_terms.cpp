// Implements term_maker: fills templates, and checks what comes out.
// SPDX-License-Identifier: Apache-2.0
#include "core/mapping/made_terms.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "core/base/count_words.hpp"
#include "core/extraction/model/record_defect.hpp"
#include "core/extraction/model/value_path.hpp"
#include "core/mapping/fill_template.hpp"
#include "core/rdf/ledger/excerpt.hpp"
#include "core/rdf/model/diagnostic.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/values/datatype.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

std::string xsd(std::string_view name) {
  return std::string(xsd_namespace) + std::string(name);
}

}  // namespace

void append_encoded(std::string& out, std::string_view text, bool is_ascii) {
  constexpr char32_t first_no_control = 0xA0;
  while (!text.empty()) {
    const auto step = next_utf8(text);
    const auto character = text.substr(0, step.length);
    text.remove_prefix(step.length);
    // Whether a character above the controls may be in an IRI is checked with the whole IRI.
    const bool is_kept = step.length == 1 && step.is_valid
                             ? is_unreserved(character[0])
                             : !is_ascii && step.is_valid && step.code >= first_no_control;
    if (is_kept)
      out += character;
    else
      for (const char octet : character) append_percent_encoded(out, octet);
  }
}

void append_label(std::string& out, std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += 'f';
  for (const unsigned char c : text) {
    if (is_alpha(static_cast<char>(c)) || is_digit(static_cast<char>(c))) {
      out += static_cast<char>(c);
    } else {
      out += '_';
      out += digits[c >> 4U];
      out += digits[c & 15U];
    }
  }
}

bool make_natural_literal(data_value value, made_term& out) {
  if (!value.is_scalar() || value.is(data_kind::null)) return false;
  out.kind = term_kind::literal;
  out.value = value.text();
  out.language.clear();
  if (value.is(data_kind::text)) {
    out.datatype.clear();
  } else if (value.is(data_kind::boolean)) {
    out.datatype = xsd("boolean");
  } else {
    const auto mark = out.value.find_first_of(".eE");
    const bool has_exponent = out.value.find_first_of("eE") != std::string::npos;
    out.datatype = xsd(mark == std::string::npos ? "integer" : has_exponent ? "double" : "decimal");
  }
  return true;
}

term_maker::term_maker(const reader_options& options, statement_sink& sink)
    : options_(options),
      sink_(sink),
      checker_(options.profile, options.limits.iri_bytes, options.directions == direction_form::dropped) {}

made_term term_maker::new_blank_node() {
  return {term_kind::blank, "b" + std::to_string(blank_nodes_++), {}, {}};
}

void term_maker::make(const term_spec& spec, data_value from, std::vector<made_term>& out) {
  if (spec.form == term_form::blank && spec.parts.empty()) return out.push_back(new_blank_node());
  if (spec.is_natural)
    return for_each_scalar(spec.parts[0].field, from, [&](data_value value) {
      made_term term;
      if (!make_natural_literal(value, term)) return;
      if (value.is(data_kind::number) && !spec.datatype.empty()) term.datatype = spec.datatype;
      if (finish_literal(term)) out.push_back(std::move(term));
    });
  std::vector<std::string> languages;
  bool are_all = true;
  if (!spec.language.empty())
    are_all = fill(spec.language, from, most_terms_of_template,
                   [&](std::string_view tag) { languages.emplace_back(tag); });
  // Without its tag the text is said in no language.
  if (languages.empty()) languages.emplace_back();
  const auto most_texts = most_terms_of_template / languages.size();
  are_all = fill(spec.parts, from, most_texts,
                 [&](std::string_view text) {
                   for (const auto& language : languages) add(spec, text, language, out);
                 }) &&
            are_all;
  if (!are_all) refuse_rest();
}

template <class Take>
void term_maker::for_each_scalar(const std::string& field, data_value from, const Take& take) {
  record_search(field, from);
  if (from.is_scalar() && field == name_of_plain_value) return take(from);
  for_each_value(from, field, [&](data_value value) {
    if (value.is_scalar()) return take(value);
    if (std::ranges::find(refused_, field) != refused_.end()) return;
    refused_.push_back(field);
    refuse(
        errc::ill_typed_field,
        "`" + field + "` is a map: refer to a value in it, with `" + field + ".name`, or take it with `each`",
        field);
  });
}

/// Calls `take` with each text that a template makes, `most` times at most; whether these are all.
template <class Take>
bool term_maker::fill(const std::vector<template_part>& parts, data_value from, std::size_t most,
                      const Take& take) {
  const auto append = [&](const template_part& part, std::string& text, const auto& next) {
    if (part.field.empty()) return next();
    for_each_scalar(part.field, from, [&](data_value value) {
      if (value.is(data_kind::null) || value.text().empty()) return;
      if (part.is_encoded)
        append_encoded(text, value.text());
      else
        text += value.text();
      next();
    });
  };
  std::string text;
  return fill_template(std::span(parts), text, most, append, take);
}

void term_maker::add(const term_spec& spec, std::string_view text, const std::string& language,
                     std::vector<made_term>& out) {
  made_term term;
  if (spec.form == term_form::blank) {
    term.kind = term_kind::blank;
    append_label(term.value, text);
    out.push_back(std::move(term));
    return;
  }
  term.value = text;
  if (spec.form == term_form::iri) {
    term.kind = term_kind::iri;
    if (finish_iri(term)) out.push_back(std::move(term));
    return;
  }
  term.kind = term_kind::literal;
  term.datatype = spec.datatype;
  term.language = language;
  if (finish_literal(term)) out.push_back(std::move(term));
}

bool term_maker::finish_iri(made_term& term, bool repairs) {
  if (is_relative_reference(term.value)) {
    if (options_.base_iri.empty()) {
      refuse(errc::relative_iri, std::string(no_base), term.value);
      return false;
    }
    note_base(options_.used_base);
    term.value = resolve_iri(options_.base_iri, term.value);
  }
  if (is_plain_iri(term.value) && term.value.size() <= options_.limits.iri_bytes) return true;
  std::string_view iri = term.value;
  const bool is_kept = checker_.check_iri(iri) && (repairs || iri == term.value);
  report(checker_.faults(), term.value, iri, is_kept);
  if (is_kept && iri != term.value) term.value = std::string(iri);
  return is_kept;
}

bool term_maker::finish_literal(made_term& term) {
  auto view = term.view();
  const bool is_kept = checker_.check_literal(view);
  if (checker_.faults().empty()) {
    if (view.datatype.empty()) term.datatype.clear();
    return is_kept;
  }
  report(checker_.faults(), term.value, term.value, is_kept);
  made_term checked{term.kind, std::string(view.value), std::string(view.datatype),
                    std::string(view.language)};
  term = std::move(checked);
  return is_kept;
}

void term_maker::refuse_plain_value(const std::string& field) {
  if (std::ranges::find(refused_, field) != refused_.end()) return;
  refused_.push_back(field);
  refuse(errc::ill_typed_field,
         "`" + field + "` has a value without names, of which nothing is said: refer to it as `" +
             std::string(name_of_plain_value) + "`",
         field);
}

void term_maker::refuse(errc rule, std::string message, std::string_view text) {
  const term_fault fault{rule, treatment::skip, 0, text.size(), std::move(message)};
  report({&fault, 1}, text, {}, false);
}

void term_maker::refuse_rest() {
  refuse(errc::limit_exceeded,
         "the values of the fields of a template make more than " +
             number_of(most_terms_of_template, "term") + ": the others are left out",
         {});
}

void term_maker::report(std::span<const term_fault> faults, std::string_view before, std::string_view after,
                        bool is_kept) {
  for (const auto& fault : faults) {
    // What form a number has in RDF is not the publisher's concern.
    if (fault.rule == errc::non_canonical_literal) continue;
    auto found = defect_at(place_, fault.rule, is_kept ? fault.done : treatment::skip, fault.message);
    if (found.done == treatment::skip) name_skip(found.rule, found.message, options_.profile, errc::bad_iri);
    found.before = cut_excerpt(before, options_.limits.excerpt_bytes);
    if (found.done == treatment::repair) found.after = cut_excerpt(after, options_.limits.excerpt_bytes);
    sink_.on_defect(found);
  }
}

}  // namespace laundromat
