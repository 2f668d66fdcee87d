// Tests of what a harvest lets the engine crawl.
// SPDX-License-Identifier: Apache-2.0
#include "actors/harvest/crawl_orders.hpp"

#include "core/web/seed_hash.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {
namespace {

class crawl_orders_test : public journal_test {
 protected:
  static constexpr const char* dump = "http://a.example/dump.nt";

  void begin_crawl(timestamp at) { download_ = start(seed_hash(dump), at); }
  void end_crawl(timestamp at) {
    now(entry_change(download_, event::not_modified, at));
    now(seed_change(seed_hash(dump), event::crawl_ended, at));
  }
  void order(timestamp at) {
    step_.begin(at);
    ASSERT_TRUE(orders().order(dump, newest()));
  }
  void wait(timestamp at) {
    step_.begin(at);
    ASSERT_TRUE(orders().wait_for_begin(dump, newest()));
    step_.end();
  }
  seed_crawl newest() { return orders().newest_of(dump).value(); }
  [[nodiscard]] bool is_due(timestamp at) { return is_stale(j().seed(seed_hash(dump)).value(), at); }
  crawl_orders& orders() {
    if (!orders_) orders_.emplace(j(), step_);
    return *orders_;
  }

  harvest_step step_;
  std::optional<crawl_orders> orders_;
  record_hash download_;
};

TEST_F(crawl_orders_test, a_crawl_that_had_begun_before_the_order_does_not_take_its_place_G12) {
  order(noon);
  ASSERT_TRUE(is_due(noon + seconds{1}));
  begin_crawl(noon - seconds{1});
  end_crawl(noon + seconds{1});
  ASSERT_FALSE(is_due(noon + seconds{2}));
  wait(noon + seconds{2});
  EXPECT_TRUE(is_due(noon + seconds{2}));
  EXPECT_TRUE(step_.has_work());
}

TEST_F(crawl_orders_test,
       a_run_waits_half_a_minute_for_the_begin_of_a_crawl_and_as_long_as_it_runs_for_its_end_G12) {
  order(noon);
  wait(noon + seconds{29});
  EXPECT_TRUE(step_.has_work());
  wait(noon + seconds{30});
  EXPECT_FALSE(step_.has_work());
  begin_crawl(noon + seconds{30});
  wait(noon + seconds{31});
  EXPECT_FALSE(step_.has_work()) << "the engine knows that it is not idle";
  end_crawl(noon + seconds{32});
  EXPECT_EQ(newest().begun, noon + seconds{30});
}

}  // namespace
}  // namespace laundromat
