// Tests of the output for people.
// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/terminal.hpp"

#include <gtest/gtest.h>
#include <spdlog/details/log_msg.h>
#include <spdlog/formatter.h>

#include <sstream>

#include "app/run/run_display.hpp"
#include "app/terminal/log_lines.hpp"
#include "app/terminal/progress.hpp"

namespace laundromat {
namespace {

using std::chrono::milliseconds;

TEST(terminal, width_counts_columns_and_not_bytes) {
  EXPECT_EQ(display_width("socks"), 5U);
  EXPECT_EQ(display_width("wäsche"), 6U);
  EXPECT_EQ(display_width("洗濯"), 4U);
  EXPECT_EQ(display_width("e\xCC\x81"), 1U);
  EXPECT_EQ(display_width("\xFF\xFE"), 2U);
}

TEST(terminal, cutting_keeps_characters_complete) {
  EXPECT_EQ(cut_to("socks", 5), "socks");
  EXPECT_EQ(cut_to("laundry", 5), "laun…");
  EXPECT_EQ(cut_to("洗濯機", 4), "洗…");
  EXPECT_EQ(cut_to("abc", 0), "");
}

TEST(terminal, untrusted_text_cannot_control_the_terminal) {
  EXPECT_EQ(harmless("a\x1b[2Jb\n"), "a\\u001B[2Jb\\u000A");
  EXPECT_EQ(harmless("\xC2\x9Bx\x9B"), "\\u009Bx\\x9B");
  EXPECT_EQ(harmless("\xC0\xAF"), "\\xC0\\xAF");
  EXPECT_EQ(harmless("\u202Egpj"), "\\u202Egpj");
  EXPECT_EQ(harmless("\U000E0041"), "\\U000E0041");
  for (const auto* kept : {"wäsche 洗", "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645",
                           "\U0001F468\u200D\U0001F4BB", "\u2764\uFE0F", "\\u001B", ""})
    EXPECT_EQ(harmless(kept), kept);
}

TEST(terminal, json_keeps_its_value) {
  EXPECT_EQ(harmless_json("{\"a\":\"\u009B\u202E\x7F\U000E0041洗\"}\n"),
            "{\"a\":\"\\u009B\\u202E\\u007F\\uDB40\\uDC41洗\"}\n");
}

TEST(terminal_guard, only_painted_text_has_control_sequences) {
  std::ostringstream out;
  {
    const terminal_guard guard{out, {true, true, 80}};
    out << painted("a\x1b[2J", colour::red, {true, true, 80}) << "\x1b[31m\tb\r\n" << '\a';
    wipe_line(out);
  }
  EXPECT_EQ(out.str(), "\x1b[31ma\\u001B[2J\x1b[0m\\u001B[31m\tb\\u000D\n\\u0007\r\x1b[K");
}

TEST(terminal_guard, a_character_may_be_written_in_chunks) {
  const std::string text = "w\u00E4sche \u009B \u202E 洗 \U0001F9E6 \U000E0041 \xC3";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    std::ostringstream out;
    {
      const terminal_guard guard{out, {true, false, 80}};
      out << text.substr(0, cut) << std::flush << text.substr(cut);
    }
    EXPECT_EQ(out.str(), "w\u00E4sche \\u009B \\u202E 洗 \U0001F9E6 \\U000E0041 \\xC3") << cut;
  }
}

TEST(terminal_guard, output_to_other_streams_is_unchanged) {
  std::ostringstream out;
  const terminal_guard guard{out, {}};
  out << "\x1b\x9B\u202E";
  EXPECT_EQ(out.str(), "\x1b\x9B\u202E");
}

TEST(terminal, sizes_counts_and_durations_read_well) {
  EXPECT_EQ(human_bytes(0), "0 B");
  EXPECT_EQ(human_bytes(1023), "1023 B");
  EXPECT_EQ(human_bytes(1536), "1.5 KiB");
  EXPECT_EQ(human_bytes(1024 * 1024 - 1), "1.0 MiB");
  EXPECT_EQ(human_bytes(~std::uint64_t{0}), "16.0 EiB");
  EXPECT_EQ(human_count(0), "0");
  EXPECT_EQ(human_count(999), "999");
  EXPECT_EQ(human_count(1'234'567), "1,234,567");
  EXPECT_EQ(human_duration(milliseconds{350}), "350 ms");
  EXPECT_EQ(human_duration(milliseconds{59'990}), "59.9 s");
  EXPECT_EQ(human_duration(milliseconds{200'000}), "3 min 20 s");
  EXPECT_EQ(human_duration(milliseconds{18'180'000}), "5 h 03 min");
  EXPECT_EQ(human_duration(milliseconds{198'000'000}), "2 d 07 h");
}

TEST(terminal, a_table_is_aligned_and_only_a_terminal_cuts_it) {
  text_table table{{{"name"}, {"bytes", text_table::align::right}}};
  table.add_row({"wäsche", "7"});
  table.add_row({"a-very-long-name-of-a-document"});
  std::ostringstream plain;
  table.print(plain, {});
  EXPECT_EQ(plain.str(),
            "name                            bytes\nwäsche                              "
            "7\na-very-long-name-of-a-document\n");
  std::ostringstream narrow;
  table.print(narrow, {true, false, 20});
  EXPECT_EQ(narrow.str(), "name           bytes\nwäsche             7\na-very-long-…\n");
}

TEST(terminal, colour_needs_a_terminal) {
  std::ostringstream out;
  out << painted("x", colour::red, {}) << painted("y", colour::red, {true, true, 80});
  EXPECT_EQ(out.str(), "x\x1b[31my\x1b[0m");
}

TEST(progress, plain_lines_are_printed_every_ten_seconds_and_only_after_changes) {
  std::ostringstream out;
  progress_display display{out, {}, false};
  progress p;
  display.update(p);
  p.elapsed = milliseconds{5'000};
  p.done = 1;
  display.update(p);
  p.elapsed = milliseconds{10'000};
  display.update(p);
  p.elapsed = milliseconds{30'000};
  display.update(p);
  const auto text = out.str();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2) << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(progress, plain_lines_have_the_level_that_journald_reads) {
  std::ostringstream out;
  progress_display display{out, {}, false, progress_prefix(log_reader::journald)};
  display.update({});
  display.finish({});
  EXPECT_EQ(out.str().find("<6>"), 0U) << out.str();
  EXPECT_NE(out.str().find("\n<6>"), std::string::npos) << out.str();
  EXPECT_EQ(progress_prefix(log_reader::file), "");
}

TEST(progress, a_live_line_is_replaced_and_facts_are_printed_above_it) {
  std::ostringstream out;
  progress_display display{out, {true, false, 200}, false};
  progress p;
  display.update(p);
  display.print("cleaned socks.nt");
  p.elapsed = milliseconds{200};
  display.finish(p);
  EXPECT_NE(out.str().find("\r\x1b[Kcleaned socks.nt\n"), std::string::npos) << out.str();
  EXPECT_TRUE(out.str().ends_with("0.0 documents/s\n"));
}

TEST(progress, names_the_working_stages_the_time_left_and_the_waits_for_hosts) {
  progress p;
  p.active = {3, 0, 0, 2};
  p.left = milliseconds{90'000};
  p.hosts = "19 wait for example.org until 19:14";
  const auto line = progress_line(p, {});
  EXPECT_NE(line.find("at work: fetch 3, parse 2  "), std::string::npos) << line;
  EXPECT_NE(line.find("about 1 min 30 s left"), std::string::npos) << line;
  EXPECT_TRUE(line.ends_with("19 wait for example.org until 19:14")) << line;
}

TEST(rate_meter, counts_the_last_minute_and_the_whole_run_while_that_is_shorter) {
  rate_meter meter;
  EXPECT_EQ(meter.per_second(), 0);
  EXPECT_FALSE(meter.time_for(1)) << "nothing was done yet";
  meter.add(milliseconds{10'000}, 100);
  EXPECT_DOUBLE_EQ(meter.per_second(), 10);
  EXPECT_EQ(meter.time_for(50), milliseconds{5'000});
  for (int s = 11; s <= 200; ++s)
    meter.add(milliseconds{s * 1'000}, 100 + 2 * static_cast<std::uint64_t>(s - 10));
  EXPECT_DOUBLE_EQ(meter.per_second(), 2) << "the fast start is more than a minute ago";
}

TEST(describe_waits, names_hosts_times_reasons_and_how_many_others_there_are) {
  EXPECT_EQ(describe_waits({}), "");
  waiting_requests waits;
  waits.longest = {{"example.org", 19, from_ms(1'800'000'840'000), "Crawl-delay of 30 s"}};
  waits.requests = 23;
  waits.hosts = 3;
  EXPECT_EQ(describe_waits(waits),
            "19 wait for example.org until 08:14 (Crawl-delay of 30 s), 4 for 2 other hosts");
}

TEST(log_lines, have_the_prefix_of_their_reader) {
  const auto at = from_ms(1'800'000'000'123);
  EXPECT_EQ(fact_prefix(log_reader::file, at, false), "2027-01-15T08:00:00.123Z ");
  EXPECT_EQ(fact_prefix(log_reader::person, at, true), "08:00:00 ");
  EXPECT_EQ(fact_prefix(log_reader::journald, at, false), "<6>");
  EXPECT_EQ(fact_prefix(log_reader::journald, at, true), "<5>");
  EXPECT_TRUE(is_journal_stream("8:1234", 8, 1234));
  EXPECT_FALSE(is_journal_stream("8:1234", 8, 12345)) << "standard error was sent elsewhere";
  const auto formatter = log_formatter(log_reader::journald);
  spdlog::memory_buf_t line;
  formatter->format({"laundromat", spdlog::level::warn, "the disk is full"}, line);
  EXPECT_EQ(std::string(line.data(), line.size()), "<4>the disk is full\n");
}

TEST(progress, quiet_prints_nothing) {
  std::ostringstream out;
  progress_display display{out, {true, true, 80}, true};
  display.update({});
  display.print("x");
  display.finish({});
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace laundromat
