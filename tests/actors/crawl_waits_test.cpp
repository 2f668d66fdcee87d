// Tests of crawls, under virtual time, of hosts that must not be requested yet or whose robots.txt cannot be read.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_reader.hpp"
#include "tests/actors/engine_fixture.hpp"

namespace laundromat {

namespace {

using crawl_waits = laundry_test;

}  // namespace

TEST_F(crawl_waits, a_retry_after_costs_no_attempt_and_each_document_is_fetched_at_its_own_time) {
  settings.politeness.own_hosts.clear();
  web.robots = [](const robots_job&) {
    return robots_outcome{errc::ok, "200", 0, "User-agent: *\nCrawl-delay: 120\n"};
  };
  for (int i = 0; i < 4; ++i) {
    const auto uri = "http://slow.example/" + std::to_string(i) + ".nt";
    serve(uri);
    seed(uri);
  }
  auto life = start();
  life->pass(std::chrono::minutes{3});
  for (int i = 0; i < 4; ++i) {
    const auto root = root_of(*life, "http://slow.example/" + std::to_string(i) + ".nt");
    EXPECT_EQ(root.attempt, 1U);
    if (root.current == status::downloading) {
      EXPECT_EQ(root.cause, errc::asked_to_wait);
    }
  }
  life->pass(std::chrono::minutes{12});
  ASSERT_EQ(web.requests.size(), 5U) << "robots.txt and four documents";
  for (std::size_t i = 1; i < web.requests.size(); ++i)
    EXPECT_GE(web.requests[i].second, web.requests[i - 1].second + seconds{120});
  for (int i = 0; i < 4; ++i) {
    const auto root = root_of(*life, "http://slow.example/" + std::to_string(i) + ".nt");
    EXPECT_EQ(root.current, status::parsed) << i;
    std::size_t fetches = 0;
    const auto attempts = journal_reader{life->db()}.attempts(root.hash).value();
    for (const auto& row : attempts) fetches += row.of == stage::fetch;
    EXPECT_EQ(fetches, 1U) << i;
  }
}

TEST_F(crawl_waits, every_attempt_that_ends_at_robots_txt_is_kept_with_its_first_cause) {
  settings.network.retries_s = {60, 60};
  web.robots = [](const robots_job&) {
    return robots_outcome{errc::host_not_found, "", 0, "", "no such name", "", false};
  };
  seed("http://gone.example/a.nt");
  auto life = start();
  life->pass(std::chrono::minutes{40});
  const auto root = root_of(*life, "http://gone.example/a.nt");
  EXPECT_EQ(root.current, status::failed);
  EXPECT_EQ(root.cause, errc::host_not_found);
  EXPECT_EQ(root.detail, "reading robots.txt: no such name");
  const auto attempts = journal_reader{life->db()}.attempts(root.hash).value();
  ASSERT_EQ(attempts.size(), 3U);
  for (const auto& row : attempts) {
    EXPECT_EQ(row.code, errc::host_not_found);
    EXPECT_EQ(row.description, "reading robots.txt: no such name");
  }
}

}  // namespace laundromat
