// Tests of how a text becomes the value of a field.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/steps/compiled_steps.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/extraction/steps/text_functions.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

class colour_table final : public lookup_table {
 public:
  std::optional<std::string_view> find(std::string_view key) const override {
    return key == "r" ? std::optional<std::string_view>("red") : std::nullopt;
  }
};
class one_table final : public lookup_tables {
 public:
  const lookup_table* find(std::string_view name) const override {
    return name == "colours" ? &table_ : nullptr;
  }

 private:
  colour_table table_;
};

/// The values as `name=value`, where texts are in quotes, then the faults.
std::string applied(const field_spec& field, std::string_view text, std::string_view base = {}) {
  const one_table tables;
  const auto steps = compiled_steps::compile(field, &tables);
  if (!steps) return steps.error().detail;
  step_outcome out;
  out.base = base;
  steps->apply(text, out);
  std::string all;
  for (const auto& one : out.values) {
    all += (all.empty() ? "" : " ") + field.names[one.name] + "=";
    all += one.kind == data_kind::boolean  ? (one.is_true ? "true" : "false")
           : one.kind == data_kind::number ? std::string(one.text)
                                           : "'" + std::string(one.text) + "'";
  }
  for (const auto one : out.warned) all += " warned='" + std::string(one) + "'";
  for (const auto& fault : out.faults) all += " !" + std::string(to_string(fault.rule));
  return all;
}

field_spec spec(field_type type = field_type::any) {
  field_spec made;
  made.names = {"v"};
  made.steps.type = type;
  return made;
}

TEST(compiled_steps, trims_and_takes_nulls_for_no_value_X04) {
  auto field = spec();
  EXPECT_EQ(applied(field, " \xC2\xA0x y \n"), "v='x y'");
  field.steps.nulls = {"NA"};
  EXPECT_EQ(applied(field, " NA "), "");
  field.steps.otherwise = "0";
  EXPECT_EQ(applied(field, " NA "), "v='0'");
  field.steps.keeps_space = true;
  EXPECT_EQ(applied(field, " NA "), "v=' NA '");
}

TEST(compiled_steps, takes_captures_for_several_names_H04) {
  field_spec field;
  field.names = {"day", "month", "year"};
  field.steps.match = "(\\d{2}) ([A-Z]{3})(?: (\\d{2}))?";
  EXPECT_EQ(applied(field, "on 23 APR 08"), "day='23' month='APR' year='08'");
  EXPECT_EQ(applied(field, "23 APR"), "day='23' month='APR'");
  field.steps.warn = "date";
  EXPECT_EQ(applied(field, "soon"), " warned='soon' !unmatched_field");
}

TEST(compiled_steps, writes_a_match_anew_X03) {
  auto field = spec();
  field.steps.match = "(\\w+), (\\w+)";
  EXPECT_NE(applied(field, "Dobbs, Bob").find("has 2 captures for 1 name"), std::string::npos);
  field.steps.replaces = true;
  field.steps.replace_by = "\\2 \\1";
  EXPECT_EQ(applied(field, "Dobbs, Bob"), "v='Bob Dobbs'");
  field.steps.replace_by = "\\3";
  EXPECT_NE(applied(field, "x").find("`replace` cannot be used"), std::string::npos);
}

TEST(compiled_steps, reads_numbers_as_they_are_written_X04) {
  auto integer = spec(field_type::integer), decimal = spec(field_type::decimal),
       number = spec(field_type::number);
  EXPECT_EQ(applied(integer, "-007"), "v=-7");
  EXPECT_EQ(applied(integer,
                    "\xE2\x88\x92"
                    "5"),
            "v=-5");
  EXPECT_EQ(applied(integer, "1.0"), " !ill_typed_field");
  EXPECT_EQ(applied(integer, ""), "");
  EXPECT_EQ(applied(decimal, "+.50"), "v=0.50");
  EXPECT_EQ(applied(decimal, "1e5"), " !ill_typed_field");
  EXPECT_EQ(applied(number, "1.5E+10"), "v=1.5e10");
  EXPECT_EQ(applied(number, "NaN"), " !ill_typed_field");
  decimal.steps.decimal_separator = ',';
  decimal.steps.group_separator = '.';
  EXPECT_EQ(applied(decimal, "1.234.567,89"), "v=1234567.89");
  EXPECT_EQ(applied(decimal, "1.5"), " !ill_typed_field");
  EXPECT_EQ(applied(decimal, "12.34,5"), " !ill_typed_field");
  decimal.steps.group_separator = ' ';
  EXPECT_EQ(applied(decimal,
                    "1\xC2\xA0"
                    "234"),
            "v=1234");
}

TEST(compiled_steps, reads_words_of_booleans_X04) {
  auto field = spec(field_type::boolean);
  EXPECT_EQ(applied(field, "TRUE"), "v=true");
  field.steps.true_words = {"ja"};
  field.steps.false_words = {"nein"};
  EXPECT_EQ(applied(field, "Ja"), "v=true");
  EXPECT_EQ(applied(field, "nein"), "v=false");
  EXPECT_EQ(applied(field, "vielleicht"), " !ill_typed_field");
}

TEST(compiled_steps, reads_dates_in_the_notation_that_is_stated_X04) {
  auto date = spec(field_type::date), moment = spec(field_type::date_time), time = spec(field_type::time),
       year = spec(field_type::year);
  EXPECT_EQ(applied(date, "2026-02-29"), " !ill_typed_field");
  EXPECT_EQ(applied(date, "2024-02-29"), "v='2024-02-29'");
  date.steps.format = "%d %b %y";
  EXPECT_EQ(applied(date, "23 APR 08"), "v='2008-04-23'");
  EXPECT_EQ(applied(date, "31 apr 08"), " !ill_typed_field");
  date.steps.format = "%A, %e. %B %Y";
  EXPECT_EQ(applied(date, "Sunday,  3. May 2026"), "v='2026-05-03'");
  date.steps.format = "%Y/%j";
  EXPECT_EQ(applied(date, "2024/366"), "v='2024-12-31'");
  EXPECT_EQ(applied(date, "2023/366"), " !ill_typed_field");
  moment.steps.format = "%m/%d/%Y %I:%M %p %z";
  EXPECT_EQ(applied(moment, "11/29/2026 12:05 am +0100"), "v='2026-11-29T00:05:00+01:00'");
  time.steps.format = "%H:%M:%S.%f";
  EXPECT_EQ(applied(time, "23:59:01.25"), "v='23:59:01.25'");
  year.steps.format = "'%y";
  EXPECT_EQ(applied(year, "'99"), "v='1999'");
  date.steps.format = "%d.%m.";
  EXPECT_NE(applied(date, "x").find("does not give all"), std::string::npos);
  date.steps.format = "%Q";
  EXPECT_NE(applied(date, "x").find("not known"), std::string::npos);
}

TEST(compiled_steps, cuts_lists_X04) {
  auto field = spec(field_type::integer);
  field.steps.separator = ";";
  EXPECT_EQ(applied(field, "1; 2;;x;3"), "v=1 v=2 v=3 !ill_typed_field");
  field.steps.otherwise = "0";
  EXPECT_EQ(applied(field, " "), "v=0");
}

TEST(compiled_steps, names_the_converted_value_that_is_no_integer_X02) {
  auto field = spec(field_type::integer);
  field.steps.from_unit = "[in_i]";
  field.steps.to_unit = "mm";
  const auto steps = compiled_steps::compile(field, nullptr);
  ASSERT_TRUE(steps);
  step_outcome out;
  steps->apply("1", out);
  ASSERT_EQ(out.faults.size(), 1U);
  EXPECT_EQ(out.faults[0].message, "v: \"1\" is 25.4 in mm, which is not an integer: write `type: decimal`");
  EXPECT_EQ(applied(field, "5"), "v=127");
  EXPECT_EQ(applied(field, "1"), " !ill_typed_field");
  EXPECT_EQ(applied(field, "1.5"), " !ill_typed_field");
  field.steps.otherwise = "0";
  EXPECT_EQ(applied(field, "1"), "v=0 !ill_typed_field");
}

TEST(compiled_steps, converts_units_X02) {
  auto field = spec();
  field.steps.from_unit = "[in_i]";
  field.steps.to_unit = "cm";
  EXPECT_EQ(applied(field, "5"), "v=12.7");
  EXPECT_EQ(applied(field, "five"), " !ill_typed_field");
  field.steps.to_unit = "kg";
  EXPECT_NE(applied(field, "5").find("two units of one kind"), std::string::npos);
}

TEST(compiled_steps, looks_values_up_X01) {
  auto field = spec();
  field.steps.lookup = "colours";
  EXPECT_EQ(applied(field, "r"), "v='red'");
  EXPECT_EQ(applied(field, "g"), " !unlisted_value");
  field.steps.otherwise = "unknown";
  EXPECT_EQ(applied(field, "g"), "v='unknown' !unlisted_value");
  field.steps.lookup = "sizes";
  EXPECT_NE(applied(field, "g").find("\"sizes\" is not in the specification"), std::string::npos);
}

TEST(compiled_steps, takes_absolute_iris_X04) {
  const auto field = spec(field_type::iri);
  EXPECT_EQ(applied(field, "http://x/\xC3\xA4"), "v='http://x/\xC3\xA4'");
  EXPECT_EQ(applied(field, "/x"), " !ill_typed_field");
  EXPECT_EQ(applied(field, "http://x/a b"), " !ill_typed_field");
}

TEST(compiled_steps, resolves_relative_iris_against_a_base_H03) {
  EXPECT_EQ(applied(spec(field_type::iri), "../a?b#c", "http://e.org/x/y"), "v='http://e.org/a?b#c'");
  EXPECT_EQ(applied(spec(field_type::iri), "urn:x", "http://e.org/"), "v='urn:x'");
  EXPECT_EQ(applied(spec(field_type::iri), "a b", "http://e.org/"), " !ill_typed_field");
  EXPECT_EQ(applied(spec(), "../a", "http://e.org/x/y"), "v='../a'");
}

TEST(compiled_steps, puts_a_text_that_does_not_match_into_the_field_itself_X03) {
  auto field = spec();
  field.names = {"cc", "tel"};
  field.steps.match = "\\+(\\d+) (.*)";
  field.steps.warn = "tel";
  EXPECT_EQ(applied(field, "+49 12"), "cc='49' tel='12'");
  EXPECT_EQ(applied(field, "ask Bob"), "tel='ask Bob' !unmatched_field");
  field.steps.otherwise = "-";
  EXPECT_EQ(applied(field, "ask Bob"), "cc='-' tel='ask Bob' !unmatched_field");
}

struct function_case {
  std::string_view function, text, result;
};

TEST(text_functions, change_texts_H03) {
  constexpr function_case cases[] = {
      {"lower", "ÄB c", "äb c"},
      {"upper", "straße", "STRASSE"},
      {"normalize_space",
       "a\xC2\xA0 \t\xE2\x80\x89"
       "b",
       "a b"},
      {"strip_tags", "<p>a<b>b</b><br>c &lt; d<script>1<2</script><!-- x --></p>", "ab c < d"},
      {"strip_tags", "1 < 2", "1 < 2"},
      {"escape_html", "a<b&\"", "a&lt;b&amp;&quot;"},
      {"unescape_html", "&lt;b&gt; &eacute; &unknown;", "<b> é &unknown;"},
      {"digits", "+49 (305) 5", "493055"},
      {"leading_number", "12 items", "12"},
      {"leading_number", "-3.5e", "-3.5"},
      {"leading_number", "1,234 items", "1,234"},
      {"leading_number", "1 234 items", "1 234"},
      {"leading_number", "12. Street", "12"},
      {"url_host", "HTTP://u@Example.ORG:80/x", "example.org"},
  };
  for (const auto& [function, text, result] : cases) {
    auto field = spec();
    field.steps.functions = {std::string(function)};
    EXPECT_EQ(applied(field, text), "v='" + std::string(result) + "'") << function << text;
  }
}

TEST(text_functions, that_have_no_result_leave_the_value_out_and_say_so_H03_H06) {
  constexpr std::pair<const char*, const char*> cases[] = {
      {"digits", "none"}, {"leading_number", "ca. 12"}, {"url_host", "mailto:a@b"}};
  for (const auto& [function, text] : cases) {
    auto field = spec();
    field.steps.functions = {function};
    EXPECT_EQ(applied(field, text), " !ill_typed_field") << function;
    field.steps.otherwise = "x";
    EXPECT_EQ(applied(field, text), "v='x' !ill_typed_field") << function;
  }
  auto field = spec();
  field.steps.functions = {"strip_tags"};
  EXPECT_EQ(applied(field, "<br>"), "") << "no text, and no fault";
}

TEST(text_functions, are_applied_in_order_before_match_and_type_H03) {
  auto field = spec(field_type::integer);
  field.steps.functions = {"strip_tags", "leading_number"};
  EXPECT_EQ(applied(field, "<b>12</b> items"), "v=12");
  EXPECT_EQ(applied(field, "1,234 items"), " !ill_typed_field") << "it may be 1 or 1234";
  field.steps.group_separator = ',';
  EXPECT_EQ(applied(field, "1,234 items"), "v=1234");
  field = spec();
  field.steps.functions = {"lower"};
  field.steps.match = "b+";
  field.steps.warn = "w";
  EXPECT_EQ(applied(field, "ABB"), "v='bb'");
  EXPECT_EQ(applied(field, "ACC"), " warned='ACC' !unmatched_field") << "as it was";
}

TEST(text_functions, that_are_not_known_are_refused_with_the_nearest_name_H03) {
  auto field = spec();
  field.steps.functions = {"lowr"};
  EXPECT_TRUE(
      applied(field, "x")
          .starts_with("there is no function `lowr`; the nearest is `lower`, and all are lower, upper, "))
      << applied(field, "x");
}

TEST(text_functions, are_those_of_the_guide_H03) {
  std::ifstream file(source_path("doc/users/records.md"));
  std::stringstream guide;
  guide << file.rdbuf();
  for (const auto& one : text_functions()) {
    const auto row = "| `" + std::string(one.name) + "` | " + std::string(one.meaning) + " |\n";
    EXPECT_NE(guide.str().find(row), std::string::npos) << row;
  }
}

TEST(compiled_steps, lose_no_value_for_which_a_default_or_a_field_stands_X04) {
  struct fault_case {
    errc rule;
    const char *text, *otherwise, *warn;
    bool is_lost;
  };
  constexpr fault_case cases[] = {
      {errc::unmatched_field, "x", nullptr, "", true},      {errc::unmatched_field, "x", "0", "", false},
      {errc::unmatched_field, "x", nullptr, "odd", false},  {errc::unmatched_field, "x", "0", "odd", false},
      {errc::ill_typed_field, "1.5", nullptr, "", true},    {errc::ill_typed_field, "1.5", "0", "", false},
      {errc::ill_typed_field, "1.5", nullptr, "odd", true},
  };
  for (const auto& one : cases) {
    auto field = spec(field_type::integer);
    field.steps.match = "[0-9].*";
    field.steps.warn = one.warn;
    if (one.otherwise != nullptr) field.steps.otherwise = one.otherwise;
    const auto steps = compiled_steps::compile(field, nullptr);
    ASSERT_TRUE(steps);
    step_outcome out;
    steps->apply(one.text, out);
    ASSERT_EQ(out.faults.size(), 1U);
    EXPECT_EQ(out.faults[0].rule, one.rule);
    EXPECT_EQ(out.faults[0].is_lost, one.is_lost) << to_string(one.rule) << one.warn;
  }
}

TEST(compiled_steps, makes_members_of_a_map_H04) {
  field_spec field;
  field.names = {"cc", "num"};
  field.steps.match = "\\+(\\d+) (\\d+)";
  field.steps.warn = "raw";
  const auto steps = compiled_steps::compile(field, nullptr);
  ASSERT_TRUE(steps);
  step_outcome out;
  data_record record;
  record.begin_map();
  steps->apply("+49 305", out);
  steps->add_members(out, false, record);
  out.clear();
  steps->apply("none", out);
  steps->add_members(out, false, record);
  record.end();
  EXPECT_EQ(record.root().size(), 3U);
  EXPECT_EQ(record.root().find("cc")->text(), "49");
  EXPECT_EQ(record.root().find("raw")->text(), "none");
}

}  // namespace
}  // namespace laundromat
