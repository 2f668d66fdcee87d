// Tests of the statements that a SPARQL store can take: cases/statements.tsv.
// SPDX-License-Identifier: Apache-2.0
#include "core/sinks/sendable_statement.hpp"

#include <gtest/gtest.h>

#include "tests/core/tsv_rows.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

constexpr std::string_view graph_of_statements = "http://e.example/g";

TEST(sendable_statement, is_spelled_for_sparql_or_names_why_it_is_left_out_G18) {
  const auto rows =
      read_tsv_rows(std::filesystem::path(source_path()) / "tests/core/sinks/cases/statements.tsv");
  ASSERT_GT(rows.size(), 20U);
  for (const auto& row : rows) {
    SCOPED_TRACE(row.at("name"));
    const auto line = row.at("line") + "\n";
    const auto judged = judge_sendable(line, graph_of_statements);
    ASSERT_TRUE(judged) << to_string(judged.error());
    EXPECT_EQ(to_string(judged->why), row.at("verdict"));
    std::string sent;
    if (judged->why == unsendable::none) append_sendable(sent, judged->triple);
    EXPECT_EQ(sent, row.at("sent").empty() ? "" : row.at("sent") + "\n");
  }
}

TEST(sendable_statement, refuses_lines_that_are_not_canonical) {
  for (const auto* line :
       {"", "\n", "<a> <b>\n", "_:b <p> <o> .\n", "<s> <p> <o>\n", "<s> <p> <o> <g> <h> .\n"}) {
    const auto judged = judge_sendable(line, graph_of_statements);
    EXPECT_TRUE(!judged || judged->why != unsendable::none) << line;
  }
}

TEST(unsent_statements, count_all_and_name_the_first_ones_G18) {
  unsent_statements unsent;
  for (int i = 0; i < 100; ++i) unsent.note(unsendable::triple_term, std::string(5'000, 'x'));
  unsent.note(unsendable::refused, "y", "said");
  EXPECT_EQ(unsent.sum(), 101U);
  EXPECT_EQ(unsent.counts[static_cast<std::size_t>(unsendable::triple_term)], 100U);
  ASSERT_EQ(unsent.examples.size(), unsent_statements::most_examples);
  EXPECT_EQ(unsent.examples.front().statement.size(), unsent_statements::most_example_bytes);
}

}  // namespace
}  // namespace laundromat
