// Tests that the stages find what documents announce, and obey their publishers.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/washing/stages_fixture.hpp"

namespace laundromat {
namespace {

constexpr auto page =
    "<!DOCTYPE html><html><head><title>x</title>%s<link rel='alternate' type='text/turtle' "
    "href='http://e/d.ttl'></head><body><p property='http://e/p'>text</p></body></html>";

std::string page_with(const std::string& element) {
  std::string text = page;
  return text.replace(text.find("%s"), 2, element);
}

TEST_F(stages, a_sitemap_is_a_list_and_no_failure) {
  const auto found = guessed(
      "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>http://e/1</loc></url></urlset>",
      "map.xml", "application/xml");
  EXPECT_EQ(found.on, event::announcements_found);
  EXPECT_EQ(found.cause, errc::ok);
  EXPECT_TRUE(found.head.empty());
  ASSERT_EQ(found.announced.uris.size(), 1U);
  EXPECT_EQ(found.announced.uris.front().uri, "http://e/1");
  EXPECT_TRUE(found.formats.front().chosen);
  EXPECT_EQ(found.formats.front().value, "sitemap");
}

TEST_F(stages, a_long_sitemap_is_read_whole) {
  std::string text = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";
  constexpr int pages = 40'000;
  for (int n = 0; n < pages; ++n)
    text += "<url><loc>http://e/document/number/" + std::to_string(n) + "</loc></url>";
  raw_.files["body"] = text + "</urlset>";
  const auto leaf = unpacked(view{"body", {}}, "", "map.xml", "application/xml");
  const auto found = guess({0, {}, leaf.content, leaf.encoding, "application/xml", "map.xml"}, ports_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->announced.uris.size(), static_cast<std::size_t>(pages));
}

TEST_F(stages, a_list_of_uris_that_was_announced_as_a_sitemap_is_one_R225) {
  const std::string list = "http://e/1\nhttp://e/2\n";
  EXPECT_EQ(guessed(list, "sm.txt", "text/plain").cause, errc::non_rdf_format);
  is_sitemap_ = true;
  const auto found = guessed(list, "sm.txt", "text/plain");
  EXPECT_EQ(found.on, event::announcements_found);
  ASSERT_EQ(found.announced.uris.size(), 2U);
  EXPECT_EQ(found.announced.uris.front().kind, announced_as::page);
  EXPECT_EQ(guessed("<http://e/1> <http://e/p> <http://e/2> .\n", "sm.txt", "text/plain").on,
            event::format_found);
}

TEST_F(stages, a_page_with_rdfa_announces_its_other_formats_and_is_washed) {
  const auto found = guessed(page_with(""), "page.html", "text/html");
  EXPECT_EQ(found.on, event::format_found);
  EXPECT_EQ(found.format, rdf_format::rdfa);
  ASSERT_EQ(found.announced.uris.size(), 1U);
  EXPECT_EQ(found.announced.uris.front().kind, announced_as::alternate);
}

TEST_F(stages, a_page_that_its_publisher_keeps_out_is_not_washed_unless_it_is_washed_for_oneself) {
  const auto kept_out = page_with("<meta name='robots' content='noindex'>");
  EXPECT_EQ(guessed(kept_out, "page.html", "text/html").on, event::format_found);
  ports_.obeyed_product = "Laundromat";
  const auto found = guessed(kept_out, "page.html", "text/html");
  EXPECT_EQ(found.on, event::failed_for_good);
  EXPECT_EQ(found.cause, errc::kept_out_by_publisher);
  const auto no_longer = page_with("<meta name='robots' content='unavailable_after: 2010-06-25'>");
  EXPECT_EQ(guessed(no_longer, "page.html", "text/html").on, event::format_found);
  at_ = from_ms(1'800'000'000'000);
  EXPECT_EQ(guessed(no_longer, "page.html", "text/html").cause, errc::kept_out_by_publisher);
  EXPECT_EQ(guessed(page_with("<meta name='robots' content='noarchive'>"), "page.html", "text/html").cause,
            errc::kept_out_by_publisher);
  const auto no_follow =
      guessed(page_with("<meta name='laundromat' content='nofollow'>"), "page.html", "text/html");
  EXPECT_EQ(no_follow.on, event::format_found);
  EXPECT_TRUE(no_follow.announced.uris.empty());
}

TEST_F(stages, a_clean_document_announces_its_dumps_and_what_the_campaign_follows) {
  const std::string text =
      "@prefix void: <http://rdfs.org/ns/void#> .\n<#d> a void:Dataset ; void:dataDump <dump.nt.gz> ; "
      "<http://e/see> <other> .\n";
  EXPECT_TRUE(parsed(text, rdf_format::turtle).announced.uris.empty()) << "only where it is asked for";
  parse_settings settings;
  settings.announces = true;
  settings.followed = {"http://e/see"};
  const auto found = parsed(text, rdf_format::turtle, settings);
  ASSERT_EQ(found.announced.uris.size(), 2U);
  EXPECT_EQ(found.announced.uris[0].uri, "http://own.example/dump.nt.gz");
  EXPECT_EQ(found.announced.uris[0].kind, announced_as::dump);
  EXPECT_EQ(found.announced.uris[1].kind, announced_as::linked);
  EXPECT_EQ(found.announced.datasets.size(), 1U);
}

}  // namespace
}  // namespace laundromat
