// Checks that all lines of a document end alike, at no cost where they do.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/lines/line_engine.hpp"
#include "core/rdf/lines/line_text.hpp"

namespace laundromat {

/// Notes the end of the line at the current position. A CR at the end of the received text may be followed by its LF.
void line_engine::see_end(std::string_view line, std::string_view end) {
  report_held_end();
  if (are_ends_reported_ || end.empty()) return;
  const auto kind = end == "\n" ? line_end_kind::feed : line_end_kind::both;
  if (end != "\r" && (first_end_ == line_end_kind::none || kind == first_end_)) {
    first_end_ = kind;
    return;
  }
  text_position at{state_.offset_bytes, state_.lines + 1, 1 + marks_};
  at.advance(line);
  held_end_ = {errc::line_ends, at.offset_bytes, end.size(), at.line, at.column, {},
               treatment::note, std::string(end)};
  if (end == "\r")
    held_end_->message = "a line ends in a carriage return alone";
  else
    report_held_end();
}

/// The CR at the end of the received text was part of CRLF.
void line_engine::see_line_feed() {
  if (!held_end_) return;
  if (first_end_ != line_end_kind::feed) {
    first_end_ = line_end_kind::both;
    return held_end_.reset();
  }
  held_end_->message.clear();
  held_end_->length_bytes = 2;
  held_end_->before = "\r\n";
  report_held_end();
}

/// Notes the ends of lines read by a kernel: of `lines` lines `both` end in CRLF, all others in LF.
void line_engine::see_clean_ends(std::string_view text, std::uint64_t lines, std::uint64_t both) {
  report_held_end();
  if (are_ends_reported_) return;
  const auto kind = both == 0 ? line_end_kind::feed : line_end_kind::both;
  const bool is_even = both == 0 || both == lines;
  if (is_even && (first_end_ == line_end_kind::none || first_end_ == kind)) {
    first_end_ = kind;
    return;
  }
  auto offset_bytes = state_.offset_bytes - text.size();
  for (auto line = state_.lines - lines + 1; !text.empty(); ++line) {
    const auto length = find_line_end(text);
    const auto end = line_end_at(text, length);
    const auto seen = end == "\n" ? line_end_kind::feed : line_end_kind::both;
    if (first_end_ == line_end_kind::none) first_end_ = seen;
    if (seen != first_end_) {
      text_position at{offset_bytes, line, 1};
      at.advance(text.substr(0, length));
      held_end_ = {errc::line_ends, at.offset_bytes, end.size(), at.line, at.column, {},
                   treatment::note, std::string(end)};
      return report_held_end();
    }
    offset_bytes += length + end.size();
    text.remove_prefix(length + end.size());
  }
}

void line_engine::report_held_end() {
  if (!held_end_) return;
  are_ends_reported_ = state_.takes_lone_cr = true;
  if (!stops_at_directives_) sink_->on_defect(*held_end_);
  held_end_.reset();
}

}  // namespace laundromat
