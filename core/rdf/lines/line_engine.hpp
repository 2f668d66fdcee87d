// Reads lines in order on one thread; the parallel reader runs several on blocks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/text_position.hpp"
#include "core/rdf/lines/careful_line.hpp"
#include "core/rdf/lines/clean_lines.hpp"
#include "core/rdf/lines/line_reader.hpp"

namespace laundromat {

/// Splits a document into lines and reads each by the fast or the careful half.
class line_engine final : public reader {
 public:
  line_engine(rdf_format format, reader_options options, statement_sink& sink, turtle_factory make_turtle,
              line_kernel kernel);
  ~line_engine() override;
  line_engine(const line_engine&) = delete;
  line_engine& operator=(const line_engine&) = delete;

  result<void> push(std::string_view bytes) override;
  result<void> finish() override;

  /// For a block of a document: the engine stops at the first directive, because its effect depends on the blocks before.
  void stop_at_directives() { stops_at_directives_ = true; }
  /// Whether the next byte begins a line and no earlier text is pending: no open literal, no Turtle.
  [[nodiscard]] bool is_between_lines() const;
  /// How many bytes were read completely.
  [[nodiscard]] std::uint64_t done_bytes() const { return state_.offset_bytes; }
  [[nodiscard]] std::uint64_t done_lines() const { return state_.lines; }
  /// Whether the line ends of the next block need no report.
  [[nodiscard]] bool takes_ends_of(const line_engine& block) const {
    const bool is_same = first_end_ == line_end_kind::none || block.first_end_ == line_end_kind::none ||
                         first_end_ == block.first_end_;
    return are_ends_reported_ || (is_same && !block.are_ends_reported_ && !block.held_end_);
  }
  /// Adds the counts of an engine that read the next block of the document; the caller replays its results. Only between lines.
  void go_on_from(const line_engine& block);
  [[nodiscard]] span_account& account() { return account_; }

 private:
  class turtle_sink;

  [[nodiscard]] result<void> take(std::string_view text);
  [[nodiscard]] std::string_view take_line_feed(std::string_view text);
  [[nodiscard]] result<void> take_pending(std::string_view& text);
  void keep_part(std::string_view part);
  [[nodiscard]] result<void> end_line(std::string_view line, std::string_view end, bool is_cut, bool is_near);
  [[nodiscard]] result<void> read_line(std::string_view line, std::string_view end, bool is_cut);
  [[nodiscard]] result<void> emit(std::string_view line, std::string_view end);
  [[nodiscard]] result<void> join(std::string_view line, std::string_view end, bool is_cut);
  [[nodiscard]] result<void> give_up_joining();
  [[nodiscard]] result<void> turn_to_turtle(std::string_view line, std::string_view end);
  void skip_line(std::string_view line, std::string_view end, const line_fault& failure);
  void skip_long_line(std::uint64_t length, std::string_view end);
  void close_line(std::string_view line, std::string_view end, span_kind kind);
  void count_line(std::uint64_t bytes, bool has_end, span_kind kind);
  [[nodiscard]] const char* read_clean(const char* begin, const char* end);

  // line_ends.cpp
  void see_end(std::string_view line, std::string_view end);
  void see_line_feed();
  void see_clean_ends(std::string_view text, std::uint64_t lines, std::uint64_t both);
  void report_held_end();

  [[nodiscard]] std::string_view strip_marks(std::string_view line);
  void report_comment(std::string_view line, std::size_t from);
  void announce(std::string_view line, std::string_view label);
  void report(std::string_view line, const line_fault& fault);
  [[nodiscard]] defect describe(std::string_view line, const line_fault& fault);
  [[nodiscard]] bool is_joining() const { return !joined_.empty(); }

  reader_options options_;
  statement_sink* sink_;
  span_account account_;
  /// Counts bytes and lines for both halves; in the careful one they are those of the line's start.
  clean_line_state state_;
  clean_line_function read_clean_;
  careful_line careful_;
  line_group group_;
  turtle_factory make_turtle_;
  std::unique_ptr<turtle_sink> turtle_sink_;
  std::unique_ptr<reader> turtle_;
  bool stops_at_directives_ = false, has_stopped_ = false;

  std::string pending_;           ///< the part of a line that came in earlier chunks
  std::string taken_;             ///< the whole line, once it has ended
  std::uint64_t lost_bytes_ = 0;  ///< of a line longer than the limit, of which nothing is kept
  std::string padded_;            ///< a line with margin after it, for the fast half
  bool after_cr_ = false;
  span_kind last_end_ = span_kind::syntax;  ///< of the CR that may be followed by its LF

  std::string joined_;  ///< from the line with the open literal on, with the line ends
  std::uint32_t joined_lines_ = 0;
  line_fault join_failure_;  ///< of the first of them, if they are not joined

  text_position marker_;  ///< the last reported position, in the line that begins at `marked_offset_`
  std::uint64_t marked_offset_ = ~std::uint64_t{0};
  bool is_after_beginning_ = false;  ///< the line before was broken and may be the beginning of this one
  std::uint32_t marks_ = 0;          ///< byte order marks before the line

  enum class line_end_kind : std::uint8_t { none, feed, both };
  line_end_kind first_end_ = line_end_kind::none;  ///< the expected line end of all lines
  bool are_ends_reported_ = false;                 ///< at most once per document
  /// A CR alone, unless the next byte is a LF: reported before anything else.
  std::optional<defect> held_end_;
};

}  // namespace laundromat
