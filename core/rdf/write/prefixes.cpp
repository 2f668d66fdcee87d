// Counting of namespaces, and names for those that nobody knows.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/write/prefixes.hpp"

#include <algorithm>
#include <set>

#include "core/rdf/model/well_known_prefixes.hpp"

namespace laundromat {

namespace {

constexpr std::size_t longest_namespace = 256;
constexpr std::uint64_t least_count = 3;
constexpr std::size_t longest_name = 12;

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

/// Words of an IRI that say least about it.
bool is_empty_word(std::string_view word) {
  constexpr std::string_view empty[] = {"http", "https",    "www",      "org",   "com",  "net",
                                        "ns",   "vocab",    "ontology", "onto",  "core", "def",
                                        "id",   "resource", "schema",   "terms", "v"};
  return std::ranges::find(empty, word) != std::end(empty);
}

/// Lower-case words of letters and digits, `-` and `_` left out; those that begin with a digit or say little are empty.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (is_letter(c))
      words.back().push_back(static_cast<char>(c | 0x20));
    else if (is_digit(c))
      words.back().push_back(c);
    else if (c != '-' && c != '_')
      words.emplace_back();
  }
  for (auto& word : words)
    if (word.empty() || is_digit(word[0]) || is_empty_word(word)) word.clear();
  return words;
}

/// The last word of the path, else the longest of the host before its last: `http://www.sock.example/soap/ns#` gives `soap`.
std::string name_for(std::string_view space) {
  auto rest = space.substr(space.find(':') + 1);
  std::string name;
  if (rest.starts_with("//")) {
    const auto end = std::min(rest.find_first_of("/#?", 2), rest.size());
    auto host = words_of(rest.substr(2, end - 2));
    if (host.size() > 1) host.pop_back();
    name = std::ranges::max(host, {}, &std::string::size);
    rest.remove_prefix(end);
  }
  for (auto& word : words_of(rest))
    if (!word.empty()) name = std::move(word);
  return name.empty() ? "ns" : name.substr(0, longest_name);
}

}  // namespace

std::optional<split_iri> split_namespace(std::string_view iri) {
  const auto end = iri.find_last_of("#/");
  if (end == iri.npos || end + 1 == iri.size()) return std::nullopt;
  const split_iri parts{iri.substr(0, end + 1), iri.substr(end + 1)};
  const auto colon = parts.space.find(':');
  if (!is_letter(iri[0]) || colon == iri.npos || parts.space.find_first_of("#/?") < colon)
    return std::nullopt;
  if (parts.local[0] == '-' || !std::ranges::all_of(parts.local, is_local) ||
      !std::ranges::all_of(parts.space, is_plain))
    return std::nullopt;
  return parts;
}

void prefix_finder::count(std::string_view iri) {
  const auto parts = split_namespace(iri);
  if (!parts || parts->space.size() > longest_namespace) return;
  const auto at = counts_.find(parts->space);
  if (at != counts_.end())
    ++at->second;
  else if (counts_.size() < most_namespaces)
    counts_.emplace(parts->space, 1);
}

void prefix_finder::look_at(const statement_view& statement) {
  for (const auto* term : {&statement.subject, &statement.predicate, &statement.object, &statement.graph}) {
    if (term->kind == term_kind::iri) count(term->value);
    if (term->kind == term_kind::literal && !term->datatype.empty()) count(term->datatype);
  }
}

std::vector<prefix> prefix_finder::find(std::size_t most_found) const {
  std::vector<prefix> found;
  std::set<std::string> names;
  std::set<std::string_view> known;
  for (const auto& row : well_known_prefixes()) {
    names.emplace(row.name);
    if (!row.is_written) continue;
    known.insert(row.iri);
    if (counts_.contains(row.iri)) found.push_back({std::string(row.name), std::string(row.iri)});
  }
  std::vector<std::pair<std::uint64_t, std::string_view>> others;
  for (const auto& [iri, times] : counts_)
    if (times >= least_count && !known.contains(iri)) others.emplace_back(times, iri);
  std::ranges::stable_sort(others, std::ranges::greater{},
                           &std::pair<std::uint64_t, std::string_view>::first);
  if (others.size() > most_found) others.resize(most_found);
  for (const auto& [times, iri] : others) {
    const auto stem = name_for(iri);
    auto name = stem;
    for (int number = 2; !names.insert(name).second; ++number) name = stem + std::to_string(number);
    found.push_back({std::move(name), std::string(iri)});
  }
  std::ranges::sort(found, {}, &prefix::name);
  return found;
}

}  // namespace laundromat
