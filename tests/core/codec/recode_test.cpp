// From any encoding to UTF-8, in chunks of any size.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/text/recode.hpp"

#include <gtest/gtest.h>

#include "core/codec/text/encoding.hpp"
#include "core/codec/text/encoding_name.hpp"
#include "tests/core/codec/support.hpp"

namespace laundromat {

using namespace laundromat::testing;

namespace {

result<std::string> recode(byte_source_ptr bytes, std::string_view encoding, warning_log& warnings,
                           std::size_t chunk_bytes = 65'536) {
  auto source = make_utf8_source(std::move(bytes), encoding, warnings);
  if (!source) return tl::unexpected(source.error());
  return drain(**source, chunk_bytes);
}

std::string repeat(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST(recode, utf8_after_much_ascii_is_not_read_as_latin_1_D22) {
  const auto utf8 = repeat("caf\xC3\xA9 ", 20'000);
  const std::string ascii(most_sampled_bytes, 'a');
  for (const auto& [bytes, text, count] : {std::tuple{ascii + utf8, ascii + utf8, 1},
                                           {ascii + utf8 + "\xE9 ", ascii + utf8 + "\xE9 ", 1},
                                           {ascii + "\xE9 x", ascii + "\xC3\xA9 x", 0},
                                           {ascii + "\xC3", ascii + "\xC3\x83", 0},
                                           {ascii, ascii, 0}}) {
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
      warning_log warnings;
      const auto read = recode(make_chopped_source(bytes, seed, 100'000), "windows-1252", warnings, 50'000);
      ASSERT_TRUE(read);
      EXPECT_TRUE(*read == text) << bytes.size() << " seed " << seed;
      ASSERT_EQ(warnings.rows().size(), static_cast<std::size_t>(count)) << bytes.size();
      for (const auto& row : warnings.rows()) EXPECT_EQ(row.offset_bytes, ascii.size() + 3);
    }
  }
}

TEST(recode, what_reads_as_utf8_in_another_encoding_is_warned_of_once_a_line_D21) {
  const std::string bytes =
      "M\xFCller\nJos\xC3\xA9, M\xC3\xA1laga\nca\xF1on\nit\xE2\x80\x99s\nferm\xE9\xA0\xBB\n\xC3";
  for (std::uint32_t seed = 1; seed <= 9; ++seed) {
    warning_log warnings;
    const auto read = recode(make_chopped_source(bytes, seed, 3), "windows-1252", warnings);
    ASSERT_TRUE(read);
    EXPECT_EQ(*read,
              "M\xC3\xBCller\nJos\xC3\x83\xC2\xA9, M\xC3\x83\xC2\xA1laga\nca\xC3\xB1on\n"
              "it\xC3\xA2\xE2\x82\xAC\xE2\x84\xA2s\nferm\xC3\xA9\xC2\xA0\xC2\xBB\n\xC3\x83");
    ASSERT_EQ(warnings.rows().size(), 2u) << seed;
    EXPECT_EQ(warnings.rows()[0],
              (stream_warning{errc::mixed_encodings, 11,
                              "bytes that are `\xC3\xA9` in UTF-8, decoded as windows-1252", 2, 4}));
    EXPECT_EQ(warnings.rows()[1].line, 4u);
  }
}

TEST(recode, every_encoding_becomes_utf8_in_chunks_of_any_size) {
  const std::pair<const char*, std::string> texts[] = {
      {"ISO-8859-1", repeat("caf\xC3\xA9 ", 40'000)},
      {"KOI8-R", repeat("\xD0\x9A\xD0\xBE\xD0\xB3\xD0\xB4\xD0\xB0 ", 30'000)},
      {"Shift_JIS", repeat("\xE6\x97\xA5\xE6\x9C\xAC a ", 30'000)},
      {"GB18030", repeat("\xE6\xB1\x89\xE5\xAD\x97 \xF0\x9F\x98\x80 ", 30'000)},
      {"UTF-16LE", repeat("a \xF0\x9F\x98\x80 ", 60'000)},
      {"UTF-16BE", repeat("a \xF0\x9F\x98\x80 ", 1'000)},
      {"UTF-32LE", repeat("a \xF0\x9F\x98\x80 ", 60'000)},
      {"ISO-2022-JP", repeat("\xE6\x97\xA5 a ", 1'000)}};
  for (const auto& [encoding, text] : texts) {
    const auto bytes = from_utf8(text, encoding);
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
      warning_log warnings;
      const auto read =
          recode(make_chopped_source(bytes, seed, seed == 1 ? 7 : 100'000), encoding, warnings, 50'000);
      ASSERT_TRUE(read) << encoding;
      EXPECT_TRUE(*read == text) << encoding << " seed " << seed;
      EXPECT_TRUE(warnings.rows().empty()) << encoding;
    }
  }
}

TEST(recode, utf8_passes_through_unchanged_D20) {
  warning_log warnings;
  for (const std::string text : {"", "a", "\xEF\xBB",
                                 "\xEF\xBB\xBF"
                                 "a",
                                 "abc\xFF\xFE\xC3", "caf\xC3\xA9"})
    for (const auto* encoding : {"UTF-8", "us-ascii"})
      EXPECT_EQ(*recode(make_memory_source(text), encoding, warnings, 1), text);
  EXPECT_TRUE(warnings.rows().empty());
}

TEST(recode, utf16_follows_its_byte_order_mark_D23) {
  warning_log warnings;
  for (const auto* name : {"UTF-16", "UTF-16LE"})
    EXPECT_EQ(*recode(make_memory_source(std::string("\xFF\xFE"
                                                     "a\0b\0",
                                                     6)),
                      name, warnings),
              "ab");
  for (const auto* name : {"UTF-16", "UTF-16BE"})
    EXPECT_EQ(*recode(make_memory_source(std::string("\xFE\xFF\0a\0b", 6)), name, warnings), "ab");
  EXPECT_EQ(*recode(make_memory_source(std::string("a\0b\0", 4)), "UTF-16", warnings), "ab");
  EXPECT_TRUE(warnings.rows().empty());
}

TEST(recode, undecodable_bytes_become_counted_replacements_R48) {
  warning_log warnings;
  EXPECT_EQ(*recode(make_memory_source("a\x81"
                                       "b\x8D"),
                    "windows-1252", warnings),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD");
  ASSERT_EQ(warnings.rows().size(), 2u);
  EXPECT_EQ(warnings.rows()[0].code, errc::undecodable_bytes);
  EXPECT_EQ(warnings.rows()[0].offset_bytes, 1u);
  EXPECT_EQ(warnings.rows()[1].offset_bytes, 5u);
}

TEST(recode, a_replacement_has_its_position_in_the_text_R48) {
  warning_log warnings;
  const auto text = "\xE9\r\n" + repeat("caf\xE9\n", 200'000) + "\xE9 \x81";
  ASSERT_TRUE(recode(make_chopped_source(text, 1, 100'000), "windows-1252", warnings, 50'000));
  ASSERT_EQ(warnings.rows().size(), 1u);
  EXPECT_EQ(warnings.rows()[0].offset_bytes, 4u + 200'000u * 6 + 3);
  EXPECT_EQ(warnings.rows()[0].line, 200'002u);
  EXPECT_EQ(warnings.rows()[0].column, 3u);
}

TEST(recode, a_lone_surrogate_and_an_incomplete_unit_are_replaced) {
  warning_log warnings;
  const std::string bytes(
      "a\0\0\xD8"
      "b\0c",
      7);
  EXPECT_EQ(*recode(make_memory_source(bytes), "UTF-16LE", warnings),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD");
  ASSERT_EQ(warnings.count(errc::undecodable_bytes), 2u);
  EXPECT_TRUE(warnings.rows()[0].message.ends_with(" 00d8")) << "the message has the undecodable bytes";
  EXPECT_TRUE(warnings.rows()[1].message.ends_with(" 63"));
}

TEST(recode, all_warnings_are_counted_and_kept_up_to_a_limit) {
  warning_log warnings;
  const auto read = recode(make_memory_source(std::string(300'000, '\x81')), "windows-1252", warnings);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->size(), 900'000u);
  EXPECT_EQ(warnings.count(errc::undecodable_bytes), 300'000u);
  EXPECT_EQ(warnings.rows().size(), warning_log::rows_per_code);
}

TEST(recode, every_named_encoding_can_be_decoded) {
  for (const auto* name : {"UTF-7", "KOI8-T", "CP874", "mac-cyrillic", "cp858", "johab", "big5-hkscs",
                           "EUC-TW", "ISO-2022-JP-2", "viscii", "tcvn", "pt154", "hp-roman8"}) {
    const auto canonical = canonical_encoding_name(name);
    warning_log warnings;
    EXPECT_EQ(recode(make_memory_source("abc"), canonical, warnings).value_or("refused"), "abc") << name;
  }
}

TEST(recode, an_unknown_encoding_is_refused) {
  warning_log warnings;
  EXPECT_EQ(make_utf8_source(make_memory_source("a"), "klingon", warnings).error().code, errc::no_encoding);
  EXPECT_EQ(make_utf8_source(make_memory_source("a"), "UTF-16//IGNORE", warnings).error().code,
            errc::no_encoding);
}

TEST(recode, an_error_of_the_source_is_not_an_end) {
  warning_log warnings;
  EXPECT_EQ(recode(make_failing_source("abc"), "ISO-8859-1", warnings).error().code, errc::io_failed);
  EXPECT_EQ(recode(make_failing_source("abcd"), "UTF-8", warnings).error().code, errc::io_failed);
}

}  // namespace laundromat
