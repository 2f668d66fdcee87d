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
  EXPECT_TRUE((*read)[0].empty());
  EXPECT_TRUE((*read)[2].empty());
  EXPECT_EQ((*read)[1],
            (std::vector<reconciliation_candidate>{
                {"Q365", "Cologne", 98.5, true, {{"Q515", "city"}, {"Q1", ""}}}, {"Q1", "", 0, false, {}}}));
}

TEST(reconciliation_client, refuses_other_answers_X06) {
  for (const auto* const text : {"", "[]", R"({"q0":[]})", R"({"q0":{}})", R"({"q0":{"result":{}}})",
                                 R"({"q0":{"result":[{"name":"x"}]}})", R"({"q0":{"result":[1]}})"}) {
    const auto read = read_reconciliation_answer(text, 1);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, errc::bad_response);
  }
}

}  // namespace
}  // namespace laundromat
