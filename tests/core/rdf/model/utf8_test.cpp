// The check of UTF-8 agrees with the definition at every alignment.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "core/rdf/model/utf8.hpp"

namespace laundromat {
namespace {

/// By the definition, a character at a time.
std::size_t find_bad_slowly(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto step = next_utf8(text.substr(i));
    if (!step.is_valid) return i;
    i += step.length;
  }
  return std::string_view::npos;
}

TEST(utf8, every_pair_of_bytes_is_judged_by_the_definition) {
  for (const std::size_t before : {0, 14, 30, 31, 32, 61, 62, 63, 64}) {
    for (unsigned pair = 0; pair < 0x10000; ++pair) {
      std::string text(before, 'x');
      text.push_back(static_cast<char>(pair >> 8));
      text.push_back(static_cast<char>(pair & 0xFF));
      text += "\x80yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy";
      ASSERT_EQ(find_bad_utf8(text), find_bad_slowly(text)) << before << ' ' << pair;
      text.resize(before + 2);
      ASSERT_EQ(find_bad_utf8(text), find_bad_slowly(text)) << before << ' ' << pair;
    }
  }
}

TEST(utf8, every_scalar_value_is_valid_and_every_prefix_of_it_is_not) {
  for (char32_t code = 0; code < 0x110000; code += code < 0x3000 ? 1 : 61) {
    if (code >= 0xD800 && code < 0xE000) continue;
    std::string text(29, 'x');
    append_utf8(text, code);
    text.append(30, 'y');
    ASSERT_EQ(find_bad_utf8(text), std::string_view::npos) << static_cast<unsigned>(code);
    if (code < 0x80) continue;
    text.erase(30, 1);
    ASSERT_EQ(find_bad_utf8(text), find_bad_slowly(text)) << static_cast<unsigned>(code);
    ASSERT_EQ(find_bad_utf8(text), 29u) << static_cast<unsigned>(code);
  }
}

TEST(utf8, damaged_texts_are_judged_by_the_definition) {
  constexpr unsigned seed = 20'250'101;
  std::mt19937 dice(seed);
  const auto roll = [&](std::size_t below) {
    return std::uniform_int_distribution<std::size_t>(0, below - 1)(dice);
  };
  for (int round = 0; round < 50'000; ++round) {
    std::string text;
    while (text.size() < 120)
      append_utf8(text, static_cast<char32_t>(roll(2) == 0 ? roll(0x80) : roll(0xD000)));
    for (std::size_t i = roll(3); i > 0; --i) text[roll(text.size())] = static_cast<char>(roll(256));
    const auto part = std::string_view(text).substr(roll(40), roll(120));
    ASSERT_EQ(find_bad_utf8(part), find_bad_slowly(part)) << "seed " << seed << " round " << round;
  }
}

}  // namespace
}  // namespace laundromat
