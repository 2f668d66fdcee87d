// Implements the short way to terms: reads them from the text without a token.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/terms/usual_terms.hpp"

#include <algorithm>
#include <cstring>

#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/turtle/terms/clean_values.hpp"
#include "core/rdf/turtle/tokens/scan.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

// A byte that ends a token plainly is never the padding behind the text, so what ends with one is there as a whole.
namespace laundromat::turtle {

namespace {

/// Longer terms are read as tokens, which can go on where the text was cut.
constexpr std::ptrdiff_t lookahead_bytes = 1024;

std::string_view between(const char* from, const char* to) {
  return {from, static_cast<std::size_t>(to - from)};
}

const char* skip_digits(const char* at) {
  while (has_class(*at, is_digit_bit)) ++at;
  return at;
}

/// An integer or decimal without sign in its canonical form.
const char* read_plain_number(const char* at, held_term& literal) {
  const auto* to = skip_digits(at);
  if (*at == '0' && to != at + 1) return nullptr;
  auto datatype = iris::xsd_integer;
  if (*to == '.') {
    const auto* const fraction = to + 1;
    to = skip_digits(fraction);
    if (to == fraction || to[-1] == '0') return nullptr;
    datatype = iris::xsd_decimal;
  }
  if (!has_class(*to, ends_plainly) || to - at > lookahead_bytes) return nullptr;
  literal.view = {term_kind::literal, between(at, to), datatype, {}};
  return to;
}

}  // namespace

const char* usual_terms::read(const char* at, held_term& object) {
  if (*at == '"') return read_string(at, object);
  if (has_class(*at, is_letter)) return read_name(at, object);
  if (has_class(*at, is_digit_bit)) return read_plain_number(at, object);
  return *at == '<' ? read_iri(at, object) : nullptr;
}

const char* usual_terms::read_string(const char* at, held_term& literal) {
  bool is_ascii = true;
  const auto* const limit = at + std::min<std::uint64_t>(lookahead_bytes, term_bytes_);
  const auto* const text_end = std::min(limit, text_->end());
  const auto* const to = find_string_stop(at + 1, text_end, '"', is_ascii);
  if (to == text_end || *to != '"' || to == at + 1) return nullptr;
  const auto value = between(at + 1, to);
  if (!is_ascii && (text_->find_bad(at, to) != to || may_have_noncharacter(value))) return nullptr;
  literal.view = {term_kind::literal, value, {}, {}};
  if (to[1] == '@') return read_tag(to + 2, literal);
  if (to[1] == '^') return to[2] == '^' ? read_datatype(to + 3, literal) : nullptr;
  return has_class(to[1], ends_plainly) ? to + 1 : nullptr;
}

const char* usual_terms::read_tag(const char* at, held_term& literal) const {
  const auto* to = at;
  while (has_class(*to, is_name)) ++to;
  const auto tag = between(at, to);
  if (!has_class(*to, ends_plainly) || !known_->clean_tags.has_at(at, tag.size())) return nullptr;
  literal.view.language = tag;
  return to;
}

const char* usual_terms::read_datatype(const char* at, held_term& literal) {
  const char* colon = nullptr;
  const auto* const to = find_short_name_end(at, colon);
  if (to == nullptr || colon == nullptr || !has_class(*at, is_letter) || !has_class(*to, ends_plainly))
    return nullptr;
  literal.view.datatype = known_->datatypes.find(between(at, to));
  if (literal.view.datatype.empty() || literal.view.datatype == iris::xsd_string) return nullptr;
  return checker_.check_literal(literal.view) && checker_.faults().empty() ? to : nullptr;
}

const char* usual_terms::read_name(const char* at, held_term& iri) {
  const char* colon = nullptr;
  const auto* const to = find_short_name_end(at, colon);
  if (to == nullptr || colon == nullptr || colon[1] == '-' || !has_class(*to, ends_plainly)) return nullptr;
  auto* const entry = known_->prefixes.find(between(at, colon));
  if (entry == nullptr || !entry->is_plain) return nullptr;
  static_assert(prefix_entry::room_bytes == 16);
  std::memcpy(entry->memory.data() + entry->length, colon + 1, 16);
  const auto length = entry->length + static_cast<std::size_t>(to - colon - 1);
  iri.view = {term_kind::iri, {entry->memory.data(), length}, {}, {}};
  return length <= iri_bytes_ ? to : nullptr;
}

const char* usual_terms::read_iri(const char* at, held_term& iri) const {
  const auto* const limit = at + std::min({std::uint64_t{lookahead_bytes}, term_bytes_, iri_bytes_});
  const auto* const to = plain_iri::find_end(at + 1, std::min(limit, text_->end()));
  if (to == nullptr || *to != '>' || !has_class(to[1], ends_plainly)) return nullptr;
  const auto value = between(at + 1, to);
  if (plain_iri::usual_head(value) == 0) return nullptr;
  iri.view = {term_kind::iri, value, {}, {}};
  return to + 1;
}

}  // namespace laundromat::turtle
