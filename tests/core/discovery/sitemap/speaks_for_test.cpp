// Tests which documents speak for the publisher of a prefix.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/speaks_for.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace laundromat {
namespace {

bool speaks(std::string_view document, std::string_view prefix, const std::vector<std::string>& named = {}) {
  return speaks_for(document, prefix, named);
}

TEST(speaks_for, a_document_for_what_is_below_its_folder_R217) {
  EXPECT_TRUE(speaks("http://e.example/void.ttl", "http://e.example/id/"));
  EXPECT_TRUE(speaks("http://E.example:80/a/../void.ttl", "http://e.example/id/"));
  EXPECT_TRUE(speaks("http://e.example/~alice/void.ttl", "http://e.example/~alice/id/"));
  EXPECT_FALSE(speaks("http://e.example/~alice/void.ttl", "http://e.example/~bob/"));
  EXPECT_FALSE(speaks("http://e.example/~alice/void.ttl", "http://e.example/"));
}

TEST(speaks_for, no_document_for_another_host_R217) {
  EXPECT_FALSE(speaks("http://catalogue.example/void.ttl", "http://e.example/id/"));
  EXPECT_FALSE(speaks("http://catalogue.example/e.example/void.ttl", "http://e.example/"));
  EXPECT_FALSE(speaks("http://e.example/void.ttl", "http://e.example.evil.example/"));
  EXPECT_FALSE(speaks("http://e.example:8080/void.ttl", "http://e.example/"));
  EXPECT_FALSE(speaks("", "http://e.example/"));
  EXPECT_FALSE(speaks("http://e.example/void.ttl", "urn:x:"));
}

TEST(speaks_for, https_and_http_of_one_host_are_one_publisher_R217) {
  EXPECT_TRUE(speaks("https://e.example/void.ttl", "http://e.example/id/"));
  EXPECT_TRUE(speaks("http://e.example/void.ttl", "https://e.example"));
  EXPECT_FALSE(speaks("https://e.example:8443/void.ttl", "http://e.example/id/"));
}

TEST(speaks_for, a_document_at_a_usual_place_for_its_whole_host_R217) {
  EXPECT_TRUE(speaks("https://e.example/.well-known/void", "http://e.example/id/"));
  EXPECT_FALSE(speaks("http://e.example/a/.well-known/void", "http://e.example/id/"));
}

TEST(speaks_for, a_document_that_robots_txt_of_the_host_names_R217) {
  EXPECT_TRUE(speaks("http://maps.example/e.xml", "http://e.example/id/", {"http://maps.example/e.xml"}));
  EXPECT_FALSE(speaks("http://maps.example/f.xml", "http://e.example/id/", {"http://maps.example/e.xml"}));
}

}  // namespace
}  // namespace laundromat
