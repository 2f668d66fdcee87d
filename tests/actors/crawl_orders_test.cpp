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
  begin_crawl(noon + seconds{10});
  wait(noon + seconds{11});
  EXPECT_FALSE(step_.has_work()) << "the engine knows that it is not idle";
}

TEST_F(crawl_orders_test, an_order_is_placed_again_once_also_when_the_clock_was_set_back_G12) {
  order(noon);
  for (const bool is_first : {true, false}) {
    begin_crawl(noon - seconds{is_first ? 3'600 : 1'800});
    end_crawl(noon + seconds{1});
    wait(noon + seconds{2});
    EXPECT_EQ(is_due(noon + seconds{2}), is_first);
  }
}

TEST_F(crawl_orders_test, what_a_run_crawls_once_is_crawled_again_when_it_is_ordered_G12) {
  const auto begin_of_run = noon - seconds{1'200};
  (void)add(dump, 0, seconds{600});
  crawl_orders of_run{j(), step_, begin_of_run};
  const auto due = [&] {
    return j().due_seeds(noon + seconds{2}, 9, {}, {}, SIZE_MAX, {}, begin_of_run).value().size();
  };
  step_.begin(noon);
  begin_crawl(noon - seconds{1});
  end_crawl(noon + seconds{1});
  ASSERT_EQ(due(), 0U);
  step_.begin(noon + seconds{2});
  ASSERT_TRUE(of_run.order(dump, newest()));
  EXPECT_EQ(due(), 1U);
}

}  // namespace
}  // namespace laundromat
