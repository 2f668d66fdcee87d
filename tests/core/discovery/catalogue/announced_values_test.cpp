// Tests of intervals, sizes, counts and patterns as catalogues state them.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/catalogue/announced_values.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

std::int64_t interval(std::string_view text) {
  const auto length = parse_stated_interval(text);
  return !length ? 0 : *length == seconds::max() ? -1 : length->count();
}

TEST(stated_interval, is_a_word_an_iri_or_a_duration) {
  constexpr std::int64_t day = 86'400;
  for (const auto& [text, length] : std::initializer_list<std::pair<std::string_view, std::int64_t>>{
           {"daily", day},
           {" Annually ", 365 * day},
           {"http://publications.europa.eu/resource/authority/frequency/MONTHLY", 30 * day},
           {"http://publications.europa.eu/resource/authority/frequency/WEEKLY_2", 7 * day / 2},
           {"http://purl.org/cld/freq/semiannual", 365 * day / 2},
           {"http://purl.org/linked-data/sdmx/2009/code#freq-Q", 365 * day / 4},
           {"Three times a month", 10 * day},
           {"P1D", day},
           {"P1M", 30 * day},
           {"PT1H30M", 5'400},
           {"P1Y2M3W4DT5H6M7S", (365 + 60 + 21 + 4) * day + 5 * 3'600 + 6 * 60 + 7},
           {"R/P1Y", 365 * day},
           {"R/P0.5M", 15 * day},
           {"R/P3.5D", 302'400},
           {"never", -1},
           {"http://publications.europa.eu/resource/authority/frequency/NOT_PLANNED", -1}})
    EXPECT_EQ(interval(text), length) << text;
  for (const auto* text :
       {"", "irregular", "http://publications.europa.eu/resource/authority/frequency/IRREG", "P", "PT", "P1",
        "P1S", "P1D1Y", "P0D", "-P1D", "P1H", "R/", "PT1", "P9999999999999Y", "P1D1D"})
    EXPECT_EQ(interval(text), 0) << text;
}

TEST(stated_size, has_units) {
  for (const auto& [text, bytes] :
       std::initializer_list<std::pair<std::string_view, std::uint64_t>>{{"5120", 5'120},
                                                                         {"5120.0", 5'120},
                                                                         {"1,024", 1'024},
                                                                         {"5 MB", 5'000'000},
                                                                         {"2.5GiB", 2'684'354'560},
                                                                         {"300 kB", 300'000},
                                                                         {"12 bytes", 12},
                                                                         {"1,5 MB", 1'500'000},
                                                                         {"", 0},
                                                                         {"big", 0},
                                                                         {"-5", 0},
                                                                         {"5 apples", 0},
                                                                         {"1e3", 0},
                                                                         {"99999999999999999999", 0}})
    EXPECT_EQ(parse_stated_size(text), bytes) << text;
}

TEST(stated_count, is_a_whole_number_in_many_forms) {
  for (const auto& [text, count] :
       std::initializer_list<std::pair<std::string_view, std::uint64_t>>{{"64672", 64'672},
                                                                         {"+5", 5},
                                                                         {"1,000,000", 1'000'000},
                                                                         {"1.5E6", 1'500'000},
                                                                         {"23399.0", 23'399},
                                                                         {"-5", 0},
                                                                         {"", 0},
                                                                         {"about 10", 0},
                                                                         {"10 triples", 0},
                                                                         {"1E99", 0}})
    EXPECT_EQ(parse_stated_count(text), count) << text;
}

TEST(prefix_of_pattern, is_the_text_before_what_may_differ) {
  for (const auto& [pattern, prefix] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"^http://dbpedia\\.org/resource/.+", "http://dbpedia.org/resource/"},
           {"^http://dbpedia.org/resource/", "http://dbpedia.org/resource/"},
           {"^http://e\\.org/id/[0-9]+$", "http://e.org/id/"},
           {"^http://e\\.org/ids?/", "http://e.org/id"},
           {"^http://e\\.org/a.b", "http://e.org/a"},
           {"^http://e\\.org/(a|b)", ""},
           {"http://e\\.org/", ""},
           {"^http://", ""},
           {"^\\w+", ""},
           {"^", ""},
           {"", ""},
           {"^http://e\\.org/a\\", "http://e.org/a"}})
    EXPECT_EQ(prefix_of_pattern(pattern), prefix) << pattern;
}

}  // namespace
}  // namespace laundromat
