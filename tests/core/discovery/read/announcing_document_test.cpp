// Tests of which documents are read for announcements.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/read/announcing_document.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

constexpr std::string_view sitemap =
    "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>http://e/1</loc></url></urlset>";

TEST(announcing_document, is_recognised_by_its_content) {
  const auto what = recognise_document(sitemap, "text/plain", "http://e/x", false);
  EXPECT_EQ(what.form, announcing_form::sitemap);
  EXPECT_TRUE(what.is_list);
  const auto found = read_announcements(what, make_view_source(sitemap), {"http://e/x", "text/plain"});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->found.uris.size(), 1U);
  EXPECT_EQ(found->found.uris.front().uri, "http://e/1");
}

TEST(announcing_document, a_list_of_uris_needs_the_name_of_one) {
  EXPECT_TRUE(
      recognise_document("http://e/1\nhttp://e/2\n", "text/plain", "http://e/sitemap-2.txt", false).is_list);
  EXPECT_EQ(recognise_document("http://e/1\nhttp://e/2\n", "text/plain", "http://e/readme", false).form,
            announcing_form::none);
}

TEST(announcing_document, a_list_of_uris_that_was_announced_as_a_sitemap_needs_no_name_R225) {
  const auto what = recognise_document("http://e/1\nhttp://e/2\n", "text/plain", "http://e/sm.txt", true);
  EXPECT_EQ(what.form, announcing_form::sitemap);
  EXPECT_TRUE(what.is_list);
  EXPECT_EQ(
      recognise_document("<http://e/1> <http://e/p> <http://e/2> .\n", "text/plain", "http://e/sm.txt", true)
          .form,
      announcing_form::none);
}

TEST(announcing_document, a_feed_in_rdf_is_washed_as_well) {
  const auto what = recognise_document(
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
      "xmlns='http://purl.org/rss/1.0/'><channel "
      "rdf:about='http://e/'/></rdf:RDF>",
      "application/rdf+xml", "http://e/feed", false);
  EXPECT_EQ(what.form, announcing_form::sitemap);
  EXPECT_FALSE(what.is_list);
}

TEST(announcing_document, a_page_says_what_its_publisher_asks) {
  constexpr std::string_view page =
      "<!DOCTYPE html><html><head><meta name='robots' content='nofollow'><meta name='Wash' content='noindex'>"
      "<link rel='alternate' type='text/turtle' href='d.ttl'></head><body></body></html>";
  const auto what = recognise_document(page, "", "http://e/page", false);
  EXPECT_EQ(what.form, announcing_form::html_page);
  EXPECT_FALSE(what.is_list);
  const auto read = read_announcements(what, make_view_source(page), {"http://e/page", "", "Wash"});
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->asked.no_index);
  EXPECT_TRUE(read->asked.no_follow);
  ASSERT_EQ(read->found.uris.size(), 1U);
  EXPECT_EQ(read->found.uris.front().uri, "http://e/d.ttl");
  EXPECT_FALSE(
      read_announcements(what, make_view_source(page), {"http://e/page", "", "Other"})->asked.no_index);
}

TEST(announcing_document, an_index_of_a_web_archive_is_a_list_of_records_R201) {
  const std::string cdx =
      "org,example)/d 20240502102030 http://example.org/d text/turtle 200 ABC - - 1234 5678 a/x.warc.gz\n";
  const std::string json =
      R"({"url": "http://example.org/d", "timestamp": "20240502102030", "mime": "text/turtle", "status": "200", )"
      R"("offset": "5678", "length": "1234", "filename": "a/x.warc.gz"})"
      "\n";
  for (const auto& index : {" CDX N b a m s k r M S V g\n" + cdx, cdx, "!OpenWayback-CDXJ 1.0\n" + cdx,
                            cdx + cdx, json, "org,example)/d 20240502102030 " + json}) {
    const auto what = recognise_document(index, "text/plain", "http://archive.example/index.cdx", false);
    EXPECT_EQ(what.form, announcing_form::archive_index) << index;
    EXPECT_TRUE(what.is_list);
    const auto read = read_announcements(what, make_view_source(index), {"http://archive.example/index.cdx"});
    ASSERT_TRUE(read);
    ASSERT_FALSE(read->found.uris.empty()) << index;
    EXPECT_TRUE(read->found.uris.front().uri.starts_with(
        "http://archive.example/a/x.warc.gz#bytes=5678-6911&uri=http://example.org/d"))
        << read->found.uris.front().uri;
    EXPECT_EQ(read->found.uris.front().kind, announced_as::archived);
    EXPECT_EQ(read->found.uris.front().context, "http://example.org/d");
  }
  for (const std::string text : {"<http://e/x.warc.gz> <http://e/p> \"CDX \" .\n",
                                 "{\"filename\": \"x.warc.gz\"}\n", "CDX x.warc.gz\n",
                                 "org,example)/d 20240502102030 http://example.org/d text/turtle 200 ABC - - "
                                 "1234 5678 a/x.warc.gz\nno line of it\n"})
    EXPECT_EQ(recognise_document(text, "text/plain", "http://e/x.txt", false).form, announcing_form::none)
        << text;
}

TEST(announcing_document, a_catalogue_in_json_is_a_list_unless_it_is_json_ld) {
  constexpr std::string_view search =
      R"({"success": true, "result": {"count": 250, "results": [{"name": "a", "resources": [)"
      R"({"url": "http://e/a.ttl", "format": "TTL"}, {"url": "http://e/a.csv", "format": "CSV"}]}]}})";
  const auto uri = "http://e/api/3/action/package_search?rows=100&start=0";
  const auto what = recognise_document(search, "application/json", uri, false);
  EXPECT_EQ(what.form, announcing_form::json_catalogue);
  EXPECT_TRUE(what.is_list);
  const auto read = read_announcements(what, make_view_source(search), {uri, "application/json"});
  ASSERT_TRUE(read);
  std::vector<std::string> found;
  for (const auto& one : read->found.uris) found.push_back(one.uri + " " + one.media_type);
  EXPECT_EQ(found, (std::vector<std::string>{
                       "http://e/a.ttl text/turtle", "http://e/a.csv text/csv",
                       "http://e/api/3/action/package_search?rows=100&start=1 application/json"}));

  constexpr std::string_view dcat =
      R"({"@context": "https://project-open-data.cio.gov/v1.1/schema/catalog.jsonld", "dataset": [)"
      R"({"title": "t", "distribution": [{"downloadURL": "http://e/d.nt"}]}]})";
  EXPECT_EQ(recognise_document(dcat, "application/json", "http://e/data.json", false).form,
            announcing_form::json_catalogue);
  EXPECT_FALSE(recognise_document(dcat, "application/json", "http://e/data.json", false).is_list);
  EXPECT_EQ(
      recognise_document(R"({"result": 1, "resources": "none"})", "application/json", "http://e/", false)
          .form,
      announcing_form::none);
}

TEST(announcing_document, other_rdf_announces_nothing_by_its_form) {
  for (const auto* text :
       {"<http://e/s> <http://e/p> <http://e/o> .", "@prefix a: <http://e/> . a:b a a:c .",
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>", "{\"@context\": {}}", ""})
    EXPECT_EQ(recognise_document(text, "", "http://e/sitemap", false).form, announcing_form::none) << text;
}

}  // namespace
}  // namespace laundromat
