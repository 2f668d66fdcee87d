// Implements dataset: each term and each quad is looked up first and stored once.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/identity/dataset.hpp"

#include "core/base/fast_hash.hpp"
#include "core/base/keyed_hash.hpp"
#include "core/rdf/model/triple_term.hpp"

namespace laundromat {

namespace {

std::uint64_t hash_of(const dataset::quad& q) {
  std::uint64_t h = 0;
  for (const auto term : q) h = (h ^ term) * 0x9E3779B97F4A7C15ULL + (h >> 31);
  return h * 0x9E3779B97F4A7C15ULL;
}

std::uint64_t keyed_hash_of(const dataset::quad& q) {
  return keyed_hash({reinterpret_cast<const char*>(q.data()), sizeof q});
}

}  // namespace

dataset::term_id dataset::number_of(const term_view& term) {
  if (term.kind == term_kind::none) return no_term;
  const auto begin = bytes_.size();
  if (term.kind == term_kind::blank)
    bytes_.append("_:").append(term.value);
  else
    append_canonical_term(bytes_, term, tags_);
  if (term.kind == term_kind::triple && mentions_blank(term)) has_open_triple_terms_ = true;
  return number_from(begin);
}

/// The number of the spelling from `begin` to the end of `bytes_`, where it is removed unless it is new.
dataset::term_id dataset::number_from(std::size_t begin) {
  const auto fresh = std::string_view(bytes_).substr(begin);
  const auto next = end_term();
  const auto number = term_numbers_.find_or_add(
      fast_hash(fresh), next, [&](term_id known) { return spelling(known) == fresh; },
      [&](term_id known) { return keyed_hash(known == number_table::none ? fresh : spelling(known)); });
  if (number == next)
    ends_.push_back(bytes_.size());
  else
    bytes_.resize(begin);
  return number;
}

void dataset::add(const statement_view& statement) {
  add(quad{number_of(statement.subject), number_of(statement.predicate), number_of(statement.object),
           number_of(statement.graph)});
}

void dataset::add_spelled(const std::array<std::string_view, 4>& terms) {
  quad numbers{};
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto begin = bytes_.size();
    bytes_.append(terms[i]);
    numbers[i] = terms[i].empty() ? no_term : number_from(begin);
  }
  add(numbers);
}

void dataset::add(const quad& fresh) {
  const auto next = static_cast<std::uint32_t>(quads_.size());
  const auto number = quad_numbers_.find_or_add(
      hash_of(fresh), next, [&](std::uint32_t known) { return quads_[known] == fresh; },
      [&](std::uint32_t known) {
        return keyed_hash_of(known == number_table::none ? fresh : quads_[known]);
      });
  if (number == next) quads_.push_back(fresh);
}

}  // namespace laundromat
