// Tests of the line that a snapshot is sent as.
// SPDX-License-Identifier: Apache-2.0
#include "core/monitoring/snapshot_line.hpp"

#include <gtest/gtest.h>

#include "tests/core/monitoring/made_snapshot.hpp"

namespace laundromat {

namespace {

engine_snapshot read_again(const engine_snapshot& taken) {
  const auto read = snapshot_of_line(to_line(taken));
  EXPECT_TRUE(read) << (read ? "" : to_string(read.error()));
  return read.value_or(engine_snapshot{});
}

/// The line with `from` replaced once.
std::string changed(std::string line, std::string_view from, std::string_view to) {
  const auto at = line.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return line.replace(at, from.size(), to);
}

}  // namespace

TEST(snapshot_line, is_read_as_it_was_written) {
  EXPECT_TRUE(read_again(made_snapshot()) == made_snapshot());
  EXPECT_TRUE(read_again({}) == engine_snapshot{}) << "also when nothing was counted yet";
  auto pausing = made_snapshot();
  pausing.machine = {std::nullopt, 0, "no \"space\"\non /srv/ü", "less free space"};
  pausing.stages = {};
  EXPECT_TRUE(read_again(pausing) == pausing);
}

TEST(snapshot_line, has_one_line_feed_and_a_few_kilobytes) {
  auto taken = made_snapshot();
  for (auto& one : taken.fetched.by_status.of) one = 0xffff'ffff'ffff'ffff;
  for (auto& one : taken.failures.of) one = 0xffff'ffff'ffff'ffff;
  taken.fetched.by_cause = taken.failures;
  const std::string longest(2'000, '\x01');
  taken.machine = {1, 1, longest, longest};
  taken.version = longest;
  taken.waits.longest.assign(20, {longest, 1, {}});
  const auto line = to_line(taken);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  EXPECT_LE(line.size(), most_snapshot_line_bytes) << "with every status and cause";
  const auto read = snapshot_of_line(line);
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->waits.longest.empty()) << "names of hosts are what may be missing";
  EXPECT_TRUE(read->fetched.by_status.of == taken.fetched.by_status.of);
  EXPECT_LT(to_line(made_snapshot()).size(), std::size_t{4} << 10);
  EXPECT_EQ(line.substr(0, 1), "{");
}

TEST(snapshot_line, cuts_long_texts_and_replaces_what_is_no_utf_8) {
  auto taken = made_snapshot();
  taken.machine.trouble = std::string(100'000, 'x');
  taken.waits.longest[0].authority = "a\xff.example";
  taken.waits.longest.resize(100);
  const auto read = read_again(taken);
  EXPECT_EQ(read.machine.trouble, std::string(512, 'x'));
  EXPECT_EQ(read.waits.longest[0].authority, "a\xef\xbf\xbd.example");
  EXPECT_EQ(read.waits.longest.size(), 16U);
}

TEST(snapshot_line, a_damaged_line_is_a_typed_error_that_names_the_member) {
  const auto line = to_line(made_snapshot());
  const auto error_of = [](std::string_view text) {
    const auto read = snapshot_of_line(text);
    EXPECT_FALSE(read) << text.substr(0, 80);
    return read ? failure{} : read.error();
  };
  for (const std::string_view text : {"", "\n", "null", "[]", "7", "\"engine_snapshot\"", "{", "{}}", "\xff"})
    EXPECT_EQ(error_of(text).code, errc::invalid_argument) << text;
  EXPECT_NE(error_of("{}").detail.find("member kind"), std::string::npos);
  EXPECT_NE(error_of(changed(line, "engine_snapshot", "event")).detail.find("member kind"),
            std::string::npos);
  for (const auto& [from, to, member] :
       {std::tuple{"\"documents\":150", "\"documents\":-1", "documents"},
        std::tuple{"\"documents\":150", "\"documents\":1.5", "documents"},
        std::tuple{"\"documents\":150", "\"documents\":\"150\"", "documents"},
        std::tuple{"\"documents\":150", "\"document\":150", "documents"},
        std::tuple{"\"running\":4", "\"running\":4294967296", "running"},
        std::tuple{"\"version\":\"1.2.3\"", "\"version\":null", "version"},
        std::tuple{"\"draining\":true", "\"draining\":1", "draining"},
        std::tuple{"\"counts\":[", "\"counts\":[1,", "counts"},
        std::tuple{"\"poison\":1", "\"poison\":{}", "failures"},
        std::tuple{"\"waits\":{", "\"waits\":[],\"w\":{", "requests"}})
    EXPECT_NE(error_of(changed(line, from, to)).detail.find("member " + std::string{member}),
              std::string::npos)
        << to;
  for (std::size_t i = 0; i + 2 < line.size(); i += 7)
    EXPECT_EQ(error_of(line.substr(0, i)).code, errc::invalid_argument) << i;
  EXPECT_EQ(error_of(std::string(most_snapshot_line_bytes + 1, ' ')).code, errc::invalid_argument);
  EXPECT_EQ(error_of(std::string(60'000, '[')).code, errc::invalid_argument) << "deep nesting";
}

TEST(snapshot_line, passes_over_what_a_newer_engine_says) {
  auto line = to_line(made_snapshot());
  line = changed(line, "\"version\"", "\"newer\":{\"a\":[1]},\"version\"");
  line = changed(line, "\"poison\":1", "\"poison\":1,\"unheard_of\":5");
  const auto read = snapshot_of_line(line);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_TRUE(*read == made_snapshot());
}

}  // namespace laundromat
