// Tests of reading JSON in units.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/links/json_units.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

/// Takes the elements of `/list`.
struct list_elements final : json_unit_handler {
  bool is_unit(unit_path path, bool /*is_object*/) override {
    return path.size() == 2 && path[0] == "list" && path[1] == "[]";
  }
  void on_unit(unit_path /*path*/, nlohmann::json value, std::uint64_t line) override {
    units.push_back(std::to_string(line) + ":" + value.dump());
  }
  void on_large_unit(unit_path /*path*/, std::uint64_t line) override {
    units.push_back(std::to_string(line) + ":large");
  }
  std::vector<std::string> units;
};

json_reading read(std::string_view text, list_elements& taken, const json_limits& limits = {}) {
  const auto source = make_view_source(text);
  return *read_json_units(*source, taken, limits);
}

TEST(json_units, are_handed_out_and_the_rest_is_kept) {
  list_elements taken;
  const auto whole =
      read("{\"a\": [1, {\"b\": null}],\n\"list\": [{\"x\": [1]},\n[2], \"text\"], \"c\": true}", taken);
  EXPECT_EQ(taken.units, (std::vector<std::string>{"2:{\"x\":[1]}", "3:[2]"}));
  EXPECT_EQ(whole.rest.dump(), "{\"a\":[1,{\"b\":null}],\"c\":true,\"list\":[\"text\"]}");
  EXPECT_TRUE(whole.is_whole);
}

TEST(json_units, before_damage_are_used_and_the_one_at_hand_is_not) {
  list_elements taken;
  const auto cut = read("{\"a\": 1,\n\"list\": [{\"x\": 1},\n{\"y\": 2, oops", taken);
  EXPECT_EQ(taken.units, std::vector<std::string>{"2:{\"x\":1}"});
  EXPECT_EQ(cut.rest["a"], 1);
  EXPECT_FALSE(cut.is_whole);
  EXPECT_EQ(cut.error_line, 3U);
  EXPECT_FALSE(cut.error.empty());
}

TEST(json_units, larger_than_the_limit_are_not_kept) {
  json_limits limits;
  limits.unit_bytes = 1000;
  list_elements taken;
  const auto big = "{\"list\": [{\"x\": \"" + std::string(2000, 'x') + "\"}, {\"y\": 1}], \"z\": \"" +
                   std::string(2000, 'z') + "\"}";
  const auto whole = read(big, taken, limits);
  EXPECT_EQ(taken.units, (std::vector<std::string>{"1:large", "1:{\"y\":1}"}));
  EXPECT_TRUE(whole.lost_values);
  EXPECT_FALSE(whole.rest.contains("z"));
}

TEST(json_units, end_at_the_limit_of_the_text) {
  json_limits limits;
  limits.bytes = 30;
  list_elements taken;
  const auto cut = read("{\"list\": [{\"x\": 1}, {\"y\": 2}, {\"z\": 3}]}", taken, limits);
  EXPECT_EQ(taken.units.size(), 2U);
  EXPECT_TRUE(cut.is_too_long);
  EXPECT_TRUE(cut.error.empty());
}

TEST(json_units, nest_without_limit_of_the_stack) {
  list_elements taken;
  const auto deep = read(std::string(200'000, '['), taken);
  EXPECT_FALSE(deep.is_whole);
  EXPECT_TRUE(deep.lost_values);
}

TEST(json_units, of_texts_that_are_no_json_are_none) {
  for (const auto* text : {"", "<html>", "{", "]", "\xFF", "nul", "{\"list\":"}) {
    list_elements taken;
    EXPECT_FALSE(read(text, taken).is_whole) << text;
    EXPECT_TRUE(taken.units.empty());
  }
}

}  // namespace
}  // namespace laundromat
