// Implements the fast path to terms: reads them from the text without a token.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/terms/usual_terms.hpp"

#include <algorithm>

#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/turtle/terms/clean_values.hpp"
#include "core/rdf/turtle/tokens/gap.hpp"
#include "core/rdf/turtle/tokens/scan.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

// A byte that ends a token plainly is never the padding behind the text, so what ends with one is there as a whole.
namespace laundromat::turtle {

namespace {

constexpr std::ptrdiff_t most_number_bytes = 1024;

std::string_view between(const char* from, const char* to) {
  return {from, static_cast<std::size_t>(to - from)};
}

/// Whether a name, number, label or tag ends there without a doubt: also with a dot that space follows, which ends the statement.
bool ends_term(const char* to) {
  return has_class(*to, ends_plainly) || (*to == '.' && has_class(to[1], is_gap));
}

const char* skip_digits(const char* at) {
  while (has_class(*at, is_digit_bit)) ++at;
  return at;
}

/// An integer or decimal without sign in its canonical form.
const char* read_plain_number(const char* at, term_view& literal) {
  const auto* to = skip_digits(at);
  if (*at == '0' && to != at + 1) return nullptr;
  auto datatype = iris::xsd_integer;
  if (*to == '.' && has_class(to[1], is_digit_bit)) {
    to = skip_digits(to + 1);
    if (to[-1] == '0') return nullptr;
    datatype = iris::xsd_decimal;
  }
  if (!ends_term(to) || to - at > most_number_bytes) return nullptr;
  literal = {term_kind::literal, between(at, to), datatype, {}};
  return to;
}

}  // namespace

const char* usual_terms::read_declaration(const char* at, std::string_view& prefix, std::string_view& iri) {
  if (!has_class(*at, is_gap)) return nullptr;
  const char *line = nullptr, *colon = nullptr;
  at = skip_space(at, line);
  const auto* const to = find_short_name_end(at, colon);
  if (to == nullptr || colon == nullptr || to != colon + 1) return nullptr;
  if (colon != at && !has_class(*at, is_letter)) return nullptr;
  prefix = between(at, colon);
  at = skip_space(to, line);
  return *at == '<' ? read_iri(at, iri) : nullptr;
}

const char* usual_terms::read_subject(const char* at, term_view& subject) {
  if (*at == '_') return read_label(at, subject);
  subject.kind = term_kind::iri;
  if (*at == '<') return read_iri(at, subject.value, &resolved_subject_);
  const char* local = nullptr;
  prefix_entry* prefix = nullptr;
  const auto* const to = find_name(at, local, prefix);
  if (to == nullptr) return nullptr;
  if (known_->last_subject != prefix) {
    known_->last_subject = prefix;
    subject_.set(prefix->iri(), true);
  }
  subject.value = subject_.spell(local, to);
  return subject.value.size() <= iri_bytes_ ? to : nullptr;
}

const char* usual_terms::read_predicate(const char* at, std::string& memory, std::string_view& predicate) {
  std::size_t length = 0;
  predicate = known_->predicates.guess(at, length);
  if (!predicate.empty()) return at + length;
  const char* to = nullptr;
  if (*at == '<') {
    to = read_iri(at, predicate, &memory);
  } else if (*at == 'a' && has_class(at[1], is_gap)) {
    predicate = iris::rdf_type;
    to = at + 1;
  } else {
    const char* colon = nullptr;
    to = find_short_name_end(at, colon);
    if (to == nullptr || colon == nullptr || !has_class(*to, is_gap)) return nullptr;
    const auto name = between(at, to);
    predicate = known_->predicates.find_next(name);
    if (!predicate.empty()) return to;
    if (!spell_name(at, colon, to, predicate)) return nullptr;
    const auto kept = known_->predicates.keep_next(name, predicate);
    if (kept.empty()) memory.assign(predicate);
    predicate = kept.empty() ? std::string_view(memory) : kept;
  }
  return to != nullptr && has_class(*to, is_gap) ? to : nullptr;
}

const char* usual_terms::read(const char* at, term_view& object, std::string& memory) {
  if (*at == '"' || *at == '\'') return read_string(at, object, memory);
  if (has_class(*at, is_letter) || *at == ':') return read_name_or_word(at, object);
  if (has_class(*at, is_digit_bit)) return read_plain_number(at, object);
  object = {term_kind::iri, {}, {}, {}};
  if (*at == '_') return read_label(at, object);
  return *at == '<' ? read_iri(at, object.value, &memory) : nullptr;
}

/// Whether `term_checker` finds no defect.
bool usual_terms::is_clean(term_view& literal) {
  return checker_.check_literal(literal) && checker_.faults().empty();
}

const char* usual_terms::read_string(const char* at, term_view& literal, std::string& memory) {
  const char quote = *at;
  bool is_ascii = true;
  const auto* const text_end = std::min(at + string_limit_, text_->end());
  const auto* to = find_string_stop(at + 1, text_end, quote, is_ascii);
  if (to == text_end || to == at + 1) return nullptr;
  const bool is_plain = *to == quote;
  if (is_plain) {
    const auto value = between(at + 1, to);
    if (!is_ascii && (text_->find_bad(at, to) != to || may_have_noncharacter(value))) return nullptr;
    literal = {term_kind::literal, value, {}, {}};
  } else {
    to = read_escapes(at + 1, to, memory);
    if (to == nullptr || to >= text_end || text_->find_bad(at, to) != to) return nullptr;
    literal = {term_kind::literal, memory, {}, {}};
  }
  ++to;
  if (*to == '^') return to[1] == '^' ? read_datatype(to + 2, literal, is_plain) : nullptr;
  if (*to == '@') return read_tag(to + 1, literal, is_plain);
  return ends_term(to) && (is_plain || is_clean(literal)) ? to : nullptr;
}

/// Spells a string with escapes, all of one letter, in `memory`: where its quote is, or null.
const char* usual_terms::read_escapes(const char* at, const char* escape, std::string& memory) const {
  constexpr std::string_view letters = "nrt\"'\\", plain = "\n\r\t\"'\\";
  const char quote = at[-1];
  const auto* const limit = std::min(at + lookahead_bytes, text_->end());
  memory.clear();
  while (*escape == '\\') {
    const auto found = letters.find(escape[1]);
    if (found == letters.npos) return nullptr;
    memory.append(at, escape);
    memory.push_back(plain[found]);
    at = escape + 2;
    escape = find_string_stop(at, limit, quote);
    if (escape >= limit) return nullptr;
  }
  if (*escape != quote) return nullptr;
  memory.append(at, escape);
  return escape;
}

/// The tag of a literal, which is plain if it has no escapes.
const char* usual_terms::read_tag(const char* at, term_view& literal, bool is_plain) {
  const auto* to = at;
  while (has_class(*to, is_name)) ++to;
  const auto tag = between(at, to);
  if (!ends_term(to) || tag.empty() || tag.size() > lookahead_bytes) return nullptr;
  literal.language = tag;
  if (is_plain && known_->clean_tags.has_at(at, tag.size())) return to;
  if (!is_clean(literal) || literal.language.data() != at) return nullptr;
  if (is_plain) known_->clean_tags.add(tag);
  return to;
}

const char* usual_terms::read_datatype(const char* at, term_view& literal, bool is_plain) {
  auto& datatype = literal.datatype;
  const char* to = nullptr;
  if (*at == '<') {
    to = read_iri(at, datatype);
  } else {
    const char* colon = nullptr;
    to = find_short_name_end(at, colon);
    if (to == nullptr || colon == nullptr) return nullptr;
    const auto name = between(at, to);
    if (!ends_term(to)) return nullptr;
    datatype = known_->datatypes.find(name);
    if (datatype.empty()) {
      if (!spell_name(at, colon, to, datatype)) return nullptr;
      datatype = known_->datatypes.keep(name, datatype);
    }
  }
  if (to == nullptr) return nullptr;
  if (datatype == iris::xsd_string) {
    datatype = {};
    if (is_plain) return to;
  }
  return is_clean(literal) ? to : nullptr;
}

/// The prefix of a name, if it is plain and the local part, which begins behind the colon, is; else null.
prefix_entry* usual_terms::find_prefix(const char* at, const char* colon) {
  if (colon == nullptr || colon[1] == '-') return nullptr;
  if (!has_class(*at, is_letter) && *at != ':') return nullptr;
  auto* const prefix = known_->prefixes.find_short(at, colon);
  return prefix != nullptr && prefix->is_plain() ? prefix : nullptr;
}

/// The end of a name with a plain prefix and a plain local part.
const char* usual_terms::find_name(const char* at, const char*& local, prefix_entry*& prefix) {
  const char* colon = nullptr;
  const auto* const to = find_short_name_end(at, colon);
  if (to == nullptr || !ends_term(to)) return nullptr;
  prefix = find_prefix(at, colon);
  if (prefix == nullptr) return nullptr;
  local = colon + 1;
  return to;
}

/// The IRI of the name from `at` to `to`, which ends there without a doubt.
bool usual_terms::spell_name(const char* at, const char* colon, const char* to, std::string_view& iri) {
  auto* const prefix = find_prefix(at, colon);
  if (prefix == nullptr) return false;
  iri = prefix->spell(colon + 1, to);
  return iri.size() <= iri_bytes_;
}

const char* usual_terms::read_name(const char* at, std::string_view& iri) {
  const char* colon = nullptr;
  const auto* const to = find_short_name_end(at, colon);
  return to != nullptr && ends_term(to) && spell_name(at, colon, to, iri) ? to : nullptr;
}

const char* usual_terms::read_name_or_word(const char* at, term_view& term) {
  term = {term_kind::iri, {}, {}, {}};
  if (const auto* const to = read_name(at, term.value)) return to;
  for (const std::string_view word : {"true", "false"})
    if (between(at, at + word.size()) == word && ends_term(at + word.size())) {
      term = {term_kind::literal, between(at, at + word.size()), iris::xsd_boolean, {}};
      return at + word.size();
    }
  return nullptr;
}

/// A relative IRI is resolved in `memory`, if there is any.
const char* usual_terms::read_iri(const char* at, std::string_view& iri, std::string* memory) {
  // The characters of a known head were checked; its last one may be the `#`.
  const auto known = heads_.find_at(at + 1);
  const auto* const from = at + std::max<std::size_t>(known, 1);
  const auto* const to = plain_iri::find_end(from, std::min(at + iri_limit_, text_->end()));
  if (to == nullptr || *to != '>' || !ends_term(to + 1)) return nullptr;
  iri = between(at + 1, to);
  if (known > 0) return to + 1;
  const auto head = plain_iri::usual_head(iri);
  if (head == 0 && memory != nullptr) {
    memory->clear();
    if (!known_->base.resolve_simple(iri, *memory)) return nullptr;
    iri = *memory;
    return iri.size() <= iri_bytes_ && is_plain_iri(iri) ? to + 1 : nullptr;
  }
  if (head == 0) return nullptr;
  if (head < iri.size()) heads_.add(iri.substr(0, head + 1));
  return to + 1;
}

const char* usual_terms::read_label(const char* at, term_view& blank) const {
  const auto* const label = at + 2;
  if (at[1] != ':' || !(has_class(*label, is_letter | is_digit_bit) || *label == '_')) return nullptr;
  const char* colon = nullptr;
  const auto* const to = find_short_name_end(label, colon);
  if (to == nullptr || colon != nullptr || !ends_term(to)) return nullptr;
  blank.kind = term_kind::blank;
  blank.value = between(label, to);
  return blank.value.size() <= iri_bytes_ ? to : nullptr;
}

}  // namespace laundromat::turtle
