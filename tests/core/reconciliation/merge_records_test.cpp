// Tests of records that are merged.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/merge_records.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "core/extraction/write/append_json.hpp"

namespace laundromat {
namespace {

data_record person(std::string_view name, std::string_view town,
                   std::initializer_list<std::string_view> tags) {
  data_record record;
  record.begin_map();
  record.add_text(name, "name");
  record.add_text(town, "town");
  record.begin_list("tags");
  for (const auto tag : tags) record.add_text(tag);
  record.end();
  record.add_null("note");
  record.end();
  return record;
}

TEST(merge_records, makes_lists_of_conflicts_and_keeps_their_origin_X07) {
  auto first = person("Ada", "London", {"x", "y"}), second = person("Ada L.", "", {"y", "z"}),
       third = person("Ada", "London", {});
  third.clear();
  third.begin_map();
  third.add_text("Ada", "name");
  third.add_number("1815", "born");
  third.end();
  const merged_input inputs[] = {{"1", first.root()}, {"2", second.root()}, {"3", third.root()}};
  data_record merged;
  const auto origins = merge_records(inputs, merged);
  ASSERT_TRUE(origins);
  const auto root = merged.root();
  ASSERT_TRUE(root.find("name")->is(data_kind::list));
  EXPECT_EQ(root.find("name")->size(), 2U);
  EXPECT_EQ(root.find("town")->text(), "London");
  EXPECT_EQ(root.find("tags")->size(), 3U);
  EXPECT_TRUE(root.find("note")->is(data_kind::null));
  EXPECT_EQ(root.find("born")->text(), "1815");
  EXPECT_EQ(*origins, (std::vector<value_origin>{{"name", 0, {"1", "3"}},
                                                 {"name", 1, {"2"}},
                                                 {"town", 0, {"1"}},
                                                 {"tags", 0, {"1"}},
                                                 {"tags", 1, {"1", "2"}},
                                                 {"tags", 2, {"2"}},
                                                 {"note", 0, {"1", "2"}},
                                                 {"born", 0, {"3"}}}));
}

TEST(merge_records, of_equal_records_is_the_same_record_X07) {
  const auto one = person("Ada", "London", {"x"});
  const merged_input inputs[] = {{"1", one.root()}, {"2", one.root()}};
  data_record merged;
  ASSERT_TRUE(merge_records(inputs, merged));
  ASSERT_EQ(merged.size(), one.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(merged.value_at(i).name(), one.value_at(i).name());
    EXPECT_EQ(merged.value_at(i).text(), one.value_at(i).text());
    EXPECT_EQ(merged.value_at(i).node().span, one.value_at(i).node().span);
  }
}

/// One field, by its JSON.
data_record with_field(std::string_view kind) {
  data_record record;
  record.begin_map();
  if (kind == "null") record.add_null("f");
  if (kind == "empty") record.add_text("", "f");
  if (kind == "text") record.add_text("1", "f");
  if (kind == "number") record.add_number("1", "f");
  if (kind == "list" || kind == "no items") record.begin_list("f");
  if (kind == "list")
    for (int i = 0; i < 2; ++i) record.add_number("1");
  if (kind == "list" || kind == "no items") record.end();
  record.end();
  return record;
}

std::string merged_field(std::initializer_list<std::string_view> kinds) {
  std::vector<data_record> records;
  for (const auto kind : kinds) records.push_back(with_field(kind));
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < records.size(); ++i) ids.push_back(std::to_string(i + 1));
  std::vector<merged_input> inputs;
  for (std::size_t i = 0; i < records.size(); ++i) inputs.push_back({ids[i], records[i].root()});
  data_record merged;
  const auto origins = merge_records(inputs, merged);
  if (!origins) return "refused";
  std::string text;
  append_json(text, merged.root());
  for (const auto& one : *origins) {
    text += " " + std::to_string(one.place) + ":";
    for (const auto& id : one.ids) text += id;
  }
  return text;
}

TEST(merge_records, lets_no_value_be_lost_beside_lists_and_empty_ones_X07) {
  EXPECT_EQ(merged_field({"text", "number", "text"}), R"({"f":["1",1]} 0:13 1:2)");
  EXPECT_EQ(merged_field({"text", "missing", "null"}), R"({"f":"1"} 0:1)");
  EXPECT_EQ(merged_field({"list", "list", "number"}), R"({"f":[1,1]} 0:123 1:12)");
  EXPECT_EQ(merged_field({"empty", "list", "null"}), R"({"f":[1,1]} 0:2 1:2)");
  EXPECT_EQ(merged_field({"no items", "empty"}), R"({"f":[]})");
  EXPECT_EQ(merged_field({"null", "empty", "null"}), R"({"f":null} 0:13)");
  EXPECT_EQ(merged_field({"missing", "missing"}), "{}");
}

/// A value of few different ones, with maps and lists within each other.
void add_random(data_record& to, std::mt19937& random, std::string_view name, int depth) {
  static constexpr std::string_view texts[] = {"a", "b", "", "1"};
  switch (random() % (depth > 0 ? 7 : 5)) {
    case 0:
      return to.add_null(name);
    case 1:
      return to.add_boolean(random() % 2 == 0, name);
    case 2:
      return to.add_number(random() % 2 == 0 ? "1" : "1.0", name);
    case 3:
    case 4:
      return to.add_text(texts[random() % 4], name);
    case 5:
      to.begin_list(name);
      for (auto items = random() % 4; items > 0; --items) add_random(to, random, {}, depth - 1);
      return to.end();
    default:
      to.begin_map(name);
      for (const std::string_view inner : {"x", "y"})
        if (random() % 2 == 0) add_random(to, random, inner, depth - 1);
      return to.end();
  }
}

std::string json_of(data_value value) {
  std::string text;
  append_json(text, value);
  return text;
}

/// How often a record has each value of each field, without null and empty texts that are no items.
std::map<std::pair<std::string, std::string>, std::size_t> values_of(data_value record) {
  std::map<std::pair<std::string, std::string>, std::size_t> all;
  for (const auto field : record) {
    const std::string name(field.name());
    if (field.is(data_kind::list))
      for (const auto item : field) ++all[{name, json_of(item)}];
    else if (const auto text = json_of(field); text != "null" && text != "\"\"")
      ++all[{name, text}];
  }
  return all;
}

TEST(merge_records, has_each_value_of_each_record_and_no_other_one_X07) {
  for (unsigned seed = 0; seed < 2'000; ++seed) {
    std::mt19937 random(seed);
    std::vector<data_record> records(1 + random() % 4);
    const std::string ids[] = {"1", "2", "3", "4"};
    std::vector<merged_input> inputs;
    std::map<std::pair<std::string, std::string>, std::size_t> expected;
    for (auto& record : records) {
      record.begin_map();
      for (const std::string_view name : {"f", "g", "h"})
        if (random() % 3 != 0) add_random(record, random, name, 3);
      record.end();
      inputs.push_back({ids[inputs.size()], record.root()});
      for (const auto& [value, count] : values_of(record.root()))
        expected[value] = std::max(expected[value], count);
    }
    data_record merged;
    const auto origins = merge_records(inputs, merged);
    ASSERT_TRUE(origins);
    ASSERT_EQ(values_of(merged.root()), expected) << "seed " << seed;
    for (const auto& one : *origins) {
      const auto field = *merged.root().find(one.field);
      auto value = field;
      if (field.is(data_kind::list))
        value = *std::next(field.begin(), static_cast<std::ptrdiff_t>(one.place));
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        const bool is_named = std::ranges::find(one.ids, ids[i]) != one.ids.end();
        const auto own = inputs[i].record.find(one.field);
        const bool has_it =
            own && (json_of(*own) == json_of(value) ||
                    (own->is(data_kind::list) && std::ranges::any_of(*own, [&](data_value item) {
                       return json_of(item) == json_of(value);
                     })));
        ASSERT_TRUE(!is_named || has_it) << "seed " << seed << ", " << one.field << " " << json_of(value);
      }
    }
  }
}

TEST(merge_records, refuses_what_is_no_map_X07) {
  data_record text, merged;
  text.add_text("x");
  const merged_input inputs[] = {{"1", text.root()}};
  EXPECT_EQ(merge_records(inputs, merged).error().code, errc::invalid_argument);
}

}  // namespace
}  // namespace laundromat
