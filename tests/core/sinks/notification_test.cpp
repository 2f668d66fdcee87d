// Tests of Linked Data Notifications: which inbox, and what is written.
// SPDX-License-Identifier: Apache-2.0
#include "core/sinks/notification.hpp"

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>

namespace laundromat {
namespace {

TEST(notification, finds_the_inbox_of_a_link_header_G22) {
  const auto inbox = [](std::string_view header) {
    return inbox_of_links(parse_links(header), "http://e.example/void.ttl");
  };
  EXPECT_EQ(inbox("</inbox/>; rel=\"http://www.w3.org/ns/ldp#inbox\""), "http://e.example/inbox/");
  EXPECT_EQ(inbox("<a>; rel=describedby, <http://o.example/b>; rel=\"x http://www.w3.org/ns/ldp#inbox\""),
            "http://o.example/b");
  EXPECT_EQ(inbox("</inbox/>; rel=\"http://www.w3.org/ns/ldp#inbox\"; anchor=\"/other\""), "");
  EXPECT_EQ(inbox("</inbox/>; rel=inbox"), "");
}

TEST(notification, finds_the_inbox_of_a_document_G22) {
  const std::array<std::string, 2> void_uris{"http://e.example/void", "http://e.example/moved"};
  const auto inbox = [&](std::string_view document) {
    return *inbox_of_document(*make_view_source(document), void_uris);
  };
  const std::string inbox_is = " <http://www.w3.org/ns/ldp#inbox> <http://e.example/in> .\n",
                    type_is = " <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> ",
                    of_person =
                        "<http://e.example/a> <http://www.w3.org/ns/ldp#inbox> <http://e.example/p> .\n",
                    person = "<http://e.example/a>" + type_is + "<http://xmlns.com/foaf/0.1/Person> .\n",
                    dataset = "<http://e.example/d>" + type_is + "<http://rdfs.org/ns/void#Dataset> .\n",
                    dump = "<http://e.example/d> <http://rdfs.org/ns/void#dataDump> <http://e.example/x> .\n";
  EXPECT_EQ(inbox("<http://e.example/moved> <http://www.w3.org/ns/ldp#inbox> \"no\" .\n"
                  "<http://e.example/void> <http://e.example/p> <http://www.w3.org/ns/ldp#inbox> .\n"
                  "<http://e.example/void>" +
                  inbox_is),
            "http://e.example/in");
  EXPECT_EQ(inbox(person + of_person + "<http://e.example/moved>" + inbox_is), "http://e.example/in");
  EXPECT_EQ(inbox(person + of_person + dataset + "<http://e.example/d>" + inbox_is), "http://e.example/in");
  EXPECT_EQ(inbox(of_person + dump + "<http://e.example/d>" + inbox_is), "http://e.example/in");
  EXPECT_EQ(inbox(person + of_person + dataset), "") << "an inbox of a person is not that of a dataset";
  EXPECT_EQ(inbox(of_person +
                  "<http://e.example/d> <http://e.example/p> <http://rdfs.org/ns/void#Dataset> .\n"
                  "<http://e.example/e>" +
                  inbox_is),
            "");
  EXPECT_EQ(inbox(""), "");
}

TEST(notification, goes_to_the_host_of_the_provider_or_where_the_registry_says_G22) {
  const std::string source = "http://E.example:8080/void.ttl";
  EXPECT_TRUE(check_inbox("https://e.example/inbox", source, false));
  EXPECT_EQ(check_inbox("http://stranger.example/inbox", source, false).error().code, errc::address_refused);
  EXPECT_TRUE(check_inbox("http://stranger.example/inbox", source, true));
  EXPECT_EQ(check_inbox("ftp://e.example/inbox", source, false).error().code, errc::scheme_refused);
  EXPECT_EQ(check_inbox("http://user:pass@e.example/inbox", source, false).error().code, errc::uri_syntax);
  EXPECT_FALSE(check_inbox("/inbox", source, true));
}

import_notification of_an_import() {
  import_notification of;
  of.actor = "https://l.example/";
  of.receipt = "https://l.example/receipts/1";
  of.provider = "http://e.example/void.ttl#\"<x>\xff";
  of.graph = "http://e.example/g";
  of.outcome = "imported";
  of.dump_kind = "partial";
  of.modified = "2024-01-01";
  of.ended = from_ms(1'700'000'000'000);
  of.statements = 5;
  of.removed = 1;
  of.added = 2;
  return of;
}

TEST(notification, is_an_announcement_of_the_receipt_with_counts_G22) {
  const auto of = of_an_import();
  const auto json = nlohmann::json::parse(write_notification(of));
  EXPECT_EQ(json.at("@context").at(0), "https://www.w3.org/ns/activitystreams");
  EXPECT_EQ(json.at("type"), "Announce");
  const auto& object = json.at("object");
  EXPECT_EQ(object.at("id"), of.receipt);
  EXPECT_EQ(object.at("outcome"), "imported");
  EXPECT_EQ(object.at("added"), 2);
  EXPECT_EQ(object.at("modified"), "2024-01-01");
  EXPECT_EQ(object.at("numberOfViolations"), 0);
  EXPECT_FALSE(object.contains("violations"));
  EXPECT_EQ(json.at("published"), "2023-11-14T22:13:20.000Z");
  EXPECT_FALSE(json.contains("id"));
  // Each own term has a meaning.
  for (const auto& [key, value] : object.items())
    EXPECT_TRUE(key == "id" || key == "type" || json.at("@context").at(1).contains(key)) << key;
}

TEST(notification, names_the_broken_rules_with_advice_and_counts_those_beyond_a_limit_G07_G22) {
  auto of = of_an_import();
  of.outcome = "failed";
  of.detail = "no dataset can be harvested";
  of.dump_kind = of.modified = {};
  for (std::size_t i = 0; i < most_told_violations + 5; ++i)
    of.violations.push_back({"no_modified", "http://e.example/d" + std::to_string(i), "", "write a date"});
  const auto json = nlohmann::json::parse(write_notification(of));
  const auto& object = json.at("object");
  EXPECT_EQ(object.at("numberOfViolations"), most_told_violations + 5);
  ASSERT_EQ(object.at("violations").size(), most_told_violations);
  EXPECT_EQ(object.at("violations").at(1).at("rule"), "no_modified");
  EXPECT_EQ(object.at("violations").at(1).at("dataset"), "http://e.example/d1");
  EXPECT_FALSE(object.at("violations").at(1).contains("value"));
  EXPECT_FALSE(object.contains("dumpKind") || object.contains("modified"));
  const auto summary = json.at("summary").get<std::string>();
  EXPECT_NE(summary.find("Nothing of"), std::string::npos) << summary;
  EXPECT_NE(summary.find("no dataset can be harvested"), std::string::npos) << summary;
  EXPECT_NE(summary.find("25 rules, first no_modified: write a date"), std::string::npos) << summary;
  for (const auto& [key, value] : object.at("violations").at(0).items())
    EXPECT_TRUE(json.at("@context").at(1).contains(key)) << key;
}

}  // namespace
}  // namespace laundromat
