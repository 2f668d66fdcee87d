// Newlines, bytes, characters and lines (L21-L23).
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/content_meta.hpp"

#include <gtest/gtest.h>

#include <random>

namespace laundromat {

namespace {

content_meta meter(std::string_view bytes) {
  content_meter m;
  m.update(bytes);
  return m.finish();
}

struct meta_case {
  std::string_view bytes;
  newline_style newline;
  std::uint64_t chars, lines;
};

/// The expected result, counted one byte after the other.
content_meta count_slowly(std::string_view bytes) {
  std::uint64_t lf = 0, crlf = 0, cr = 0;
  content_meta meta;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const bool after_cr = i > 0 && bytes[i - 1] == '\r';
    const bool before_lf = i + 1 < bytes.size() && bytes[i + 1] == '\n';
    if (bytes[i] == '\n') ++(after_cr ? crlf : lf);
    if (bytes[i] == '\r' && !before_lf) ++cr;
    meta.chars += (static_cast<unsigned char>(bytes[i]) >> 6) != 2;
  }
  const int styles = (lf > 0) + (crlf > 0) + (cr > 0);
  if (styles > 1) meta.newline = newline_style::mixed;
  if (styles == 1) meta.newline = lf ? newline_style::lf : crlf ? newline_style::crlf : newline_style::cr;
  meta.bytes = bytes.size();
  meta.lines = lf + crlf + cr + (!bytes.empty() && bytes.back() != '\n' && bytes.back() != '\r');
  meta.digest = sha256(bytes);
  return meta;
}

}  // namespace

TEST(content_meta, counts_the_properties_of_L23) {
  using enum newline_style;
  const meta_case cases[] = {{"", none, 0, 0},
                             {"a", none, 1, 1},
                             {"a\n", lf, 2, 1},
                             {"a\nb", lf, 3, 2},
                             {"a\r\nb\r\n", crlf, 6, 2},
                             {"a\rb\r", cr, 4, 2},
                             {"\n", lf, 1, 1},
                             {"\r\n", crlf, 2, 1},
                             {"a\nb\r\n", mixed, 5, 2},
                             {"a\r\r\n", mixed, 4, 2},
                             {"\n\r", mixed, 2, 2},
                             {"\r", cr, 1, 1},
                             {"\xC3\xA9", none, 1, 1},
                             {"\xE2\x82\xAC\n", lf, 2, 1},
                             {"\xF0\x9F\x98\x80", none, 1, 1},
                             {"12345678\r\n", crlf, 10, 1},
                             {"1234567\r\n1234567\r\n", crlf, 18, 2}};
  for (const auto& c : cases) {
    const auto meta = meter(c.bytes);
    EXPECT_EQ(meta.newline, c.newline) << c.bytes;
    EXPECT_EQ(meta.chars, c.chars) << c.bytes;
    EXPECT_EQ(meta.lines, c.lines) << c.bytes;
    EXPECT_EQ(meta.bytes, c.bytes.size());
    EXPECT_EQ(meta.digest, sha256(c.bytes));
  }
}

TEST(content_meta, does_not_depend_on_the_chunks) {
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    static constexpr std::string_view letters[] = {"\r",   "\n",  "\r\n", "x", "\xC3\xA9", "\xF0\x9F\x98\x80",
                                                   "\x80", "\xFF"};
    std::string bytes;
    const auto length = random() % 6'000;
    const auto kinds = 1 + random() % std::size(letters);
    for (std::size_t i = 0; i < length; ++i) bytes += letters[random() % kinds];
    content_meter m;
    for (std::size_t at = 0; at < bytes.size();) {
      const auto n = 1 + random() % (1 + random() % 3'000);
      m.update(std::string_view(bytes).substr(at, n));
      at += n;
    }
    EXPECT_EQ(m.finish(), count_slowly(bytes)) << "seed " << seed;
  }
}

TEST(content_meta, a_finished_meter_can_be_used_again) {
  content_meter m;
  m.update("abc\r");
  (void)m.finish();
  m.update("\nx");
  EXPECT_EQ(m.finish(), count_slowly("\nx"));
}

}  // namespace laundromat
