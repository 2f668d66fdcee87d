// Tests of the recognition of sitemaps and feeds.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/sitemap_form.hpp"

#include <gtest/gtest.h>

#include <string>

namespace laundromat {
namespace {

sitemap_form form_of(std::string_view head, bool is_expected = false) {
  return recognise_sitemap(head, {}, is_expected).form;
}

TEST(sitemap_form, is_that_of_the_root) {
  EXPECT_EQ(form_of("<urlset>"), sitemap_form::url_set);
  EXPECT_EQ(form_of("<?xml version='1.0'?><!-- <html> --><s:urlset xmlns:s='x'>"), sitemap_form::url_set);
  EXPECT_EQ(form_of("<sitemapindex/>"), sitemap_form::sitemap_index);
  EXPECT_EQ(form_of("<rss version='0.91'>"), sitemap_form::rss);
  EXPECT_EQ(form_of("<feed xmlns='http://www.w3.org/2005/Atom'>"), sitemap_form::atom);
  EXPECT_EQ(form_of("<br/>\n<url><loc>http://e/</loc></url>"), sitemap_form::url_set);
  EXPECT_EQ(form_of("<sitemap>\n<loc>http://e/</loc></sitemap>"), sitemap_form::sitemap_index);
  EXPECT_EQ(form_of(std::string("\xEF\xBB\xBF<urlset>")), sitemap_form::url_set);
  EXPECT_EQ(form_of(std::string("\xFF\xFE<\0u\0r\0l\0s\0e\0t\0>\0", 18)), sitemap_form::url_set);
}

TEST(sitemap_form, is_none_for_other_documents) {
  for (const auto* text :
       {"", "text", "{\"a\": 1}", "<svg/>", "<url>http://e/</url>",
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><x/>",
        "<http://e/s> <http://e/p> <http://e/o> .", "@prefix a: <http://e/> .", "<CHANNEL><ABSTRACT>"})
    EXPECT_EQ(form_of(text), sitemap_form::none) << text;
  for (const auto* text :
       {"<!DOCTYPE html><html prefix='dc: http://purl.org/dc/terms/'><body property='dc:title'>",
        "<body><urlset>"})
    EXPECT_EQ(form_of(text), sitemap_form::html) << text;
}

TEST(sitemap_form, of_a_list_of_uris_is_text_where_a_sitemap_is_expected) {
  EXPECT_EQ(form_of("\n http://e/1\nhttp://e/2", true), sitemap_form::text);
  EXPECT_EQ(form_of("http://e/1\nhttp://e/2"), sitemap_form::none);
  EXPECT_EQ(form_of("Hello\nhttp://e/2", true), sitemap_form::none);
}

TEST(sitemap_form, says_that_rss_1_0_is_rdf_too) {
  const std::string rdf = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'";
  EXPECT_EQ(recognise_sitemap(rdf + " xmlns='http://purl.org/rss/1.0/'><channel>", {}, false),
            (recognised_sitemap{sitemap_form::rss, true}));
  EXPECT_EQ(
      recognise_sitemap(rdf + " xmlns:r='http://my.netscape.com/rdf/simple/0.9/'><r:channel>", {}, false),
      (recognised_sitemap{sitemap_form::rss, true}));
  EXPECT_EQ(recognise_sitemap(rdf + " xmlns:rss='http://purl.org/rss/1.0/'><x/><rss:channel>", {}, false),
            recognised_sitemap{});
  EXPECT_FALSE(recognise_sitemap("<rss>", {}, false).is_rdf);
}

TEST(sitemap_form, of_compressed_bytes_is_told) {
  EXPECT_EQ(form_of(std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10)), sitemap_form::compressed);
  EXPECT_EQ(form_of("PK\x03\x04" + std::string(26, '\0')), sitemap_form::compressed);
  EXPECT_FALSE(recognised_sitemap{sitemap_form::compressed}.announces());
  EXPECT_TRUE(recognised_sitemap{sitemap_form::text}.announces());
}

}  // namespace
}  // namespace laundromat
