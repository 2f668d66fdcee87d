// Tests of what a host announces without a document.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/host_announcements.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(host_announcements, takes_each_sitemap_of_a_robots_txt_once_M01) {
  const auto found = sitemaps_of_robots(
      "http://e/robots.txt", {"http://e/a.xml", "/b.xml", "http://e/a.xml", "https://cdn.example/c.xml.gz"});
  ASSERT_EQ(found.uris.size(), 3U);
  EXPECT_EQ(found.uris[1].uri, "http://e/b.xml");
  EXPECT_EQ(found.uris[2].uri, "https://cdn.example/c.xml.gz");
  EXPECT_EQ(found.uris[0].kind, announced_as::sitemap);
  EXPECT_EQ(found.uris[0].by, "Sitemap in http://e/robots.txt");
}

TEST(host_announcements, knows_the_usual_place_of_void) {
  EXPECT_EQ(well_known_void("https://e:8443/a/b?c#d").uri, "https://e:8443/.well-known/void");
}

}  // namespace
}  // namespace laundromat
