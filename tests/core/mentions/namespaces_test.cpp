// Tests of namespaces and their counts.
// SPDX-License-Identifier: Apache-2.0
#include "core/mentions/namespaces.hpp"

#include <gtest/gtest.h>

#include "core/mentions/mention_scan.hpp"

namespace laundromat::test {
namespace {

using counts = std::vector<namespace_count>;

counts counted(const std::string& lines, std::size_t limit = 100, std::size_t at_once = 1'000) {
  mention_scan scan{1, 10'000, [](const std::vector<mention>&) { return result<void>{}; }, at_once};
  EXPECT_TRUE(scan.add(lines, 0));
  EXPECT_TRUE(scan.finish());
  return scan.namespaces(limit);
}

}  // namespace

TEST(namespaces, end_with_the_last_hash_or_slash_Q77) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"http://xmlns.com/foaf/0.1/name", "http://xmlns.com/foaf/0.1/"},
      {"http://www.w3.org/2000/01/rdf-schema#label", "http://www.w3.org/2000/01/rdf-schema#"},
      {"http://e.example/a/", "http://e.example/a/"},
      {"http://e.example/#", "http://e.example/#"},
      {"http://e.example/", "http://e.example/"},
      {"http://e.example", "http://e.example"},
      {"http://e.example#me", "http://e.example#"},
      {"http://e.example/?q=http://f.example", "http://e.example/?q=http://"},
      {"urn:isbn:0451450523", "urn:isbn:"},
      {"mailto:a@e.example", "mailto:"},
      {"urn:a/b:c", "urn:a/"},
      {"word", ""},
      {"", ""}};
  for (const auto& [iri, name] : cases) EXPECT_EQ(namespace_of(iri), name) << iri;
}

TEST(namespaces, have_each_iri_of_a_document_once_Q77) {
  const std::string lines =
      "<http://a/1> <http://p/q> <http://a/2> .\n<http://a/1> <http://p/q> <http://a/1> .\n"
      "<http://a/2> <http://p/r> \"http://b/text\" .\n<http://a/2> <http://p/r> \"1\"^^<http://t/type> "
      "<urn:g:1> .\n"
      "<https://lodlaundromat.org/.well-known/genid/1f/0> <http://p/r> <<( <http://a/3> <http://p/r> "
      "<http://c/1> )>> .\n";
  const counts expected{{"http://a/", 3}, {"http://p/", 2}, {"http://c/", 1}, {"urn:g:", 1}};
  EXPECT_EQ(counted(lines), expected);
  EXPECT_EQ(counted(lines, 2), (counts{expected[0], expected[1]})) << "the most used ones";
  EXPECT_TRUE(counted("").empty());
}

TEST(namespaces, have_a_bound_in_a_document_Q77) {
  namespace_table table;
  for (std::size_t i = 0; i < namespace_table::most + 10; ++i)
    table.count(table.place_of("http://e.example/" + std::to_string(i) + "#me"));
  EXPECT_EQ(table.most_used(1'000'000).size(), namespace_table::most);
  EXPECT_EQ(table.place_of("http://e.example/other#me"), namespace_table::most);
  EXPECT_EQ(table.place_of("http://e.example/0#you"), 0U) << "those that are known go on";
  EXPECT_EQ(table.place_of("http://e.example/" + std::string(namespace_table::most_bytes, 'a') + "/b"),
            namespace_table::most);
}

}  // namespace laundromat::test
