// Tests of the graphs of documents in one dataset.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/graph_source.hpp"

#include <gtest/gtest.h>

#include "tests/core/slow_source.hpp"

namespace laundromat {
namespace {

constexpr std::string_view nine_lines =
    "<x:a> <x:p> \"a \\\" <b> .\"@en .\n"
    "<x:a> <x:p> \"1\"^^<x:int> <x:g> .\n"
    "<x:a> <x:p> <x:o> .\n"
    "<x:a> <x:p> <x:o> <x:g> .\n";

std::string with_graphs(std::string_view text, graph_rule rule, std::size_t step) {
  const auto source =
      make_graph_source(std::make_unique<testing::slow_source>(std::string(text), step), rule, "x:doc");
  const auto read = read_all(*source, 1'000'000);
  return read ? *read : to_string(read.error());
}

TEST(graph_source, a_statement_without_a_graph_gets_that_of_its_document_and_named_graphs_are_kept) {
  for (std::size_t step = 1; step < nine_lines.size() + 2; ++step)
    EXPECT_EQ(with_graphs(nine_lines, graph_rule::document, step),
              "<x:a> <x:p> \"a \\\" <b> .\"@en <x:doc> .\n"
              "<x:a> <x:p> \"1\"^^<x:int> <x:g> .\n"
              "<x:a> <x:p> <x:o> <x:doc> .\n"
              "<x:a> <x:p> <x:o> <x:g> .\n");
}

TEST(graph_source, graphs_can_be_removed) {
  EXPECT_EQ(with_graphs(nine_lines, graph_rule::none, 7),
            "<x:a> <x:p> \"a \\\" <b> .\"@en .\n"
            "<x:a> <x:p> \"1\"^^<x:int> .\n"
            "<x:a> <x:p> <x:o> .\n"
            "<x:a> <x:p> <x:o> .\n");
  EXPECT_EQ(with_graphs(nine_lines, graph_rule::own, 7), nine_lines);
}

TEST(graph_source, a_line_that_is_not_canonical_is_an_error) {
  for (const auto* bad : {"<x:a> <x:p>\n", "<x:a> <x:p> <x:o>\n", "_:a <x:p> <x:o> .\n",
                          "<x:a> <x:p> \"open .\n", "<x:a> <x:p> <x:o> _:g .\n", "<x:a> <x:p> <x:o> .", "\n"})
    EXPECT_NE(with_graphs(bad, graph_rule::document, 99).find("syntax"), std::string::npos) << bad;
}

}  // namespace
}  // namespace laundromat
