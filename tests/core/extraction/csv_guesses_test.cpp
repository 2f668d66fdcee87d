// Tests of what is guessed of a table: that it is right where it can be, and told where it may be wrong.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/extraction/csv/field_names.hpp"
#include "tests/core/extraction/shown_table.hpp"

namespace laundromat {
namespace {

using shown_lines = std::vector<std::string>;

csv_options with_profile(wash_profile profile) {
  csv_options options;
  options.profile = profile;
  return options;
}

csv_options with_header(bool has_header) {
  csv_options options;
  options.has_header = has_header;
  return options;
}

TEST(csv_guesses, says_that_a_table_was_taken_for_one_without_a_header_E02) {
  auto got = read_table("1;2020\n3;4\n");
  EXPECT_EQ(got.lines, (shown_lines{"field_1=1 field_2=2020 ", "field_1=3 field_2=4 "}));
  EXPECT_EQ(got.defects, "1 note odd_field_name\n");
  EXPECT_NE(got.messages.find("state `header: true` in `table`"), std::string::npos) << got.messages;
  EXPECT_EQ(read_table("1;2020\n3;4\n", with_header(false)).defects, "") << "it is stated";
}

TEST(csv_guesses, takes_years_for_names_where_they_can_be_nothing_else_E02) {
  const std::string text = "Land;2020;2021\nDE;1;2\nFR;3;4\n";
  csv_findings found;
  auto got = read_table(text, {}, 1'000, &found);
  EXPECT_EQ(got.lines, (shown_lines{"Land=DE 2020=1 2021=2 ", "Land=FR 2020=3 2021=4 "}));
  EXPECT_EQ(got.defects, "1 note odd_field_name\n");
  EXPECT_NE(got.messages.find("state `header: false`"), std::string::npos) << got.messages;
  EXPECT_TRUE(found.has_header);
  EXPECT_EQ(read_table(text, with_header(true)).defects, "") << "it is stated";
  EXPECT_EQ(read_table(text, with_header(false)).lines.size(), 3U);
}

TEST(csv_guesses, keeps_the_last_row_before_notes_E02) {
  auto got = read_table("id;a\n1;x\n2;y\nQuelle: Amt\n");
  EXPECT_EQ(got.lines, (shown_lines{"id=1 a=x ", "id=2 a=y "}));
  EXPECT_EQ(got.defects, "4 skip short_row\n");
  EXPECT_NE(got.messages.find("a note behind the table or a row that is cut"), std::string::npos);
  got = read_table("id;a\n1;5\n2;7\nNord\n3;8\n4;9\n");
  EXPECT_EQ(got.lines.size(), 4U) << "numbers do not go on in a text";
  EXPECT_EQ(got.defects, "4 skip short_row\n");
}

TEST(csv_guesses, skips_a_row_that_may_go_on_in_the_next_line_and_says_so_E02) {
  for (const auto profile : {wash_profile::standard, wash_profile::max_recall}) {
    const auto got = read_table("id;a\n1;x\n2;y\nor z\nor w\n3;v\n", with_profile(profile));
    EXPECT_EQ(got.lines, (shown_lines{"id=1 a=x ", "id=3 a=v "}));
    EXPECT_EQ(got.defects, "3 skip doubtful_rows\n4 skip doubtful_rows\n5 skip doubtful_rows\n");
    EXPECT_NE(got.messages.find("may be the rest of its last field"), std::string::npos) << got.messages;
  }
}

TEST(csv_guesses, takes_no_header_for_a_title_E02) {
  auto got = read_table("id,name,age\n1101,John\n1102,Julie,26,Potatoes\n");
  EXPECT_EQ(got.lines, (shown_lines{}));
  EXPECT_EQ(got.defects, "2 skip short_row\n3 skip row_width\n");
  got = read_table("id,name,age\n1101,John\n1102,Julie,26,Potatoes\n1103,Ann,27,Rice\n");
  EXPECT_EQ(got.lines.size(), 2U);
  EXPECT_EQ(got.defects, "1 note odd_field_name\n2 skip short_row\n");
  got = read_table("Report\nof May\nid,name,age\n1,Ann,41\n2,Bob,42\n");
  EXPECT_EQ(got.lines, (shown_lines{"id=1 name=Ann age=41 ", "id=2 name=Bob age=42 "}));
  EXPECT_EQ(got.defects, "1 note title_rows\n2 note title_rows\n");
}

TEST(csv_guesses, leaves_quotes_around_fields_out_of_values_though_others_are_text_E02) {
  const std::string text =
      "id,\"name\"\n2,\"B\"\n3,\"say \"\"hi\"\"\"\n5,a \"q\" b\n5,a \"q\" c\n5,a \"q\" d\n6,\"lost\n7,x\n";
  const auto got = read_table(text);
  EXPECT_EQ(got.lines, (shown_lines{"id=2 name=B ", "id=3 name=say \"hi\" ", "id=5 name=a \"q\" b ",
                                    "id=5 name=a \"q\" c ", "id=5 name=a \"q\" d ", "id=7 name=x "}));
  EXPECT_EQ(got.defects, "1 note lost_quote\n7 skip lost_quote\n");
  csv_options stated;
  stated.dialect.quote = '\0';
  EXPECT_EQ(read_table(text, stated).lines[0], "id=2 \"name\"=\"B\" ") << "it is stated that quotes are text";
}

TEST(csv_guesses, obeys_the_delimiter_that_excel_states_E02) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const auto text = "sep=;" + end + "id;size, m" + end + "1;2,5" + end + "2;3,5" + end;
    for (const std::size_t chunk : {1, 1'000}) {
      const auto got = read_table(text, {}, chunk);
      EXPECT_EQ(got.lines, (shown_lines{"id=1 size, m=2,5 ", "id=2 size, m=3,5 "}));
      EXPECT_EQ(got.defects, "1 note title_rows\n");
    }
  }
  csv_options passed;
  passed.skip_rows = 1;
  EXPECT_EQ(read_table("sep=;\nid;name\n1;A\n", passed).lines, (shown_lines{"id=1 name=A "}));
}

TEST(csv_guesses, leaves_byte_order_marks_out_of_names_E02) {
  const std::string mark = "\xEF\xBB\xBF";
  auto got = read_table(mark + mark + mark + "id,name\n1,Ann\n");
  EXPECT_EQ(got.lines, (shown_lines{"id=1 name=Ann "}));
  EXPECT_EQ(got.defects, "1 repair byte_order_mark\n");
  EXPECT_EQ(read_table(mark + "id,name\n1,Ann\n").defects, "");
  got = read_table(mark + mark + "id,name\n1,Ann\n", with_profile(wash_profile::strict));
  EXPECT_EQ(got.defects, "1 note byte_order_mark\n");
}

TEST(csv_guesses, passes_the_header_again_where_tables_were_joined_E02) {
  const std::string text = "id,name\n1,Ann\nid,name\n2,Bob\n\xEF\xBB\xBFid,\"name\"\n3,name\n";
  auto got = read_table(text);
  EXPECT_EQ(got.lines, (shown_lines{"id=1 name=Ann ", "id=2 name=Bob ", "id=3 name=name "}));
  EXPECT_EQ(got.defects, "3 repair repeated_header\n5 repair repeated_header\n");
  got = read_table(text, with_profile(wash_profile::strict));
  EXPECT_EQ(got.lines.size(), 3U);
  EXPECT_EQ(got.defects, "3 skip repeated_header\n5 skip repeated_header\n");
  EXPECT_EQ(read_table("word\nid\nword\nname\n", with_header(true)).lines.size(), 3U)
      << "in a table of one field it may be a value";
}

TEST(csv_guesses, skips_a_row_that_fits_a_header_which_most_rows_do_not_fit_E02) {
  auto got = read_table("idname,city,kind\n1,a,b,c\n2d,e,f\n3,g,h,i\n");
  EXPECT_EQ(got.lines, (shown_lines{}));
  EXPECT_EQ(got.defects, "2 skip row_width\n3 skip row_width\n4 skip row_width\n");
  EXPECT_NE(got.messages.find("the header has 3 fields, and most rows have 4"), std::string::npos)
      << got.messages;
  const std::string shorter = "id,na,me,city\n1,a,b\n2,c,d,e\n3,f,g\n";
  EXPECT_EQ(read_table(shorter).lines, (shown_lines{}));
  EXPECT_EQ(read_table(shorter, with_profile(wash_profile::max_recall)).lines.size(), 3U)
      << "short rows are filled, so all fit the header";
  got = read_table("id,name\n1,a\n2,b,c\n");
  EXPECT_EQ(got.lines, (shown_lines{"id=1 name=a "})) << "one row says nothing of the header";
  EXPECT_EQ(read_table("id,name\n1,a\n2,b,,\n3,c,,\n").lines.size(), 3U) << "empty fields do not count";
}

TEST(csv_guesses, takes_a_row_of_texts_that_alone_comes_again_and_again_for_the_header_E02) {
  auto got = read_table("name,city\nAnn,Bonn\nname,city\nBob,Rome\nname,city\nEve,Oslo\n");
  EXPECT_EQ(got.lines, (shown_lines{"name=Ann city=Bonn ", "name=Bob city=Rome ", "name=Eve city=Oslo "}));
  EXPECT_EQ(got.defects, "3 repair repeated_header\n5 repair repeated_header\n");
  got = read_table("name,city\nAnn,Bonn\nname,city\nBob,Rome\n");
  EXPECT_EQ(got.lines.size(), 4U) << "once may be a record that comes twice";
  got = read_table("Ann,Bonn\nBob,Rome\nAnn,Bonn\nBob,Rome\nAnn,Bonn\n");
  EXPECT_EQ(got.lines.size(), 5U) << "other rows come twice, too";
}

TEST(csv_guesses, passes_the_header_in_another_case_or_with_white_space_E02) {
  const auto got = read_table("id;name\n1;Ann\nID;Name\n2;Bob\n id ;name \n3;Eve\n");
  EXPECT_EQ(got.lines, (shown_lines{"id=1 name=Ann ", "id=2 name=Bob ", "id=3 name=Eve "}));
  EXPECT_EQ(got.defects, "3 repair repeated_header\n5 repair repeated_header\n");
}

TEST(csv_guesses, notes_once_that_rows_follow_a_blank_line_within_the_table_E02) {
  for (const std::size_t chunk : {1, 1'000}) {
    auto got = read_table("id,name\n1,Ann\n\ncity,population\nMainz,220000\n\n2,Bob\n", {}, chunk);
    EXPECT_EQ(got.lines.size(), 4U);
    EXPECT_EQ(got.defects, "3 note title_rows\n");
    EXPECT_NE(got.messages.find("another table or notes may begin there"), std::string::npos);
    EXPECT_EQ(read_table("id,name\n1,Ann\n2,Bob\n\n\n", {}, chunk).defects, "") << "nothing follows";
    EXPECT_EQ(read_table("id,name\n\n1,Ann\n\n2,Bob\n\n3,Eve\n", {}, chunk).defects, "")
        << "each other line is blank";
    EXPECT_EQ(read_table("Report\n\nid,name\n1,Ann\n2,Bob\n", {}, chunk).defects, "1 note title_rows\n");
  }
}

TEST(csv_guesses, leaves_rows_without_text_out_and_says_so_once_E02) {
  const std::string text = "id,name,age\n1,Ann,41\n,,\n2,Bob,42\n,,\n\"\",,,\n";
  for (const auto profile : {wash_profile::strict, wash_profile::standard, wash_profile::max_recall}) {
    const auto got = read_table(text, with_profile(profile));
    EXPECT_EQ(got.lines, (shown_lines{"id=1 name=Ann age=41 ", "id=2 name=Bob age=42 "}));
    EXPECT_EQ(got.defects, "3 note empty_fields\n");
  }
  csv_options kept;
  kept.keeps_empty = true;
  EXPECT_EQ(read_table("id,name,age\n1,Ann,41\n,,\n", kept).lines.size(), 2U) << "empty fields are texts";
}

TEST(csv_guesses, takes_padded_rows_with_one_text_for_titles_E02) {
  const auto got = read_table(
      "Bericht 2023;;;\n;;;\nerstellt am: 01.02.2024;;;\nid;name;wert;einheit\n1;a;2,5;kg\n2;b;3,5;kg\n");
  EXPECT_EQ(got.lines, (shown_lines{"id=1 name=a wert=2,5 einheit=kg ", "id=2 name=b wert=3,5 einheit=kg "}));
  EXPECT_EQ(got.defects, "1 note title_rows\n2 note title_rows\n3 note title_rows\n");
}

TEST(csv_guesses, prefers_a_delimiter_that_leaves_decimal_commas_E02) {
  EXPECT_EQ(read_table("1,5;2,5\n3,5;4,5\n5,5;6,5\n").lines[0], "field_1=1,5 field_2=2,5 ");
  EXPECT_EQ(read_table("x;-1,5\ny;2,5\nz;4,25\n").lines[0], "field_1=x field_2=-1,5 ");
  EXPECT_EQ(read_table("1,5:30,7\n2,6:30,8\n3,7:30,9\n").lines[0], "field_1=1 field_2=5:30 field_3=7 ")
      << "a colon is a part of times";
  EXPECT_EQ(read_table("a,b;c,d\ne,f;g,h\ni,j;k,l\n").lines.size(), 2U) << "texts with commas are fields";
}

TEST(csv_guesses, notes_that_lines_have_another_delimiter_than_the_stated_one_E02) {
  csv_options stated;
  stated.dialect.delimiter = '|';
  const auto got = read_table("id;name;born\n1;Ann;1941\n2;Bob;1942\n", stated);
  EXPECT_EQ(got.lines.size(), 2U);
  EXPECT_EQ(got.defects, "1 note odd_field_name\n");
  EXPECT_NE(got.messages.find("its lines have `;`"), std::string::npos) << got.messages;
  EXPECT_EQ(read_table("uri\nhttp://a.example/\nhttp://b.example/\n", stated).defects, "");
}

TEST(csv_guesses, names_very_many_fields_that_have_one_name_E02) {
  constexpr std::size_t count = 40'000;
  std::string header, row;
  for (std::size_t i = 0; i < count; ++i) {
    header += i == 0 ? "a" : ",a";
    row += i == 0 ? "1" : ",1";
  }
  for (const std::size_t chunk : {7'000, 1'000'000}) {
    csv_findings found;
    const auto got = read_table(header + "\n" + row + "\n", {}, chunk, &found);
    EXPECT_EQ(got.lines.size(), 1U) << "the header is longer than the sample";
    EXPECT_EQ(std::set<std::string>(found.names.begin(), found.names.end()).size(), count);
  }
}

}  // namespace
}  // namespace laundromat
