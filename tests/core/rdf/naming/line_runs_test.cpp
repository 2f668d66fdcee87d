// Tests of sorted runs of lines: merged in order, each line once, and damage is found.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/line_runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tests/core/rdf/naming/damaged_run_store.hpp"

namespace laundromat {

namespace {

using run_line = std::tuple<std::uint32_t, std::uint64_t, std::string>;  ///< component, key, line

void write_run(line_runs& runs, std::vector<run_line> lines) {
  std::ranges::sort(lines);
  ASSERT_TRUE(runs.begin_run());
  for (const auto& [component, key, line] : lines) ASSERT_TRUE(runs.add(component, key, line));
  ASSERT_TRUE(runs.end_run());
}

/// Ten of the lines are in both runs of a pair.
TEST(line_runs, are_merged_by_component_key_and_line_without_repeated_ones) {
  std::mt19937 random{2026};
  const auto store = make_memory_run_store();
  line_runs runs(*store, 0);
  EXPECT_TRUE(runs.is_empty());
  std::set<run_line> all;
  std::vector<run_line> lines;
  for (int number = 0; number < 5; ++number) {
    lines.resize(std::min<std::size_t>(lines.size(), 10));
    for (int i = 0; i < 400; ++i)
      lines.emplace_back(random() % 7, random() % 5, std::string(1 + random() % 900, 'a' + random() % 3));
    all.insert(lines.begin(), lines.end());
    write_run(runs, lines);
  }
  EXPECT_FALSE(runs.is_empty());
  std::vector<std::pair<std::uint32_t, std::string>> expected, merged;
  for (const auto& [component, key, line] : all) expected.emplace_back(component, line);
  ASSERT_TRUE(runs.merge(
      [&](std::uint32_t component, std::string_view line) { merged.emplace_back(component, line); }));
  EXPECT_EQ(merged, expected);
}

/// One line has the same text in another component, where it is not a repeated one.
TEST(line_runs, keep_equal_lines_of_different_components) {
  const auto store = make_memory_run_store();
  line_runs runs(*store, 0);
  write_run(runs, {{1, 5, "a"}, {2, 5, "a"}});
  write_run(runs, {{1, 5, "a"}, {1, 6, ""}});
  std::string merged;
  ASSERT_TRUE(runs.merge([&](std::uint32_t component, std::string_view line) {
    merged.append(std::to_string(component)).append(line).push_back(';');
  }));
  EXPECT_EQ(merged, "1a;1;2a;");
}

TEST(line_runs, that_are_damaged_are_an_error) {
  testing::damaged_run_store store(40);
  line_runs runs(store, 0);
  write_run(runs, {{0, 1, std::string(100, 'x')}});
  const auto merged = runs.merge([](std::uint32_t, std::string_view) { FAIL() << "a damaged line"; });
  ASSERT_FALSE(merged);
  EXPECT_EQ(merged.error().code, errc::io_failed);
}

}  // namespace

}  // namespace laundromat
