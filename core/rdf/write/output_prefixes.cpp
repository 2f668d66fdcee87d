// Finds the prefixes that a document uses.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/write/output_prefixes.hpp"

#include <algorithm>
#include <map>

#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/model/triple_term.hpp"
#include "core/rdf/model/well_known_prefixes.hpp"

namespace laundromat {

namespace {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_local(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '-';
}
constexpr bool is_plain(char c) {
  constexpr std::string_view escaped = "<>\"{}|^`\\\x7F";
  return static_cast<unsigned char>(c) > 0x20 && escaped.find(c) == escaped.npos;
}

/// The table's rows for output, by their IRI.
const std::map<std::string_view, std::string_view>& written_prefixes() {
  static const auto rows = [] {
    std::map<std::string_view, std::string_view> out;
    for (const auto& row : well_known_prefixes())
      if (row.is_written) out.emplace(row.iri, row.name);
    return out;
  }();
  return rows;
}

constexpr std::string_view xsd_space = "http://www.w3.org/2001/XMLSchema#";

/// A local name that needs no escape.
bool is_plain_local(std::string_view text) {
  return !text.empty() && text.front() != '-' && std::ranges::all_of(text, is_local);
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

}  // namespace

bool has_bare_form(std::string_view lexical, std::string_view datatype) {
  if (!datatype.starts_with(xsd_space)) return false;
  const auto name = datatype.substr(xsd_space.size());
  if (name == "boolean") return lexical == "true" || lexical == "false";
  if (name != "integer" && name != "decimal") return false;
  if (lexical.starts_with('+') || lexical.starts_with('-')) lexical.remove_prefix(1);
  if (name == "integer") return is_digits(lexical);
  const auto dot = lexical.find('.');
  return dot != lexical.npos && dot > 0 && is_digits(lexical.substr(0, dot)) &&
         is_digits(lexical.substr(dot + 1));
}

std::optional<split_iri> split_namespace(std::string_view iri) {
  const auto end = iri.find_last_of("#/");
  if (end == iri.npos || end + 1 == iri.size()) return std::nullopt;
  const split_iri parts{iri.substr(0, end + 1), iri.substr(end + 1)};
  const auto colon = parts.space.find(':');
  if (!is_letter(iri[0]) || colon == iri.npos || parts.space.find_first_of("#/?") < colon)
    return std::nullopt;
  if (!is_plain_local(parts.local) || !std::ranges::all_of(parts.space, is_plain)) return std::nullopt;
  return parts;
}

/// Searches backwards in byte order: every IRI that is a prefix of `iri` comes before it. Where the previous IRI is none, those between it
/// and the wanted one begin with the common part of the two, and are skipped at once.
const prefix_names::value_type* find_prefix(const prefix_names& names, std::string_view iri,
                                            std::string_view& local) {
  auto at = names.lower_bound(iri);
  for (auto shared = iri; at != names.begin(); at = names.upper_bound(shared)) {
    const auto& before = *std::prev(at);
    const auto differs = std::ranges::mismatch(before.first, shared).in2;
    if (static_cast<std::size_t>(differs - shared.begin()) == before.first.size()) {
      local = iri.substr(before.first.size());
      return is_plain_local(local) ? &before : nullptr;
    }
    shared = shared.substr(0, static_cast<std::size_t>(differs - shared.begin()));
    if (shared.empty()) return nullptr;
  }
  return nullptr;
}

prefix_finder::prefix_finder(std::span<const prefix> declared) {
  for (const auto& one : declared) declared_.emplace(one.iri, one.name);
}

void prefix_finder::examine(std::string_view iri) {
  std::string_view local;
  if (const auto* own = find_prefix(declared_, iri, local)) {
    used_.emplace(own->second, own->first);
    return;
  }
  const auto parts = split_namespace(iri);
  if (!parts || parts->space == last_) return;
  const auto row = written_prefixes().find(parts->space);
  if (row == written_prefixes().end()) return;
  last_ = row->first;
  found_.emplace(row->second, row->first);
}

void prefix_finder::examine(const statement_view& statement) {
  for (const auto* term : {&statement.subject, &statement.predicate, &statement.object, &statement.graph}) {
    // Turtle writes `a` and `()` for these.
    const bool has_form_of_its_own = (term == &statement.predicate && term->value == iris::rdf_type) ||
                                     (term == &statement.object && term->value == iris::rdf_nil);
    if (term->kind == term_kind::iri && !has_form_of_its_own) examine(term->value);
    if (term->kind == term_kind::literal && term->language.empty() &&
        !has_bare_form(term->value, term->datatype))
      examine(term->datatype);
    if (term->kind == term_kind::triple) examine_triple(term->value);
  }
}

void prefix_finder::examine_triple(std::string_view triple) {
  for (const auto& part : parts_of_triple_term(triple)) {
    if (part.kind == term_kind::iri) examine(part.text.substr(1, part.text.size() - 2));
    if (part.kind == term_kind::triple) examine_triple(part.text);
  }
}

std::vector<prefix> prefix_finder::find() const {
  auto all = used_;
  all.insert(found_.begin(), found_.end());
  std::vector<prefix> out;
  out.reserve(all.size());
  for (const auto& [name, iri] : all) out.push_back({std::string{name}, std::string{iri}});
  return out;
}

}  // namespace laundromat
