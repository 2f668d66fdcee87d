// Tests of faults of our own machine: they cost time, and never a document.
// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "storage/journal/journal_reader.hpp"
#include "tests/actors/engine_fixture.hpp"

namespace laundromat {

namespace {

constexpr auto big = "http://own.example/big.nt", small = "http://own.example/small.nt";

/// A machine that cannot do one document until it `is_well`, and can do another one.
class own_machine : public laundry_test {
 protected:
  own_machine() {
    for (const auto* uri : {big, small}) {
      serve(uri);
      seed(uri);
    }
  }
  /// Makes a script that fails with `code` for the big document, `times` times, and counts its calls.
  template <class Script, class Job>
  void fail_in(Script& script, errc code, int times, std::function<std::string(const Job&)> uri_of) {
    script = [this, plain = script, code, times, uri_of](const Job& job) {
      if (uri_of(job).ends_with("big.nt") && ++calls_ <= times) throw failure{code, "the machine cannot"};
      return plain(job);
    };
  }
  template <class Job, class Script>
  void fail_to_wash(Script& script, errc code, int times) {
    fail_in<Script, Job>(script, code, times, [](const Job& job) { return job.content.raw_path; });
  }
  void fail_to_fetch(errc code, int times) {
    fail_in<decltype(web.fetch), fetch_job>(web.fetch, code, times,
                                            [](const fetch_job& job) { return job.uri; });
  }
  /// Expects that both documents are parsed and no attempt or crash is counted.
  void expect_both(engine_life& life) {
    for (const auto* uri : {big, small}) {
      const auto root = root_of(life, uri);
      EXPECT_EQ(root.current, status::parsed) << uri;
      EXPECT_EQ(root.crashes, 0U) << uri;
      EXPECT_EQ(root.attempt, 1U) << uri;
    }
  }
  std::set<errc> causes_in(engine_life& life, event on) {
    std::set<errc> out;
    const auto rows =
        journal_reader{life.db()}.history({record_kind::entry, root_of(life, big).hash, {}}).value();
    for (const auto& row : rows)
      if (row.change.on == on) out.insert(row.cause);
    return out;
  }

  int calls_ = 0;
};

constexpr int often = 9;  // more than any count of attempts or crashes

}  // namespace

TEST_F(own_machine, that_cannot_parse_costs_no_attempt_and_no_crash) {
  fail_to_wash<parse_job>(washers.parse, errc::no_space, often);
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_EQ(calls_, often + 1);
  expect_both(*life);
  EXPECT_EQ(causes_in(*life, event::machine_failed), std::set{errc::no_space});
  EXPECT_FALSE(life->reason());
}

TEST_F(own_machine, that_cannot_guess_costs_no_attempt_and_no_crash) {
  fail_to_wash<guess_job>(washers.guess, errc::no_descriptors, often);
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_EQ(calls_, often + 1);
  expect_both(*life);
}

TEST_F(own_machine, that_cannot_unpack_costs_no_attempt_and_no_crash) {
  fail_to_wash<unpack_job>(washers.unpack, errc::io_failed, often);
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_EQ(calls_, often + 1);
  expect_both(*life);
}

TEST_F(own_machine, that_cannot_store_a_body_costs_no_attempt_and_requests_again_ever_more_slowly) {
  fail_to_fetch(errc::out_of_memory, often);
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_EQ(calls_, often + 1);
  expect_both(*life);
  std::vector<timestamp> asked;
  for (const auto& [uri, at] : web.requests)
    if (uri == big) asked.push_back(at);
  ASSERT_EQ(asked.size(), static_cast<std::size_t>(often) + 1);
  EXPECT_GE(asked.back() - asked[asked.size() - 2], seconds{100});
}

TEST_F(own_machine, that_cannot_open_a_connection_does_not_change_the_state_of_a_robots_txt) {
  int reads = 0;
  web.robots = [&](const robots_job&) {
    robots_outcome out;
    out.cause = ++reads <= often ? errc::no_descriptors : errc::ok;
    out.status = "404";
    return out;
  };
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  expect_both(*life);
}

TEST_F(own_machine, that_lost_a_worker_node_costs_no_attempt) {
  fail_to_wash<parse_job>(washers.parse, errc::machine_lost, often);
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  expect_both(*life);
}

TEST_F(own_machine, that_has_no_space_grants_no_lease_until_it_has) {
  bool has_room = false;
  int parses = 0;
  washers.parse = [&, plain = washers.parse](const parse_job& job) {
    ++parses;
    return plain(job);
  };
  washers.machine = [&](bool) {
    machine_reading seen;
    if (!has_room) seen.trouble = failure{errc::no_space, "3 MiB are free in clean"};
    return seen;
  };
  auto life = start(true);
  life->pass(seconds{300});
  EXPECT_EQ(parses, 0);
  EXPECT_TRUE(web.requests.empty() || web.requests.back().first.ends_with("/robots.txt"));
  EXPECT_NE(life->facts().counts.trouble.find("3 MiB are free in clean"), std::string::npos)
      << life->facts().counts.trouble;
  EXPECT_NE(life->facts().counts.trouble.find("make room"), std::string::npos);
  has_room = true;
  ASSERT_TRUE(life->run_until_end());
  expect_both(*life);
  EXPECT_EQ(life->facts().counts.trouble, "");
}

TEST_F(own_machine,
       that_has_no_space_for_one_document_does_the_others_and_tries_it_again_when_space_is_freed) {
  bool has_room = false;
  std::uint64_t free_bytes = 1 << 20;
  washers.parse = [&, plain = washers.parse](const parse_job& job) {
    if (job.content.raw_path.ends_with("big.nt") && !has_room) throw failure{errc::no_space, "clean is full"};
    return plain(job);
  };
  washers.machine = [&](bool) { return machine_reading{std::nullopt, free_bytes}; };
  auto life = start(true);
  life->pass(seconds{200});
  EXPECT_EQ(root_of(*life, small).current, status::parsed);
  EXPECT_EQ(root_of(*life, big).current, status::guessed);
  EXPECT_NE(life->facts().counts.trouble.find("1 document waits"), std::string::npos)
      << life->facts().counts.trouble;
  has_room = true;
  free_bytes = 64 << 20;
  life->pass(seconds{3});
  EXPECT_EQ(root_of(*life, big).current, status::parsed);
  ASSERT_TRUE(life->run_until_end());
  expect_both(*life);
}

TEST_F(own_machine, that_waits_can_be_stopped_and_the_next_run_continues) {
  fail_to_wash<parse_job>(washers.parse, errc::no_space, 1'000'000);
  {
    auto life = start(true);
    life->pass(seconds{30});
    life->drain();
    ASSERT_TRUE(life->run_until_end(seconds{60}));
    EXPECT_FALSE(life->reason());
    EXPECT_NE(life->facts().counts.trouble, "") << "the fault is the reason for the stop";
    EXPECT_EQ(root_of(*life, big).current, status::guessed);
    clock = life->time();
  }
  calls_ = 1'000'000;
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  expect_both(*life);
}

}  // namespace laundromat
