// The defects of literals: quotes, escapes, datatypes, tags.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bench/reader_recovery/injection.hpp"
#include "bench/reader_recovery/value_site.hpp"
#include "core/rdf/values/datatype.hpp"

namespace laundromat::recovery {

namespace {

bool change_value(site& at, std::string changed) {
  auto* value = pick_typed_value(at);
  if (value == nullptr) return false;
  auto object = at.quad_of(*value).object;
  object.value = changed;
  at.also_read_object(value->quad, object);
  value->text = std::move(changed);
  return true;
}

bool ill_typed(site& at) {
  return change_value(at, at.random.chance(2) ? "400.000" : "about 5");
}

bool not_canonical(site& at) {
  return change_value(at, "+007");
}

bool unknown_datatype(site& at) {
  auto* type = at.pick(role::datatype);
  if (type == nullptr) return false;
  type->text = "http://example.org/type#euro";
  read_as(at, type->quad, type->text, "");
  return true;
}

bool lang_string_without_tag(site& at) {
  auto* type = at.pick(role::datatype);
  if (type == nullptr) return false;
  type->text = std::string(rdf_namespace) + "langString";
  read_as(at, type->quad, "", "");
  return true;
}

bool tag_and_datatype(site& at) {
  auto* tag = at.pick(role::tag);
  if (tag == nullptr) return false;
  tag->text += "^^<http://www.w3.org/2001/XMLSchema#string>";
  return true;
}

bool change_tag(site& at, std::string written, const std::string& read) {
  auto* tag = at.pick(role::tag);
  if (tag == nullptr) return false;
  read_as(at, tag->quad, "", read);
  tag->text = std::move(written);
  return true;
}

bool underscore_in_tag(site& at) {
  return change_tag(at, "en_us", "en-us");
}

bool long_tag(site& at) {
  return change_tag(at, "zh-classical", "zh-classical");
}

bool empty_tag(site& at) {
  return change_tag(at, "", "");
}

bool capital_tag(site& at) {
  return change_tag(at, "EN-GB", "en-gb");
}

bool space_in_tag(site& at) {
  auto* tag = at.pick(role::tag);
  if (tag == nullptr) return false;
  read_as(at, tag->quad, "", "");
  tag->text = "en us";
  return true;
}

bool digit_tag(site& at) {
  return change_tag(at, "1", "");
}

bool bad_escape(site& at) {
  return write_and_read(at, "\\x", {"\\x"});
}

/// Whether the block has a long literal: the injections below are not for such blocks, where a quote has another meaning.
bool has_long_literal(const site& at) {
  return !at.find(role::long_literal).empty();
}

bool quote_in_literal(site& at) {
  return !has_long_literal(at) && write_and_read(at, "\"x", {"\"x"});
}

bool line_break(site& at) {
  return write_and_read(at, "\n", {"\n"});
}

bool lose_quote(site& at, role which) {
  auto* one = at.pick(which);
  if (one == nullptr || has_long_literal(at)) return false;
  const bool is_line = at.format == rdf_format::n_triples || at.format == rdf_format::n_quads;
  at.touches_next = is_line || goes_on_after(at, index_of(at, one)) ? 0 : 1;
  one->text.clear();
  return true;
}

bool lost_opening_quote(site& at) {
  return lose_quote(at, role::quote_open);
}

bool lost_closing_quote(site& at) {
  return lose_quote(at, role::quote_close);
}

bool other_quotes(site& at, std::string_view open, std::string_view close) {
  const auto all = at.find(role::quote_open);
  if (all.empty()) return false;
  const auto first = all[at.random.below(all.size())];
  at.now.tokens[first].text = open;
  for (auto i = first; i < at.now.tokens.size(); ++i)
    if (at.now.tokens[i].kind == role::quote_close) {
      at.now.tokens[i].text = close;
      return true;
    }
  return false;
}

bool curly_quotes(site& at) {
  return other_quotes(at, "\xE2\x80\x9C", "\xE2\x80\x9D");
}

bool single_quotes(site& at) {
  return other_quotes(at, "'", "'");
}

constexpr kind kinds[] = {
    {"line break in a literal", "D30 D38 D50", "NQTGJ", line_break},
    {"quote in a literal", "D38", "NQTGJ", quote_in_literal},
    {"lost opening quote", "D29 D38", "NQTGJ", lost_opening_quote},
    {"lost closing quote", "D29 D38", "NQTGJ", lost_closing_quote},
    {"curly quotes", "D43", "NQTGJ", curly_quotes},
    {"single quotes", "D43", "NQJ", single_quotes},
    {"value outside its datatype", "D59", "NQTGXAJ", ill_typed, "ill_typed_literal"},
    {"value not in canonical form", "D60", "NQTGXAJ", not_canonical, "non_canonical_literal"},
    {"unknown datatype", "D61", "NQTGXAJ", unknown_datatype, "unknown_datatype"},
    {"rdf:langString without tag", "D62", "NQTGXAJ", lang_string_without_tag},
    {"tag and datatype", "D63", "NQTG", tag_and_datatype},
    {"unknown escape", "D64", "NQTGJ", bad_escape},
    {"underscore in a tag", "D65", "NQTGXAJ", underscore_in_tag},
    {"tag that BCP 47 does not allow", "D65", "NQTGXAJ", long_tag, "ill_formed_language_tag"},
    {"empty tag", "D65", "NQTG", empty_tag},
    {"space in a tag", "D65", "XAJ", space_in_tag},
    {"tag that begins with a digit", "D65", "NQTGXAJ", digit_tag},
    {"tag with capitals", "D66", "NQTGXAJ", capital_tag},
};

}  // namespace

std::span<const kind> literal_kinds() {
  return kinds;
}

}  // namespace laundromat::recovery
