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
    {"a header that lacks a name", "id,name\nk,Ann,Wien\nl,Bob,Rom\n", ',', '"', 3, false},
    {"a title of two fields", "report,2026\nid,name,age\nk,Ann,41\nl,Bob,42\n", ',', '"', 3, true},
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

TEST(guess_dialect, a_cut_last_line_does_not_count_E02) {
  const auto found = guess_dialect("a;b\n1;2\n3", false);
  EXPECT_EQ(found.fields, 2U);
  EXPECT_EQ(found.regular_per_mille, 1'000U);
}

}  // namespace
}  // namespace laundromat
