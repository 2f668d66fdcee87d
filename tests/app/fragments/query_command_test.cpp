// Tests of the command `query`.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/terminal/exit_code.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/fragments/washed_documents.hpp"

namespace laundromat::test {
namespace {

answer query(std::vector<std::string> words) {
  words.insert(words.begin(), {"--data", washed_documents::get().data().string(), "query"});
  return ask(words);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in{text};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> found(std::vector<std::string> words) {
  const auto got = query(std::move(words));
  EXPECT_EQ(got.code, exit_ok) << got.err;
  return lines_of(got.out);
}

}  // namespace

TEST(query_command, prints_what_matches_in_one_document_or_in_all_Q01) {
  const auto people = washed_documents::get().hash("people.ttl");
  EXPECT_EQ(found({"?s foaf:name ?o", people}),
            (std::vector<std::string>{
                "<http://ex.example/ada> <http://xmlns.com/foaf/0.1/name> \"Ada\"@en .",
                "<http://ex.example/bob> <http://xmlns.com/foaf/0.1/name> \"Bob \\\"B\\\"\" ."}));
  const auto all = found({"<http://ex.example/ada> foaf:knows ?o"});
  const auto graph = " <https://data.example.org/lod/id/" + people + "> .";
  EXPECT_EQ(all.size(), 4U);
  EXPECT_EQ(std::ranges::count_if(all, [&](const auto& line) { return line.ends_with(graph); }), 1);
  EXPECT_EQ(
      std::ranges::count_if(all, [](const auto& line) { return line.ends_with(" <http://ex.example/g> ."); }),
      2)
      << "named graphs are kept";
  EXPECT_EQ(found({"?s ?p <<( <http://ex.example/bob> <http://ex.example/age> 36 )>>"}).size(), 1U);
  EXPECT_EQ(
      found({"?s ?p ?o default", "--graphs", "own", washed_documents::get().hash("graphs.trig")}).size(), 1U);
  EXPECT_EQ(found({"?s foaf:knows ?s"}).size(), 0U);
}

TEST(query_command, chooses_documents_and_instances_Q02) {
  EXPECT_EQ(found({"?s ?p ?o", "--from-format", "trig"}).size(), 3U);
  const auto people = found({"?s ?p ?o", "--class", "foaf:Person"});
  EXPECT_EQ(people.size(), 6U) << "of documents that say who is a person";
  EXPECT_TRUE(std::ranges::none_of(
      people, [](const auto& line) { return line.starts_with("<http://ex.example/club>"); }));
}

TEST(query_command, counts_and_says_how_much_was_read_Q03) {
  EXPECT_EQ(query({"--count", "?s ?p ?o"}).out, "3011\n");
  EXPECT_EQ(query({"--count", "?s <http://ex.example/p3> ?o"}).out, "429\n");
  EXPECT_EQ(query({"--count", "?s ?p ?o", "--class", "foaf:Person"}).out, "6\n");
  const auto counted =
      nlohmann::json::parse(query({"--count", "--json", "<http://ex.example/s7> ?p ?o"}).out, nullptr, false);
  EXPECT_EQ(counted.value("statements", 0), 10);
  EXPECT_EQ(counted.value("documents", 0), 4);
  EXPECT_LT(counted.value("read_bytes", 0), 1'100'000) << "only the blocks with the subject";
}

TEST(query_command, pages_are_the_whole_Q04) {
  const auto whole = found({"?s ?p ?o", "--limit", "100000"});
  ASSERT_EQ(whole.size(), 3'011U);
  std::vector<std::string> pages;
  std::string after;
  for (int page = 0; page < 10; ++page) {
    std::vector<std::string> words{"?s ?p ?o", "--limit", "700"};
    if (!after.empty()) words.insert(words.end(), {"--after", after});
    const auto got = query(words);
    const auto lines = lines_of(got.out);
    pages.insert(pages.end(), lines.begin(), lines.end());
    const auto at = got.err.find("--after ");
    if (at == got.err.npos) break;
    after = got.err.substr(at + 8);
    after.resize(after.find_first_of(" \n"));
  }
  EXPECT_EQ(pages, whole);
}

TEST(query_command, json_has_the_terms_Q05) {
  const auto people = washed_documents::get().hash("people.ttl");
  const auto row =
      nlohmann::json::parse(query({"--json", "?s foaf:name \"Ada\"@en", people}).out, nullptr, false);
  EXPECT_EQ(row.value("document", ""), people);
  EXPECT_EQ(row.value("subject", ""), "<http://ex.example/ada>");
  EXPECT_EQ(row.value("object", ""), "\"Ada\"@en");
  EXPECT_EQ(row.value("graph", "-"), "");
}

TEST(query_command, says_what_is_wrong_Q06) {
  EXPECT_EQ(query({"?s ?p"}).code, exit_usage);
  EXPECT_EQ(query({"?s ?p ?o", "--class", "word"}).code, exit_usage);
  EXPECT_EQ(query({"?s ?p ?o", "--graphs", "all"}).code, exit_usage);
  EXPECT_EQ(query({"?s ?p ?o", "--after", "here"}).code, exit_usage);
  EXPECT_EQ(query({"?s ?p ?o", "ffffffff"}).code, exit_not_found);
  EXPECT_EQ(query({"?s ?p ?o", "--host", "nowhere.example"}).code, exit_not_found);
  EXPECT_EQ(query({"?s ?p ?o", "--host", "x.example", washed_documents::get().hash("people.ttl")}).code,
            exit_usage);
  EXPECT_EQ(query({"?s <http://ex.example/none> ?o"}).code, exit_ok) << "nothing matches, which is an answer";
}

}  // namespace laundromat::test
