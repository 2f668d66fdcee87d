// Statements in named graphs, counted without parsing: the figure of the meter.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/count_quads.hpp"

#include <gtest/gtest.h>

#include "core/rdf/metrics/statistics_meter.hpp"

namespace laundromat {

namespace {

constexpr const char* triples[] = {
    "<a:s> <a:p> <a:o> .\n",
    "<a:s> <a:p> \"ends with <a:g>\" .\n",
    "<a:s> <a:p> \"\\\" <a:g> .\" .\n",
    "<a:s> <a:p> \"_:b\" .\n",
    "<a:s> <a:p> \"text\"@en-GB .\n",
    "<a:s> <a:p> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n",
};
constexpr const char* quads[] = {
    "<a:s> <a:p> <a:o> <a:g> .\n",
    "<a:s> <a:p> \"ends with <a:g>\" <a:g> .\n",
    "<a:s> <a:p> \"text\"@en-GB <a:g> .\n",
    "<a:s> <a:p> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> <a:g> .\n",
};

std::uint64_t metered(std::string_view lines) {
  statistics_meter meter;
  meter.add(lines);
  return meter.finish().quads;
}

}  // namespace

TEST(count_quads, statements_of_the_default_graph_are_not_counted) {
  for (const auto* line : triples) EXPECT_EQ(count_quads(line), 0U) << line;
}

TEST(count_quads, statements_in_named_graphs_are_counted) {
  for (const auto* line : quads) EXPECT_EQ(count_quads(line), 1U) << line;
}

TEST(count_quads, the_figure_is_that_of_the_meter) {
  std::string all;
  for (const auto* line : triples) all += line;
  for (const auto* line : quads) all += line;
  EXPECT_EQ(count_quads(all), metered(all));
  EXPECT_EQ(count_quads(""), 0U);
}

TEST(measure, lines_longer_than_a_batch_are_whole) {
  const auto line = "<a:s> <a:p> \"" + std::string(200'000, 'x') + "\" <a:g> .\n";
  const auto text = line + "<a:s> <a:p> <a:o> .\n";
  const auto from = make_memory_source(text);
  const auto found = measure(*from);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->statements, 2U);
  EXPECT_EQ(found->quads, 1U);
}

}  // namespace laundromat
