// A journal whose documents announce URIs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "storage/journal/announcement_reader.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {

class announcing_test : public journal_test {
 protected:
  void SetUp() override {
    journal_test::SetUp();
    policy_.follow = kinds_of({announced_as::page, announced_as::dump, announced_as::sitemap});
    j().follow(policy_);
    ASSERT_TRUE(j().begin());
    for (const auto* host : {"e:80", "f:80", "lod.example:443"})
      name_sitemap(host, "http://example.org/final");
    ASSERT_TRUE(j().commit());
  }

  /// The robots.txt of a host names a sitemap. Within a group.
  void name_sitemap(const std::string& host, const std::string& sitemap) {
    stored_robots robots{host, noon, noon + seconds{9}, "200", "Sitemap: " + sitemap + "\n"};
    ASSERT_TRUE(j().save_robots(robots));
  }

  /// Crawls a seed whose document is a list of announcements.
  record_hash crawl_list(const record_hash& seed, announcements found, timestamp at = noon) {
    const auto download = start(seed, at);
    file_body(download);
    leaf(download);
    claim(download);
    auto c = entry_change(download, event::announcements_found, at + seconds{3});
    guess_outcome g;
    g.announced = std::move(found);
    c.fact = g;
    EXPECT_EQ(now(c).current, status::depleted);
    now(seed_change(seed, event::crawl_ended, at + seconds{4}));
    return download;
  }

  static announcements pages(const std::vector<std::string>& uris) {
    announcements found;
    for (const auto& uri : uris) found.uris.push_back({uri, announced_as::page, "", "", "loc"});
    return found;
  }

  /// How many URIs an entry announced with this verdict.
  std::uint64_t count_of(const record_hash& download, errc cause) {
    const auto sums = announcement_reader{j()}.sums(download);
    if (!sums) throw std::runtime_error(sums.error().detail);
    for (const auto& one : *sums)
      if (one.cause == cause) return one.count;
    return 0;
  }

  discovery_policy policy_;
};

}  // namespace laundromat
