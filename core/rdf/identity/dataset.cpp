// Implements dataset: each term and each quad is looked up first and stored once.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/identity/dataset.hpp"

#include "core/base/fast_hash.hpp"
#include "core/base/keyed_hash.hpp"

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
  // The new spelling is already at the end of `bytes_`, and is removed unless it is new.
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
  const quad fresh{number_of(statement.subject), number_of(statement.predicate), number_of(statement.object),
                   number_of(statement.graph)};
  const auto next = static_cast<std::uint32_t>(quads_.size());
  const auto number = quad_numbers_.find_or_add(
      hash_of(fresh), next, [&](std::uint32_t known) { return quads_[known] == fresh; },
      [&](std::uint32_t known) {
        return keyed_hash_of(known == number_table::none ? fresh : quads_[known]);
      });
  if (number == next) quads_.push_back(fresh);
}

}  // namespace laundromat
