// Implements literal_maker: Value Expansion and Object to RDF Conversion (JSON-LD 1.1 API sections 5.3.2 and 8.2.2).
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/nodes/literal_maker.hpp"

#include <cmath>
#include <cstdio>

#include "core/rdf/jsonld/json/json_canonical.hpp"
#include "core/rdf/jsonld/nodes/rdf_names.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/web/uri.hpp"

namespace laundromat::jsonld {

namespace {

text_direction direction_of(std::string_view word) {
  if (word == "ltr") return text_direction::ltr;
  return word == "rtl" ? text_direction::rtl : text_direction::absent;
}

std::string lower(std::string_view tag) {
  std::string out;
  for (const char c : tag) out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return out;
}

}  // namespace

/// Value Expansion, and what it gives as a term.
term_view literal_maker::expand(const context_ptr& active, const expanded_key& property,
                                const json_node& value, const walk_target& to, bool& is_literal) {
  const auto* term = active->find(property.key);
  const auto type = term != nullptr ? term->type : coercion::absent;
  if (value.is_string() && (type == coercion::id || type == coercion::vocab)) {
    is_literal = false;
    const auto iri = terms_->expand(*active, value.view(), true, type == coercion::vocab);
    if (iri) return terms_->iri_or_blank(terms_->stable(*iri), value);
    terms_->report(errc::bad_iri, treatment::skip, value, "maps to nothing");
    return {};
  }
  is_literal = true;
  literal_form form;
  if (type == coercion::datatype) {
    form.datatype = term->datatype;
  } else if (value.is_string()) {
    const bool has_own = term != nullptr && term->has_language;
    if (!has_own && active->is_language_broken) {
      terms_->report(errc::json_ld_invalid, treatment::skip, value, "its language is broken");
      return {};
    }
    const auto& language = has_own ? term->language : active->language;
    if (language) form.language = *language;
    form.inherits_language = true;
    const bool has_direction = term != nullptr && term->direction != text_direction::absent;
    form.direction = has_direction ? term->direction : active->direction;
  }
  return make(value, form, to, value);
}

term_view literal_maker::make(const json_node& value, literal_form form, const walk_target& to,
                              const json_node& origin) {
  const bool is_directed = form.direction == text_direction::ltr || form.direction == text_direction::rtl;
  if (is_directed && more_->direction == rdf_direction::none) report_dropped(form, origin);
  if (form.datatype.size() > 0 && !is_plain_iri(form.datatype)) {
    const auto datatype = terms_->iri(form.datatype, origin);
    if (datatype.kind == term_kind::none) return {};
    form.datatype = datatype.value;
  }
  if (value.is(json_kind::number)) return make_number(value, form.datatype, origin);
  if (value.is(json_kind::boolean)) {
    const auto datatype = form.datatype.empty() ? iris::xsd_boolean : form.datatype;
    return terms_->literal({term_kind::literal, value.is_true ? "true" : "false", datatype, {}}, origin);
  }
  if (is_directed && more_->direction != rdf_direction::none) return make_directed(value, form, to, origin);
  return terms_->literal({term_kind::literal, value.view(), form.datatype, form.language}, origin,
                         form.inherits_language);
}

/// Integers keep their digits; what has a fraction, an exponent that needs one, or 22 digits is a double.
term_view literal_maker::make_number(const json_node& value, std::string_view datatype,
                                     const json_node& origin) {
  const auto text = value.view();
  const auto digits = text.size() - text.starts_with('-');
  const bool wants_double = datatype == iris::xsd_double;
  const auto integer = datatype.empty() ? iris::xsd_integer : datatype;
  if (value.is_integer && digits <= 21 && !wants_double) {
    if (text == "-0") return terms_->literal({term_kind::literal, "0", integer, {}}, origin);
    return terms_->literal({term_kind::literal, text, integer, {}}, origin);
  }
  const auto number = double_of(text);
  if (!number) {
    terms_->report(errc::json_ld_invalid, treatment::skip, value, "a number beyond the range of xsd:double");
    return {};
  }
  if (!wants_double && std::abs(*number) < 1e21 && std::trunc(*number) == *number) {
    char buffer[32];
    const int length = std::snprintf(buffer, sizeof buffer, "%.0f", *number == 0 ? 0.0 : *number);
    const auto lexical = terms_->keep({buffer, static_cast<std::size_t>(length)});
    return terms_->literal({term_kind::literal, lexical, integer, {}}, origin);
  }
  const auto lexical = terms_->keep(canonical_double(*number));
  return terms_->literal({term_kind::literal, lexical, datatype.empty() ? iris::xsd_double : datatype, {}},
                         origin);
}

/// JSON-LD drops directions unless it is asked for a form. Of a literal that inherits one nothing in its text is changed, which is a note.
void literal_maker::report_dropped(const literal_form& form, const json_node& origin) {
  const auto word = form.direction == text_direction::ltr ? "\"ltr\"" : "\"rtl\"";
  if (form.direction_at != nullptr)
    return terms_->report(errc::base_direction, treatment_of(errc::base_direction, terms_->profile()),
                          *form.direction_at);
  const auto message = std::string("the direction of its context, ") + word + ", is dropped";
  terms_->report(errc::base_direction, treatment::note, origin, message);
}

/// A string with a base direction, as the option `direction` wants it.
term_view literal_maker::make_directed(const json_node& value, const literal_form& form,
                                       const walk_target& to, const json_node& origin) {
  const std::string_view word = form.direction == text_direction::ltr ? "ltr" : "rtl";
  if (more_->direction == rdf_direction::i18n_datatype) {
    std::string datatype = "https://www.w3.org/ns/i18n#";
    datatype.append(lower(form.language)).append("_").append(word);
    auto term = terms_->literal({term_kind::literal, value.view(), {}, {}}, origin);
    // The datatype is not the author's, so that nothing is said about it.
    if (term.kind == term_kind::literal) term.datatype = terms_->keep(datatype);
    return term;
  }
  const auto node = terms_->fresh_blank();
  emitter_->emit(to, node, rdf::value, terms_->literal({term_kind::literal, value.view(), {}, {}}, origin),
                 origin);
  if (!form.language.empty())
    emitter_->emit(to, node, rdf::language, {term_kind::literal, terms_->keep(lower(form.language)), {}, {}},
                   origin);
  emitter_->emit(to, node, rdf::direction, {term_kind::literal, word, {}, {}}, origin);
  return node;
}

term_view literal_maker::make_json(const json_node& value, const json_node& origin) {
  std::string text;
  if (!append_canonical_json(text, value)) {
    emitter_->refuse("invalid JSON literal", origin);
    return {};
  }
  return terms_->literal({term_kind::literal, terms_->keep(text), rdf::json, {}}, origin);
}

/// Step 15 of Expansion.
void literal_maker::walk_value_object(object_view& view, const expanded_key* property,
                                      const walk_target& to) {
  bool is_json = false;
  if (view.node->is_cut) return terms_->lose(*view.node);
  if (!check_value_object(view, is_json)) return;
  const auto& value = *objects_->slot(view, keyword::at_value)->value;
  if (property == nullptr && to.how == walk_target::kind::nothing)
    return terms_->report(errc::unmapped_key, treatment::note, *view.node,
                          "a value that is the value of nothing");
  // The algorithms ignore keys that have the form of a keyword.
  if (view.has_near_keyword && !emitter_->is_strict()) {
    terms_->report(errc::json_ld_invalid, treatment::skip, *view.node,
                   "a key that is not a keyword may be meant as its language or type");
    return terms_->lose(*view.node);
  }
  if (is_json) return emitter_->finish_item(to, make_json(value, *view.node), true, *view.node);
  if (value.is_null()) return;
  literal_form form;
  if (const auto* type = objects_->slot(view, keyword::at_type)) {
    const auto& datatype = expand_type(*view.type_context, *type->value, objects_->spill());
    const auto term = terms_->key(datatype, *type->value);
    if (term.kind == term_kind::none && emitter_->is_strict())
      return emitter_->refuse("invalid typed value", *view.node);
    if (term.kind == term_kind::none) return terms_->lose(*view.node);
    form.datatype = term.value;
  }
  if (const auto* given = objects_->slot(view, keyword::at_language)) form.language = given->value->view();
  if (const auto* direction = objects_->slot(view, keyword::at_direction)) {
    form.direction = direction_of(direction->value->view());
    form.direction_at = direction->value;
  }
  const auto* language = objects_->slot(view, keyword::at_language);
  const auto term = make(value, form, to, language != nullptr ? *language->value : *view.node);
  emitter_->finish_item(to, term, true, *view.node);
}

bool literal_maker::check_value_object(const object_view& view, bool& is_json) {
  const auto at = [&](keyword word) -> const json_node* {
    const auto* found = objects_->slot(view, word);
    return found != nullptr ? found->value : nullptr;
  };
  const auto* value = at(keyword::at_value);
  const auto *type = at(keyword::at_type), *language = at(keyword::at_language),
             *direction = at(keyword::at_direction), *index = at(keyword::at_index);
  const auto no = [&](std::string_view code) { return emitter_->refuse(code, *view.node), false; };
  const auto allowed =
      1u + (type != nullptr) + (language != nullptr) + (direction != nullptr) + (index != nullptr);
  if (view.mapped != allowed) return no("invalid value object");
  if (type != nullptr && (language != nullptr || direction != nullptr)) return no("invalid value object");
  if (index != nullptr && !index->is_string()) return no("invalid @index value");
  if (language != nullptr && !language->is_string()) return no("invalid language-tagged string");
  if (direction != nullptr && direction_of(direction->view()) == text_direction::absent)
    return no("invalid base direction");
  if (type != nullptr) {
    if (!type->is_string()) return no(type->is_array() ? "invalid typed value" : "invalid type value");
    const auto& datatype = expand_type(*view.type_context, *type, objects_->spill());
    is_json = datatype.word == keyword::at_json;
    if (is_json && more_->mode == json_ld_mode::v1_0) return no("invalid value object value");
    if (!is_json && (datatype.word != keyword::none || datatype.is_blank || !is_absolute(datatype.iri)))
      return value->is_null() || no("invalid typed value");
  }
  if (is_json) return true;
  if (!value->is_scalar() && !value->is_null()) return no("invalid value object value");
  if (language != nullptr && !value->is_string() && !value->is_null())
    return no("invalid language-tagged value");
  return true;
}

}  // namespace laundromat::jsonld
