// Tests of searching documents in blocks.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include "core/fragments/pattern_reader.hpp"
#include "tests/core/fragments/packed_document.hpp"

namespace laundromat::test {
namespace {

std::set<std::string> made_lines() {
  std::set<std::string> all;
  for (int i = 0; i < 3'000; ++i) {
    const auto number = std::to_string(i);
    all.insert("<x:s" + std::to_string(i / 10) + "> <x:p" + std::to_string(i % 7) + "> \"" + number + "\" .");
    if (i % 100 == 0) all.insert("<x:hub> <x:p> <x:s" + number + "> .");
  }
  return all;
}

struct searched_document : packed_document {
  searched_document() : packed_document(made_lines()) {}
  /// All lines that a pattern finds from a place on, with the places behind them.
  std::vector<std::pair<std::string, std::uint64_t>> find(std::string_view pattern,
                                                          std::uint64_t from = 0) const {
    const line_matcher matcher{read_pattern(pattern).value()};
    const auto source = make_view_source(packed);
    pattern_reader reader{index, *source, matcher, from};
    std::vector<std::pair<std::string, std::uint64_t>> found;
    for (;;) {
      const auto line = reader.next();
      EXPECT_TRUE(line) << (line ? "" : line.error().detail);
      if (!line || !*line) return found;
      found.emplace_back(**line, reader.place());
    }
  }
  /// The same by comparing every line.
  std::vector<std::string> compare(std::string_view pattern) const {
    const line_matcher matcher{read_pattern(pattern).value()};
    std::vector<std::string> found;
    for (std::size_t begin = 0; begin < plain.size(); begin = plain.find('\n', begin) + 1) {
      const auto line = std::string_view{plain}.substr(begin, plain.find('\n', begin) - begin);
      if (matcher.matches(line)) found.emplace_back(line);
    }
    return found;
  }
};

constexpr std::array patterns{"?s ?p ?o",         "<x:hub> ?p ?o",    "<x:s7> ?p ?o",     "<x:s7> <x:p3> ?o",
                              "?s <x:p5> ?o",     "?s ?p \"1234\"",   "<x:none> ?p ?o",   "?s ?p <x:s300>",
                              "<x:s7> ?p \"77\"", "<x:hub> <x:q> ?o", "<x:hub> <x:p> ?o", "<x:zz> ?p ?o"};

}  // namespace

TEST(pattern_reader, finds_every_match_in_order) {
  const searched_document document;
  ASSERT_GT(document.index.blocks.size(), 50U);
  for (const auto* pattern : patterns) {
    SCOPED_TRACE(pattern);
    const auto found = document.find(pattern);
    const auto expected = document.compare(pattern);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i].first, expected[i]);
  }
}

TEST(pattern_reader, goes_on_behind_any_match) {
  const searched_document document;
  for (const auto* pattern : patterns) {
    SCOPED_TRACE(pattern);
    const auto all = document.find(pattern);
    for (std::size_t i = 0; i < all.size(); i += 1 + all.size() / 20) {
      const auto rest = document.find(pattern, all[i].second);
      ASSERT_EQ(rest.size(), all.size() - i - 1) << i;
      if (rest.empty()) continue;
      EXPECT_EQ(rest.front(), all[i + 1]);
    }
  }
}

TEST(pattern_reader, refuses_a_place_within_a_line) {
  const searched_document document;
  const line_matcher matcher{read_pattern("?s ?p ?o").value()};
  const auto source = make_view_source(document.packed);
  for (const std::uint64_t from : {std::uint64_t{1}, std::uint64_t{5'003}}) {
    pattern_reader reader{document.index, *source, matcher, from};
    const auto line = reader.next();
    ASSERT_FALSE(line);
    EXPECT_EQ(line.error().code, errc::invalid_argument);
  }
  EXPECT_TRUE(document.find("?s ?p ?o", document.plain.size()).empty());
  EXPECT_TRUE(document.find("?s ?p ?o", document.plain.size() + 1'000).empty());
}

TEST(pattern_reader, can_be_stopped_and_another_one_goes_on) {
  const searched_document document;
  for (const auto* pattern : patterns) {
    const line_matcher matcher{read_pattern(pattern).value()};
    const auto source = make_view_source(document.packed);
    std::vector<std::string> found;
    std::uint64_t from = 0;
    for (bool is_over = false; !is_over;) {
      pattern_reader reader{document.index, *source, matcher, from};
      int blocks = 0;
      reader.go_on_while([&] { return ++blocks <= 3; });
      for (auto line = reader.next().value(); line; line = reader.next().value()) found.emplace_back(*line);
      is_over = !reader.is_stopped();
      from = reader.place();
    }
    EXPECT_EQ(found, document.compare(pattern)) << pattern;
  }
}

TEST(count_matches, is_the_same_on_any_number_of_threads) {
  const searched_document document;
  std::atomic<int> opened = 0;
  const auto open = [&]() -> result<byte_source_ptr> {
    ++opened;
    return make_view_source(document.packed);
  };
  for (const std::uint32_t threads : {1U, 4U})
    for (const auto* pattern : patterns) {
      worker_pool workers{threads};
      const auto counted =
          count_matches(document.index, open, line_matcher{read_pattern(pattern).value()}, workers);
      ASSERT_TRUE(counted);
      EXPECT_EQ(counted->matches, document.compare(pattern).size()) << pattern;
      EXPECT_TRUE(counted->is_whole);
    }
  opened = 0;
  worker_pool workers{1};
  const auto one =
      count_matches(document.index, open, line_matcher{read_pattern("<x:s7> ?p ?o").value()}, workers);
  EXPECT_EQ(opened, 1) << "a subject is in few blocks";
  EXPECT_LT(one->read_bytes, 5'000U);
}

TEST(count_matches, can_be_stopped_and_reports_damage) {
  const searched_document document;
  worker_pool workers{2};
  const line_matcher all{read_pattern("?s ?p ?o").value()};
  int asked = 0;
  const auto open = [&]() -> result<byte_source_ptr> { return make_view_source(document.packed); };
  const auto some = count_matches(document.index, open, all, workers, [&] { return ++asked < 3; });
  ASSERT_TRUE(some);
  EXPECT_FALSE(some->is_whole);
  EXPECT_GT(some->matches, 0U);
  const auto half = std::string_view{document.packed}.substr(0, document.packed.size() / 2);
  const auto broken = count_matches(
      document.index, [&]() -> result<byte_source_ptr> { return make_view_source(half); }, all, workers);
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().code, errc::archive_damaged);
  const auto gone = count_matches(
      document.index, []() -> result<byte_source_ptr> { return fail(errc::not_found, "gone"); }, all,
      workers);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().code, errc::not_found);
}

}  // namespace laundromat::test
