// Properties of every description: its RDF is clean, and has the same values as its JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/metadata/description.hpp"
#include "tests/core/rdf/reading.hpp"

namespace laundromat::testing {

/// The terms of statements in a form that JSON also has.
struct leaf_sink final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    std::string line;
    append_canonical(line, statement, "b:");
    lines += line;
    subjects.insert(std::string(statement.subject.value));
    graphs.insert(std::string(statement.graph.value));
    if (statement.predicate.value.ends_with("#type") || statement.object.value.ends_with("#nil")) return {};
    auto value = std::string(statement.object.value);
    if (statement.object.datatype.ends_with("#double"))
      value = std::to_string(std::strtod(value.c_str(), nullptr));
    if (statement.object.datatype.ends_with("#hexBinary"))
      std::ranges::transform(value, value.begin(),
                             [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    (statement.object.kind == term_kind::iri ? iris : literals).push_back(value);
    return {};
  }
  void on_defect(const defect& found) override { defects.push_back(found); }

  std::string lines;
  std::set<std::string> subjects, graphs;
  std::vector<std::string> iris, literals;
  std::vector<defect> defects;
};

inline void collect_leaves(const nlohmann::ordered_json& fact, std::vector<std::string>& leaves) {
  if (fact.is_structured()) {
    for (const auto& [key, value] : fact.items())
      if (key != "id") collect_leaves(value, leaves);
  } else if (fact.is_string()) {
    auto text = fact.get<std::string>();
    if (text.size() == 24 && text[19] == '.') {  // a timestamp: RDF has its canonical form
      const auto end = text.find_last_not_of('0', 22);
      text = text.substr(0, end + (text[end] == '.' ? 0 : 1)) + "Z";
    }
    leaves.push_back(std::move(text));
  } else {
    leaves.push_back(fact.is_number_float() ? std::to_string(fact.get<double>()) : fact.dump());
  }
}

/// Reads the RDF with the strict reader, and compares all values with those of the JSON.
inline void check_description(const description& described) {
  const std::string graph = "https://lodlaundromat.org/graph/meta";
  const auto rdf = to_nquads(described, graph);
  leaf_sink read;
  auto reader = make_reader(rdf_format::n_quads, {"", {}, wash_profile::strict}, read);
  ASSERT_TRUE(reader);
  ASSERT_TRUE((*reader)->push(rdf));
  ASSERT_TRUE((*reader)->finish());
  EXPECT_EQ(read.lines, rdf) << "canonical lines are read unchanged";
  for (const auto& found : read.defects)
    ADD_FAILURE() << to_string(found.rule) << " in line " << found.line << ": " << found.before;
  EXPECT_EQ(read.graphs, std::set<std::string>{graph});
  auto values = read.literals;
  for (const auto& iri : read.iris)
    if (!read.subjects.contains(iri)) values.push_back(iri);
  const auto json = nlohmann::ordered_json::parse(to_json(described));
  EXPECT_EQ(json["id"], described.iri());
  std::vector<std::string> leaves;
  collect_leaves(json, leaves);
  // Values that only RDF has, such as types, are not leaves there.
  std::erase_if(leaves, [&](const std::string& leaf) { return read.subjects.contains(leaf); });
  std::ranges::sort(values);
  std::ranges::sort(leaves);
  EXPECT_EQ(values, leaves);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < rdf.size(); at = rdf.find('\n', at) + 1)
    lines.push_back(rdf.substr(at, rdf.find('\n', at) - at));
  EXPECT_TRUE(std::ranges::is_sorted(lines));
  EXPECT_EQ(std::ranges::adjacent_find(lines), lines.end());
}

}  // namespace laundromat::testing
