// Cuts a table into rows and fields, as RFC 4180 says and as people really write it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/text_position.hpp"

namespace laundromat {

/// How a table is written.
struct csv_dialect {
  char delimiter = ',';
  char quote = '"';  ///< twice within a quoted field it means itself; 0: quotes are text
  /// Before a delimiter, a quote or itself it means that one; 0: it is text. Before anything else it is text, too.
  char escape = 0;
  bool skips_initial_space = false;  ///< spaces before a field do not belong to it
  char comment =
      0;  ///< begins a line that is no row when it has neither delimiter nor quote; 0: nothing does

  friend bool operator==(const csv_dialect&, const csv_dialect&) = default;
};

struct csv_limits {
  std::uint64_t row_bytes = std::uint64_t{16} << 20;
  std::uint64_t field_lines = 1'000;  ///< of a quoted field; a longer one is a quote that was lost
  std::size_t row_fields = 1'000'000;
  std::size_t notes_bytes = 4'096;  ///< of lines at the end that may be notes behind the table
};

/// What is wrong with a row. Numbers are not stored.
enum class csv_fault : std::uint8_t {
  stray_quote,     ///< a quote within a field that does not begin with one, or behind a quoted field
  unclosed_quote,  ///< the quote that ends a field is lost
  doubtful_lines,  ///< a row that a lost quote may have cut or joined with others
  doubtful_end,    ///< a row whose last field may go on in the next line
  too_long,
  too_many_fields,
};

/// The rule that it breaks: `lost_quote`, `doubtful_rows` or `statement_too_long`.
[[nodiscard]] errc rule_of(csv_fault fault);

/// Where a row, or a part that is skipped, is in the text.
struct csv_place {
  std::uint64_t offset_bytes = 0, length_bytes = 0;  ///< with its line end
  std::uint64_t line = 1;                            ///< the first one, counted from 1
  std::uint64_t column = 1;  ///< in characters; another one where a row begins within a line of the text

  friend bool operator==(const csv_place&, const csv_place&) = default;
};

/// Takes the parts of a table in their order. The places of successive calls follow one another, without a gap.
class csv_row_sink {
 public:
  virtual ~csv_row_sink() = default;
  /// The fields are valid only during the call; a blank line has none. An error ends the reading.
  [[nodiscard]] virtual result<void> on_row(std::span<const std::string_view> fields,
                                            const csv_place& place) = 0;
  /// Whole lines that are skipped. `at`: in the text, where what is wrong begins.
  virtual void on_fault(csv_fault fault, const csv_place& place, const text_position& at) = 0;
};

/// Reads UTF-8 without a byte order mark; lines end with LF, CRLF or CR. The calls of the sink are the same however the bytes are cut into chunks.
///
/// No row is invented when one quote is lost: lines that are in doubt are skipped.
///
/// | situation | lines skipped | fault |
/// |---|---|---|
/// | a quote within a field that does not begin with one, or text behind a quoted field | the first line of the row; where the quote is in a later one, all lines before that, and that one, too, when the first line has not the fields of a row | `stray_quote` |
/// | a quoted field is not closed before the end of the text or of what a row may have, or has `field_lines` lines | all lines up to there; the first one alone, when three or more behind it have the fields of a row and no quote | `unclosed_quote` |
/// | the next line begins with text and a quote before any delimiter, with quotes and a line end, or with two quotes and text | the row | `doubtful_lines` |
/// | a line within a quoted field is like a row; but not where the row has `expect_fields` fields and the next quote behind it begins a field, or none follows, unless each of its three lines or more is like a row | the row | `doubtful_lines` |
/// | the next line has neither a delimiter nor a quote, so that it may be the rest of the last field; see below | the row | `doubtful_end` |
/// | more bytes than `row_bytes` | the row up to a line end | `too_long` |
/// | more fields than `row_fields` | the row | `too_many_fields` |
///
/// Examples in their order, of two fields, the first one of three; `>` is before lines that are skipped with this fault, and `~` before one that is then a stray quote:
///
///     > 1,"a,b     > 1,"a     > 1,a     > 1,"a      > 1,a        1,a           1,a
///       2,"c",d    > b        ~ b"      > 2,b         rest     > 2,bbbbbb    > 2,b,c,d
///       3,e,f      > c          2,c     > c",d        2,b        3,c           3,c
///
/// A line without delimiter and quote is in doubt itself, and handed out as a row of one field. It is not the rest of the row before it where rows have one field,
/// where one of the two is a comment, and where the row has no delimiter, either, or
/// - ends with a quoted field, and the next quote begins a field, or none follows,
/// - ends with a number in a column of numbers (`expect_number_at_end`), and the line is not like a number,
/// - has a last field that is not empty, and from the line, which is not like a number, to the end of the text are no delimiters and quotes, and no more than
///   `csv_limits::notes_bytes`, and no row before was in such a doubt: these are notes behind the table, for which `is_behind_table` is true.
///
/// `csvw::dialect_rows` has rules of the same kind, without guesses, for delimiters and quotes of any length: who changes here how fields are counted, how a row
/// goes on in the next line, or how quotes are undoubled, changes it as well.
///
/// Memory: twice `csv_limits::row_bytes`. Time: linear.
class csv_rows {
 public:
  /// `sink` outlives this object.
  csv_rows(csv_dialect dialect, csv_limits limits, csv_row_sink& sink);

  /// How many fields a row has, by which lost quotes are recognised; may be called from `on_row`.
  void expect_fields(std::size_t count) { expected_ = count; }
  /// That the last field of rows is a number, where it is not empty.
  void expect_number_at_end(bool is_number) { has_number_at_end_ = is_number; }
  /// Whether the row is a line that was taken for a note behind the table; during `on_row` only.
  [[nodiscard]] bool is_behind_table() const { return place_.offset_bytes >= table_end_; }
  /// The row, or what is skipped, as it is written, with its line end; during the calls of the sink only. Empty behind the beginning of a row that is too long.
  [[nodiscard]] std::string_view row_text() const { return row_text_; }

  /// Errors: those of the sink.
  [[nodiscard]] result<void> push(std::string_view bytes);
  [[nodiscard]] result<void> finish();

 private:
  enum class end_of_row : std::uint8_t { found, not_found, fault };
  struct found_row {
    end_of_row state = end_of_row::not_found;
    std::size_t length = 0;  ///< with its line end; of a fault, the lines to skip
    csv_fault fault{};
    std::size_t fault_at = 0;
    bool is_cut = false;    ///< the rest of the line is to be skipped, too
    std::size_t lines = 1;  ///< of a row that is found
  };
  [[nodiscard]] result<void> read_rows(bool is_last);
  [[nodiscard]] found_row read_row(std::string_view text, bool is_last);
  /// A field in quotes: where it ends, or why the row does.
  struct found_field {
    std::size_t end = 0;            ///< behind the quote that ends it
    std::size_t line_ends = 0;      ///< within it
    bool is_added = true;           ///< false: the row has too many fields
    std::optional<found_row> stop;  ///< the row ends here: it is broken, or needs more bytes
  };
  [[nodiscard]] found_field read_quoted(std::string_view text, std::size_t at, std::size_t line_ends,
                                        std::size_t& next_line_end, bool is_last);
  [[nodiscard]] found_row broken(std::string_view text, csv_fault fault, std::size_t at, std::size_t most,
                                 bool is_last);
  /// `perhaps`: by a line without delimiters and quotes. `unknown`: before more bytes are there.
  enum class answer : std::uint8_t { no, yes, perhaps, unknown };
  [[nodiscard]] answer is_continued_in(std::string_view text, bool is_last) const;
  [[nodiscard]] answer is_cut_before(std::string_view text, std::size_t row, bool is_last);
  [[nodiscard]] answer has_notes_behind(std::string_view text, std::size_t row, bool is_last) const;
  [[nodiscard]] answer is_sound_behind(std::string_view text, std::size_t row, bool is_last) const;
  [[nodiscard]] std::size_t fields_in(std::string_view line) const;
  [[nodiscard]] bool add_field(std::string_view field, bool is_quoted, bool has_escapes);
  [[nodiscard]] found_row too_long(std::string_view text) const;
  [[nodiscard]] static found_row rest_of_line(std::string_view text, bool is_last);
  [[nodiscard]] bool are_rows(std::string_view lines);
  [[nodiscard]] bool has_row_in_field(std::string_view row);
  [[nodiscard]] bool has_width_in_each_line(std::string_view row) const;
  [[nodiscard]] bool is_escaped(std::string_view text, std::size_t begin, std::size_t at) const;
  [[nodiscard]] std::string_view unescaped(std::string_view field, bool is_quoted);

  csv_dialect dialect_;
  csv_limits limits_;
  csv_row_sink& sink_;
  std::size_t expected_ = 0;
  bool has_number_at_end_ = false;
  bool has_doubtful_ends_ = false;        ///< a row before was in doubt by the line behind it
  std::uint64_t table_end_ = UINT64_MAX;  ///< offset in the text of the notes behind the table
  std::string waiting_;                   ///< from the begin of a row on
  std::size_t enough_ = 0;                ///< bytes before the row that waits is looked at again
  text_position end_;                     ///< of what was read
  csv_place place_;                       ///< of what is read now
  bool is_in_long_line_ = false;          ///< its begin was read, and is skipped
  std::string_view row_text_;
  std::vector<std::string_view> fields_;
  std::deque<std::string> unescaped_;  ///< of fields of the row with doubled quotes
  std::size_t used_ = 0;               ///< of `unescaped_`
};

}  // namespace laundromat
