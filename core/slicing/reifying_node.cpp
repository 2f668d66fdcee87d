// Recognises the properties of RDF for reification.
// SPDX-License-Identifier: Apache-2.0
#include "core/slicing/reifying_node.hpp"

#include <algorithm>

namespace laundromat {

namespace {

constexpr std::string_view rdf_space = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#";
constexpr std::string_view triple_begin = "<<( ", triple_end = ")>>";

}  // namespace

void reifying_node::begin() {
  is_statement_ = false;
  for (auto* values : {&subjects_, &predicates_, &objects_, &triples_}) values->clear();
}

void reifying_node::take(const statement_terms& one) {
  if (!one.predicate.starts_with(rdf_space)) return;
  const auto name = one.predicate.substr(rdf_space.size());
  if (name == "type>")
    is_statement_ = is_statement_ || (one.object.starts_with(rdf_space) &&
                                      one.object.substr(rdf_space.size()) == "Statement>");
  else if (name == "subject>")
    keep(subjects_, one.object);
  else if (name == "predicate>")
    keep(predicates_, one.object);
  else if (name == "object>")
    keep(objects_, one.object);
  else if (name == "reifies>" && one.object.starts_with(triple_begin) && one.object.ends_with(triple_end))
    keep(triples_,
         one.object.substr(triple_begin.size(), one.object.size() - triple_begin.size() - triple_end.size()));
}

/// A statement in several graphs has the same value several times.
void reifying_node::keep(std::vector<std::string>& values, std::string_view value) {
  if (!values.empty() && values.back() == value) return;
  if (values.size() >= most_)
    ++left_out_;
  else
    values.emplace_back(value);
}

}  // namespace laundromat
