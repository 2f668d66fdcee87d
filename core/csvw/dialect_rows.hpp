// Cuts a table in any dialect of metadata into rows and fields.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/csvw/metadata.hpp"
#include "core/extraction/csv/csv_rows.hpp"

namespace laundromat::csvw {

/// Takes the parts of a table in their order. The places of successive calls follow one another, without a gap.
class dialect_row_sink {
 public:
  virtual ~dialect_row_sink() = default;
  /// The fields are valid only during the call, and trimmed as the dialect says; a blank line has none. An error ends the reading.
  [[nodiscard]] virtual result<void> on_row(std::span<const std::string_view> fields,
                                            const csv_place& place) = 0;
  /// A line that is no row: a comment, or one of those that the dialect skips.
  virtual void on_comment(const csv_place& place) = 0;
  /// Whole lines that are skipped. `at`: in the text, where what is wrong begins.
  virtual void on_fault(csv_fault fault, const csv_place& place, const text_position& at) = 0;
};

/// Reads UTF-8 without a byte order mark. Other than `csv_rows`, it takes delimiters, quotes and line ends of any length, knows comments before
/// quotes, and never guesses: neither how the table is written, nor where notes behind it begin. What is in doubt is skipped: all lines that a quote which is not closed
/// may have joined, and a row when the next line may be the rest of it, or when a field of it hides whole rows. Who changes how fields are counted, how a
/// row goes on in the next line, or how quotes are undoubled, changes `csv_rows` as well.
/// Memory: twice `csv_limits::row_bytes`. Time: linear. Source: Model for Tabular Data, section 8.
class dialect_rows {
 public:
  /// `sink` outlives this object.
  dialect_rows(dialect how, csv_limits limits, dialect_row_sink& sink);

  /// How many fields a row has, by which rows within a quoted field are recognised; may be called from `on_row`.
  void expect_fields(std::size_t count) { expected_ = count; }
  /// Errors: those of the sink.
  [[nodiscard]] result<void> push(std::string_view bytes);
  [[nodiscard]] result<void> finish();

 private:
  enum class outcome : std::uint8_t { row, comment, fault, incomplete };
  struct found_row {
    outcome what = outcome::incomplete;
    std::size_t length = 0;  ///< with its line end; of a fault, the lines to skip
    csv_fault fault{};
    std::size_t fault_at = 0;
    bool is_cut = false;  ///< the rest of the line follows
  };
  [[nodiscard]] result<void> read_rows(bool is_last);
  [[nodiscard]] found_row read_row(std::string_view text, bool is_last);
  [[nodiscard]] result<void> pass_on(const found_row& row, std::string_view text);
  [[nodiscard]] found_row read_line(std::string_view text, bool is_last, outcome what) const;
  [[nodiscard]] found_row rest_of_line(std::string_view text, bool is_last) const;
  [[nodiscard]] found_row too_long() const;
  [[nodiscard]] found_row stray_quote(std::string_view text, std::size_t at, bool is_last) const;
  [[nodiscard]] found_row too_many_lines(std::string_view text, std::size_t at, std::size_t close,
                                         bool is_last) const;
  [[nodiscard]] found_row unclosed_quote(std::string_view text, std::size_t at, bool is_last) const;
  [[nodiscard]] found_row whole_row(std::string_view text, std::size_t length, bool is_last) const;
  enum class continuation : std::uint8_t { none, some, unknown };
  [[nodiscard]] continuation continuation_in(std::string_view text, bool is_last) const;
  [[nodiscard]] bool starts_comment(std::string_view text) const {
    return !how_.comment_prefix.empty() && text.starts_with(how_.comment_prefix);
  }
  [[nodiscard]] std::size_t fields_in(std::string_view line) const;
  [[nodiscard]] bool are_rows(std::string_view lines) const;
  /// The length of the line end at `at`, 0 without one.
  [[nodiscard]] std::size_t line_end_at(std::string_view text, std::size_t at) const;
  [[nodiscard]] std::size_t find_line_end(std::string_view text, std::size_t at) const;
  [[nodiscard]] std::size_t find_stop(std::string_view text, std::size_t at) const;
  [[nodiscard]] std::size_t find_closing_quote(std::string_view text, std::size_t begin,
                                               bool& has_escapes) const;
  [[nodiscard]] bool hides_rows(std::string_view field) const;
  void add_field(std::string_view field, bool has_escapes);

  dialect how_;
  csv_limits limits_;
  dialect_row_sink& sink_;
  std::array<bool, 256> stops_{}, line_stops_{};  ///< first bytes of what ends a field, and a line
  std::size_t longest_ = 1;                       ///< of delimiter, quote and line ends
  std::uint64_t lines_to_skip_;
  std::size_t expected_ = 0;
  std::string waiting_;           ///< from the begin of a row on
  std::size_t enough_ = 0;        ///< bytes before the row that waits is looked at again
  text_position end_;             ///< of what was read
  csv_place place_;               ///< of what is read now
  bool is_in_long_line_ = false;  ///< its begin was read, and is passed on as `long_line_` at its end
  outcome long_line_ = outcome::fault;
  std::vector<std::string_view> fields_;
  std::deque<std::string> unescaped_;
  std::size_t used_ = 0;  ///< of `unescaped_`
};

}  // namespace laundromat::csvw
