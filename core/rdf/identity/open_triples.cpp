// Implements the encoding of triple terms that mention blank nodes.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/identity/open_triples.hpp"

#include <string>
#include <vector>

#include "core/rdf/model/triple_term.hpp"

namespace laundromat {

namespace {

/// No canonical IRI has a space.
constexpr std::string_view part_predicates[] = {"< subject>", "< predicate>", "< object>"};

bool is_open(std::string_view spelled) {
  return spelled.starts_with(triple_term_begin) && next_label(spelled).is_there();
}

/// No label has a space.
std::string node_of(std::string_view spelled) {
  return is_open(spelled) ? "_:" + std::string(spelled) : std::string(spelled);
}

/// Says what a triple term is, and the triple terms within it.
void add_parts(dataset& to, std::string_view spelled) {
  while (is_open(spelled)) {
    const auto node = node_of(spelled);
    const auto parts = parts_of_triple_term(spelled);
    for (std::size_t i = 0; i < parts.size(); ++i)
      to.add_spelled({node, part_predicates[i], node_of(parts[i].text), {}});
    spelled = parts.back().text;
  }
}

}  // namespace

dataset with_open_triples_as_nodes(const dataset& data) {
  dataset encoded;
  for (const auto& q : data.quads()) {
    std::array<std::string, 4> terms;
    for (std::size_t i = 0; i < q.size(); ++i) {
      if (q[i] == dataset::no_term) continue;
      terms[i] = node_of(data.spelling(q[i]));
      add_parts(encoded, data.spelling(q[i]));
    }
    encoded.add_spelled({terms[0], terms[1], terms[2], terms[3]});
  }
  return encoded;
}

bool is_triple_node(std::string_view spelled) {
  return spelled.starts_with("_:<<(");
}

}  // namespace laundromat
