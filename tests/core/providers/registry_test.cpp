// Tests of the lines that a harvest writes into a registry.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/registry.hpp"

#include <gtest/gtest.h>

#include "tests/core/providers/noon.hpp"

namespace laundromat {
namespace {

const std::string noon_text = "2023-11-14T22:13:20.000Z";

std::string with_line_ends(const std::string& text, const std::string& end) {
  std::string made;
  for (const char c : text)
    if (c == '\n')
      made += end;
    else
      made += c;
  return made;
}

struct line_case {
  std::string name, before, after;
  harvest_times times;
};

/// With line feeds; each is tried with both line ends, and with and without the final one.
const std::vector<line_case>& line_cases() {
  static const std::vector<line_case> all{
      {"the date is replaced",
       "one:\n  modified: 2015-10-10 # old\n  void: http://e.example/\n",
       "one:\n  modified: " + noon_text + " # old\n  void: http://e.example/\n",
       {"one", {{"d", noon}}, false}},
      {"the date is the last line",
       "one:\n  void: http://e.example/\n  modified: 2015-10-10\n",
       "one:\n  void: http://e.example/\n  modified: " + noon_text + "\n",
       {"one", {{"d", noon}}, false}},
      {"the date is new",
       "# head\none:\n  void: http://e.example/\n\n# tail\n",
       "# head\none:\n  void: http://e.example/\n  modified: " + noon_text + "\n\n# tail\n",
       {"one", {{"d", noon}}, false}},
      {"datasets are new",
       "one:\n  void: http://e.example/\n",
       "one:\n  void: http://e.example/\n  modified: " + noon_text +
           "\n  datasets:\n    \"d\": " + noon_text + "\n",
       {"one", {{"d", noon}}, true}},
      {"datasets are replaced, before another provider",
       "one:\n  datasets:\n    old: 2015-10-10\n  void: http://e.example/\ntwo:\n  void: http://f.example/\n",
       "one:\n  datasets:\n    old: 2015-10-10\n    \"d\": " + noon_text + "\n    \"e\": " + noon_text +
           "\n  void: http://e.example/\n  modified: " + noon_text + "\ntwo:\n  void: http://f.example/\n",
       {"one", {{"d", noon}, {"e", noon}}, false}},
      {"datasets were the last lines",
       "one:\n  void: http://e.example/\n  datasets:\n    old: 2015-10-10\n",
       "one:\n  void: http://e.example/\n  datasets:\n    old: 2015-10-10\n    \"d\": " + noon_text +
           "\n  modified: " + noon_text + "\n",
       {"one", {{"d", noon}}, false}},
      {"comments in and behind the datasets",
       "one:\n  void: http://e.example/\n  datasets:\n    # the first\n      d: 2015-10-10 # old\n\n  # of "
       "Alice\n  inbox: "
       "http://e.example/in\n",
       "one:\n  void: http://e.example/\n  datasets:\n    # the first\n      \"d\": " + noon_text +
           " # old\n\n  # of Alice\n  inbox: http://e.example/in\n  modified: " + noon_text + "\n",
       {"one", {{"d", noon}}, false}},
      {"datasets in one line",
       "one:\n  datasets: {d: 2015-10-10}\n  void: http://e.example/\n",
       "one:\n  void: http://e.example/\n  modified: " + noon_text +
           "\n  datasets:\n    \"d\": " + noon_text + "\n    \"e\": " + noon_text + "\n",
       {"one", {{"d", noon}, {"e", noon}}, false}},
      {"a byte order mark, and a space before the colon",
       "\xEF\xBB\xBFone :\n  void : http://e.example/\n  modified : 2015-10-10\n",
       "\xEF\xBB\xBFone :\n  void : http://e.example/\n  modified: " + noon_text + "\n",
       {"one", {{"d", noon}}, false}},
  };
  return all;
}

TEST(registry_lines, end_as_the_others_of_the_file_do_and_no_final_line_end_is_added_G12) {
  for (const auto& one : line_cases())
    for (const std::string end : {"\n", "\r\n"})
      for (const bool has_final : {true, false}) {
        auto before = one.before, after = one.after;
        if (!has_final) {
          before.pop_back();
          after.pop_back();
        }
        before = with_line_ends(before, end);
        after = with_line_ends(after, end);
        const auto made = with_harvest(before, one.times);
        ASSERT_TRUE(made) << one.name;
        EXPECT_EQ(*made, after) << one.name << (end == "\n" ? ", LF" : ", CRLF")
                                << (has_final ? "" : ", without a final line end");
        EXPECT_EQ(with_harvest(*made, one.times), made) << one.name << ": again";
      }
}

TEST(registry_lines, of_a_file_with_both_line_ends_end_as_that_of_the_name_G12) {
  EXPECT_EQ(
      with_harvest("a:\n  void: http://a.example/\nb:\r\n  void: http://b.example/\r\n",
                   {"b", {{"d", noon}}, false}),
      "a:\n  void: http://a.example/\nb:\r\n  void: http://b.example/\r\n  modified: " + noon_text + "\r\n");
}

TEST(registry_lines, are_not_written_where_there_is_no_block_of_keys_G12) {
  for (const auto* text : {"", "one:", "one:\n", "one:\r\n\r\n# comment\r\n",
                           "one: {void: http://e.example/}\n", "two:\n  void: http://e.example/\n"})
    EXPECT_FALSE(with_harvest(text, {"one", {{"d", noon}}, false})) << text;
  EXPECT_FALSE(with_harvest("one:\n  void: http://e.example/\n", {"one", {}, false}));
}

}  // namespace
}  // namespace laundromat
