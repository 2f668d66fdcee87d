// Warnings about an undeclared or wrong encoding: once, at the first byte that shows it.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/text/encoding_watch.hpp"

#include <gtest/gtest.h>

#include "core/codec/text/encoding.hpp"
#include "core/codec/text/recode.hpp"
#include "tests/core/codec/support.hpp"

namespace laundromat {
namespace {

struct reported {
  errc code;
  std::uint64_t offset_bytes, line, column;

  friend bool operator==(const reported&, const reported&) = default;
};

/// The warnings of a document that is read in the detected encoding, in chunks of several sizes.
std::vector<reported> read_text(const std::string& bytes, std::string_view charset,
                                std::string_view encoding) {
  std::vector<reported> all;
  for (const std::size_t longest_chunk : {1'000'000, 7}) {
    warning_log warnings;
    auto watched =
        watch_encoding(testing::make_chopped_source(bytes, 1, longest_chunk), encoding, charset, warnings);
    const auto text = make_utf8_source(std::move(watched), encoding, warnings);
    EXPECT_TRUE(text && testing::drain(**text));
    std::vector<reported> now;
    for (const auto& row : warnings.rows()) now.push_back({row.code, row.offset_bytes, row.line, row.column});
    if (longest_chunk > 7) all = now;
    EXPECT_TRUE(now == all) << "in chunks of at most " << longest_chunk;
  }
  return all;
}

std::vector<reported> read_text(const std::string& bytes, std::string_view charset = {}) {
  return read_text(bytes, charset, detect_encoding(bytes, true, charset).chosen);
}

using rows = std::vector<reported>;
const std::string latin =
    "first line\r\nB\xE4r, gr\xF6\xDF"
    "er, \xFC"
    "ber alles gew\xF6hnliche\n";
const std::string utf8 =
    "first line\r\nB\xC3\xA4r, gr\xC3\xB6\xC3\x9F"
    "er\n";

TEST(watch_encoding, reports_where_a_guess_first_matters) {
  EXPECT_EQ(read_text(latin), (rows{{errc::guessed_encoding, 13, 2, 2}}));
  EXPECT_EQ(read_text(latin, "windows-1252"), rows{});
  EXPECT_EQ(read_text(utf8), rows{});
}

TEST(watch_encoding, reports_where_a_declaration_is_disproved) {
  const std::string declaration = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n";
  EXPECT_EQ(read_text(declaration + utf8), (rows{{errc::overruled_encoding, declaration.size() + 13, 3, 2}}));
  EXPECT_EQ(read_text(utf8, "ISO-8859-1"), (rows{{errc::overruled_encoding, 13, 2, 2}}));
  EXPECT_EQ(read_text(latin, "UTF-8"), (rows{{errc::overruled_encoding, 13, 2, 2}}));
  EXPECT_EQ(read_text(declaration + latin), rows{});
  EXPECT_EQ(read_text(utf8, "utf8"), rows{});
  EXPECT_EQ(read_text("first line\n", "ISO-8859-1"), rows{});
}

TEST(watch_encoding, reports_utf16_and_utf32_at_the_start) {
  const std::string wide(
      "\xFF\xFE"
      "a\0b\0",
      6),
      unmarked("a\0b\0c\0d\0", 8);
  EXPECT_EQ(read_text(wide), rows{});
  EXPECT_EQ(read_text(wide, "utf-16"), rows{});
  EXPECT_EQ(read_text(wide, "utf-8"), (rows{{errc::overruled_encoding, 0, 1, 1}}));
  EXPECT_EQ(read_text(unmarked), (rows{{errc::guessed_encoding, 0, 1, 1}}));
}

TEST(watch_encoding, a_late_change_of_encoding_has_its_own_position) {
  const std::string text(most_sampled_bytes, 'a');
  EXPECT_EQ(read_text(text + "\n\xC3\xA4\xC3\xB6", "ISO-8859-1"),
            (rows{{errc::overruled_encoding, most_sampled_bytes + 1, 2, 1}}));
}

}  // namespace
}  // namespace laundromat
