// Tests tables as records: names, titles, rows that do not fit, and the account of bytes.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/csv/csv_extractor.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

#include "core/extraction/csv/field_names.hpp"
#include "tests/core/extraction/collected_records.hpp"
#include "tests/core/extraction/shown_table.hpp"

namespace laundromat {
namespace {

using lines = std::vector<std::string>;

TEST(csv_extractor, names_fields_by_the_header_E02) {
  const auto got = read_table("id,name,age\n1,Ann,41\n2,\"Bob, jr.\",\n");
  EXPECT_EQ(got.lines, (lines{"id=1 name=Ann age=41 ", "id=2 name=Bob, jr. age=- "}));
  EXPECT_EQ(got.defects, "");
}

TEST(csv_extractor, names_fields_by_place_where_the_header_does_not_E02) {
  auto got = read_table("id,,id\n1,2,3\n");
  EXPECT_EQ(got.lines, (lines{"id=1 field_2=2 id_2=3 "}));
  EXPECT_EQ(got.defects, "1 note odd_field_name\n1 note odd_field_name\n");
  got = read_table("1,2\n3,4\n");
  EXPECT_EQ(got.lines, (lines{"field_1=1 field_2=2 ", "field_1=3 field_2=4 "}));
  csv_options named;
  named.names = {"a", "b"};
  EXPECT_EQ(read_table("1,2\n", named).lines, (lines{"a=1 b=2 "}));
}

TEST(csv_extractor, does_not_guess_which_field_has_no_name_E02) {
  const auto got = read_table("name,age\nx,Ann,41\ny,Bob,42\nz,Eve,43\n");
  EXPECT_EQ(got.lines, (lines{"field_1=x field_2=Ann field_3=41 ", "field_1=y field_2=Bob field_3=42 ",
                              "field_1=z field_2=Eve field_3=43 "}));
}

TEST(csv_extractor, leaves_titles_and_comments_out_E02) {
  const auto got = read_table("Report of 2026\n\nid,name,age\n1,Ann,41\n2,Bob,42\n");
  EXPECT_EQ(got.lines, (lines{"id=1 name=Ann age=41 ", "id=2 name=Bob age=42 "}));
  EXPECT_EQ(got.defects, "1 note title_rows\n");
  EXPECT_EQ(read_table("# made by hand\nid,name\n1,Ann\n# the rest\n2,Bob\n").lines,
            (lines{"id=1 name=Ann ", "id=2 name=Bob "}));
}

TEST(csv_extractor, skips_rows_that_do_not_fit_E02) {
  const std::string text = "id,name,age\n1,Ann,41\n2,Bob\n3,Eve,43,extra\n4,Dan,44,,\n5,Fay,45\n";
  auto got = read_table(text);
  EXPECT_EQ(got.lines, (lines{"id=1 name=Ann age=41 ", "id=4 name=Dan age=44 ", "id=5 name=Fay age=45 "}));
  EXPECT_EQ(got.defects, "3 skip short_row\n4 skip row_width\n5 repair empty_fields\n");
  csv_options recall;
  recall.profile = wash_profile::max_recall;
  got = read_table(text, recall);
  EXPECT_EQ(got.lines[1], "id=2 name=Bob age=- ");
  csv_options strict;
  strict.profile = wash_profile::strict;
  EXPECT_EQ(read_table(text, strict).lines.size(), 2U);
}

TEST(csv_extractor, reads_escapes_and_spaces_before_quotes_E02) {
  EXPECT_EQ(read_table("name;born\n\"\\\"Hacksaw\\\" Jim\";1954\n\"Bret \\\"Hit Man\\\" Hart\";1957\n").lines,
            (lines{"name=\"Hacksaw\" Jim born=1954 ", "name=Bret \"Hit Man\" Hart born=1957 "}));
  EXPECT_EQ(read_table("id, text\n1, \"a, b\"\n2, \"c\"\n").lines,
            (lines{"id=1 text=a, b ", "id=2 text=c "}));
}

TEST(csv_extractor, repairs_bytes_that_are_no_text_E02) {
  auto got = read_table("id,name\n1,J\xF3n\n2,Ann\n");
  EXPECT_EQ(got.lines, (lines{"id=1 name=J\xEF\xBF\xBDn ", "id=2 name=Ann "}));
  EXPECT_EQ(got.defects, "2 repair illegal_utf8\n");
  csv_options strict;
  strict.profile = wash_profile::strict;
  EXPECT_EQ(read_table("id,name\n1,J\xF3n\n2,Ann\n", strict).lines, (lines{"id=2 name=Ann "}));
}

TEST(csv_extractor, does_not_depend_on_chunks_E01) {
  const std::string head = "id,name\n";
  const std::vector<std::string> texts{
      "",
      "\xEF\xBB\xBF",
      "\xEF\xBB\xBFid,name\r\n1,\"a\nb\"\r\n2,\"c\"\"d\"\r\n\r\n3,e,f\r\n4,\"g",
      "Report\r\rid;name;age\r1;Ann;41\r2;B\xF3"
      "b;\xFF\xFE;\r3;Eve\r",
      head + "1,a\n2,\"b\n3,c\n",
      head + "1,\"a\n2,b\nc\"\n3,d\n4,\"e\"\n",
      head + std::string(200, 'x') + "\r1,2\n" + std::string(200, ' ') + ",\"3\n",
      head + "1,\"" + std::string(70, '\n') + "\"\r\n2,3\n4," + std::string(70, '"') + "\n",
      head + "1,2,3,4,5,6,7,8,9\n1,2\n",
      head + std::string(70'000, '\n') + "1,2\n",
      std::string("\xEF\xBB\xBF") + head + std::string(65'500, '\r') + "1;2\n1;2\n1;2\n",
  };
  for (const auto& text : texts)
    for (const bool is_bounded : {false, true}) {
      const auto got = [&](std::size_t chunk) {
        csv_options options;
        if (is_bounded) options.limits.record_bytes = 64;
        if (is_bounded) options.limits.record_values = 8;
        collected_records all;
        push_all(*make_csv_extractor(options, all), text, chunk);
        EXPECT_EQ(all.bytes(), text.size());
        return all;
      };
      const auto whole = got(text.size() + 1);
      for (const std::size_t chunk : {1, 2, 3, 7}) {
        const auto cut = got(chunk);
        EXPECT_EQ(cut.records, whole.records) << chunk << ": " << text.substr(0, 200);
        EXPECT_EQ(cut.places, whole.places) << chunk << ": " << text.substr(0, 200);
        EXPECT_EQ(cut.defects, whole.defects) << chunk << ": " << text.substr(0, 200);
        EXPECT_EQ(cut.spans, whole.spans) << chunk << ": " << text.substr(0, 200);
      }
    }
}

TEST(csv_extractor, skips_a_row_with_a_lost_quote_where_quotes_were_taken_for_text_E02) {
  auto got = read_table("id,name\n1,Ann\n2,\"Bob\n3,Eve\n4,Dan\n");
  EXPECT_EQ(got.lines, (lines{"id=1 name=Ann ", "id=3 name=Eve ", "id=4 name=Dan "}));
  EXPECT_EQ(got.defects, "3 skip lost_quote\n");
  got = read_table("id,name\n1,Ann\n2,Bob\"\n3,Eve\n4,Dan\n");
  EXPECT_EQ(got.lines, (lines{"id=1 name=Ann ", "id=3 name=Eve ", "id=4 name=Dan "}));
  EXPECT_EQ(got.defects, "3 skip lost_quote\n");
  csv_options stated;
  stated.dialect.quote = '\0';
  got = read_table("id,name\n1,Ann\n2,\"Bob\n3,Eve\n4,Dan\n", stated);
  EXPECT_EQ(got.lines[1], "id=2 name=\"Bob ");
  EXPECT_EQ(got.defects, "");
}

TEST(csv_extractor, notes_a_lost_quote_of_a_header_E02) {
  const auto got = read_table("id,\"name\n1,Ann\n2,Bob\n");
  EXPECT_EQ(got.lines, (lines{"id=1 \"name=Ann ", "id=2 \"name=Bob "}));
  EXPECT_EQ(got.defects, "1 note lost_quote\n");
}

TEST(csv_extractor, notes_once_that_quotes_are_text_E02) {
  const auto got = read_table("size,what\n5\",disk\n3.5\",\"old\" disk\n8\",disk\n");
  EXPECT_EQ(got.lines,
            (lines{"size=5\" what=disk ", "size=3.5\" what=\"old\" disk ", "size=8\" what=disk "}));
  EXPECT_EQ(got.defects, "2 note lost_quote\n");
}

TEST(csv_extractor, says_when_there_is_no_record_E02) {
  EXPECT_EQ(read_table("").defects, "1 note no_records\n");
  EXPECT_EQ(read_table("id,name\n").defects, "1 note no_records\n");
  EXPECT_EQ(read_table("id,name\n1,\"x\n").defects, "2 skip lost_quote\n") << "what was skipped may be one";
}

TEST(csv_extractor, keeps_the_names_that_are_listed_E02) {
  csv_options named;
  named.has_header = false;
  named.names = {"a", "b"};
  auto got = read_table("1,2,3\n4,5,6\n", named);
  EXPECT_EQ(got.lines, (lines{"a=1 b=2 field_3=3 ", "a=4 b=5 field_3=6 "}));
  EXPECT_EQ(got.defects, "1 note odd_field_name\n");
  named.names = {"a", "b", "c", "d"};
  got = read_table("1,2,3\n4,5,6\n7,8,9,0\n", named);
  EXPECT_EQ(got.lines, (lines{"a=7 b=8 c=9 d=0 "}));
  EXPECT_EQ(got.defects, "1 note odd_field_name\n1 skip short_row\n2 skip short_row\n");
}

TEST(csv_extractor, skips_a_row_with_more_values_than_are_allowed_E02) {
  csv_options few;
  few.has_header = true;
  few.limits.record_values = 3;
  const auto got = read_table("a,b\n1,2\n1,2,3,4\n5,6\n", few);
  EXPECT_EQ(got.lines, (lines{"a=1 b=2 ", "a=5 b=6 "}));
  EXPECT_EQ(got.defects, "3 skip statement_too_long\n");
}

TEST(csv_extractor, makes_no_edit_that_is_longer_than_an_excerpt_X08) {
  csv_options brief;
  brief.has_header = true;
  brief.profile = wash_profile::max_recall;
  brief.limits.excerpt_bytes = 2;
  collected_records got;
  push_all(*make_csv_extractor(brief, got),
           "a,b,c,d,e\n1,2,3,4,5\n1,2,3,4,5\n1,2,3,4,5\n1,2\n1,2,3\n1,2,3,4,5,,,\n", 100);
  EXPECT_EQ(got.records.size(), 6U);
  ASSERT_EQ(got.defects.size(), 3U) << got.rules();
  EXPECT_EQ(got.defects[0].after, "");
  EXPECT_EQ(got.defects[1].after, ",,");
  EXPECT_EQ(got.defects[2].before, "");
}

TEST(field_names, give_the_next_free_number_to_a_name_that_comes_again_E02) {
  EXPECT_EQ(name_fields({"id", "id", "id_2", "id", " id "}, 5).names,
            (std::vector<std::string>{"id", "id_3", "id_2", "id_4", "id_5"}));
}

/// A table of numbers by which each field is known to be in its place: field `c` of row `r` is `r*10+c`.
TEST(csv_extractor, invents_no_record_when_one_byte_is_lost_E02) {
  std::string text = "a,b,c,d\n";
  std::set<std::string> sound;
  for (int row = 1; row < 12; ++row) {
    std::string line, shown;
    for (int column = 0; column < 4; ++column) {
      const auto value = "v" + std::to_string(row * 10 + column);
      line += (column == 0 ? "" : ",") + (column % 2 == 1 ? "\"" + value + "\"" : value);
      shown += std::string(1, static_cast<char>('a' + column)) + "=" + value + " ";
    }
    text += line + "\n";
    sound.insert(shown);
  }
  const auto header_bytes = text.find('\n') + 1;
  std::size_t kept = 0, all = 0;
  for (std::size_t at = header_bytes; at < text.size(); ++at) {
    const char lost = text[at];
    if (lost != ',' && lost != '"' && lost != '\n') continue;  // the text of a value is not known to be wrong
    auto damaged = text;
    damaged.erase(at, 1);
    for (auto line : read_table(damaged).lines) {
      // Where the header is in doubt, fields are named by their place.
      for (const char name : {'a', 'b', 'c', 'd'}) {
        const auto by_place = "field_" + std::to_string(name - 'a' + 1) + "=";
        if (const auto found = line.find(by_place); found != std::string::npos)
          line.replace(found, by_place.size(), std::string{name, '='});
      }
      EXPECT_TRUE(sound.contains(line)) << "byte " << at << ": " << line;
      ++kept;
    }
    all += sound.size() - 1;
  }
  EXPECT_GT(static_cast<double>(kept), 0.9 * static_cast<double>(all)) << "the other rows are read";
}

}  // namespace
}  // namespace laundromat
