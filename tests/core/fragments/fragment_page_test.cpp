// Tests of the description of pages.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/fragments/fragment_page.hpp"

namespace laundromat::test {
namespace {

fragment_page made_page() {
  fragment_page page;
  page.dataset = "http://a.example/fragments/1f";
  page.title = "Socks";
  page.pattern.of(position::predicate) = "<http://a.example/p>";
  page.fragment = fragment_url(page.dataset, page.pattern);
  page.url = fragment_url(page.dataset, page.pattern, 2, "4711");
  page.previous = page.fragment;
  page.next = fragment_url(page.dataset, page.pattern, 3, "9000");
  page.matches = 1'234;
  return page;
}

bool has(const std::string& text, const std::string& line) {
  return text.find(line + " .\n") != std::string::npos;
}

}  // namespace

TEST(fragment_url, has_the_pattern_the_page_and_its_place) {
  quad_pattern pattern;
  const std::string base = "http://a.example/f";
  EXPECT_EQ(fragment_url(base, pattern), base);
  EXPECT_EQ(fragment_url(base, pattern, 2), base + "?page=2");
  pattern.of(position::subject) = "<http://b.example/?a=b&c>";
  pattern.of(position::object) = "\"x y\"@en";
  pattern.of(position::graph) = no_named_graph;
  EXPECT_EQ(fragment_url(base, pattern, 3, "12"),
            base +
                "?subject=http%3A%2F%2Fb.example%2F%3Fa%3Db%26c&object=%22x+y%22%40en&"
                "graph=urn%3Aldf%3AdefaultGraph&page=3&from=12");
}

TEST(describe_page, has_the_controls_of_quad_pattern_fragments) {
  const auto page = made_page();
  const auto text = describe_page(page, false);
  const std::string url = "<" + page.url + ">", dataset = "<" + page.dataset + "#dataset>";
  const std::string hydra = "<http://www.w3.org/ns/hydra/core#";
  for (const auto& line :
       {dataset + " " + hydra + "search> _:form",
        "_:form " + hydra + "template> \"http://a.example/fragments/1f{?subject,predicate,object,graph}\"",
        "_:form " + hydra + "mapping> _:graph", "_:graph " + hydra + "variable> \"graph\"",
        "_:graph " + hydra + "property> <http://www.w3.org/ns/sparql-service-description#graph>",
        "_:subject " + hydra + "property> <http://www.w3.org/1999/02/22-rdf-syntax-ns#subject>",
        url + " " + hydra + "totalItems> \"1234\"^^<http://www.w3.org/2001/XMLSchema#integer>",
        url + " <http://rdfs.org/ns/void#triples> \"1234\"^^<http://www.w3.org/2001/XMLSchema#integer>",
        url + " " + hydra + "first> <" + page.fragment + ">", url + " " + hydra + "next> <" + page.next + ">",
        url + " " + hydra + "previous> <" + page.previous + ">",
        "<" + page.fragment + "> <http://rdfs.org/ns/void#subset> " + url})
    EXPECT_TRUE(has(text, line)) << line << " is not in\n" << text;
}

TEST(describe_page, is_in_a_graph_of_its_own_where_wanted) {
  const auto page = made_page();
  const auto graph = " <" + page.url + "#metadata> .\n";
  const auto text = describe_page(page, true);
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1)
    EXPECT_TRUE(text.substr(begin, text.find('\n', begin) + 1 - begin).ends_with(graph));
  for (const auto& topic : {page.url, page.fragment, page.dataset + "#dataset"})
    EXPECT_NE(
        text.find("<" + page.url + "#metadata> <http://xmlns.com/foaf/0.1/primaryTopic> <" + topic + ">"),
        text.npos)
        << topic;
}

TEST(describe_page, names_no_pages_that_are_not_there) {
  auto page = made_page();
  page.url = page.fragment;
  page.previous.clear();
  page.next.clear();
  const auto text = describe_page(page, false);
  EXPECT_EQ(text.find("core#next"), std::string::npos);
  EXPECT_EQ(text.find("core#previous"), std::string::npos);
}

}  // namespace laundromat::test
