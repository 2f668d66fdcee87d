// Tests of the number of downloads that changes with the campaign: the counts, the real fetcher, and an engine under virtual time.
// SPDX-License-Identifier: Apache-2.0
#include "actors/job_requests.hpp"
#include "core/campaign/slow_downloads.hpp"
#include "tests/actors/fetcher_fixture.hpp"

namespace laundromat {

TEST(job_requests, more_are_requested_at_once) {
  job_requests requests{2};
  EXPECT_EQ(requests.change(5), 3U);
  EXPECT_TRUE(requests.end());
}

TEST(job_requests, fewer_are_taken_back_and_the_others_end_without_another_request) {
  job_requests requests{5};
  EXPECT_EQ(requests.change(1), 0U);
  EXPECT_EQ(requests.too_many(), 4U);
  EXPECT_EQ(requests.taken_back(2), 0U);
  EXPECT_FALSE(requests.end());
  EXPECT_FALSE(requests.end());
  EXPECT_TRUE(requests.end());
}

TEST(job_requests, those_that_were_taken_back_while_jobs_ended_are_repeated) {
  job_requests requests{3};
  (void)requests.change(1);
  EXPECT_FALSE(requests.end());
  EXPECT_FALSE(requests.end());
  EXPECT_EQ(requests.taken_back(2), 2U);
}

TEST(job_requests, a_number_that_rises_again_keeps_what_was_not_taken_back_yet) {
  job_requests requests{8};
  (void)requests.change(2);
  EXPECT_EQ(requests.change(9), 1U);
  EXPECT_EQ(requests.too_many(), 0U);
  EXPECT_EQ(requests.taken_back(6), 6U) << "the answer to the change before";
}

class fetcher_resize_test : public fetcher_test {
 protected:
  void resize(std::uint32_t downloads) {
    downloads_ = downloads;
    settle();
  }
  /// Returns when the fetcher and the dispatcher have received all that they have sent each other so far. The fetcher requests the next job after its answer.
  void settle() {
    const auto failed = [](const caf::error& e) { ADD_FAILURE() << caf::to_string(e); };
    for (int i = 0; i < 2; ++i) {
      (*self_)->request(fetcher_, deadline, reload_atom::value, downloads_).receive([] {}, failed);
      (*self_)
          ->request(dispatcher_, deadline, rescind_atom::value, caf::actor{}, std::uint32_t{0})
          .receive([](std::uint32_t) {}, failed);
    }
  }
  /// The numbers of pulls and of ends without one, when `server` has answered once more.
  std::pair<std::size_t, std::size_t> counts_after(const raw_server& server) {
    (void)fetch(server.url("/sync"));
    settle();
    const std::lock_guard lock{seen_.mutex};
    return {seen_.pulls.size(), seen_.overs.size()};
  }

  std::uint32_t downloads_ = 0;
};

TEST_F(fetcher_resize_test, more_downloads_are_requested_at_once_R209) {
  env_->settings.pools.transfers = 2;
  start();
  const raw_server server{http("200 OK", "", "x")};
  resize(6);
  EXPECT_EQ(counts_after(server), (std::pair<std::size_t, std::size_t>{6 + 1, 0}));
}

TEST_F(fetcher_resize_test, fewer_downloads_take_effect_as_downloads_end_R209) {
  env_->settings.pools.transfers = 4;
  start();
  seen_.idle = 1;
  const raw_server server{http("200 OK", "", "x")};
  resize(1);
  (void)fetch(server.url("/a"));
  (void)fetch(server.url("/b"));
  EXPECT_EQ(counts_after(server), (std::pair<std::size_t, std::size_t>{4 + 1, 2}));
}

class slow_downloads_test : public fetcher_test {
 protected:
  /// Waits until the fetcher has requested so many jobs, and so many have ended without another request.
  [[nodiscard]] bool counts_reach(std::size_t pulls, std::size_t overs) {
    std::unique_lock lock{seen_.mutex};
    return seen_.changed.wait_for(lock, deadline,
                                  [&] { return seen_.pulls.size() == pulls && seen_.overs.size() == overs; });
  }
};

TEST_F(slow_downloads_test, hold_no_place_and_give_none_back_R179) {
  env_->settings.pools.transfers = 1;
  env_->settings.network.first_byte_timeout_s = 3;
  start();
  const raw_server server{[](const std::string& request) -> raw_reply {
    if (path_of(request) == "/slow") return {"", ending::stall};
    return http("200 OK", "", "x");
  }};
  (*self_)->send(fetcher_, job(server.url("/slow")));
  ASSERT_TRUE(counts_reach(2, 0)) << "one job, and another one in its place";
  EXPECT_EQ(fetch(server.url("/quick")).on, event::body_stored) << "while the slow one goes on";
  EXPECT_TRUE(counts_reach(3, 0));
  EXPECT_TRUE(counts_reach(3, 1)) << "the end of the slow one requests none";
}

TEST(slow_downloads, have_brought_less_than_four_times_the_low_speed) {
  campaign::network_limits network;
  network.first_byte_timeout_s = 60;
  network.low_speed_bytes = 512;
  EXPECT_FALSE(is_slow(network, seconds{5}, 0));
  EXPECT_TRUE(is_slow(network, seconds{6}, 0));
  EXPECT_TRUE(is_slow(network, seconds{10}, 20'479));
  EXPECT_FALSE(is_slow(network, seconds{10}, 20'480));
  network.first_byte_timeout_s = 1;
  EXPECT_FALSE(is_slow(network, milliseconds{999}, 0));
}

class transfers_test : public laundry_test {
 protected:
  void SetUp() override {
    settings.politeness.own_hosts = {{"own.example", 0, 8}};
    for (int i = 0; i < 12; ++i) {
      const auto uri = "http://own.example/" + std::to_string(i) + ".nt";
      serve(uri);
      seed(uri);
      web.takes[uri] = seconds{30};
    }
  }
  [[nodiscard]] std::size_t documents_asked() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(web.requests, [](const auto& one) { return one.first.ends_with(".nt"); }));
  }
};

TEST_F(transfers_test, the_engine_puts_their_number_in_force_by_reload_R209) {
  settings.pools.transfers = 2;
  const auto life = start();
  life->pass(seconds{20});
  EXPECT_EQ(documents_asked(), 2U);
  settings.pools.transfers = 5;
  life->reload(settings);
  life->pass(seconds{1});
  EXPECT_EQ(documents_asked(), 5U);
  settings.pools.transfers = 1;
  life->reload(settings);
  life->pass(seconds{20});  // the first two have ended
  EXPECT_EQ(documents_asked(), 5U);
  life->pass(seconds{30});  // the others, too
  EXPECT_EQ(documents_asked(), 6U);
  life->pass(seconds{5});
  EXPECT_EQ(documents_asked(), 6U);
  life->pass(seconds{240});
  EXPECT_EQ(documents_asked(), 12U);
}

}  // namespace laundromat
