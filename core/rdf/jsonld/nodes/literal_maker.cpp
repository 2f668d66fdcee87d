// Scalars and value objects: Value Expansion and Object to RDF Conversion (JSON-LD 1.1 API sections 5.3.2 and 8.2.2).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/rdf/jsonld/json/json_canonical.hpp"
#include "core/rdf/jsonld/nodes/node_walker.hpp"
#include "core/rdf/jsonld/nodes/rdf_names.hpp"
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
term_view node_walker::expand_scalar(const context_ptr& active, const expanded_key& property,
                                     const json_node& value, const target& to, bool& is_literal) {
  const auto* term = active->find(property.key);
  const auto type = term != nullptr ? term->type : coercion::absent;
  if (value.is_string() && (type == coercion::id || type == coercion::vocab)) {
    is_literal = false;
    const auto iri = expand_iri(*active, value.view(), true, type == coercion::vocab, scratch_);
    if (iri) return terms_.iri_or_blank(stable(*iri), value);
    terms_.report(errc::bad_iri, treatment::skip, value, "maps to nothing");
    return {};
  }
  is_literal = true;
  literal_form form;
  if (type == coercion::datatype) {
    form.datatype = term->datatype;
  } else if (value.is_string()) {
    const bool has_own = term != nullptr && term->has_language;
    if (!has_own && active->is_language_broken) {
      terms_.report(errc::json_ld_invalid, treatment::skip, value, "its language is broken");
      return {};
    }
    const auto& language = has_own ? term->language : active->language;
    if (language) form.language = *language;
    form.inherits_language = true;
    const bool has_direction = term != nullptr && term->direction != text_direction::absent;
    form.direction = has_direction ? term->direction : active->direction;
  }
  return make_literal(value, form, to, value);
}

term_view node_walker::make_literal(const json_node& value, literal_form form, const target& to,
                                    const json_node& said_by) {
  if (form.datatype.size() > 0 && !is_plain_iri(form.datatype)) {
    const auto datatype = terms_.iri(form.datatype, said_by);
    if (datatype.kind == term_kind::none) return {};
    form.datatype = datatype.value;
  }
  if (value.is(json_kind::number)) return make_number(value, form.datatype, said_by);
  if (value.is(json_kind::boolean)) {
    const auto datatype = form.datatype.empty() ? rdf::xsd_boolean : form.datatype;
    return terms_.literal({term_kind::literal, value.is_true ? "true" : "false", datatype, {}}, said_by);
  }
  const bool is_directed = form.direction == text_direction::ltr || form.direction == text_direction::rtl;
  if (is_directed && more_->direction != rdf_direction::none) return make_directed(value, form, to, said_by);
  return terms_.literal({term_kind::literal, value.view(), form.datatype, form.language}, said_by,
                        form.inherits_language);
}

/// Integers keep their digits; what has a fraction, an exponent that needs one, or 22 digits is a double.
term_view node_walker::make_number(const json_node& value, std::string_view datatype,
                                   const json_node& said_by) {
  const auto text = value.view();
  const auto digits = text.size() - text.starts_with('-');
  const bool wants_double = datatype == rdf::xsd_double;
  const auto integer = datatype.empty() ? rdf::xsd_integer : datatype;
  if (value.is_integer && digits <= 21 && !wants_double) {
    if (text == "-0") return terms_.literal({term_kind::literal, "0", integer, {}}, said_by);
    return terms_.literal({term_kind::literal, text, integer, {}}, said_by);
  }
  const auto number = double_of(text);
  if (!number) {
    terms_.report(errc::json_ld_invalid, treatment::skip, value, "a number beyond the range of xsd:double");
    return {};
  }
  if (!wants_double && std::abs(*number) < 1e21 && std::trunc(*number) == *number) {
    char buffer[32];
    const int length = std::snprintf(buffer, sizeof buffer, "%.0f", *number == 0 ? 0.0 : *number);
    const auto lexical = terms_.keep({buffer, static_cast<std::size_t>(length)});
    return terms_.literal({term_kind::literal, lexical, integer, {}}, said_by);
  }
  const auto lexical = terms_.keep(canonical_double(*number));
  return terms_.literal({term_kind::literal, lexical, datatype.empty() ? rdf::xsd_double : datatype, {}},
                        said_by);
}

/// A string with a base direction, as the option `direction` wants it.
term_view node_walker::make_directed(const json_node& value, const literal_form& form, const target& to,
                                     const json_node& said_by) {
  const std::string_view word = form.direction == text_direction::ltr ? "ltr" : "rtl";
  if (more_->direction == rdf_direction::i18n_datatype) {
    std::string datatype = "https://www.w3.org/ns/i18n#";
    datatype.append(lower(form.language)).append("_").append(word);
    return terms_.literal({term_kind::literal, value.view(), terms_.keep(datatype), {}}, said_by);
  }
  const auto node = terms_.fresh_blank();
  emit(to, node, rdf::value, terms_.literal({term_kind::literal, value.view(), {}, {}}, said_by), said_by);
  if (!form.language.empty())
    emit(to, node, rdf::language, {term_kind::literal, terms_.keep(lower(form.language)), {}, {}}, said_by);
  emit(to, node, rdf::direction, {term_kind::literal, word, {}, {}}, said_by);
  return node;
}

term_view node_walker::make_json(const json_node& value, const json_node& said_by) {
  std::string text;
  if (!append_canonical_json(text, value)) {
    refuse("invalid JSON literal", said_by);
    return {};
  }
  return terms_.literal({term_kind::literal, terms_.keep(text), rdf::json, {}}, said_by);
}

/// Step 15 of Expansion.
void node_walker::walk_value_object(object_view& view, const expanded_key* property, const target& to) {
  bool is_json = false;
  if (view.node->is_cut) return terms_.lose(*view.node);
  if (!check_value_object(view, is_json)) return;
  const auto& value = *slot(view, keyword::at_value)->value;
  if (property == nullptr && to.how == target::kind::nothing)
    return terms_.report(errc::unmapped_key, treatment::note, *view.node,
                         "a value that is the value of nothing");
  if (view.has_no_keyword) {
    terms_.report(errc::json_ld_invalid, treatment::skip, *view.node,
                  "a key that is no keyword may stand for its language or type");
    return terms_.lose(*view.node);
  }
  if (is_json) return finish_item(to, make_json(value, *view.node), true, *view.node);
  if (value.is_null()) return;
  literal_form form;
  if (const auto* type = slot(view, keyword::at_type)) {
    const auto& datatype = expand_type(*view.type_context, *type->value, spill_);
    const auto term = terms_.key(datatype, *type->value);
    if (term.kind == term_kind::none && options_->profile == wash_profile::strict)
      return refuse("invalid typed value", *view.node);
    if (term.kind == term_kind::none) return terms_.lose(*view.node);
    form.datatype = term.value;
  }
  if (const auto* given = slot(view, keyword::at_language)) form.language = given->value->view();
  if (const auto* direction = slot(view, keyword::at_direction)) {
    form.direction = direction_of(direction->value->view());
    if (more_->direction == rdf_direction::none)
      terms_.report(errc::unmapped_key, treatment::note, *direction->value, "RDF 1.1 has no base direction");
  }
  const auto* language = slot(view, keyword::at_language);
  const auto term = make_literal(value, form, to, language != nullptr ? *language->value : *view.node);
  finish_item(to, term, true, *view.node);
}

bool node_walker::check_value_object(const object_view& view, bool& is_json) {
  const auto at = [&](keyword word) -> const json_node* {
    const auto* found = slot(view, word);
    return found != nullptr ? found->value : nullptr;
  };
  const auto* value = at(keyword::at_value);
  const auto *type = at(keyword::at_type), *language = at(keyword::at_language),
             *direction = at(keyword::at_direction), *index = at(keyword::at_index);
  const auto no = [&](std::string_view code) { return refuse(code, *view.node), false; };
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
    const auto& datatype = expand_type(*view.type_context, *type, spill_);
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
