// Tests of the answers of a reconciliation service.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/reconciliation_service.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/reconciliation/reconciliation_client.hpp"

namespace laundromat {
namespace {

using nlohmann::json;

class service_of_towns : public testing::Test {
 protected:
  service_of_towns() {
    constexpr std::pair<const char*, const char*> towns[] = {{"http://example.org/1", "Cologne"},
                                                             {"http://example.org/2", "Paris"},
                                                             {"http://example.org/3", "Paris"},
                                                             {"http://example.org/4", "Colonge"}};
    for (const auto& [iri, label] : towns) labels.add(iri, label);
    labels.build();
  }
  label_index labels;
  reconciliation_service service{
      {"Towns", "http://example.org/", "http://example.org/types/", {"town", "Town"}, "{{id}}"}, labels};
};

TEST_F(service_of_towns, describes_itself_X06) {
  EXPECT_EQ(json::parse(service.manifest()), json::parse(R"({"versions":["0.1","0.2"],"name":"Towns",
    "identifierSpace":"http://example.org/","schemaSpace":"http://example.org/types/",
    "defaultTypes":[{"id":"town","name":"Town"}],"view":{"url":"{{id}}"}})"));
}

TEST_F(service_of_towns, answers_its_own_client_X06) {
  const reconciliation_query batch[] = {
      {"cologne", "town", 0, {}}, {"Paris", "", 1, {}}, {"Cologne", "person", 0, {}}};
  const auto answer = service.answer_queries(reconciliation_queries(batch));
  ASSERT_TRUE(answer);
  const auto read = read_reconciliation_answer(*answer, 3);
  ASSERT_TRUE(read);
  ASSERT_EQ((*read)[0].candidates.size(), 2U);
  EXPECT_EQ((*read)[0].candidates[0],
            (reconciliation_candidate{"http://example.org/1", "Cologne", 99, true, {{"town", "Town"}}}));
  EXPECT_EQ((*read)[0].candidates[1].name, "Colonge");
  EXPECT_FALSE((*read)[0].candidates[1].match);
  ASSERT_EQ((*read)[1].candidates.size(), 1U);
  EXPECT_EQ((*read)[1].candidates[0].score, 100);
  EXPECT_FALSE((*read)[1].candidates[0].match) << "two towns have the name";
  EXPECT_TRUE((*read)[2].candidates.empty());
  for (const auto& one : *read) EXPECT_EQ(one.problem, "");
  const auto manifest = read_reconciliation_manifest(service.manifest());
  ASSERT_TRUE(manifest);
  EXPECT_EQ(iri_of_entity(*manifest, "http://example.org/1"), "http://example.org/1");
}

TEST_F(service_of_towns, refuses_what_is_no_batch_X06) {
  EXPECT_EQ(service.answer_queries("[").error().code, errc::syntax_error);
  EXPECT_EQ(service.answer_queries(R"({"q0":{}})").error().code, errc::invalid_argument);
  EXPECT_EQ(service.answer_queries(R"({"q0":{"properties":[{"pid":"P1","v":"x"}]}})").value(),
            R"({"q0":{"result":[]}})");
  EXPECT_EQ(service.answer_queries(R"({"q0":3})").error().code, errc::invalid_argument);
  EXPECT_EQ(service.answer_queries(R"({"q0":{"query":")" + std::string(2'000, 'a') + R"("}})").error().code,
            errc::limit_exceeded);
}

}  // namespace
}  // namespace laundromat
