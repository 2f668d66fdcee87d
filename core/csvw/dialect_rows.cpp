// Implements dialect_rows: one look at each byte of a sound row.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/dialect_rows.hpp"

#include <algorithm>
#include <utility>

namespace laundromat::csvw {

namespace {

constexpr std::string_view space = " \t\r\n";

std::string_view trimmed(std::string_view text, trimming how) {
  if (how == trimming::both || how == trimming::start) {
    const auto begin = text.find_first_not_of(space);
    text.remove_prefix(begin == std::string_view::npos ? text.size() : begin);
  }
  if (how == trimming::both || how == trimming::end) text = text.substr(0, text.find_last_not_of(space) + 1);
  return text;
}

std::size_t line_feeds_in(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++at)
    count +=
        text[at] == '\n' || (text[at] == '\r' && (at + 1 == text.size() || text[at + 1] != '\n')) ? 1 : 0;
  return count;
}

}  // namespace

dialect_rows::dialect_rows(dialect how, csv_limits limits, dialect_row_sink& sink)
    : how_(std::move(how)), limits_(limits), sink_(sink), lines_to_skip_(how_.skipped_rows) {
  std::ranges::sort(how_.line_ends, std::ranges::greater{}, &std::string::size);
  const auto add = [&](std::string_view text, bool is_line_end) {
    if (text.empty()) return;
    stops_[static_cast<unsigned char>(text[0])] = true;
    if (is_line_end) line_stops_[static_cast<unsigned char>(text[0])] = true;
    longest_ = std::max(longest_, text.size());
  };
  for (const auto& end : how_.line_ends) add(end, true);
  add(how_.delimiter, false);
  add(how_.quote, false);
}

result<void> dialect_rows::push(std::string_view bytes) {
  waiting_.append(bytes);
  return waiting_.size() < enough_ ? result<void>{} : read_rows(false);
}

result<void> dialect_rows::finish() {
  return read_rows(true);
}

result<void> dialect_rows::read_rows(bool is_last) {
  std::size_t begin = 0;
  enough_ = 0;
  while (begin < waiting_.size()) {
    const auto text = std::string_view(waiting_).substr(begin);
    fields_.clear();
    used_ = 0;
    const bool is_comment = !how_.comment_prefix.empty() && text.starts_with(how_.comment_prefix);
    const bool may_be_comment = !is_last && text.size() < how_.comment_prefix.size();
    const auto row = may_be_comment                     ? found_row{}
                     : lines_to_skip_ > 0 || is_comment ? read_line(text, is_last, outcome::comment)
                                                        : read_row(text, is_last);
    if (row.what == outcome::incomplete) {
      // A row that is looked at again has become twice as long, so that the time is linear.
      enough_ = 2 * text.size();
      break;
    }
    const csv_place place{offset_, row.length, line_};
    if (row.what == outcome::comment) {
      if (lines_to_skip_ > 0) --lines_to_skip_;
      sink_.on_comment(place);
    } else if (row.what == outcome::fault) {
      sink_.on_fault(row.fault, place, offset_ + row.fault_at);
    } else if (auto taken = sink_.on_row(fields_, place); !taken) {
      return taken;
    }
    line_ += std::max<std::size_t>(1, line_feeds_in(text.substr(0, row.length)));
    begin += row.length;
    offset_ += row.length;
  }
  waiting_.erase(0, begin);
  return {};
}

std::size_t dialect_rows::line_end_at(std::string_view text, std::size_t at) const {
  for (const auto& end : how_.line_ends)
    if (text.substr(at).starts_with(end)) return end.size();
  return 0;
}

std::size_t dialect_rows::find_line_end(std::string_view text, std::size_t at) const {
  for (; at < text.size(); ++at)
    if (line_stops_[static_cast<unsigned char>(text[at])] && line_end_at(text, at) > 0) return at;
  return text.size();
}

/// The first delimiter, quote or line end, or the end of the text.
std::size_t dialect_rows::find_stop(std::string_view text, std::size_t at) const {
  for (; at < text.size(); ++at) {
    if (!stops_[static_cast<unsigned char>(text[at])]) continue;
    const auto rest = text.substr(at);
    if (rest.starts_with(how_.delimiter) || (!how_.quote.empty() && rest.starts_with(how_.quote)) ||
        line_end_at(text, at) > 0)
      return at;
  }
  return text.size();
}

dialect_rows::found_row dialect_rows::read_line(std::string_view text, bool is_last, outcome what) const {
  const auto end = find_line_end(text, 0);
  // A line end may be longer than what is there of it.
  const bool is_whole = is_last || end + longest_ <= text.size();
  if (!is_whole && text.size() <= limits_.row_bytes) return {};
  return {what, std::min(text.size(), end + (end < text.size() ? line_end_at(text, end) : 0)), {}, 0};
}

/// What is skipped: all lines up to the one behind `behind`.
dialect_rows::found_row dialect_rows::broken(std::string_view text, csv_fault fault, std::size_t at,
                                             std::size_t behind, bool is_last) const {
  auto line = read_line(text.substr(behind), is_last, outcome::fault);
  if (line.what == outcome::incomplete) return line;
  line.length += behind;
  line.fault = fault;
  line.fault_at = at;
  return line;
}

std::size_t dialect_rows::find_closing_quote(std::string_view text, std::size_t begin,
                                             bool& has_escapes) const {
  while (true) {
    auto at = text.find(how_.quote, begin);
    if (at == std::string_view::npos) return at;
    if (how_.doubles_quote) {
      if (!text.substr(at + how_.quote.size()).starts_with(how_.quote)) return at;
      has_escapes = true;
      begin = at + 2 * how_.quote.size();
      continue;
    }
    auto first = at;
    while (first > begin && text[first - 1] == '\\') --first;
    if ((at - first) % 2 == 0) {
      has_escapes = has_escapes || text.substr(0, at).find('\\') != std::string_view::npos;
      return at;
    }
    begin = at + how_.quote.size();
  }
}

dialect_rows::found_row dialect_rows::read_row(std::string_view text, bool is_last) {
  std::size_t at = 0;
  const bool skips_space =
      how_.skips_initial_space || how_.trim == trimming::both || how_.trim == trimming::start;
  bool has_hidden = false;
  while (true) {
    const auto begin = at;
    while (skips_space && at < text.size() && (text[at] == ' ' || text[at] == '\t') &&
           !text.substr(at).starts_with(how_.delimiter))
      ++at;
    const bool is_quoted = !how_.quote.empty() && text.substr(at).starts_with(how_.quote);
    if (is_quoted) {
      const auto open = at;
      bool has_escapes = false;
      at = find_closing_quote(text, open + how_.quote.size(), has_escapes);
      const bool is_lost =
          at == std::string_view::npos ? is_last || text.size() > limits_.row_bytes : at > limits_.row_bytes;
      if (is_lost) return broken(text, csv_fault::unclosed_quote, open, 0, is_last);
      if (at == std::string_view::npos) return {};
      const auto field = text.substr(open + how_.quote.size(), at - open - how_.quote.size());
      if (line_feeds_in(field) >= limits_.field_lines)
        return broken(text, csv_fault::unclosed_quote, open, 0, is_last);
      at += how_.quote.size();
      if (!is_last && at + longest_ > text.size()) return {};
      has_hidden = has_hidden || hides_rows(field);
      add_field(field, has_escapes);
      while (at < text.size() && (text[at] == ' ' || text[at] == '\t') &&
             !text.substr(at).starts_with(how_.delimiter) && line_end_at(text, at) == 0)
        ++at;
      if (!is_last && at + longest_ > text.size()) return {};
    } else {
      if (!how_.skips_initial_space) at = begin;
      const auto field_begin = at;
      at = find_stop(text, at);
      if (!is_last && at + longest_ > text.size())
        return text.size() > limits_.row_bytes ? broken(text, csv_fault::too_long, 0, 0, is_last)
                                               : found_row{};
      add_field(text.substr(field_begin, at - field_begin), false);
    }
    const auto end = at < text.size() ? line_end_at(text, at) : 0;
    if (at == text.size() || end > 0) {
      if (at == 0) fields_.clear();  // a blank line
      if (at > limits_.row_bytes) return broken(text, csv_fault::too_long, 0, 0, is_last);
      if (has_hidden) return {outcome::fault, at + end, csv_fault::doubtful_lines, 0};
      return {outcome::row, at + end, {}, 0};
    }
    if (!text.substr(at).starts_with(how_.delimiter))
      return broken(text, csv_fault::stray_quote, at, at, is_last);
    at += how_.delimiter.size();
  }
}

/// Whether a line within a quoted field, but its first and its last one, has as many fields as a row.
bool dialect_rows::hides_rows(std::string_view field) const {
  if (expected_ < 2) return false;
  auto at = find_line_end(field, 0);
  while (at < field.size()) {
    at += line_end_at(field, at);
    const auto end = find_line_end(field, at);
    if (end == field.size()) return false;
    std::size_t fields = 1;
    const auto line = field.substr(at, end - at);
    for (auto found = line.find(how_.delimiter); found != std::string_view::npos;
         found = line.find(how_.delimiter, found + how_.delimiter.size()))
      ++fields;
    if (fields == expected_) return true;
    at = end;
  }
  return false;
}

void dialect_rows::add_field(std::string_view field, bool has_escapes) {
  if (has_escapes) {
    if (used_ == unescaped_.size()) unescaped_.emplace_back();
    auto& text = unescaped_[used_++];
    text.clear();
    const std::string_view mark = how_.doubles_quote ? std::string_view(how_.quote) : "\\";
    while (!field.empty()) {
      if (field.starts_with(mark) && field.size() > mark.size()) field.remove_prefix(mark.size());
      const auto length = how_.doubles_quote && field.starts_with(mark) ? mark.size() : 1;
      text += field.substr(0, length);
      field.remove_prefix(length);
    }
    field = text;
  }
  fields_.push_back(trimmed(field, how_.trim));
}

}  // namespace laundromat::csvw
