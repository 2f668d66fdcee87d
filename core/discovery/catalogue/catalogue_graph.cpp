// Collects the statements of one subject, and keeps them when one of them announces.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/catalogue/catalogue_graph.hpp"

#include <algorithm>
#include <iterator>

#include "core/rdf/model/unescape.hpp"

namespace laundromat {

namespace {

constexpr std::uint64_t bytes_of_fact = 64;
constexpr std::size_t most_text_bytes = std::size_t{8} << 10;

/// Whether a property alone makes its subject something that is described here.
bool announces(catalogue_role role) {
  return role < catalogue_role::direct && role != catalogue_role::format &&
         role != catalogue_role::conforms_to && role != catalogue_role::media_type &&
         role != catalogue_role::size;
}

}  // namespace

bool catalogue_node::has(catalogue_role role) const {
  return first(role) != nullptr;
}

const catalogue_fact* catalogue_node::first(catalogue_role role) const {
  const auto found =
      std::ranges::find_if(facts, [role](const catalogue_fact& fact) { return fact.property->role == role; });
  return found == facts.end() ? nullptr : &*found;
}

bool is_skolem_iri(std::string_view iri) {
  return iri.find("/.well-known/genid/") != iri.npos;
}

void catalogue_graph::add(const clean_statement& statement, const catalogue_property& property,
                          std::uint64_t line) {
  if (statement.subject != now_.iri) {
    end_node();
    now_.iri = statement.subject;
    now_.is_blank = is_skolem_iri(now_.iri);
    now_.line = line;
  }
  if (property.role == catalogue_role::type) {
    const auto kind = find_catalogue_class(statement.object);
    if (!kind || statement.is_literal) return;
    now_.classes |= 1U << static_cast<unsigned>(*kind);
    is_announcing_ = true;
    return;
  }
  if (statement.object.size() > most_text_bytes || now_.facts.size() >= limits_.facts_of_node)
    return leave_out(1, line);
  is_announcing_ |= announces(property.role);
  is_named_ |= property.role == catalogue_role::agent_name || property.role == catalogue_role::value ||
               property.role == catalogue_role::title;
  std::string room;
  now_.facts.push_back({&property, std::string(unescape(statement.object, room)),
                        std::string(statement.language), statement.is_literal, line});
}

void catalogue_graph::leave_out(std::uint64_t statements, std::uint64_t line) {
  if (left_out_ == 0) first_left_out_line_ = line;
  left_out_ += statements;
}

void catalogue_graph::end_node() {
  auto node = std::exchange(now_, {});
  const bool is_kept = is_announcing_ || (is_named_ && node.is_blank);
  is_announcing_ = is_named_ = false;
  if (!is_kept) return;
  std::uint64_t bytes = node.iri.size() + bytes_of_fact;
  for (const auto& fact : node.facts) bytes += bytes_of_fact + fact.value.size();
  const auto known = places_.find(node.iri);
  if (bytes_ + bytes > limits_.bytes || (known == places_.end() && nodes_.size() >= limits_.nodes))
    return leave_out(std::max<std::uint64_t>(node.facts.size(), 1), node.line);
  bytes_ += bytes;
  if (known == places_.end()) {
    places_.emplace(node.iri, nodes_.size());
    nodes_.push_back(std::move(node));
    return;
  }
  auto& into = nodes_[known->second];
  into.classes |= node.classes;
  std::ranges::move(node.facts, std::back_inserter(into.facts));
}

const catalogue_node* catalogue_graph::find(std::string_view iri) const {
  const auto found = places_.find(iri);
  return found == places_.end() ? nullptr : &nodes_[found->second];
}

}  // namespace laundromat
