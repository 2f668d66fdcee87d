// Paths to values.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/extraction/json/json_path.hpp"
#include "core/extraction/json/sound_value.hpp"

namespace laundromat {
namespace {

std::string select(std::string_view path, std::string_view text) {
  data_record record;
  sound_value reader{extraction_limits{}};
  EXPECT_EQ(reader.read(text, true, record).is, value_end::how::valid);
  const auto compiled = json_path::compile(path);
  EXPECT_TRUE(compiled.has_value()) << path;
  std::vector<data_value> found;
  compiled->find_all(record.root(), found);
  std::string out;
  for (const auto one : found) out.append(one.text()) += ' ';
  const auto first = compiled->find_first(record.root());
  EXPECT_EQ(first.has_value(), !found.empty());
  EXPECT_TRUE(found.empty() || &first->node() == &found[0].node());
  return out;
}

TEST(json_path, selects_as_rfc_9535_says_E01) {
  const std::string_view text = R"({"a":{"b":"1","c d":["2","3",{"b":"4"}]},"b":"5","it's":"6"})";
  EXPECT_EQ(select("b", text), "5 ");
  EXPECT_EQ(select("$.a.b", text), "1 ");
  EXPECT_EQ(select("a.b", text), "1 ");
  EXPECT_EQ(select("$['a']['c d'][1]", text), "3 ");
  EXPECT_EQ(select("$.a['c d'][*]", text), "2 3  ");
  EXPECT_EQ(select("$..b", text), "1 4 5 ");
  EXPECT_EQ(select("$..[1]", text), "3 ");
  EXPECT_EQ(select("$['it\\'s']", text), "6 ");
  EXPECT_EQ(select("a.x", text), "");
  EXPECT_EQ(select("b", "\"no map\""), "");
}

TEST(json_path, says_what_to_write_instead_E01) {
  const auto column = [](std::string_view path) { return json_path::compile(path).error().column; };
  EXPECT_EQ(column("$.a[?(@.b)]"), 5U);
  EXPECT_EQ(column("$.a[-1]"), 5U);
  EXPECT_EQ(column("$.a[0:2]"), 6U);
  EXPECT_EQ(column("$.a['b'"), 8U);
  EXPECT_EQ(column("$.a."), 5U);
  EXPECT_EQ(column("a b"), 2U);
  EXPECT_EQ(column("$.a[0,1]"), 6U);
  EXPECT_EQ(json_path::compile("$a").error().message,
            "a step begins with `.` or `[`: write `$.name` or `$['name']`");
}

}  // namespace
}  // namespace laundromat
