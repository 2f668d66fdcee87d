// Implements rml_terms.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/rml_terms.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "core/mapping/fill_template.hpp"
#include "core/rdf/values/datatype.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

bool is_iri(rml_term_type type) {
  return type <= rml_term_type::unsafe_uri;
}
bool is_unsafe(rml_term_type type) {
  return type == rml_term_type::unsafe_iri || type == rml_term_type::unsafe_uri;
}
bool is_uri(rml_term_type type) {
  return type == rml_term_type::uri || type == rml_term_type::unsafe_uri;
}

/// Fractions in JSON are binary numbers for most programs, and RML makes an xsd:double of them.
void make_fraction_double(made_term& term) {
  if (term.datatype.starts_with(xsd_namespace) && term.datatype.ends_with("#decimal"))
    term.datatype = std::string(xsd_namespace) + "double";
}

}  // namespace

rml_terms::rml_terms(const reader_options& options, statement_sink& sink)
    : base_iri_(options.base_iri), used_base_(options.used_base), terms_(options, sink) {}

void rml_terms::begin_record(const rml_record& record) {
  record_ = &record;
  refused_.clear();
  terms_.begin_record(record.place);
}

template <class Take>
void rml_terms::for_each_scalar(std::uint32_t reference, const Take& take) {
  for (const auto value : (*record_->values)[reference]) {
    if (value.is_scalar()) {
      take(value);
      continue;
    }
    if (std::ranges::find(refused_, reference) != refused_.end()) continue;
    refused_.push_back(reference);
    const auto& text = record_->source->references[reference];
    const bool is_list = value.is(data_kind::list);
    terms_.refuse(
        errc::ill_typed_field,
        "`" + text + "` is " +
            (is_list ? "a list: refer to its items, with `" : "a map: refer to a value in it, with `") +
            text + (is_list ? "[*]`" : ".name`"),
        text);
  }
}

/// Calls `take` with each text, at most `most_terms_of_template`; more are reported.
template <class Take>
void rml_terms::fill(const term_map& spec, const Take& take) {
  const bool is_encoded =
      is_iri(spec.type) && !is_unsafe(spec.type) && spec.is == term_map::kind::text_template;
  const auto append = [&](const rml_part& part, std::string& text, const auto& next) {
    if (!part.reference) return next();
    for_each_scalar(*part.reference, [&](data_value value) {
      if (is_encoded)
        append_encoded(text, value.text(), is_uri(spec.type));
      else
        text += value.text();
      next();
    });
  };
  std::string text;
  if (!fill_template(std::span(spec.parts), text, most_terms_of_template, append, take)) terms_.refuse_rest();
}

void rml_terms::make_texts(const term_map& spec, std::vector<std::string>& out) {
  if (spec.is == term_map::kind::constant) return out.push_back(spec.constant.value);
  fill(spec, [&](std::string_view text) { out.emplace_back(text); });
}

void rml_terms::make(const term_map& spec, std::size_t map, std::string_view base_iri,
                     std::vector<made_term>& out) {
  const bool is_natural = spec.is == term_map::kind::reference && spec.type == rml_term_type::literal &&
                          spec.datatype.empty() && spec.language.empty();
  if (spec.is == term_map::kind::constant) return out.push_back(spec.constant);
  if (spec.is == term_map::kind::fresh)
    // The same one wherever another triples map refers to this record.
    return out.push_back(
        {term_kind::blank, "r" + std::to_string(map) + "_" + std::to_string(record_->number), {}, {}});
  if (!spec.datatype.empty() || !spec.language.empty()) return make_literals(spec, map, base_iri, out);
  if (!is_natural) return fill(spec, [&](std::string_view text) { add(spec, text, base_iri, out); });
  for_each_scalar(*spec.parts[0].reference, [&](data_value value) {
    made_term term;
    if (!make_natural_literal(value, term)) return;
    make_fraction_double(term);
    if (terms_.finish_literal(term)) out.push_back(std::move(term));
  });
}

/// A literal for each combination of a text and a datatype or language.
void rml_terms::make_literals(const term_map& spec, std::size_t map, std::string_view base_iri,
                              std::vector<made_term>& out) {
  const bool has_datatype = !spec.datatype.empty();
  std::vector<std::string> texts;
  make_texts(spec, texts);
  if (texts.empty()) return;
  std::vector<made_term> kinds;
  make((has_datatype ? spec.datatype : spec.language).front(), map, base_iri, kinds);
  auto left = most_terms_of_template;
  for (const auto& text : texts)
    for (const auto& kind : kinds) {
      if (left-- == 0) return terms_.refuse_rest();
      made_term term{term_kind::literal, text, {}, {}};
      (has_datatype ? term.datatype : term.language) = kind.value;
      if (terms_.finish_literal(term)) out.push_back(std::move(term));
    }
}

void rml_terms::add(const term_map& spec, std::string_view text, std::string_view base_iri,
                    std::vector<made_term>& out) {
  made_term term;
  if (spec.type == rml_term_type::blank) {
    term.kind = term_kind::blank;
    append_label(term.value, text);
    return out.push_back(std::move(term));
  }
  term.value = text;
  if (spec.type == rml_term_type::literal) term.kind = term_kind::literal;
  const bool is_kept =
      spec.type == rml_term_type::literal ? terms_.finish_literal(term) : finish_iri(spec, base_iri, term);
  if (is_kept) out.push_back(std::move(term));
}

/// RML puts the base before a relative IRI, and resolves nothing, so that the value can be read in the IRI.
bool rml_terms::finish_iri(const term_map& spec, std::string_view base_iri, made_term& term) {
  term.kind = term_kind::iri;
  if (is_relative_reference(term.value) && !(base_iri.empty() && base_iri_.empty())) {
    if (base_iri.empty()) note_base(used_base_);
    term.value.insert(0, base_iri.empty() ? base_iri_ : base_iri);
  }
  const bool is_ascii =
      std::ranges::all_of(term.value, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (is_uri(spec.type) && !is_ascii) {
    terms_.refuse(errc::bad_iri, "a URI has only characters of ASCII: write rml:IRI, or a template",
                  term.value);
    return false;
  }
  return terms_.finish_iri(term, is_unsafe(spec.type));
}

}  // namespace laundromat
