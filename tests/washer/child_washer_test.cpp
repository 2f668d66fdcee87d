// Tests of when a washer process is replaced by a new one.
// SPDX-License-Identifier: Apache-2.0
#include "washer/child_washer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "storage/stores/data_stores.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

/// Washes the same document repeatedly, and tracks the process.
class child_washers : public ::testing::Test {
 protected:
  child_washers() {
    terms_.program = program_path();
    terms_.setup.sandbox = {std::uint64_t{4} << 30, std::uint64_t{1} << 30, 256, 16, 120};
    terms_.setup.processor_s = 60;
    terms_.longest = std::chrono::seconds{60};
  }

  /// A body of this size in the raw store.
  void store(std::size_t bytes) {
    auto file = stores_.raw.stage("body").value();
    ASSERT_TRUE(file->write("<a:s> <a:p> <a:o> .\n#" + std::string(bytes, ' ')));
    ASSERT_TRUE(file->commit());
  }
  void store_as(const std::string& path, const std::string& text) {
    auto file = stores_.raw.stage(path).value();
    ASSERT_TRUE(file->write(text));
    ASSERT_TRUE(file->commit());
  }
  /// Unpacks these bodies in one call.
  result<unpack_answers> unpack_all(const std::vector<std::string>& paths) {
    child_washer washer{
        terms_, stores_.raw, {&stores_.scratch, &stores_.clean, nullptr}, threads_, cancelled_};
    std::vector<unpack_job> jobs;
    for (const auto& path : paths) {
      auto& job = jobs.emplace_back();
      job.content.raw_path = path;
      job.name = path;
      job.budget = {1 << 30, 100, 8, 8, 1'000};
    }
    return washer.unpack_together(jobs);
  }
  /// Washes repeatedly; returns for each wash whether the process is kept for the next one.
  std::vector<bool> kept_behind(int jobs) {
    child_washer washer{
        terms_, stores_.raw, {&stores_.scratch, &stores_.clean, nullptr}, threads_, cancelled_};
    std::vector<bool> kept;
    for (int i = 0; i < jobs; ++i) {
      guess_job job;
      job.content.raw_path = "body";
      job.encoding = "UTF-8";
      job.name = "a.nt";
      const auto done = washer.guess(job);
      EXPECT_TRUE(done) << to_string(done.error());
      std::ifstream children("/proc/thread-self/children");
      std::string process;
      kept.push_back(static_cast<bool>(children >> process));
      if (kept.back()) limits_ = read_file("/proc/" + process + "/limits");
    }
    return kept;
  }

  /// A hard limit in `/proc/PID/limits` of the last kept process.
  [[nodiscard]] std::string hard_limit(const std::string& name) const {
    std::istringstream line{limits_.substr(std::min(limits_.size(), limits_.find(name) + name.size()))};
    std::string soft, hard;
    line >> soft >> hard;
    return hard;
  }

  std::string limits_;
  temporary_folder folder_;
  data_stores stores_ = data_stores::open(data_layout{folder_.path()}).value();
  child_terms terms_;
  thread_share threads_{0};
  std::atomic<bool> cancelled_{false};
};

}  // namespace

TEST_F(child_washers, a_process_is_kept_for_the_next_job) {
  store(10);
  EXPECT_EQ(kept_behind(4), (std::vector{true, true, true, true}));
}

TEST_F(child_washers, bodies_that_come_together_have_their_own_answers_in_their_order) {
  const std::string triple = "<a:s> <a:p> <a:o> .\n";
  store_as("small.nt", triple);
  store_as("large.nt", triple + '#' + std::string(40'000, ' '));
  for (int i = 0; i < 9; ++i)
    store_as("long" + std::to_string(i) + ".nt", triple + '#' + std::string(20'000, ' '));
  std::vector<std::string> paths{"small.nt", "missing.nt", "large.nt"};
  for (int i = 0; i < 9; ++i) paths.push_back("long" + std::to_string(i) + ".nt");
  const auto answers = unpack_all(paths);
  ASSERT_TRUE(answers) << to_string(answers.error());
  ASSERT_EQ(answers->each.size(), paths.size());
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const auto& one = answers->each[i];
    ASSERT_EQ(one.has_value(), paths[i] != "missing.nt") << paths[i];
    EXPECT_TRUE(!one || one->content.raw_path == paths[i]) << paths[i];
  }
  EXPECT_EQ(answers->each[1].error().code, errc::not_found);
}

TEST_F(child_washers, a_document_with_addresses_that_no_message_holds_fails_and_costs_no_process) {
  store(10);
  child_washer washer{terms_, stores_.raw, {&stores_.scratch, &stores_.clean, nullptr}, threads_, cancelled_};
  unpack_job job;
  job.content.raw_path = "body";
  job.base_iri = "http://a.example/" + std::string(70'000, 'x');
  const auto done = washer.unpack(job);
  ASSERT_TRUE(done) << to_string(done.error());
  EXPECT_EQ(done->on, event::failed_for_good);
  EXPECT_EQ(done->cause, errc::limit_exceeded);
}

TEST_F(child_washers, processes_are_counted_as_they_start_and_end) {
  washer_meter meter;
  terms_.meter = &meter;
  terms_.most_jobs = 2;
  store(10);
  EXPECT_EQ(kept_behind(5), (std::vector{true, false, true, false, true}));
  EXPECT_EQ(meter.read(), (washer_figures{3, 0, 0}));
  terms_.longest = std::chrono::milliseconds{0};
  (void)unpack_all({"body"});
  EXPECT_EQ(meter.read(), (washer_figures{4, 1, 0})) << "killed, because its job took too long";
}

TEST_F(child_washers, a_process_is_replaced_after_a_number_of_jobs) {
  EXPECT_EQ(terms_.most_jobs, 10'000U);
  terms_.most_jobs = 2;
  store(10);
  EXPECT_EQ(kept_behind(5), (std::vector{true, false, true, false, true}));
}

TEST_F(child_washers, a_process_that_used_the_processor_for_a_job_is_replaced) {
  terms_.most_processor_s = 0;
  store(10);
  EXPECT_EQ(kept_behind(2), (std::vector{false, false}));
}

TEST_F(child_washers, a_process_has_hard_limits) {
  store(10);
  EXPECT_EQ(kept_behind(1), std::vector{true});
  EXPECT_EQ(hard_limit("Max cpu time"), "120");
  EXPECT_EQ(hard_limit("Max core file size"), "0");
  EXPECT_EQ(hard_limit("Max processes"), "16");
  EXPECT_EQ(hard_limit("Max open files"), "256");
  EXPECT_EQ(hard_limit("Max file size"), std::to_string(std::uint64_t{1} << 30));
}

TEST_F(child_washers, a_process_that_has_grown_is_replaced) {
  EXPECT_EQ(terms_.most_resident_bytes, std::uint64_t{512} << 20);
  terms_.most_resident_bytes = 1 << 20;
  store(1 << 20);
  EXPECT_EQ(kept_behind(2), (std::vector{false, false}));
}

}  // namespace laundromat
