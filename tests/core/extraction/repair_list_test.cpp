// Tests of lists of repairs that strangers wrote.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/repair/repair_list.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

repair_list list_of_one() {
  repair_list list;
  list.document = "a.csv";
  list.encoding = "UTF-8";
  list.text_edits = {{3, ",", "", "empty_fields", 2}};
  return list;
}

/// With a search among all keys for each key this takes minutes.
TEST(repair_list, takes_a_line_of_very_many_keys_and_refuses_a_deep_one_X08) {
  const auto text = write_repair_list(list_of_one());
  const auto edit = text.find("\"rule\"");
  std::string many;
  for (int i = 0; i < 400'000; ++i) many += "\"k" + std::to_string(i) + "\":0,";
  const auto read = read_repair_list(text.substr(0, edit) + many + text.substr(edit));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, list_of_one());
  const auto deep = read_repair_list(text + std::string(2'000'000, '[') + "\n");
  ASSERT_FALSE(deep);
  EXPECT_EQ(deep.error().detail, "line 3 is not that of a list of repairs");
}

}  // namespace
}  // namespace laundromat
