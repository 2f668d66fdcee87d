// The log has what the schema of SARIF 2.1.0 requires, and the content of the ledger.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/ledger/sarif.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "core/rdf/model/hint.hpp"
#include "tests/core/rdf/ledger/keeping.hpp"

namespace laundromat::testing {
namespace {

using json = nlohmann::json;

/// The log of documents, each under its name.
json log_of(const std::vector<std::pair<std::string, std::string>>& documents) {
  string_sink out;
  sarif_writer writer{out, "1.2.3"};
  for (const auto& [name, text] : documents) {
    const auto ledger = load(keep_ledger(rdf_format::turtle, text).bytes);
    EXPECT_TRUE(writer.begin_document(name));
    for (const auto& row : ledger.rows) EXPECT_TRUE(writer.on_row(row));
    EXPECT_TRUE(writer.end_document(ledger.subject));
  }
  EXPECT_TRUE(writer.finish());
  return json::parse(out.text);
}

const std::string dirty =
    "<http://a.example/s> <http://a.example/p> \"x\"@EN\n<http://a.example/t> <http://a.example/p> foaf:x "
    ".\n\xFF\n";

void expect_message(const json& message) {
  ASSERT_TRUE(message.is_object());
  EXPECT_TRUE(message.at("text").is_string());
}

/// Section 3.30: lines and columns from 1, bytes from 0.
void expect_region(const json& region) {
  EXPECT_GE(region.value("startLine", 1), 1);
  EXPECT_GE(region.value("startColumn", 1), 1);
  EXPECT_GE(region.at("byteOffset").get<std::int64_t>(), 0);
  EXPECT_GE(region.at("byteLength").get<std::int64_t>(), 0);
}

void expect_fix(const json& fix) {
  for (const auto& change : fix.at("artifactChanges")) {
    EXPECT_TRUE(change.at("artifactLocation").at("uri").is_string());
    EXPECT_FALSE(change.at("replacements").empty());
    for (const auto& replacement : change.at("replacements")) {
      EXPECT_TRUE(replacement.at("deletedRegion").contains("byteOffset"));
      if (replacement.contains("insertedContent")) expect_message(replacement.at("insertedContent"));
    }
  }
}

TEST(sarif, a_cut_ledger_is_reported_by_a_notification_of_the_run) {
  string_sink out;
  sarif_writer writer{out, "1.2.3"};
  ledger_subject about;
  about.digest = sha256("x");
  ASSERT_TRUE(writer.begin_document("whole.nt") && writer.end_document(about));
  about.cut = {29'990, 40'000, 1'024, 65'536};
  ASSERT_TRUE(writer.begin_document("cut.nt") && writer.end_document(about) && writer.finish());
  const auto runs = json::parse(out.text).at("runs");
  EXPECT_FALSE(runs.at(0).contains("invocations"));
  const auto& run = runs.at(1).at("invocations").at(0);  // sections 3.20 and 3.58
  EXPECT_EQ(run.at("executionSuccessful"), true);
  const auto& notification = run.at("toolExecutionNotifications").at(0);
  EXPECT_EQ(notification.at("descriptor").at("id"), "ledger_cut");
  EXPECT_EQ(notification.at("level"), "warning");
  expect_message(notification.at("message"));
  EXPECT_EQ(notification.at("locations")[0].at("physicalLocation").at("artifactLocation").at("uri"),
            "cut.nt");
  EXPECT_EQ(notification.at("properties").at("rowsLeftOut"), 29'990);
  EXPECT_EQ(notification.at("properties").at("bytesLeftOut"), 40'000);
  EXPECT_EQ(notification.at("properties").at("copiedTo"), 1'024);
  EXPECT_EQ(notification.at("properties").at("mixedBytes"), 65'536);
}

TEST(sarif, has_what_the_schema_requires) {
  const auto log = log_of({{"http://a.example/x.ttl", dirty}, {"a b#c.ttl", dirty}});
  EXPECT_EQ(log.at("version"), "2.1.0");
  ASSERT_EQ(log.at("runs").size(), 2u);
  for (const auto& run : log.at("runs")) {
    const auto& driver = run.at("tool").at("driver");
    EXPECT_TRUE(driver.at("name").is_string());
    std::set<std::string> rules;
    for (const auto& rule : driver.at("rules")) {
      EXPECT_TRUE(rules.insert(rule.at("id")).second);
      expect_message(rule.at("shortDescription"));
      EXPECT_FALSE(rule.at("help").at("text").get<std::string>().empty());
    }
    EXPECT_EQ(rules.size(), defect_hints().size());
    EXPECT_EQ(run.at("columnKind"), "unicodeCodePoints");
    ASSERT_EQ(run.at("results").size(), 4u);
    for (const auto& found : run.at("results")) {
      EXPECT_TRUE(rules.contains(found.at("ruleId")));
      EXPECT_TRUE((std::set<std::string>{"none", "note", "warning", "error"}).contains(found.at("level")));
      expect_message(found.at("message"));
      for (const auto& location : found.at("locations")) {
        const auto& place = location.at("physicalLocation");
        EXPECT_EQ(place.at("artifactLocation").at("uri"), run.at("artifacts")[0].at("location").at("uri"));
        expect_region(place.at("region"));
      }
      for (const auto& fix : found.value("fixes", json::array())) expect_fix(fix);
    }
    EXPECT_EQ(run.at("artifacts")[0].at("length"), dirty.size());
    EXPECT_EQ(run.at("artifacts")[0].at("hashes").at("sha-256"), sha256(dirty).hex());
  }
  EXPECT_EQ(log.at("runs")[1].at("artifacts")[0].at("location").at("uri"), "a%20b%23c.ttl");
}

TEST(sarif, names_at_the_front_of_a_sentence_keep_their_letters) {
  const auto log =
      log_of({{"a.ttl", "<a:s> <a:p> \"x\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString> .\n"}});
  const auto said = log.at("runs").at(0).at("results").at(0).at("message").at("text").get<std::string>();
  EXPECT_TRUE(said.starts_with("rdf:langString without a language tag.")) << said;
}

TEST(sarif, a_message_that_is_the_meaning_of_its_rule_is_said_once) {
  for (const std::string text :
       {"<a:s> <a:p> \"x", "<a:s> <a:p> \"x .\n<a:s> <a:p> <a:o> .\n", "<a:s> <a:p"}) {
    const auto log = log_of({{"a.ttl", text}});
    for (const auto& row : log.at("runs").at(0).at("results")) {
      const auto said = row.at("message").at("text").get<std::string>();
      const std::string meaning = "A statement, record, string or IRI has no end.";
      const auto at = said.find(meaning);
      EXPECT_EQ(at == said.npos ? at : said.find(meaning, at + 1), said.npos) << said;
    }
  }
}

TEST(sarif, offers_only_fixes_that_can_be_applied) {
  const auto log = log_of({{"x.ttl", dirty}});
  std::map<std::string, json> by_rule;
  for (const auto& found : log.at("runs")[0].at("results")) by_rule[found.at("ruleId")] = found;
  ASSERT_TRUE(by_rule.at("missing_dot").contains("fixes"));
  const auto& replacement = by_rule["missing_dot"]["fixes"][0]["artifactChanges"][0]["replacements"][0];
  EXPECT_EQ(replacement.at("deletedRegion").at("byteOffset"), dirty.find('\n'));
  EXPECT_EQ(replacement.at("insertedContent").at("text"), ".");
  EXPECT_FALSE(by_rule.at("missing_prefix").contains("fixes"));
}

TEST(sarif, without_documents_is_a_log_without_runs) {
  EXPECT_TRUE(log_of({}).at("runs").empty());
}

}  // namespace
}  // namespace laundromat::testing
