// Tests of the check of answers of stores.
// SPDX-License-Identifier: Apache-2.0
#include "core/sinks/check_answer.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

result<store_differences> check(const std::string& graph, const std::string& answer,
                                rdf_format format = rdf_format::n_triples) {
  const auto source = make_view_source(graph);
  const auto runs = make_memory_run_store();
  return check_answer(
      *source, "http://e.example/g", [&]() -> result<byte_source_ptr> { return make_view_source(answer); },
      format, *runs);
}

const std::string checked_graph =
    "<http://e.example/a> <http://e.example/p> \"12.50\"^^<http://www.w3.org/2001/XMLSchema#decimal> .\n"
    "<http://e.example/ä> <http://e.example/p> \"ö\\n\" .\n";

TEST(check_answer, reads_any_order_and_spelling_G18) {
  const auto found = check(
      checked_graph,
      "<http://e.example/\\u00E4>\t<http://e.example/p>\t\"\\u00F6\\u000A\" .\n"
      "<http://e.example/a> <http://e.example/p> \"12.5\"^^<http://www.w3.org/2001/XMLSchema#decimal>.\n");
  ASSERT_TRUE(found) << to_string(found.error());
  EXPECT_EQ(found->equal, 1U);
  EXPECT_EQ(found->changed(), 1U);
  EXPECT_TRUE(found->is_same());
  const auto turtle =
      check(checked_graph, "@prefix e: <http://e.example/> . e:a e:p 12.50 . e:ä e:p \"ö\\n\" .",
            rdf_format::turtle);
  ASSERT_TRUE(turtle) << to_string(turtle.error());
  EXPECT_EQ(turtle->equal, 2U);
}

TEST(check_answer, refuses_an_answer_that_cannot_be_read_G18) {
  const auto found =
      check(checked_graph, "Virtuoso 42000 Error: The estimated execution time exceeds the limit\n");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, errc::syntax_error);
}

TEST(check_answer, finds_an_empty_store_G18) {
  const auto found = check(checked_graph, "");
  ASSERT_TRUE(found) << to_string(found.error());
  EXPECT_EQ(found->missing, 2U);
}

}  // namespace
}  // namespace laundromat
