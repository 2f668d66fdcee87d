// Tests of the console, asked by a client over a socket.
// SPDX-License-Identifier: Apache-2.0
#include "app/console/console_service.hpp"

#include <gtest/gtest.h>

#include "tests/app/api/filled_folder.hpp"
#include "tests/app/api/served_folder.hpp"

namespace laundromat::test {
namespace {

class console : public testing::Test {
 protected:
  [[nodiscard]] std::string page(const std::string& target) const {
    const auto got = served_.get(target);
    EXPECT_EQ(got.status, 200) << target << got.body;
    EXPECT_EQ(got.field("content-type"), "text/html;charset=utf-8");
    EXPECT_NE(got.field("content-security-policy").find("default-src 'none'"), std::string::npos);
    return got.body;
  }
  [[nodiscard]] nlohmann::ordered_json fact(std::vector<std::string> words) const {
    const auto lines = json_lines(ask_about(filled_folder::get().data(), std::move(words)).out);
    return lines.empty() ? nlohmann::ordered_json::object() : lines.front();
  }

  served_folder served_{filled_folder::get().data()};
};

std::string value(const nlohmann::ordered_json& number) {
  return "<data value=\"" + number.dump() + "\">";
}

}  // namespace

TEST_F(console, is_where_the_root_leads_Q31) {
  EXPECT_EQ(served_.get("/").status, 303);
  EXPECT_EQ(served_.get("/").field("location"), "console/");
  EXPECT_EQ(served_.get("/console").field("location"), "console/");
  EXPECT_EQ(served_.get("/console/style.css").field("content-type"), "text/css;charset=utf-8");
  EXPECT_EQ(served_.get("/console/script.js").field("content-type"), "text/javascript;charset=utf-8");
  EXPECT_EQ(served_.get("/console/nothing").status, 404);
  EXPECT_EQ(served_.send("POST", "/console/", "", "x").status, 405);
}

TEST_F(console, has_the_numbers_of_the_command_line_Q32) {
  const auto status = fact({"status", "--json"});
  const auto overview = page("/console/");
  for (const auto* name : {"clean_documents", "statements", "defects", "in_progress"})
    EXPECT_NE(overview.find(value(status[name])), std::string::npos) << name;
  const auto rows = json_lines(ask_about(filled_folder::get().data(), {"ls", "--json"}).out);
  const auto documents = page("/console/documents");
  for (const auto& row : rows) {
    EXPECT_NE(documents.find("documents/" + row.value("hash", "")), std::string::npos);
    EXPECT_NE(documents.find(value(row["statements"])), std::string::npos);
  }
  EXPECT_NE(page("/console/hosts").find(filled_folder::get().host()), std::string::npos);
  EXPECT_NE(page("/console/seeds?standing=failing").find("failing"), std::string::npos);
}

TEST_F(console, filters_and_orders_documents_Q33) {
  const auto none = page("/console/documents?host=nowhere.example");
  EXPECT_NE(none.find("0 documents"), std::string::npos);
  EXPECT_NE(none.find("value=\"nowhere.example\""), std::string::npos) << "the form keeps what was asked";
  EXPECT_NE(page("/console/documents?sort=uri&format=&host=").find("<option value=\"uri\" selected>"),
            std::string::npos);
  EXPECT_NE(page("/console/documents?sort=colour").find("role=\"alert\""), std::string::npos);
  EXPECT_EQ(page("/console/documents?host=%3Cscript%3E").find("<script>"), std::string::npos);
}

TEST_F(console, finds_words_and_iris_Q35) {
  const auto empty = page("/console/find");
  EXPECT_EQ(empty.find("<table"), std::string::npos);
  EXPECT_NE(page("/console/find?word=socks").find("socks"), std::string::npos);
  const auto type = page("/console/find?iri=http%3A%2F%2Fwww.w3.org%2F1999%2F02%2F22-rdf-syntax-ns%23type");
  EXPECT_NE(type.find("predicate"), std::string::npos);
  EXPECT_NE(type.find("documents/"), std::string::npos);
  const auto cotton = page("/console/find?word=baumwolle");
  EXPECT_NE(cotton.find("Baumwolle"), std::string::npos);
  EXPECT_NE(page("/console/find?iri=word").find("role=\"alert\""), std::string::npos);
  EXPECT_NE(page("/console/find?iri=http%3A%2F%2Fnowhere.example%2F").find("0 documents"), std::string::npos);
}

TEST_F(console, shows_a_record_with_its_defects_Q34) {
  const auto row = fact({"ls", "--json", "--sort", "defects"});
  const auto about = page("/console/documents/" + row.value("hash", ""));
  const auto defect = fact({"errors", "--json", row.value("hash", "")});
  EXPECT_NE(about.find("<code>" + defect.value("rule", "") + "</code>"), std::string::npos) << about;
  EXPECT_NE(page("/console/documents/00000000").find("there is no record"), std::string::npos);
}

}  // namespace laundromat::test
