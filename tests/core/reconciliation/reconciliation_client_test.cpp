// Tests of what is sent to a reconciliation service, and of what comes back.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/reconciliation_client.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(reconciliation_client, writes_a_batch_X06) {
  const reconciliation_query batch[] = {{"Köln", "", 0, {}}, {"Ada \"L\"", "Q5", 3, {{"P569", "1815"}}}};
  EXPECT_EQ(
      reconciliation_queries(batch),
      R"({"q0":{"query":"Köln"},"q1":{"query":"Ada \"L\"","type":"Q5","limit":3,"properties":[{"pid":"P569","v":"1815"}]}})");
  EXPECT_EQ(reconciliation_form(R"({"q0":{"query":"K ö&+"}})"),
            "queries=%7B%22q0%22%3A%7B%22query%22%3A%22K+%C3%B6%26%2B%22%7D%7D");
}

TEST(reconciliation_client, reads_candidates_X06) {
  const auto read = read_reconciliation_answer(
      R"({"q1":{"result":[{"id":"Q365","name":"Cologne","score":98.5,"match":true,"type":[{"id":"Q515","name":"city"},"Q1"]},
          {"id":"Q1"}]},"q0":{"result":[]}})",
      3);
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 3U);
  EXPECT_TRUE((*read)[0].candidates.empty());
  EXPECT_EQ((*read)[0].problem, "");
  EXPECT_EQ((*read)[2].problem, "the service left the query out");
  EXPECT_EQ((*read)[1].candidates,
            (std::vector<reconciliation_candidate>{
                {"Q365", "Cologne", 98.5, true, {{"Q515", "city"}, {"Q1", ""}}}, {"Q1", "", 0, false, {}}}));
}

TEST(reconciliation_client, sorts_candidates_by_their_scores_X06) {
  const auto read = read_reconciliation_answer(
      R"({"q0":{"result":[{"id":"a","score":1},{"id":"b","score":30},{"id":"c","score":30},{"id":"d","score":"x"}]}})",
      1);
  ASSERT_TRUE(read);
  std::string ids;
  for (const auto& one : (*read)[0].candidates) ids += one.id;
  EXPECT_EQ(ids, "bcad");
}

TEST(reconciliation_client, loses_only_the_query_whose_answer_is_malformed_X06) {
  const std::pair<std::string, std::string> wrong[] = {
      {"[]", "no list of results"},
      {"{}", "no list of results"},
      {R"({"result":{}})", "no list of results"},
      {R"({"result":[{"name":"x"}]})", "no id"},
      {R"({"result":[1]})", "no id"},
      {R"({"error":"too long"})", "the service reports: too long"},
  };
  for (const auto& [answer, problem] : wrong) {
    const auto read =
        read_reconciliation_answer(R"({"q0":)" + answer + R"(,"q1":{"result":[{"id":"a"}]}})", 2);
    ASSERT_TRUE(read) << answer;
    EXPECT_NE((*read)[0].problem.find(problem), std::string::npos) << (*read)[0].problem;
    EXPECT_TRUE((*read)[0].candidates.empty());
    EXPECT_EQ((*read)[1].problem, "");
    EXPECT_EQ((*read)[1].candidates.size(), 1U);
  }
}

TEST(reconciliation_client, refuses_what_is_no_answer_X06) {
  for (const auto* const text : {"", "[]", "<html>", R"({"status":"error","message":"invalid query"})"}) {
    const auto read = read_reconciliation_answer(text, 1);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, errc::bad_response);
  }
}

TEST(reconciliation_client, knows_queries_that_are_answered_twice_X06) {
  const auto read = read_reconciliation_answer(
      R"({"q0":{"result":[{"id":"a"}]},"q1":{"result":[{"id":"b","q0":1},{"id":"b","score":2}]},"q0":{"result":[]}})",
      2);
  ASSERT_TRUE(read);
  EXPECT_EQ((*read)[0].problem, "the service answers the query twice");
  EXPECT_TRUE((*read)[0].candidates.empty());
  ASSERT_EQ((*read)[1].candidates.size(), 1U) << "an id counts once";
  EXPECT_EQ((*read)[1].candidates[0].score, 2);
}

/// With a search among all keys for each key this takes minutes.
TEST(reconciliation_client, reads_very_many_keys_and_deep_values_in_little_time_and_stack_X06) {
  std::string many = "{";
  for (int i = 0; i < 400'000; ++i) many += "\"k" + std::to_string(i) + "\":0,";
  const auto read = read_reconciliation_answer(many + R"("q0":{"result":[{"id":"a"}]}})", 1);
  ASSERT_TRUE(read);
  EXPECT_EQ((*read)[0].candidates.size(), 1U);
  constexpr std::size_t depth = 2'000'000;
  const auto nested = std::string(depth, '[') + std::string(depth, ']');
  EXPECT_FALSE(read_reconciliation_answer(R"({"q0":{"result":[{"id":"a","type":)" + nested + "}]}}", 1));
  EXPECT_FALSE(read_reconciliation_manifest(R"({"name":"a","versions":[)" + nested + "]}"));
}

TEST(reconciliation_client, bounds_ids_names_and_messages_X06) {
  const std::string huge(100'000, 'x');
  const auto read = read_reconciliation_answer(R"({"q0":{"result":[{"id":")" + huge +
                                                   R"("}]},"q1":{"result":[{"id":"a","name":")" + huge +
                                                   R"("}]},"q2":{"error":")" + huge + R"("}})",
                                               3);
  ASSERT_TRUE(read);
  EXPECT_EQ((*read)[0].problem, "a candidate has an id of more than 2,000 bytes");
  EXPECT_EQ((*read)[1].candidates[0].name.size(), 300U);
  EXPECT_LT((*read)[2].problem.size(), 400U);
  const auto manifest = read_reconciliation_manifest(R"({"name":"a","versions":[")" + huge + R"("]})");
  ASSERT_FALSE(manifest);
  EXPECT_LT(manifest.error().detail.size(), 200U);
}

TEST(reconciliation_client, reads_a_manifest_and_makes_iris_of_ids_X06) {
  const auto manifest = read_reconciliation_manifest(
      R"({"versions":["0.1","0.2"],"name":"Wikidata","identifierSpace":"http://www.wikidata.org/entity/","schemaSpace":"http://s.org/"})");
  ASSERT_TRUE(manifest);
  EXPECT_EQ(iri_of_entity(*manifest, "Q365"), "http://www.wikidata.org/entity/Q365");
  EXPECT_EQ(iri_of_entity(*manifest, "http://e.org/1"), "http://e.org/1");
  EXPECT_TRUE(read_reconciliation_manifest(R"({"name":"of version 0.1"})"));
  EXPECT_EQ(iri_of_entity({"", "names"}, "Q365"), "Q365");
  for (const auto* const text : {"", "[]", "{}", R"({"name":"later","versions":["1.0"]})"}) {
    const auto wrong = read_reconciliation_manifest(text);
    ASSERT_FALSE(wrong) << text;
    EXPECT_EQ(wrong.error().code, errc::bad_response);
  }
}
TEST(reconciliation_client, refuses_candidates_that_are_no_iri_of_the_web_X06) {
  const reconciliation_manifest wikidata{"", "http://www.wikidata.org/entity/"};
  reconciliation_answer answer;
  for (const auto* id : {"Q1", "http://e.org/\xC3\xBC", "javascript:alert(1)", "http://e.org/a b",
                         "http://e.org/\x1B]0;x\x07", "http://e.org/\xC2\x9B", "https:///x", "Q\"2"})
    answer.candidates.push_back({id, "name", 1, false, {}});
  name_candidates(wikidata, answer);
  ASSERT_EQ(answer.candidates.size(), 2U);
  EXPECT_EQ(answer.candidates[0].id, "http://www.wikidata.org/entity/Q1");
  EXPECT_EQ(answer.candidates[1].id, "http://e.org/\xC3\xBC");
  EXPECT_EQ(answer.problem, "the service proposes javascript:alert(1), which is no IRI of http or https");
}

}  // namespace
}  // namespace laundromat
