// Common to the tests of names: names the blank nodes of N-Quads, and makes graphs of known shapes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/naming/blank_namer.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat::testing {

inline const std::string document_prefix = "d:";

struct named {
  std::string lines;  ///< in byte order
  bool has_document_names = false, is_beyond_limits = false, has_runs = false;
};

/// Passes the statements of N-Quads with blank nodes to a namer.
struct naming_sink final : statement_sink {
  explicit naming_sink(naming_limits limits, run_store* runs = nullptr)
      : namer(document_prefix, limits, runs) {}
  result<void> on_statement(const statement_view& statement) override {
    if (!mentions_blank(statement)) return {};
    if (!namer.is_beyond_limits()) return namer.take(statement, keep());
    std::string line;
    append_canonical(line, statement, document_prefix);
    lines.insert(line);
    return {};
  }
  void on_defect(const defect&) override {}
  blank_namer::line_consumer keep() {
    return [this](std::string_view key, std::string_view rest) -> result<void> {
      EXPECT_EQ(key.find(' '), key.size() - 1);
      lines.insert(std::string(key).append(rest));
      return {};
    };
  }

  blank_namer namer;
  std::set<std::string> lines;
};

/// The lines with blank nodes of N-Quads.
inline named name(std::string_view text, naming_limits limits = {}) {
  naming_sink sink{limits};
  const auto reader = make_reader(rdf_format::n_quads, {{}, {}, wash_profile::strict}, sink);
  EXPECT_TRUE((*reader)->push(text) && (*reader)->finish());
  const bool has_runs = sink.namer.has_runs();
  EXPECT_TRUE(sink.namer.finish(document_prefix, sink.keep()));
  named all{{}, sink.namer.has_document_names(), sink.namer.is_beyond_limits(), has_runs};
  for (const auto& line : sink.lines) all.lines += line;
  return all;
}

inline std::size_t count_lines(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

/// A graph of blank nodes 0 to `nodes - 1`: from, predicate, to, of which a negative one is a literal.
struct shape {
  std::string name;
  int nodes;
  std::vector<std::array<int, 3>> edges;
};

/// In a random order and with random labels, some statements twice.
inline std::string relabelled(const shape& one, const std::vector<int>& labels, std::mt19937& dice) {
  auto edges = one.edges;
  edges.push_back(edges.front());
  std::ranges::shuffle(edges, dice);
  const auto label = [&](int n) { return "_:n" + std::to_string(labels[static_cast<std::size_t>(n)]); };
  std::string text;
  for (const auto& [from, predicate, to] : edges)
    text += label(from) + " <p:" + std::to_string(predicate) + "> " +
            (to < 0 ? "\"" + std::to_string(-to) + "\"" : label(to)) + " .\n";
  return text;
}

inline shape chain(int length, bool both_ways = false) {
  shape one{"chain", length, {}};
  for (int i = 0; i + 1 < length; ++i) {
    one.edges.push_back({i, 0, i + 1});
    if (both_ways) one.edges.push_back({i + 1, 0, i});
  }
  return one;
}

inline shape list(int length, int values) {
  auto one = chain(length);
  one.name = "list of " + std::to_string(values);
  for (int i = 0; i < length; ++i) one.edges.push_back({i, 1, -1 - i % values});
  one.edges.push_back({length - 1, 0, -100});
  return one;
}

inline shape cycle(int length, bool both_ways = false) {
  auto one = chain(length, both_ways);
  one.name = "cycle";
  one.edges.push_back({length - 1, 0, 0});
  if (both_ways) one.edges.push_back({0, 0, length - 1});
  return one;
}

inline shape grid(int side, bool is_torus, bool both_ways) {
  shape one{is_torus ? "torus" : "grid", side * side, {}};
  for (int i = 0; i < side * side; ++i)
    for (const auto& [down, right] : {std::pair{1, 0}, std::pair{0, 1}}) {
      const int row = i / side + down, column = i % side + right;
      if (!is_torus && (row == side || column == side)) continue;
      const int to = row % side * side + column % side;
      one.edges.push_back({i, 0, to});
      if (both_ways) one.edges.push_back({to, 0, i});
    }
  return one;
}

inline shape tree(int nodes, int children) {
  shape one{"tree", nodes, {}};
  for (int i = 1; i < nodes; ++i) one.edges.push_back({i, 0, (i - 1) / children});
  return one;
}

/// Copies of a graph, below a common node or separate.
inline shape copies(const shape& of, int count, bool below_one) {
  shape all{"copies of " + of.name, of.nodes * count + (below_one ? 1 : 0), {}};
  for (int i = 0; i < count; ++i) {
    for (const auto& [from, predicate, to] : of.edges)
      all.edges.push_back({from + i * of.nodes, predicate, to < 0 ? to : to + i * of.nodes});
    if (below_one) all.edges.push_back({all.nodes - 1, 2, i * of.nodes});
  }
  return all;
}

}  // namespace laundromat::testing
