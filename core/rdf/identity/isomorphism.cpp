// Implements isomorphism: compares sizes first, then colours, the one mapping that colours allow, and canonical forms.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/identity/isomorphism.hpp"

#include <algorithm>

#include "core/base/keyed_table.hpp"
#include "core/rdf/identity/colouring.hpp"
#include "core/rdf/identity/open_triples.hpp"

namespace laundromat {

namespace {

/// The limit of refinement in total; a list of 10,000 equal elements needs half of it.
constexpr std::size_t most_steps = std::size_t{1} << 29;

/// Refines both until they differ or a round has no effect. Returns whether their colours are the same. Once a round does not separate
/// colours, no later one does, so that it is enough to compare after 1, 2, 4, 8 rounds.
bool refine_alike(colouring& one, colouring& other) {
  if (one.blank_count() != other.blank_count() || one.round_steps() != other.round_steps()) return false;
  std::size_t colours = 0, steps = 0;
  for (std::size_t rounds = 1; colours < one.blank_count() && steps <= most_steps; rounds *= 2) {
    for (std::size_t i = 0; i < rounds; ++i) {
      one.refine();
      other.refine();
    }
    steps += rounds * one.round_steps();
    if (one.sorted() != other.sorted()) return false;
    const auto before = std::exchange(colours, one.count());
    if (colours == before) break;
  }
  return true;
}

/// Where every blank node has its own colour: whether the datasets are equal when nodes of the same colour are identified.
bool are_equal_by_colour(const dataset& one, const colouring& mine, const dataset& other,
                         const colouring& theirs) {
  keyed_map<std::uint64_t, dataset::term_id> by_colour;
  for (const auto blank : theirs.blanks()) by_colour.emplace(theirs.colour_of(blank), blank);
  std::vector<std::string> expected, got;
  const auto line_of = [&](const dataset& data, const dataset::quad& q, const colouring* translated) {
    std::string line;
    for (const auto term : q) {
      if (term == dataset::no_term) continue;
      const bool is_mapped = translated && data.is_blank(term);
      line.append(is_mapped ? other.spelling(by_colour.at(translated->colour_of(term)))
                            : data.spelling(term));
      line.push_back(' ');
    }
    return line;
  };
  for (const auto& q : other.quads()) expected.push_back(line_of(other, q, nullptr));
  for (const auto& q : one.quads()) got.push_back(line_of(one, q, &mine));
  std::ranges::sort(expected);
  std::ranges::sort(got);
  return expected == got;
}

}  // namespace

result<bool> are_isomorphic(const dataset& one, const dataset& other,
                            const canonicalization_options& options) {
  if (one.quads().size() != other.quads().size()) return false;
  if (one.has_open_triple_terms() != other.has_open_triple_terms()) return false;
  if (one.has_open_triple_terms())
    return are_isomorphic(with_open_triples_as_nodes(one), with_open_triples_as_nodes(other), options);
  colouring mine{one}, theirs{other};
  if (!refine_alike(mine, theirs)) return false;
  if (mine.count() == mine.blank_count()) return are_equal_by_colour(one, mine, other, theirs);
  const auto first = canonicalize(one, options);
  if (!first) return tl::unexpected(first.error());
  const auto second = canonicalize(other, options);
  if (!second) return tl::unexpected(second.error());
  return first->n_quads == second->n_quads;
}

}  // namespace laundromat
