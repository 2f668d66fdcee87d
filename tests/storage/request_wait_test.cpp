// Tests of what the next request of a URI waits for, and of when a download that waits becomes due.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/request_wait.hpp"

#include "core/web/seed_hash.hpp"
#include "storage/journal/steering_store.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {
namespace {

constexpr auto dump = "http://a.example/dump";

class request_waits : public journal_test {
 protected:
  /// A host that has asked to wait.
  void let_wait(const std::string& host, timestamp until) {
    ASSERT_TRUE(j().begin());
    ASSERT_TRUE(j().save_host({host, until, {}, 0, noon, errc::asked_to_wait, "Retry-After"}));
    ASSERT_TRUE(j().commit());
  }
  static http_hop redirect(const std::string& from, const std::string& to) {
    http_hop hop;
    hop.uri = from;
    hop.status = "302";
    hop.headers = {{"location", to}};
    hop.begun = noon;
    return hop;
  }
  /// A download that is tried again after 15 minutes.
  record_hash retry_later(const record_hash& download, std::vector<http_hop> hops) {
    auto c = entry_change(download, event::retry_later);
    c.cause = errc::robots_unreachable;
    c.detail = "http_status 503 for robots.txt";
    fetch_outcome found;
    found.begun = found.ended = noon;
    found.not_before = noon + seconds{900};
    found.hops = std::move(hops);
    c.fact = found;
    now(c);
    return download;
  }
  void begin(std::vector<http_hop> hops = {}) { retry_later(start(add(dump)), std::move(hops)); }
  [[nodiscard]] std::optional<request_wait> wait(const steering_rules& rules = {}) {
    return request_wait_of(j(), dump, rules, noon).value();
  }
  [[nodiscard]] bool is_due(timestamp at) { return !j().due_downloads(at, 10)->empty(); }
  [[nodiscard]] steering_store store() { return steering_store{j()}; }
};

using hosts = std::vector<std::string>;

TEST_F(request_waits, hosts_on_the_way_are_those_of_the_redirects_with_the_one_at_which_it_waits_R222) {
  EXPECT_EQ(hosts_on_the_way(j(), dump).value(), hosts{"a.example:80"}) << "not on the list";
  begin({redirect(dump, "http://b.example/x"), redirect("http://b.example/x", "//c.example:8080/y")});
  const hosts all{"a.example:80", "b.example:80", "c.example:8080"};
  EXPECT_EQ(hosts_on_the_way(j(), dump).value(), all);
  retry_later(download_hash(seed_hash(dump), noon), {redirect(dump, "http://d.example/")});
  EXPECT_EQ(hosts_on_the_way(j(), dump).value(), (hosts{"a.example:80", "d.example:80"}))
      << "those of the last attempt";
  retry_later(download_hash(seed_hash(dump), noon), {});
  EXPECT_EQ(hosts_on_the_way(j(), dump).value(), (hosts{"a.example:80", "d.example:80"}))
      << "also when the first host was not asked since";
}

TEST_F(request_waits, the_longest_of_hosts_and_attempt_is_told_R222) {
  EXPECT_FALSE(wait());
  begin({redirect(dump, "http://b.example/x")});
  const std::string lost = "http_status 503 for robots.txt";
  EXPECT_EQ(wait(), (request_wait{
                        dump, {"b.example:80", errc::robots_unreachable, lost, noon + seconds{900}}, true}));
  let_wait("a.example:80", noon + seconds{60});
  EXPECT_TRUE(wait()->is_attempt);
  let_wait("b.example:80", noon + seconds{1'800});
  const waiting_host asked{"b.example:80", errc::asked_to_wait, "Retry-After", noon + seconds{1'800}};
  EXPECT_EQ(wait(), (request_wait{dump, asked}));
  ASSERT_TRUE(store().add(make_rule(steering_kind::pause_host, "b.example", "", noon).value()));
  const auto paused = wait(steering_rules{store().rules().value()});
  ASSERT_TRUE(paused);
  EXPECT_EQ(paused->at.until, no_end);
  EXPECT_EQ(paused->at.cause, errc::paused);
}

TEST_F(request_waits, a_download_whose_host_waits_is_made_due_when_the_wait_ends_R222) {
  begin();
  let_wait("a.example:80", noon + seconds{120});
  for (int n = 0; n < 4; ++n) EXPECT_TRUE(*store().make_due(seed_hash(dump), noon));
  EXPECT_FALSE(is_due(noon + seconds{119}));
  EXPECT_TRUE(is_due(noon + seconds{120}));
}

TEST_F(request_waits, a_download_that_waits_behind_a_redirect_is_made_due_when_that_host_may_be_asked_R222) {
  begin({redirect(dump, "http://b.example/x")});
  let_wait("b.example:80", noon + seconds{300});
  EXPECT_TRUE(*store().make_due(seed_hash(dump), noon));
  EXPECT_FALSE(is_due(noon + seconds{299}));
  EXPECT_TRUE(is_due(noon + seconds{300}));
  let_wait("b.example:80", noon);
  EXPECT_TRUE(*store().make_due(seed_hash(dump), noon));
  EXPECT_TRUE(is_due(noon));
}

TEST_F(request_waits, a_longer_wait_of_a_host_puts_no_download_off_R222) {
  begin();
  let_wait("a.example:80", noon + seconds{3'600});
  EXPECT_TRUE(*store().make_due(seed_hash(dump), noon));
  EXPECT_TRUE(is_due(noon + seconds{900}));
}

}  // namespace
}  // namespace laundromat
