// Tests of how the dialect of a table is found out.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/csv/guess_dialect.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

struct dialect_case {
  const char* what;
  const char* text;
  char delimiter, quote;
  std::size_t fields;
  bool has_header;
};

constexpr dialect_case dialect_cases[] = {
    {"commas", "id,name\n1,north\n2,south\n", ',', '"', 2, true},
    {"semicolons, and decimal commas", "place;height\nnorth;1,5\nsouth;2,5\n", ';', '"', 2, true},
    {"tabs", "a\tb\tc\n1\t2\t3\n", '\t', '"', 3, true},
    {"bars without a header", "1|2\n3|4\n5|6\n", '|', '"', 2, false},
    {"colons in times, too", "name,from\nnorth,12:30\nsouth,08:15\n", ',', '"', 2, true},
    {"commas in quoted fields", "a;b\n\"x, y\";\"z\"\n\"u, v\";\"w\"\n", ';', '"', 2, true},
    {"apostrophes as quotes", "a,b\n'x, y','1'\n'u, v','2'\n", ',', '\'', 2, true},
    {"quotes that are text", "size,what\n5\",disk\n3.5\",disk\n8\",disk\n", ',', '\0', 2, true},
    {"one field", "name\nnorth\nsouth\n", ',', '"', 1, true},
    {"a header that lacks a name", "id,name\nk,Ann,Wien\nl,Bob,Rom\n", ',', '"', 3, true},
    {"a title of two fields", "report,2026\nid,name,age\nk,Ann,41\nl,Bob,42\n", ',', '"', 3, true},
    {"a header, and rows of other lengths", "id,name,age\nk,Ann\nl,Bob,42,x\n", ',', '"', 3, true},
    {"years as names", "land;2020;2021\nDE;1;2\nFR;3;4\n", ';', '"', 3, true},
    {"months as names, and no name of the first column", ",2020-11,2020-12\nDE,1,2\n", ',', '"', 3, true},
    {"years below years", "Ann,1920,1999\nBob,1931,2004\n", ',', '"', 3, false},
    {"one year", "DE;2020\nFR;5\n", ';', '"', 2, false},
    {"years that are in no order", "a,2020,2019,2021\nb,1,2,3\n", ',', '"', 4, false},
    {"numbers as names", "Wien,1,2\nRom,12,13\n", ',', '"', 3, false},
    {"a header that is repeated", "id,name\n1,Ann\nid,name\n2,Bob\n", ',', '"', 2, true},
    {"a row that is repeated", "Ann,Wien\nBob,Rom\nAnn,Wien\n", ',', '"', 2, false},
    {"nothing", "", ',', '"', 1, false},
};

TEST(guess_dialect, finds_delimiter_quote_and_header_E02) {
  for (const auto& one : dialect_cases) {
    const auto found = guess_dialect(one.text, true);
    EXPECT_EQ(found.dialect, (csv_dialect{one.delimiter, one.quote})) << one.what;
    EXPECT_EQ(found.fields, one.fields) << one.what;
    EXPECT_EQ(found.has_header, one.has_header) << one.what;
  }
}

TEST(guess_dialect, takes_no_header_for_a_title_E02) {
  EXPECT_EQ(guess_dialect("id,name,age\nk,Ann\nl,Bob,42,x\nm,Eve,43,y\n", true).title_rows, 0U);
  EXPECT_EQ(guess_dialect("Report\nid,name\nk,Ann,42\nl,Bob,43\n", true).title_rows, 1U);
  EXPECT_EQ(guess_dialect("Report,of May\nid,name,age\nk,Ann,42\nl,Bob,43\n", true).title_rows, 1U);
}

TEST(guess_dialect, reads_the_delimiter_that_is_stated_E02) {
  EXPECT_EQ(stated_delimiter("sep=;\na;b\n"), ';');
  EXPECT_EQ(stated_delimiter("SEP=\t\r\na\tb\r\n"), '\t');
  for (const auto* other :
       {"sep=;\na,b\n", "sep=;x\na;b\n", "sep=;", "sep=x\naxb\n", "sep=\"\na\"b\n", "separator"})
    EXPECT_EQ(stated_delimiter(other), std::nullopt) << other;
}

TEST(guess_dialect, a_cut_last_line_does_not_count_E02) {
  constexpr auto table = "a;b,c,d\n1;2,3,4\n5;6";
  EXPECT_EQ(guess_dialect(table, false).dialect.delimiter, ',') << "each whole line has three fields";
  EXPECT_EQ(guess_dialect(table, true).dialect.delimiter, ';') << "each line has two";
}

}  // namespace
}  // namespace laundromat
