// Implements canonicalize: names nodes with a unique hash first, then the others by the paths between them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/identity/canonicalize.hpp"

#include <algorithm>
#include <map>

#include "core/base/keyed_table.hpp"
#include "core/rdf/identity/blank_nodes.hpp"
#include "core/rdf/identity/open_triples.hpp"
#include "core/rdf/identity/path_search.hpp"
#include "core/rdf/model/triple_term.hpp"

namespace laundromat {

namespace {

/// RDFC-1.0 section 4.4.3, step 5, for the nodes of one hash.
result<void> name_alike_nodes(blank_nodes& blanks, path_search& search,
                              const std::vector<blank_nodes::node>& nodes) {
  std::vector<path_search::found> paths;
  for (const auto n : nodes) {
    if (blanks.is_named(n)) continue;
    auto path = search.run(n);
    if (!path) return tl::unexpected(path.error());
    paths.push_back(*std::move(path));
  }
  std::ranges::stable_sort(paths, {}, &path_search::found::hash);
  for (const auto& path : paths)
    for (const auto n : path.issued) blanks.issue(n);
  return {};
}

/// Steps 3 to 5.
result<void> name_all_nodes(blank_nodes& blanks, std::uint64_t visits) {
  std::map<std::string, std::vector<blank_nodes::node>> alike;
  for (blank_nodes::node n = 0; n < blanks.count(); ++n) alike[blanks.first_degree_hash(n)].push_back(n);
  for (const auto& [hash, nodes] : alike)
    if (nodes.size() == 1) blanks.issue(nodes.front());
  path_search search{blanks, visits};
  for (const auto& [hash, nodes] : alike) {
    if (nodes.size() == 1) continue;
    if (auto named = name_alike_nodes(blanks, search, nodes); !named) return named;
  }
  return {};
}

using issued_names = keyed_map<std::string, std::string>;

/// The names by the spelling of their blank nodes.
issued_names names_of(const blank_nodes& blanks) {
  issued_names names;
  for (const auto n : blanks.issued())
    names.emplace(blanks.data().spelling(blanks.term_of(n)), "c14n" + std::to_string(blanks.name(n)));
  return names;
}

/// A blank node by its name, also within a triple term; any other term as it is spelled.
void append_named(std::string& line, std::string_view spelled, const issued_names& names) {
  const auto append_name = [&](std::string& to, std::string_view label) {
    to.append("_:").append(names.at("_:" + std::string(label)));
  };
  if (spelled.starts_with("_:") || spelled.starts_with(triple_term_begin))
    append_named_triple_term(line, spelled, append_name);
  else
    line.append(spelled);
}

/// Section 5: canonical N-Quads.
std::string write_lines(const dataset& data, const issued_names& names) {
  std::vector<std::string> lines;
  lines.reserve(data.quads().size());
  for (const auto& q : data.quads()) {
    auto& line = lines.emplace_back();
    for (const auto term : q) {
      if (term == dataset::no_term) continue;
      append_named(line, data.spelling(term), names);
      line.push_back(' ');
    }
    line.append(".\n");
  }
  std::ranges::sort(lines);
  std::string text;
  for (const auto& line : lines) text.append(line);
  return text;
}

result<canonical_dataset> canonicalize(const dataset& data, const dataset& encoded,
                                       const canonicalization_options& options) {
  blank_nodes blanks{encoded, options.algorithm};
  if (auto named = name_all_nodes(blanks, options.visits); !named) return tl::unexpected(named.error());
  canonical_dataset canonical;
  canonical.n_quads = write_lines(data, names_of(blanks));
  for (const auto n : blanks.issued()) {
    const auto spelled = encoded.spelling(blanks.term_of(n));
    if (!is_triple_node(spelled))
      canonical.issued.emplace_back(spelled.substr(2), "c14n" + std::to_string(blanks.name(n)));
  }
  return canonical;
}

}  // namespace

result<canonical_dataset> canonicalize(const dataset& data, const canonicalization_options& options) {
  if (!data.has_open_triple_terms()) return canonicalize(data, data, options);
  return canonicalize(data, with_open_triples_as_nodes(data), options);
}

}  // namespace laundromat
