// Tests of records that are merged.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/merge_records.hpp"

#include <gtest/gtest.h>

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

TEST(merge_records, refuses_what_is_no_map_X07) {
  data_record text, merged;
  text.add_text("x");
  const merged_input inputs[] = {{"1", text.root()}};
  EXPECT_EQ(merge_records(inputs, merged).error().code, errc::invalid_argument);
}

}  // namespace
}  // namespace laundromat
