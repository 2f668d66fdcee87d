// Tests of the console, asked by a client over a socket.
// SPDX-License-Identifier: Apache-2.0
#include "app/console/console_service.hpp"

#include <gtest/gtest.h>

#include <set>

#include "app/pages/page_parts.hpp"
#include "tests/app/api/filled_folder.hpp"
#include "tests/app/api/served_folder.hpp"
#include "tests/app/unpacked_text.hpp"

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

TEST_F(console, shows_defects_in_their_lines_beside_the_repair_Q51) {
  const auto repaired =
      fact({"errors", "--json", "--lines", "--done", "repair", filled_folder::get().url("/menu.ttl")});
  const auto excerpt = repaired["excerpt"];
  const auto text = excerpt.value("text", "");
  const auto at = excerpt.value("at", std::size_t{0}), length = excerpt.value("length", std::size_t{0});
  EXPECT_EQ(text.substr(at, length), repaired.value("before", "?")) << repaired;
  EXPECT_EQ(excerpt.value("repaired", ""),
            text.substr(0, at) + repaired.value("after", "") + text.substr(at + length));
  std::string entry;
  for (const auto& row : json_lines(ask_about(filled_folder::get().data(), {"ls", "--json"}).out))
    if (row.value("uri", "") == filled_folder::get().url("/menu.ttl")) entry = row.value("entry", "");
  const auto about = page("/console/documents/" + entry);
  EXPECT_NE(about.find("<mark>"), std::string::npos);
  EXPECT_NE(about.find(plain(excerpt.value("repaired", "?")).text), std::string::npos) << about;
}

TEST_F(console, reports_to_the_publisher_of_a_host_Q52) {
  const auto host = filled_folder::get().host();
  const auto known = fact({"quality", "--json", host});
  const auto report = page("/console/host?host=" + host);
  for (const auto* name : {"documents", "failed", "with_defects", "defects", "statements"})
    EXPECT_NE(report.find(value(known[name])), std::string::npos) << name;
  ASSERT_FALSE(known["rules"].empty());
  std::uint64_t sum = 0;
  for (const auto& rule : known["rules"]) {
    EXPECT_NE(report.find(plain(rule.value("hint", "?")).text), std::string::npos) << rule;
    sum += rule.value("defects", std::uint64_t{0});
  }
  EXPECT_EQ(sum, known.value("defects", std::uint64_t{0}));
  EXPECT_FALSE(known["failures"].empty());
  EXPECT_FALSE(known["days"].empty());
  EXPECT_NE(page("/console/host?host=nowhere.example").find("role=\"alert\""), std::string::npos);
}

TEST_F(console, describes_quality_for_programs_Q53) {
  const auto host = filled_folder::get().host();
  const auto dqv = served_.get("/api/v1/hosts/" + host + "/dqv");
  EXPECT_EQ(dqv.status, 200);
  EXPECT_NE(dqv.body.find("dqv:hasQualityMeasurement"), std::string::npos) << dqv.body;
  EXPECT_EQ(served_.get("/api/v1/hosts/nowhere.example/dqv").status, 404);
}

TEST_F(console, joins_chosen_documents_into_one_file_Q54) {
  const auto rows = json_lines(ask_about(filled_folder::get().data(), {"ls", "--json"}).out);
  std::string query, expected;
  std::set<std::string> seen;
  for (const auto& row : rows) {
    const auto hash = row.value("hash", "");
    query += (query.empty() ? "?" : "&") + ("document=" + hash);
    if (seen.insert(hash).second) expected += ask_about(filled_folder::get().data(), {"cat", hash}).out;
  }
  const auto got = served_.get("/console/download" + query);
  EXPECT_EQ(got.status, 200);
  EXPECT_EQ(unpacked(got.body), expected);
  EXPECT_EQ(served_.get("/console/download").status, 400);
  EXPECT_EQ(served_.get("/console/download?document=x").status, 400);
  EXPECT_EQ(served_.get("/console/download?document=" + std::string(64, '0')).status, 404);
}

TEST_F(console, shows_the_statistics_of_a_document_Q59) {
  const auto row = fact({"ls", "--json", "--sort", "statements"});
  const auto hash = row.value("hash", "");
  const auto printed = nlohmann::ordered_json::parse(
      ask_about(filled_folder::get().data(), {"show", "--format", "json", hash}).out);
  const auto about = page("/console/documents/" + hash);
  const auto& metrics = printed.at("metrics");
  for (const auto* name : {"subjects", "objects", "iris", "literals"})
    EXPECT_NE(about.find(value(metrics.at(name))), std::string::npos) << name;
  EXPECT_NE(about.find("Statements by property"), std::string::npos);
  EXPECT_NE(
      about.find(plain(metrics.at("property_partitions").front().at("property").get<std::string>()).text),
      std::string::npos);
}

TEST_F(console, lists_with_chosen_columns_Q55) {
  const auto some = page("/console/documents?columns=host&columns=format");
  EXPECT_NE(some.find("<th scope=\"col\">Host</th>"), std::string::npos);
  EXPECT_EQ(some.find("<th scope=\"col\">Fetched</th>"), std::string::npos);
}

TEST_F(console, shows_the_settings_of_the_campaign_Q56) {
  const auto settings =
      json_lines(ask_about(filled_folder::get().data(), {"config", "--in-use", "--json"}).out);
  ASSERT_FALSE(settings.empty());
  const auto shown = page("/console/settings");
  for (const auto& one : settings)
    EXPECT_NE(shown.find("<code>" + one.value("key", "?") + "</code>"), std::string::npos);
}

}  // namespace laundromat::test
