// JSON of descriptions, compared with what a JSON library writes.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "core/metadata/description.hpp"

namespace laundromat {
namespace {

constexpr vocabulary::property any_key{"key", "a:", "key"};

std::string json_of(const plain_value& value) {
  return to_json(description{"a:b"}.add(any_key, value));
}

std::string library_json_of(const nlohmann::ordered_json& value) {
  return nlohmann::ordered_json{{"id", "a:b"}, {"key", value}}.dump(2) + "\n";
}

}  // namespace

TEST(write_json, escapes_what_a_json_library_escapes) {
  std::string all = "\xC3\xA9\x7F";
  for (char c = 1; c < 127; ++c) all.push_back(c);
  EXPECT_EQ(json_of(all), library_json_of(all));
}

TEST(write_json, writes_numbers_as_a_json_library_does) {
  for (const double value : {0.0, -0.0, 1.0, -2.5, 0.1, 1e-3, 1.5e-4, 1e-5, 123456.75, 1e14, 1.5e14, 1e15,
                             1e16, 1.25e17, 1e100, 5e-324, 1.7976931348623157e308})
    EXPECT_EQ(json_of(value), library_json_of(value));
  EXPECT_EQ(json_of(std::numeric_limits<double>::infinity()), library_json_of(nullptr));
  const auto most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(json_of(most), library_json_of(most));
}

/// Means are quotients of counts. The library writes some more digits than are needed for one in a thousand.
TEST(write_json, reads_back_quotients_in_no_more_digits) {
  std::mt19937 dice(7);
  int different = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double value = static_cast<double>(dice() % 1'000'000) / (1 + dice() % 10'000);
    const auto text = json_of(value), other = library_json_of(value);
    ASSERT_EQ(nlohmann::json::parse(text)["key"].get<double>(), value);
    EXPECT_LE(text.size(), other.size());
    different += text != other ? 1 : 0;
  }
  EXPECT_LE(different, 100);
}

/// Whole numbers take a fast path to their digits.
TEST(write_json, writes_whole_numbers_as_a_json_library_does) {
  std::mt19937_64 dice(11);
  for (int i = 0; i < 20'000; ++i) {
    auto value = static_cast<double>(dice() >> (dice() % 64));
    if (i % 3 == 0) value = std::round(value / 1000) * 1000;
    if (value < 1e15) {
      ASSERT_EQ(json_of(value), library_json_of(value));
    }
    const auto text = to_nquads(description{"a:b"}.add(any_key, value), {});
    const auto digits = text.substr(text.find('"') + 1);
    ASSERT_EQ(std::strtod(digits.c_str(), nullptr), value) << text;
    ASSERT_EQ(digits[1], '.') << text;
    ASSERT_TRUE(digits.find("0E") == 2 || digits.find("0E") == digits.npos) << text;
  }
}

TEST(write_json, indents_as_a_json_library_does) {
  description inner{"a:b/c"}, empty{"a:b/d"}, elsewhere{"x:y"};
  inner.add(any_key, std::uint64_t{1}, fact_shape::many).add(any_key, true, fact_shape::many);
  description all{"a:b"};
  all.add(any_key, std::move(inner)).add({"parts", "a:", "parts"}, std::move(empty), fact_shape::many);
  all.add({"parts", "a:", "parts"}, std::move(elsewhere), fact_shape::many);
  EXPECT_EQ(to_json(all), nlohmann::ordered_json::parse(to_json(all)).dump(2) + "\n");
}

}  // namespace laundromat
