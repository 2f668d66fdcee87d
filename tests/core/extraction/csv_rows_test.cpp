// Tests of how a table is cut into rows, whole and damaged.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/csv/csv_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

namespace laundromat {
namespace {

/// Writes `a|b` for a row, `-` for a blank line, and the fault of what is skipped with its lines.
class row_log final : public csv_row_sink {
 public:
  explicit row_log(std::string_view text) : text_(text) {}
  result<void> on_row(std::span<const std::string_view> fields, const csv_place& place) override {
    follow(place);
    std::string row;
    for (const auto& one : fields) row.append(row.empty() ? "" : "|").append(one.empty() ? "''" : one);
    rows.push_back(row.empty() ? "-" : row);
    return {};
  }
  void on_fault(csv_fault fault, const csv_place& place, const text_position& at) override {
    follow(place);
    EXPECT_GE(at.offset_bytes, place.offset_bytes);
    text_position counted;
    counted.advance(text_.substr(0, at.offset_bytes));
    EXPECT_EQ(std::pair(at.line, at.column), std::pair(counted.line, counted.column))
        << "of what is wrong in " << testing::PrintToString(std::string(text_));
    constexpr std::array names{"stray", "unclosed", "doubtful", "end", "too long", "too many"};
    rows.push_back(std::string{"!"} + names[static_cast<std::size_t>(fault)] + " " +
                   std::to_string(place.line));
  }
  void follow(const csv_place& place) {
    EXPECT_EQ(place.offset_bytes, end);
    EXPECT_GT(place.length_bytes, 0U);
    end += place.length_bytes;
  }

  std::vector<std::string> rows;
  std::uint64_t end = 0;

 private:
  std::string_view text_;
};

std::vector<std::string> rows_of(std::string_view text, std::size_t expected = 0, csv_dialect dialect = {},
                                 csv_limits limits = {}, std::size_t chunk = SIZE_MAX) {
  row_log log(text);
  csv_rows rows{dialect, limits, log};
  rows.expect_fields(expected);
  for (std::size_t at = 0; at < text.size(); at += std::min(chunk, text.size() - at))
    EXPECT_TRUE(rows.push(text.substr(at, chunk)));
  EXPECT_TRUE(rows.finish());
  EXPECT_EQ(log.end, text.size()) << "every byte is accounted for";
  return log.rows;
}

using rows = std::vector<std::string>;

struct table_case {
  const char* what;
  std::string text;
  std::size_t expected;
  rows result;
};

const std::vector<table_case>& cases() {
  static const std::vector<table_case> all{
      {"the examples of RFC 4180 section 2",
       "aaa,\"b\r\nbb\",ccc\r\nzzz,\"y\"\"yy\",x\r\n",
       3,
       {"aaa|b\r\nbb|ccc", "zzz|y\"yy|x"}},
      {"each line end, and none at the end", "a,b\nc,d\r\ne,f\rg,h", 2, {"a|b", "c|d", "e|f", "g|h"}},
      {"empty fields and blank lines", ",\n\n\"\",\"\"\n", 2, {"''|''", "-", "''|''"}},
      {"a quote that ends a field is lost, and the next row has one",
       "1,\"a,b\n2,\"c\",d\n3,e,f\n",
       3,
       {"!stray 1", "2|c|d", "3|e|f"}},
      {"a quote that begins a field is lost", "1,a\",b\n2,c,d\n", 3, {"!stray 1", "2|c|d"}},
      {"a quote is lost, and no other one follows",
       "1,\"a,b\n2,c,d\n3,e,f\n4,g,h\n",
       3,
       {"!unclosed 1", "2|c|d", "3|e|f", "4|g|h"}},
      {"a field is not closed in a cut file", "1,\"a\nb\nc", 2, {"!unclosed 1"}},
      {"a line within a field is like a row, and no other quote follows",
       "1,\"a\n2,b\nc\"\n3,d\n",
       2,
       {"1|a\n2,b\nc", "3|d"}},
      {"a line within a field is like a row, and the next quote begins a field",
       "1,\"a\n2,b\nc\"\n3,d\n4,\"e\"\n",
       2,
       {"1|a\n2,b\nc", "3|d", "4|e"}},
      {"lines within a field are like rows, and an empty field or one that begins with a quote follows",
       "1,\"a\n2,b\nc\"\n\"\",d\n2,\"a\n3,b\nc\"\n4,\"\"\"e\"\"\"\n",
       2,
       {"1|a\n2,b\nc", "''|d", "2|a\n3,b\nc", "4|\"e\""}},
      {"a line within a field is like a row, and the next quote ends a field",
       "1,\"a\n2,b\nc\"\n3,d\n4,e\"\n",
       2,
       {"!doubtful 1", "3|d", "!stray 5"}},
      {"a line within a field is like a row, and the next quote begins a field that begins with a delimiter",
       "1,\"a\n2,b\nc\"\n3,\",d\"\n",
       2,
       {"!doubtful 1", "3|,d"}},
      {"two stray quotes join rows: the first one begins a last field",
       "1,x,\"y\n2,y,z\n3,z,w\"\n4,k,l\n",
       3,
       {"!doubtful 1", "4|k|l"}},
      {"two stray quotes join rows: they are in a field between others",
       "1,\"x,y\n2,y,z\n3,z\",w\n4,k,l\n5,\"m\",n\n",
       3,
       {"!doubtful 1", "4|k|l", "5|m|n"}},
      {"only some lines of a last field are like rows",
       "1,x,\"y\n2,y,z\nw\"\n4,k,l\n",
       3,
       {"1|x|y\n2,y,z\nw", "4|k|l"}},
      {"a quote is lost that ends a field, and the next quoted field begins with a line end",
       "1,\"a\n2,\"\nb\"\n3,c\n4,\"d\"\n",
       2,
       {"!doubtful 1", "!stray 3", "3|c", "4|d"}},
      {"a field with line breaks and a stray quote invents no row",
       "1,\"a\nb,c\nd\" x\n2,e\n",
       2,
       {"!stray 1", "!stray 3", "2|e"}},
      {"a quote is lost that begins a field which ends with a line end",
       "1,a\n\"\n2,b\n3,c\n4,d\n5,e\n",
       2,
       {"!doubtful 1", "!unclosed 2", "2|b", "3|c", "4|d", "5|e"}},
      {"a quote is lost that begins a field with a quote behind its line end",
       "1,a\n\"\"b\"\" c\"\n2,d\n3,e\n",
       2,
       {"!doubtful 1", "!stray 2", "2|d", "3|e"}},
      {"notes are behind the table",
       "1,a\n2,b\nSource: x\nof her own\n",
       2,
       {"1|a", "2|b", "Source: x", "of her own"}},
      {"a number behind the table may be the rest of one", "1,4\n2,5\n6\n", 2, {"1|4", "!end 2", "6"}},
      {"a field that is empty before a line may begin with its line end",
       "1,\nnote\n",
       2,
       {"!end 1", "note"}},
      {"a line without delimiters may be the rest of a field, and so may the last one",
       "1,a\nrest\n2,b\nnote\n",
       2,
       {"!end 1", "rest", "!end 3", "note"}},
      {"a line is behind a quoted field",
       "1,\"a\"\nNorth\n2,\"b\"\n3,c\n",
       2,
       {"1|a", "North", "2|b", "3|c"}},
      {"a line is behind a quoted field of which a quote was lost",
       "1,\"a\"\nb\nc\"\n2,d\n",
       2,
       {"!end 1", "!doubtful 2", "!stray 3", "2|d"}},
      {"text behind a quoted field", "1,\"a\"b\n2,c\n", 2, {"!stray 1", "2|c"}},
  };
  return all;
}

TEST(csv_rows, read_what_people_write_and_invent_nothing_E02) {
  for (const auto& one : cases()) EXPECT_EQ(rows_of(one.text, one.expected), one.result) << one.what;
}

TEST(csv_rows, do_not_depend_on_chunks_E01) {
  for (const auto& one : cases())
    for (const std::size_t chunk : {1, 2, 3, 7})
      EXPECT_EQ(rows_of(one.text, one.expected, {}, {}, chunk), one.result)
          << one.what << ", chunks of " << chunk;
}

/// Texts of nothing but marks, beyond each limit.
TEST(csv_rows, do_not_depend_on_chunks_beyond_the_limits_E01) {
  std::mt19937 dice(20261130);
  const std::array dialects{csv_dialect{}, csv_dialect{',', '"', '\\', true, '#'},
                            csv_dialect{',', 0, 0, true, 0}};
  std::size_t faults = 0, sound = 0;
  for (int round = 0; round < 8'000; ++round) {
    std::string text;
    const std::string_view marks = round % 2 == 0 ? "a,\"\n\r" : "ab, \"\n\r\\#";
    for (auto length = dice() % 60; length > 0; --length) text += marks[dice() % marks.size()];
    const csv_limits limits{
        .row_bytes = 6 + dice() % 20, .field_lines = 2 + dice() % 3, .row_fields = 2 + dice() % 4};
    const auto& dialect = dialects[dice() % dialects.size()];
    const auto expected = dice() % 4;
    const auto whole = rows_of(text, expected, dialect, limits);
    for (const std::size_t chunk : {1, 2, 5})
      ASSERT_EQ(rows_of(text, expected, dialect, limits, chunk), whole)
          << "round " << round << ", chunks of " << chunk << ": " << text;
    for (const auto& row : whole) ++(row.starts_with('!') ? faults : sound);
  }
  EXPECT_GT(faults, 4'000U);
  EXPECT_GT(sound, 4'000U);
}

TEST(csv_rows, skip_what_the_contract_shows_for_each_fault_E02) {
  EXPECT_EQ(rows_of("1,\"a,b\n2,\"c\",d\n3,e,f\n", 3), (rows{"!stray 1", "2|c|d", "3|e|f"}));
  EXPECT_EQ(rows_of("1,\"a\nb\nc\n", 2), (rows{"!unclosed 1"}));
  EXPECT_EQ(rows_of("1,a\nb\"\n2,c\n", 2), (rows{"!doubtful 1", "!stray 2", "2|c"}));
  EXPECT_EQ(rows_of("1,\"a\n2,b\nc\",d\n", 2), (rows{"!doubtful 1"}));
  EXPECT_EQ(rows_of("1,a\nrest\n2,b\n", 2), (rows{"!end 1", "rest", "2|b"}));
  EXPECT_EQ(rows_of("1,a\n2,bbbbbb\n3,c\n", 2, {}, {.row_bytes = 5}), (rows{"1|a", "!too long 2", "3|c"}));
  EXPECT_EQ(rows_of("1,a\n2,b,c,d\n3,c\n", 2, {}, {.row_fields = 3}), (rows{"1|a", "!too many 2", "3|c"}));
}

TEST(csv_rows, of_another_dialect_have_quotes_as_text_E02) {
  EXPECT_EQ(rows_of("5\" disk\tb\n\"c\td\n", 2, {'\t', 0}), (rows{"5\" disk|b", "\"c|d"}));
  EXPECT_EQ(rows_of("a;'b;c'\n", 2, {';', '\''}), (rows{"a|b;c"}));
}

TEST(csv_rows, that_end_with_a_number_do_not_go_on_in_a_line_of_text_E02) {
  constexpr std::string_view text = "a,1\nNorth\nb,2\n5\nc,x\nSouth\nd,3\n";
  row_log log(text);
  csv_rows table{{}, {}, log};
  table.expect_fields(2);
  table.expect_number_at_end(true);
  EXPECT_TRUE(table.push(text));
  EXPECT_TRUE(table.finish());
  EXPECT_EQ(log.rows, (rows{"a|1", "North", "!end 3", "5", "!end 5", "South", "d|3"}));
}

TEST(csv_rows, are_kept_before_notes_only_when_these_are_few_E02) {
  const std::string notes(3'000, 'x');
  EXPECT_EQ(rows_of("1,a\n" + notes + "\n" + notes + "\n", 2), (rows{"!end 1", notes, notes}));
  EXPECT_EQ(rows_of("1,a\n" + notes + "\n", 2), (rows{"1|a", notes}));
}

TEST(csv_rows, are_in_no_doubt_where_a_short_row_follows_a_comment_E02) {
  EXPECT_EQ(rows_of("1,a\n# a note\nshort\n2,b\n", 2, {',', '"', 0, false, '#'}),
            (rows{"1|a", "# a note", "short", "2|b"}));
}

TEST(csv_rows, that_are_too_long_are_skipped_to_the_end_of_their_line_E02) {
  const std::string text = "a,b\n" + std::string(300, 'x') + ",y\nc,d\n";
  for (const std::size_t chunk : {1UL, 50UL, 1000UL}) {
    const auto found = rows_of(text, 2, {}, {.row_bytes = 100}, chunk);
    EXPECT_EQ(found, (rows{"a|b", "!too long 2", "c|d"})) << chunk;
    EXPECT_EQ(rows_of(text.substr(0, 200), 2, {}, {.row_bytes = 100}, chunk), (rows{"a|b", "!too long 2"}));
  }
}

TEST(csv_rows, that_are_too_long_end_with_their_line_end_E01) {
  const std::string text = std::string(300, 'x') + "\rc,d\n";
  for (const std::size_t chunk : {1UL, 301UL, 1000UL})
    EXPECT_EQ(rows_of(text, 2, {}, {.row_bytes = 100}, chunk), (rows{"!too long 1", "c|d"})) << chunk;
}

TEST(csv_rows, with_too_many_fields_are_skipped_alone_E02) {
  EXPECT_EQ(rows_of("a,b\n1,2,3,\"4\n\",5\nc,d\n", 2, {}, {.row_fields = 3}),
            (rows{"a|b", "!too many 2", "c|d"}));
}

/// Rows with every kind of field; then one quote is removed. Each row that is read is one of them.
TEST(csv_rows, are_never_invented_when_a_quote_is_lost_E02) {
  std::mt19937 dice(20261129);
  std::size_t read = 0, all = 0;
  for (int round = 0; round < 3'000; ++round) {
    std::string text;
    std::set<std::string> sound;
    const auto width = 2 + dice() % 4, count = 2 + dice() % 8;
    for (std::size_t r = 0; r < count; ++r) {
      std::string plain;
      for (std::size_t f = 0; f < width; ++f) {
        const auto number = std::to_string(r * 10 + f);
        const std::array kinds{number, "\"" + number + "\"", "\"" + number + ", and more\"",
                               "\"" + number + "\nline\"", "\"say \"\"" + number + "\"\"\""};
        const auto& field = kinds[dice() % kinds.size()];
        text.append(f == 0 ? "" : ",").append(field);
        std::string value = field.starts_with('"') ? field.substr(1, field.size() - 2) : field;
        for (std::size_t at = 0; (at = value.find("\"\"", at)) != value.npos; ++at) value.erase(at, 1);
        plain.append(f == 0 ? "" : "|").append(value);
      }
      text += '\n';
      sound.insert(plain);
    }
    ASSERT_EQ(rows_of(text, width).size(), count);
    std::vector<std::size_t> quotes;
    for (std::size_t at = 0; at < text.size(); ++at)
      if (text[at] == '"') quotes.push_back(at);
    if (quotes.empty()) continue;
    const auto damaged = std::string{text}.erase(quotes[dice() % quotes.size()], 1);
    all += count - 1;
    for (const auto& row : rows_of(damaged, width)) {
      if (row.starts_with('!')) continue;
      if (static_cast<std::size_t>(std::ranges::count(row, '|')) + 1 != width)
        continue;  // refused by its width
      EXPECT_TRUE(sound.contains(row)) << row << "\nin\n" << damaged;
      ++read;
    }
  }
  EXPECT_GT(static_cast<double>(read), 0.8 * static_cast<double>(all)) << "the other rows are read";
}

}  // namespace
}  // namespace laundromat
