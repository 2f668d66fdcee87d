// Tests of what the next requests of a provider wait for.
// SPDX-License-Identifier: Apache-2.0
#include "storage/graphs/provider_waits.hpp"

#include "core/web/seed_hash.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {
namespace {

class provider_requests : public journal_test {
 protected:
  static stored_dataset running(std::vector<std::string> dumps) {
    stored_dataset made;
    made.announced.dumps = std::move(dumps);
    made.running = made.begun = noon;
    return made;
  }
  void let_wait(const std::string& host, timestamp until) {
    ASSERT_TRUE(j().begin());
    ASSERT_TRUE(j().save_host({host, until, {}, 0, noon, errc::asked_to_wait, "Retry-After"}));
    ASSERT_TRUE(j().commit());
  }
  [[nodiscard]] provider_waits waits(const std::vector<stored_dataset>& datasets,
                                     const steering_rules& rules = {}) {
    stored_provider provider;
    provider.void_uri = "http://v.example/void";
    return waits_of(j(), provider, datasets, rules, noon).value();
  }
  static waiting_host asked(const std::string& host, timestamp until) {
    return {host, errc::asked_to_wait, "Retry-After", until};
  }
};

TEST_F(provider_requests, wait_for_the_hosts_of_the_void_file_and_of_dumps_of_harvests_that_run_R222) {
  const std::vector<std::string> dumps{"http://a.example/1", "http://b.example/2", "http://c.example/3"};
  EXPECT_EQ(waits({running(dumps)}), provider_waits{});
  let_wait("v.example:80", noon + seconds{60});
  let_wait("a.example:80", noon + seconds{120});
  let_wait("b.example:80", noon + seconds{300});
  const auto found = waits({running(dumps)});
  EXPECT_EQ(found.void_file,
            (request_wait{"http://v.example/void", asked("v.example:80", noon + seconds{60})}));
  EXPECT_EQ(found.dumps, 2U);
  EXPECT_EQ(found.dump, (request_wait{dumps[1], asked("b.example:80", noon + seconds{300})}));
  auto idle = running(dumps);
  idle.running = {};
  EXPECT_EQ(waits({idle}).dumps, 0U);
}

TEST_F(provider_requests, a_dump_that_the_harvest_has_waits_for_nothing_R222) {
  const std::string dump = "http://a.example/1";
  let_wait("a.example:80", noon + seconds{120});
  const auto download = start(add(dump), noon);
  EXPECT_EQ(waits({running({dump})}).dumps, 1U);
  file_body(download);
  EXPECT_EQ(waits({running({dump})}).dumps, 0U);
  auto later = running({dump});
  later.begun = noon + seconds{1};
  EXPECT_EQ(waits({later}).dumps, 1U) << "that harvest requests it again";
}

TEST_F(provider_requests, wait_for_the_operator_where_a_rule_holds_them_R222) {
  const steering_rules rules{{make_rule(steering_kind::pause_host, "v.example", "", noon).value()}};
  const auto found = waits({}, rules).void_file;
  ASSERT_TRUE(found);
  EXPECT_EQ(found->at.until, no_end);
  EXPECT_EQ(found->at.cause, errc::paused);
}

}  // namespace
}  // namespace laundromat
