// Tests of the reconciliation service over a socket.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/api/filled_folder.hpp"
#include "tests/app/api/served_folder.hpp"

namespace laundromat::test {
namespace {

using json = nlohmann::ordered_json;

class reconciliation_route_test : public testing::Test {
 protected:
  static label_index labels() {
    label_index index;
    index.add("https://example.org/jo", "Jo Smith");
    index.add("https://example.org/joan", "Joan Smythe");
    index.add("https://example.org/kim", "Kim Lee");
    index.build();
    return index;
  }
  [[nodiscard]] raw_response ask_as_form(
      const std::string& queries, const std::string& type = "application/x-www-form-urlencoded") const {
    return served_.send("POST", "/api/v1/reconcile", "Content-Type: " + type + "\r\n",
                        "queries=" + encoded(queries));
  }

  served_folder served_{filled_folder::get().data(), served_folder::open_guard(), labels()};
};

TEST_F(reconciliation_route_test, describes_itself_A19) {
  const auto got = served_.get("/api/v1/reconcile");
  ASSERT_EQ(got.status, 200) << got.body;
  const auto manifest = json::parse(got.body, nullptr, false);
  EXPECT_EQ(manifest["versions"], json({"0.1", "0.2"}));
  EXPECT_TRUE(manifest.contains("identifierSpace") && manifest.contains("schemaSpace")) << got.body;
  EXPECT_EQ(got.field("access-control-allow-origin"), "*");
}

TEST_F(reconciliation_route_test, answers_batches_in_a_form_and_in_a_query_A19) {
  const std::string queries =
      R"({"q0": {"query": "jo smith", "limit": 2}, "q1": {"query": "nothing like it"}})";
  for (const auto& got :
       {ask_as_form(queries), served_.get("/api/v1/reconcile?queries=" + encoded(queries))}) {
    ASSERT_EQ(got.status, 200) << got.body;
    const auto answers = json::parse(got.body, nullptr, false);
    ASSERT_FALSE(answers["q0"]["result"].empty()) << got.body;
    EXPECT_EQ(answers["q0"]["result"][0]["id"], "https://example.org/jo");
    EXPECT_EQ(answers["q0"]["result"][0]["match"], true);
    EXPECT_TRUE(answers["q1"]["result"].empty()) << got.body;
  }
}

TEST_F(reconciliation_route_test, refuses_what_is_no_batch_A19) {
  EXPECT_EQ(ask_as_form("[]").status, 400);
  EXPECT_EQ(ask_as_form("{\"q0\": {}}").status, 400);
  EXPECT_EQ(ask_as_form("{}", "application/json").status, 415);
  EXPECT_EQ(served_.send("DELETE", "/api/v1/reconcile").status, 405);
  EXPECT_EQ(served_folder{filled_folder::get().data()}.get("/api/v1/reconcile").status, 404)
      << "without labels";
}

}  // namespace
}  // namespace laundromat::test
