// Splits lines, and skips terms that were seen just before.
// SPDX-License-Identifier: Apache-2.0
#include "core/mentions/mention_scan.hpp"

#include <algorithm>
#include <bit>

#include "core/base/fast_hash.hpp"
#include "core/base/find_bytes.hpp"
#include "core/fragments/line_matcher.hpp"
#include "core/rdf/model/triple_term.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {

namespace {

constexpr std::uint64_t most_recent_terms = 1U << 16U, bytes_of_a_term = 32;
constexpr std::uint64_t all_roles = 15;
constexpr auto npos = std::string_view::npos;

std::uint8_t bit_of(mention_role role) {
  return static_cast<std::uint8_t>(role);
}

bool is_iri(std::string_view term) {
  return term.starts_with('<') && !term.starts_with(triple_term_begin);
}

/// Calls `take` with each IRI in a triple term, also in those inside.
template <class Take>
void each_iri_in(std::string_view term, Take&& take) {
  for (const auto& part : parts_of_triple_term(term)) {
    if (part.kind == term_kind::iri) take(part.text);
    if (part.kind == term_kind::triple) each_iri_in(part.text, take);
  }
}

}  // namespace

mention_scan::mention_scan(std::uint32_t document, std::uint64_t plain_bytes, mention_sink sink,
                           std::size_t at_once)
    : document_(document),
      sink_(std::move(sink)),
      at_once_(at_once),
      recent_(
          std::bit_ceil(std::clamp<std::uint64_t>(plain_bytes / bytes_of_a_term, 64, most_recent_terms))) {}

result<void> mention_scan::add(std::string_view lines, std::uint32_t block) {
  while (!lines.empty()) {
    const auto end = std::min(lines.find('\n'), lines.size());
    add_line(lines.substr(0, end), block);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (found_.size() < at_once_) continue;
    sort_mentions(found_);
    // As long as most are repetitions, there is room for more.
    if (found_.size() < at_once_ / 2) continue;
    if (auto taken = pass_on(); !taken) return taken;
  }
  return {};
}

result<void> mention_scan::finish() {
  sort_mentions(found_);
  return found_.empty() ? result<void>{} : pass_on();
}

result<void> mention_scan::pass_on() {
  for (const auto& one : found_) namespaces_.count(one.space);
  return sink_(std::exchange(found_, {}));
}

void mention_scan::add_line(std::string_view line, std::uint32_t block) {
  line_terms terms;
  if (!split_line(line, terms)) return;
  const auto& [subject, predicate, object, graph] = terms;
  if (subject != subject_) {
    subject_ = subject;
    add_iri(subject, mention_role::subject, block);
  }
  if (predicate != predicate_) {
    predicate_ = predicate;
    add_iri(predicate, mention_role::predicate, block);
  }
  if (is_iri(object))
    add_iri(object, mention_role::object, block);
  else if (object.starts_with(triple_term_begin))
    each_iri_in(object, [&](std::string_view iri) { add_iri(iri, mention_role::object, block); });
  if (!graph.empty()) add_iri(graph, mention_role::graph, block);
}

void mention_scan::add_iri(std::string_view term, mention_role role, std::uint32_t block) {
  if (term.size() < 2) return;
  const auto iri = term.substr(1, term.size() - 2);
  if (is_genid(iri)) return;
  const auto hash = fast_hash(iri);
  auto& recent = recent_[hash & (recent_.size() - 1)];
  const auto seen = (hash & ~all_roles) | bit_of(role);
  if (std::exchange(recent, seen) == seen) return;
  found_.push_back(
      {static_cast<std::uint32_t>(hash >> 32U), document_, block, bit_of(role), namespaces_.place_of(iri)});
}

std::uint8_t roles_in(std::string_view lines, std::string_view term) {
  std::uint8_t roles = 0;
  for (std::size_t at = 0; at < lines.size();) {
    const auto place = find_bytes(lines, term, at);
    if (place == npos) break;
    const auto before = place == 0 ? npos : lines.rfind('\n', place - 1);
    const auto begin = before == npos ? 0 : before + 1;
    const auto end = std::min(lines.find('\n', place), lines.size());
    line_terms terms;
    if (split_line(lines.substr(begin, end - begin), terms)) {
      for (std::size_t i = 0; i < positions; ++i)
        if (terms[i] == term) roles |= bit_of(all_mention_roles[i]);
      if (terms[2].starts_with(triple_term_begin))
        each_iri_in(terms[2],
                    [&](std::string_view iri) { roles |= iri == term ? bit_of(mention_role::object) : 0; });
    }
    at = end + 1;
  }
  return roles;
}

}  // namespace laundromat
