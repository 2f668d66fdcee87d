// Tests of the queries of a copy.
// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/page_queries.hpp"

#include <gtest/gtest.h>

namespace laundromat {

TEST(page_queries, a_page_is_a_range_of_hashes_of_one_predicate) {
  const copy_source graph{"http://e/g"};
  EXPECT_EQ(page_query(graph, "http://e/p", {}),
            "CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <http://e/g> { ?s ?p ?o } FILTER(?p = <http://e/p>) }");
  const std::string hash =
      R"(MD5(CONCAT(COALESCE(STR(?s),"_:")," ",STR(?p)," ",SUBSTR(COALESCE(STR(?o),"_:"),1,200))))";
  EXPECT_EQ(page_query(graph, "", {0, 0x0fff'ffff}),
            "CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <http://e/g> { ?s ?p ?o } FILTER(" + hash +
                " >= \"00000000\" && " + hash + " < \"10000000\") }");
  EXPECT_EQ(count_query(graph, "", {0xf000'0000, 0xffff'ffff}),
            "SELECT (COUNT(*) AS ?n) WHERE { GRAPH <http://e/g> { ?s ?p ?o } FILTER(" + hash +
                " >= \"f0000000\") }");
}

TEST(page_queries, in_a_default_graph_each_triple_is_counted_once) {
  EXPECT_EQ(count_query({}, "http://e/p", {}),
            "SELECT (COUNT(*) AS ?n) WHERE { { SELECT DISTINCT ?s ?p ?o WHERE { ?s ?p ?o FILTER(?p = "
            "<http://e/p>) } } }");
}

TEST(page_queries, a_list_continues_after_a_predicate) {
  const auto query = list_query({"http://e/g"}, "abc", 10, false);
  EXPECT_NE(query.find("FILTER(MD5(STR(?p)) > \"abc\")"), std::string::npos) << query;
  EXPECT_TRUE(query.ends_with("GROUP BY ?p ORDER BY MD5(STR(?p)) LIMIT 10")) << query;
  EXPECT_EQ(query.find("?sum"), std::string::npos);
  EXPECT_NE(list_query({}, "", 10, true).find("?sum"), std::string::npos);
}

TEST(page_queries, what_would_end_an_iri_is_refused) {
  EXPECT_TRUE(is_query_iri("http://e/\xc3\xa4?b#c"));
  for (const auto* iri : {"", "http://e/a b", "http://e/> }", "http://e/\"", "a\\u003E", "a\n"})
    EXPECT_FALSE(is_query_iri(iri)) << iri;
}

}  // namespace laundromat
