// Sorting with and without spilling gives the same bytes.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/sorted_set.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace laundromat {
namespace {

struct sorted {
  std::vector<std::string> lines;
  std::uint64_t duplicates = 0;
  std::size_t runs = 0;
};

sorted sort(const std::vector<std::string>& lines, std::uint64_t memory_bytes) {
  auto store = make_memory_run_store();
  sorted_set set(*store, memory_bytes);
  for (const auto& line : lines) EXPECT_TRUE(set.add(line));
  sorted got;
  EXPECT_TRUE(set.finish([&](std::string_view line) {
    got.lines.emplace_back(line);
    return result<void>{};
  }));
  got.duplicates = set.duplicates();
  got.runs = set.spilled_runs();
  return got;
}

TEST(sorted_set, order_is_that_of_bytes_and_not_of_a_locale) {
  const auto got = sort({"b\n", "a\n", "B\n", "\xC3\xA9\n", "ab\n", "a\n", "a b\n"}, 1 << 20);
  EXPECT_EQ(got.lines, (std::vector<std::string>{"B\n", "a\n", "a b\n", "ab\n", "b\n", "\xC3\xA9\n"}));
  EXPECT_EQ(got.duplicates, 1u);
  EXPECT_EQ(got.runs, 0u);
}

TEST(sorted_set, spilling_changes_nothing_D70) {
  constexpr unsigned seed = 20;
  std::mt19937 random(seed);
  std::vector<std::string> lines;
  for (int i = 0; i < 20'000; ++i) {
    std::string line = "<http://example.org/" + std::to_string(random() % 9'000) + "> ";
    line.append(random() % 40, static_cast<char>('a' + random() % 3));
    lines.push_back(line + "\n");
  }
  lines.push_back(std::string(100'000, 'x') + "\n");
  const std::set<std::string> expected(lines.begin(), lines.end());
  const std::vector<std::string> in_order(expected.begin(), expected.end());
  for (const std::uint64_t memory : {16u << 10, 256u << 10, 64u << 20}) {
    const auto got = sort(lines, memory);
    EXPECT_EQ(got.lines, in_order) << memory;
    EXPECT_EQ(got.duplicates, lines.size() - expected.size());
    EXPECT_EQ(got.runs > 0, memory < (1u << 20)) << memory;
  }
}

struct refusing_store final : run_store {
  result<byte_sink*> create() override { return fail(errc::no_space, "no room for runs"); }
  result<byte_source_ptr> open(std::size_t) override { return fail(errc::not_found, "none"); }
};

TEST(sorted_set, an_error_of_the_store_comes_out) {
  refusing_store store;
  sorted_set set(store, 16 << 10);
  result<void> last;
  for (int i = 0; i < 10'000 && last; ++i) last = set.add("line " + std::to_string(i) + "\n");
  ASSERT_FALSE(last);
  EXPECT_EQ(last.error().code, errc::no_space);
}

}  // namespace
}  // namespace laundromat
