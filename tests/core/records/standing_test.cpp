// Tests of the standing of seeds.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/standing.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

constexpr timestamp last_tried = from_ms(1'700'000'000'000);

struct row {
  const char* name;
  status current;
  bool relative;
  errc cause;
  std::uint64_t crawls;
  seconds age;  ///< of the last crawl; the interval is a day
  crawl_result crawled;
  const char* expected;
};

const row rows[] = {
    {"new", status::added, false, errc::ok, 0, {}, {}, "never crawled"},
    {"first crawl runs",
     status::downloading,
     false,
     errc::ok,
     0,
     {},
     {status::downloading, errc::ok, {}, {}},
     "never crawled"},
    {"crawled", status::added, false, errc::ok, 1, seconds{60}, {status::parsed, errc::ok, {}, {}}, "fine"},
    {"an interval ago",
     status::added,
     false,
     errc::ok,
     1,
     seconds{86'400},
     {status::parsed, errc::ok, {}, {}},
     "fine"},
    {"due",
     status::added,
     false,
     errc::ok,
     1,
     seconds{86'401},
     {status::depleted, errc::ok, {}, {}},
     "overdue since 2023-11-14T22:13:19.000Z"},
    {"due, and its crawl runs",
     status::downloading,
     false,
     errc::ok,
     1,
     seconds{86'401},
     {status::parsed, errc::ok, {}, {}},
     "fine"},
    {"failed twice",
     status::added,
     false,
     errc::ok,
     3,
     seconds{60},
     {status::failed, errc::host_not_found, "no such host", last_tried - seconds{600}},
     "failing since 2023-11-14T22:03:20.000Z: host_not_found"},
    {"failed, and is due",
     status::added,
     false,
     errc::ok,
     3,
     seconds{99'999},
     {status::failed, errc::http_status, "503", last_tried - seconds{99'999}},
     "failing since 2023-11-13T18:26:41.000Z: http_status 503"},
    {"failed, and is tried again",
     status::downloading,
     false,
     errc::ok,
     3,
     seconds{99'999},
     {status::failed, errc::http_status, "503", last_tried - seconds{99'999}},
     "failing since 2023-11-13T18:26:41.000Z: http_status 503"},
    {"its first crawl fails",
     status::downloading,
     false,
     errc::ok,
     0,
     {},
     {status::downloading, errc::host_not_found, {}, {}, errc::host_not_found, "no such host"},
     "never crawled: host_not_found"},
    {"a newer crawl is held back",
     status::downloading,
     false,
     errc::ok,
     1,
     seconds{86'460},
     {status::parsed, errc::ok, {}, {}, errc::http_status, "503"},
     "overdue since 2023-11-14T22:12:20.000Z: http_status 503"},
    {"its host waits",
     status::added,
     false,
     errc::ok,
     1,
     seconds{86'460},
     {status::parsed, errc::ok, {}, {}, errc::host_suspended, "it failed", last_tried + seconds{1}},
     "overdue since 2023-11-14T22:12:20.000Z: host_suspended"},
    {"its host has waited",
     status::added,
     false,
     errc::ok,
     1,
     seconds{86'460},
     {status::parsed, errc::ok, {}, {}, errc::host_suspended, "it failed", last_tried},
     "overdue since 2023-11-14T22:12:20.000Z"},
    {"its archive lost members",
     status::added,
     false,
     errc::ok,
     1,
     seconds{60},
     {status::depleted, errc::truncated_stream, "ends within a member", {}},
     "fine: truncated_stream"},
    {"robots.txt refuses it",
     status::added,
     false,
     errc::ok,
     1,
     seconds{60},
     {status::refused, errc::robots_refused, {}, last_tried},
     "refused since 2023-11-14T22:13:20.000Z: robots_refused"},
    {"not on the list",
     status::refused,
     false,
     errc::scheme_refused,
     0,
     {},
     {},
     "refused since 2023-11-12T22:13:20.000Z: scheme_refused"},
    {"relative", status::refused, true, errc::relative_uri, 0, {}, {}, "relative"},
};

TEST(standing, distinguishes_never_crawled_fine_failing_overdue_and_refused) {
  for (const auto& r : rows) {
    seed_record seed;
    seed.current = r.current;
    seed.relative = r.relative;
    seed.cause = r.cause;
    seed.crawls = r.crawls;
    seed.added = last_tried - seconds{172'800};
    seed.processed = r.crawls == 0 ? timestamp{} : last_tried - r.age;
    EXPECT_EQ(to_string(standing_of(seed, r.crawled, last_tried)), r.expected) << r.name;
  }
}

TEST(standing, has_a_name_that_is_read_back) {
  for (const auto one : {standing::never_crawled, standing::fine, standing::failing, standing::overdue,
                         standing::refused, standing::relative})
    EXPECT_EQ(standing_from_name(to_string(one)), one);
  EXPECT_EQ(standing_from_name("never-crawled"), standing::never_crawled);
  EXPECT_FALSE(standing_from_name("added"));
}

}  // namespace
}  // namespace laundromat
