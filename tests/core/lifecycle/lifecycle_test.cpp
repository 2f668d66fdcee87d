// Properties of the lifecycle that are not proved at compile time.
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/lifecycle.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/lifecycle/print.hpp"
#include "tests/places.hpp"

namespace laundromat {

TEST(lifecycle, an_entry_goes_from_downloading_to_parsed) {
  record_state state{record_kind::entry};
  const std::pair<event, status> journey[] = {{event::download_begun, status::downloading},
                                              {event::body_stored, status::filed},
                                              {event::claimed, status::unarchiving},
                                              {event::leaf_found, status::unarchived},
                                              {event::claimed, status::guessing},
                                              {event::format_found, status::guessed},
                                              {event::claimed, status::parsing},
                                              {event::statements_stored, status::parsed}};
  for (auto [on, to] : journey) {
    const auto before = state.current();
    const auto done = state.advance(on);
    ASSERT_TRUE(done) << to_string(done.error());
    EXPECT_EQ(*done, (transition{record_kind::entry, before, on, to, 1}));
    EXPECT_EQ(state.current(), to);
  }
  EXPECT_TRUE(is_final(record_kind::entry, state.current()));
}

TEST(lifecycle, an_illegal_pair_is_a_typed_error_and_changes_nothing) {
  auto state = record_state::restore(record_kind::entry, status::parsed, 2);
  const auto done = state.advance(event::claimed);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, errc::illegal_transition);
  EXPECT_EQ(state.current(), status::parsed);
  EXPECT_EQ(state.attempt(), 2U);
}

TEST(lifecycle, every_pair_outside_the_table_is_illegal) {
  for (auto kind : {record_kind::seed, record_kind::entry, record_kind::clean})
    for (auto s : all_statuses())
      for (int e = 1; e <= static_cast<int>(event::put_off); ++e) {
        auto state = record_state::restore(kind, s, 1);
        const auto rule = find_rule(kind, s, static_cast<event>(e));
        EXPECT_EQ(state.advance(static_cast<event>(e)).has_value(), rule.has_value());
        EXPECT_EQ(state.current(), rule ? rule->to : s);
      }
}

TEST(lifecycle, a_lost_worker_counts_an_attempt_and_the_next_stage_resets_the_count) {
  auto state = record_state::restore(record_kind::entry, status::unarchiving, 1);
  ASSERT_TRUE(state.advance(event::worker_crashed));
  EXPECT_EQ(state.current(), status::filed);
  EXPECT_EQ(state.attempt(), 2U);
  ASSERT_TRUE(state.advance(event::claimed));
  EXPECT_EQ(state.attempt(), 2U);
  ASSERT_TRUE(state.advance(event::leaf_found));
  EXPECT_EQ(state.attempt(), 1U);
}

TEST(lifecycle, a_machine_fault_counts_no_attempt_in_any_stage) {
  using enum status;
  for (const auto& [working, back] : {std::pair{downloading, downloading}, std::pair{unarchiving, filed},
                                      std::pair{guessing, unarchived}, std::pair{parsing, guessed}}) {
    auto state = record_state::restore(record_kind::entry, working, 2);
    ASSERT_TRUE(state.advance(event::machine_failed)) << to_string(working);
    EXPECT_EQ(state.current(), back);
    EXPECT_EQ(state.attempt(), 2U);
  }
}

TEST(lifecycle, a_lost_body_ends_the_entries_that_need_it_and_the_seed_is_due_again) {
  for (const auto waiting : {status::filed, status::unarchived, status::guessed}) {
    auto entry = record_state::restore(record_kind::entry, waiting, 1);
    ASSERT_TRUE(entry.advance(event::body_lost));
    EXPECT_EQ(entry.current(), status::failed);
  }
  auto seed = record_state::restore(record_kind::seed, status::downloading, 1);
  ASSERT_TRUE(seed.advance(event::crawl_lost));
  EXPECT_EQ(seed.current(), status::added);
  EXPECT_EQ(to_string(event::crawl_lost), "crawl_lost");
}

TEST(lifecycle, names_are_unique_and_read_back) {
  for (auto s : all_statuses()) EXPECT_EQ(status_from_name(to_string(s)), s);
  EXPECT_EQ(all_statuses().size(), 14U);
}

TEST(lifecycle, phases_follow_the_table) {
  using enum status;
  for (auto s : {filed, unarchived, guessed}) EXPECT_TRUE(is_waiting(record_kind::entry, s)) << to_string(s);
  for (auto s : {downloading, unarchiving, guessing, parsing})
    EXPECT_TRUE(is_working(record_kind::entry, s)) << to_string(s);
  for (auto s : {depleted, parsed, failed, refused, unchanged})
    EXPECT_TRUE(is_final(record_kind::entry, s)) << to_string(s);
  EXPECT_TRUE(is_waiting(record_kind::seed, added));
  EXPECT_TRUE(is_working(record_kind::seed, downloading));
  EXPECT_TRUE(is_final(record_kind::seed, refused));
  EXPECT_TRUE(is_final(record_kind::clean, cleaned));
}

TEST(lifecycle, every_status_that_a_kind_can_reach_has_a_meaning_and_no_other_has_one) {
  for (auto kind : {record_kind::seed, record_kind::entry, record_kind::clean})
    for (auto s : all_statuses())
      EXPECT_EQ(meaning_of(kind, s).empty(), !proof::reaches(kind, s))
          << to_string(kind) << ' ' << to_string(s);
}

TEST(lifecycle, the_page_in_doc_is_current) {
  std::ifstream file{source_path("doc/formats/lifecycle.md")};
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), lifecycle_page())
      << "run: laundromat lifecycle --format page > doc/formats/lifecycle.md";
}

TEST(lifecycle, diagrams_show_every_rule) {
  for (const auto& text : {lifecycle_as_mermaid(), lifecycle_as_dot(), lifecycle_as_table()})
    for (const auto& rule : lifecycle_table) EXPECT_NE(text.find(to_string(rule.on)), std::string::npos);
}

}  // namespace laundromat
