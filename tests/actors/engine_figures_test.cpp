// Tests of what a running engine counts about itself, under virtual time.
// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "actors/reporter.hpp"
#include "tests/actors/engine_fixture.hpp"

namespace laundromat {

namespace {

const stage_work& work_of(const run_counts& counts, stage of) {
  return counts.work[static_cast<std::size_t>(of) - 1];
}

class engine_figures : public laundry_test {
 protected:
  engine_figures() {
    for (const auto* name : {"a", "b", "c"}) add(name);
  }
  void add(const std::string& name) {
    serve("http://own.example/" + name);
    seed("http://own.example/" + name);
  }
  /// The scripted answer for a URI that ends in `name`.
  void answer(const std::string& name, const std::function<void(fetch_outcome&)>& change) {
    web.fetch = [plain = web.fetch, name, change](const fetch_job& job) {
      auto found = plain(job);
      if (job.uri.ends_with(name)) change(found);
      return found;
    };
  }
};

http_hop hop_with(std::string status) {
  http_hop hop;
  hop.uri = "http://own.example/";
  hop.status = std::move(status);
  return hop;
}

/// A report of an outcome, as the journal writer makes it.
reported_transition report_of(reported_work work) {
  reported_transition fact;
  fact.what = {record_kind::entry, status::filed, event::claimed, status::unarchiving, 1};
  fact.work = work;
  return fact;
}

}  // namespace

TEST_F(engine_figures, each_stage_counts_its_results_once) {
  web.takes["http://own.example/a"] = seconds{2};
  washers.parse = [plain = washers.parse](const parse_job& job) {
    auto found = plain(job);
    if (found && job.name.ends_with("c"))
      found->on = event::failed_for_good, found->cause = errc::non_rdf_format;
    return found;
  };
  auto life = start();
  life->pass(seconds{5});
  const auto& counts = life->facts().counts;
  for (const auto one : all_stages) {
    EXPECT_EQ(work_of(counts, one).finished, 3U) << to_string(one);
    EXPECT_EQ(work_of(counts, one).durations.count(), 3U) << to_string(one);
    EXPECT_EQ(work_of(counts, one).lost, 0U) << to_string(one);
  }
  EXPECT_EQ(work_of(counts, stage::parse).failed, 1U);
  EXPECT_EQ(work_of(counts, stage::guess).failed, 0U);
  EXPECT_EQ(counts.failures.at(errc::non_rdf_format), 1U);
  EXPECT_EQ(counts.fetched.by_cause.at(errc::ok), 3U);
  EXPECT_EQ(counts.fetched.hops, 3U);
  EXPECT_EQ(counts.fetched.by_status.of[100], 3U) << "status 200";
}

TEST_F(engine_figures, answers_are_counted_by_status_and_other_words_together) {
  answer("a", [](fetch_outcome& found) { found.hops = {hop_with("301"), hop_with("200")}; });
  answer("b", [](fetch_outcome& found) {
    found.hops = {hop_with("418 I'm a teapot")};
    found.on = event::failed_for_good;
    found.cause = errc::http_status;
  });
  answer("c", [](fetch_outcome& found) {
    found.hops = {hop_with("")};
    found.on = event::failed_for_good;
    found.cause = errc::host_not_found;
  });
  auto life = start();
  life->pass(seconds{5});
  const auto& fetched = life->facts().counts.fetched;
  EXPECT_EQ(fetched.hops, 4U);
  EXPECT_EQ(fetched.by_status.of[100], 1U);
  EXPECT_EQ(fetched.by_status.of[201], 0U) << "a redirect is no result";
  EXPECT_EQ(fetched.by_status.other, 1U);
  EXPECT_EQ(fetched.by_cause.at(errc::http_status), 1U);
  EXPECT_EQ(fetched.by_cause.at(errc::host_not_found), 1U);
  EXPECT_EQ(work_of(life->facts().counts, stage::fetch).failed, 2U);
  EXPECT_EQ(life->facts().counts.failures.at(errc::host_not_found), 1U);
}

TEST_F(engine_figures, a_worker_that_crashes_is_a_lost_job_of_its_stage) {
  int crashes = 0;
  washers.guess = [plain = washers.guess, &crashes](const guess_job& job) {
    if (job.name.ends_with("b") && ++crashes <= 1) throw std::runtime_error("crash");
    return plain(job);
  };
  auto life = start();
  life->pass(seconds{30});
  const auto& counts = life->facts().counts;
  EXPECT_EQ(work_of(counts, stage::guess).lost, 1U);
  EXPECT_EQ(work_of(counts, stage::guess).finished, 3U);
  EXPECT_EQ(work_of(counts, stage::parse).lost, 0U);
}

TEST_F(engine_figures, commits_crawls_and_the_machine_are_read_each_second) {
  washers.machine = [](bool) {
    machine_reading seen;
    seen.least_free_bytes = std::uint64_t{7} << 40;
    return seen;
  };
  web.takes["http://own.example/a"] = seconds{4};
  auto life = start();
  life->pass(seconds{3});
  const auto& counts = life->facts().counts;
  EXPECT_EQ(counts.live_seeds, 1U) << "the one that is slow";
  EXPECT_EQ(counts.live_entries, 1U);
  EXPECT_EQ(counts.free_bytes, std::uint64_t{7} << 40);
  EXPECT_GT(counts.commits.durations.count(), 0U);
  EXPECT_GE(counts.commits.transitions, 2U * 9U) << "of two whole crawls";
  EXPECT_EQ(counts.started, clock);
  life->pass(seconds{4});
  EXPECT_EQ(life->facts().counts.live_seeds, 0U);
  EXPECT_EQ(life->facts().counts.live_entries, 0U);
}

TEST_F(engine_figures, the_pulse_goes_on_while_nothing_changes) {
  auto life = start();
  life->pass(seconds{10});
  const auto before = life->facts().pulses;
  const auto elapsed = life->facts().counts.elapsed;
  life->pass(seconds{60});
  EXPECT_NEAR(static_cast<double>(life->facts().pulses - before), 60, 1);
  EXPECT_GE(life->facts().counts.elapsed - elapsed, seconds{58});
}

TEST(reporter_counts, a_result_that_came_with_a_former_job_has_no_duration_of_its_own) {
  run_counts counts;
  count(counts, report_of({stage::unpack, false, outcome_work::own_job, milliseconds{30}}));
  count(counts, report_of({stage::guess, false, outcome_work::former_job, milliseconds{30}}));
  count(counts, report_of({stage::parse, true, outcome_work::former_job, milliseconds{30}}));
  EXPECT_EQ(work_of(counts, stage::unpack).durations.count(), 1U);
  EXPECT_EQ(work_of(counts, stage::unpack).durations.sum, milliseconds{30});
  for (const auto one : {stage::guess, stage::parse}) {
    EXPECT_EQ(work_of(counts, one).finished, 1U);
    EXPECT_EQ(work_of(counts, one).durations.count(), 0U);
  }
  EXPECT_EQ(work_of(counts, stage::parse).failed, 1U);
}

}  // namespace laundromat
