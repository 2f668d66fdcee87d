// Tests of Linked Data Notifications: which inbox, and what is written.
// SPDX-License-Identifier: Apache-2.0
#include "core/sinks/notification.hpp"

#include <gtest/gtest.h>

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
  const auto inbox = [](std::string_view document) {
    return *inbox_of_document(*make_view_source(document));
  };
  EXPECT_EQ(inbox("<http://e.example/> <http://www.w3.org/ns/ldp#inbox> \"no\" .\n"
                  "<http://e.example/d> <http://e.example/p> <http://www.w3.org/ns/ldp#inbox> .\n"
                  "<http://e.example/d> <http://www.w3.org/ns/ldp#inbox> <http://e.example/in> .\n"),
            "http://e.example/in");
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

TEST(notification, is_an_announcement_of_the_receipt_with_counts_G22) {
  import_notification of;
  of.actor = "https://l.example/";
  of.receipt = "https://l.example/receipts/1";
  of.provider = "http://e.example/void.ttl#\"<x>\xff";
  of.graph = "http://e.example/g";
  of.dump_kind = "partial";
  of.modified = "2024-01-01";
  of.imported = from_ms(1'700'000'000'000);
  of.statements = 5;
  of.removed = 1;
  of.added = 2;
  const auto text = write_notification(of);
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json.at("@context").at(0), "https://www.w3.org/ns/activitystreams");
  EXPECT_EQ(json.at("type"), "Announce");
  EXPECT_EQ(json.at("object").at("id"), of.receipt);
  EXPECT_EQ(json.at("object").at("added"), 2);
  EXPECT_EQ(json.at("object").at("modified"), "2024-01-01");
  EXPECT_EQ(json.at("published"), "2023-11-14T22:13:20.000Z");
  EXPECT_FALSE(json.contains("id"));
}

}  // namespace
}  // namespace laundromat
