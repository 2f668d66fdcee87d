// Checks the terms of a canonical line against the grammars of SPARQL 1.1 and N-Triples 1.1.
// SPDX-License-Identifier: Apache-2.0
#include "core/sinks/sendable_statement.hpp"

#include <algorithm>
#include <numeric>

#include "core/rdf/model/triple_term.hpp"
#include "core/rdf/wash/graph_source.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

unsendable judge_iri(std::string_view iri) {
  constexpr std::string_view delimiters = "<>\"{}|^`\\";
  const bool has_bad = std::ranges::any_of(iri, [&](char c) {
    return static_cast<unsigned char>(c) <= 0x20 || delimiters.find(c) != delimiters.npos;
  });
  if (has_bad) return unsendable::iri_character;
  return is_absolute(iri) ? unsendable::none : unsendable::relative_iri;
}

/// Behind the closing quotation mark of a literal.
std::size_t end_of_lexical_form(std::string_view literal) {
  std::size_t at = 1;
  for (; at < literal.size() && literal[at] != '"'; ++at)
    if (literal[at] == '\\') ++at;
  return std::min(at + 1, literal.size());
}

unsendable judge_term(std::string_view term) {
  if (term.starts_with(triple_term_begin)) return unsendable::triple_term;
  if (term.starts_with('<')) return judge_iri(term.substr(1, term.size() - 2));
  const auto rest = term.substr(end_of_lexical_form(term));
  if (rest.starts_with('@') && rest.find("--") != rest.npos) return unsendable::base_direction;
  return rest.starts_with("^^<") ? judge_iri(rest.substr(3, rest.size() - 4)) : unsendable::none;
}

}  // namespace

std::string_view to_string(unsendable why) {
  switch (why) {
    case unsendable::iri_character:
      return "iri_character";
    case unsendable::relative_iri:
      return "relative_iri";
    case unsendable::triple_term:
      return "triple_term";
    case unsendable::base_direction:
      return "base_direction";
    case unsendable::other_graph:
      return "other_graph";
    case unsendable::refused:
      return "refused";
    case unsendable::none:
      break;
  }
  return "none";
}

bool is_sendable_iri(std::string_view iri) {
  return judge_iri(iri) == unsendable::none;
}

result<sendable_triple> judge_sendable(std::string_view line, std::string_view graph) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  const auto cut = cut_graph(line);
  if (!cut) return tl::unexpected(cut.error());
  sendable_triple out{cut->triple};
  if (!cut->graph.empty() && cut->graph.substr(1, cut->graph.size() - 2) != graph) {
    out.why = unsendable::other_graph;
    return out;
  }
  const auto predicate = cut->triple.find(' ') + 1, object = cut->triple.find(' ', predicate) + 1;
  for (const auto term : {cut->triple.substr(0, predicate - 1),
                          cut->triple.substr(predicate, object - 1 - predicate), cut->triple.substr(object)})
    if (out.why == unsendable::none) out.why = judge_term(term);
  return out;
}

void append_sendable(std::string& out, std::string_view triple) {
  // In a statement that can be sent, only literals have backslashes.
  for (auto at = triple.find('\\'); at != triple.npos; at = triple.find('\\')) {
    out.append(triple.substr(0, at + 2));
    const bool is_backslash = triple[at + 1] == '\\';
    triple.remove_prefix(at + 2);
    if (!is_backslash || triple.empty() || (triple[0] != 'u' && triple[0] != 'U')) continue;
    out.append(triple[0] == 'u' ? "\\u0075" : "\\u0055");
    triple.remove_prefix(1);
  }
  out.append(triple).append(" .\n");
}

std::uint64_t unsent_statements::sum() const {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

void unsent_statements::note(unsendable why, std::string_view statement, std::string detail) {
  ++counts[static_cast<std::size_t>(why)];
  if (examples.size() >= most_examples) return;
  examples.push_back({why, std::string(statement.substr(0, most_example_bytes)), std::move(detail)});
}

}  // namespace laundromat
