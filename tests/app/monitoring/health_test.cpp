// Tests of the answers to probes.
// SPDX-License-Identifier: Apache-2.0
#include "app/monitoring/health.hpp"

#include <gtest/gtest.h>

namespace laundromat {

namespace {

const timestamp start = from_ms(1'800'000'000'000);

served_engine working_engine() {
  served_engine engine;
  engine.is_expected = true;
  engine.since = start;
  engine.last.emplace();
  engine.last_came = start + seconds{5};
  return engine;
}

std::string reason_not_ready(const served_engine& engine, const std::optional<failure>& journal = {}) {
  const auto verdict = readiness_of(engine, journal, start + seconds{6});
  EXPECT_FALSE(verdict.ok);
  return verdict.reason;
}

}  // namespace

TEST(health, an_engine_that_was_silent_for_half_a_minute_is_not_alive) {
  const auto engine = working_engine();
  EXPECT_TRUE(liveness_of(engine, start + seconds{6}).ok);
  EXPECT_TRUE(liveness_of(engine, engine.last_came + longest_engine_silence - milliseconds{1}).ok);
  EXPECT_FALSE(liveness_of(engine, engine.last_came + longest_engine_silence).ok);
  EXPECT_FALSE(readiness_of(engine, {}, engine.last_came + longest_engine_silence).ok);
}

TEST(health, an_engine_has_half_a_minute_for_its_first_snapshot) {
  auto engine = working_engine();
  engine.last.reset();
  EXPECT_TRUE(liveness_of(engine, start + seconds{29}).ok);
  EXPECT_FALSE(liveness_of(engine, start + seconds{30}).ok);
  EXPECT_EQ(reason_not_ready(engine), "the engine starts");
}

TEST(health, a_server_without_an_engine_is_ready_when_its_journal_can_be_read) {
  const served_engine none;
  EXPECT_TRUE(liveness_of(none, start).ok);
  EXPECT_TRUE(readiness_of(none, {}, start).ok);
  EXPECT_EQ(reason_not_ready(none, failure{errc::journal_failed, "/srv/secret"}),
            "the journal cannot be read");
}

TEST(health, what_stops_or_pauses_is_alive_and_not_ready) {
  auto engine = working_engine();
  EXPECT_TRUE(readiness_of(engine, {}, start + seconds{6}).ok);
  engine.last->machine.intake = "less free space than disk.intake_mib";
  EXPECT_TRUE(readiness_of(engine, {}, start + seconds{6}).ok) << "what came is still washed";
  engine.last->machine.trouble = "no_space: /srv/secret";
  EXPECT_EQ(reason_not_ready(engine).find("secret"), std::string::npos) << "probes are answered to strangers";
  engine.last->machine = {};
  engine.last->draining = true;
  EXPECT_NE(reason_not_ready(engine).find("stops"), std::string::npos);
  EXPECT_TRUE(liveness_of(engine, start + seconds{6}).ok);
}

TEST(health, the_answer_is_one_object) {
  EXPECT_EQ(liveness_of(working_engine(), start + milliseconds{5'800}).fact().dump(),
            R"({"status":"ok","reason":"server and engine run","snapshot_age_s":0.8})");
  EXPECT_EQ(readiness_of({}, failure{errc::io_failed, ""}, start).fact().dump(),
            R"({"status":"unavailable","reason":"the journal cannot be read"})");
}

}  // namespace laundromat
