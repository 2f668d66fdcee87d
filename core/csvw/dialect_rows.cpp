// Implements dialect_rows: one look at each byte of a sound row.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/dialect_rows.hpp"

#include <algorithm>
#include <utility>

#include "core/extraction/csv/lines_behind_quote.hpp"

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
  if (auto read = read_rows(true); !read || !std::exchange(is_in_long_line_, false)) return read;
  return pass_on({long_line_, 0, csv_fault::too_long, 0}, {});
}

result<void> dialect_rows::read_rows(bool is_last) {
  std::size_t begin = 0;
  enough_ = 0;
  while (begin < waiting_.size()) {
    const auto text = std::string_view(waiting_).substr(begin);
    fields_.clear();
    used_ = 0;
    const bool is_no_row = lines_to_skip_ > 0 || starts_comment(text);
    const bool may_be_comment = !is_last && text.size() < how_.comment_prefix.size();
    auto row = is_in_long_line_ ? rest_of_line(text, is_last)
               : may_be_comment ? found_row{}
               : is_no_row      ? read_line(text, is_last, outcome::comment)
                                : read_row(text, is_last);
    if (row.what == outcome::incomplete) {
      // A row that is looked at again has become twice as long, so that the time is linear.
      enough_ = 2 * text.size();
      break;
    }
    if (!is_in_long_line_) place_ = {end_.offset_bytes, 0, end_.line, end_.column};
    place_.length_bytes += row.length;
    end_.advance(text.substr(0, row.length));
    if (row.is_cut) long_line_ = row.what;
    is_in_long_line_ = row.is_cut;
    if (!row.is_cut)
      if (auto taken = pass_on(row, text); !taken) return taken;
    begin += row.length;
  }
  waiting_.erase(0, begin);
  return {};
}

/// The part at `place_`, once all of it is known; `text` begins with it, unless its fault is at its begin.
result<void> dialect_rows::pass_on(const found_row& row, std::string_view text) {
  if (row.what == outcome::row) return sink_.on_row(fields_, place_);
  if (row.what == outcome::fault) {
    text_position at{place_.offset_bytes, place_.line, place_.column};
    at.advance(text.substr(0, row.fault_at));
    sink_.on_fault(row.fault, place_, at);
    return {};
  }
  if (lines_to_skip_ > 0) --lines_to_skip_;
  sink_.on_comment(place_);
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
  if (is_last || end + longest_ <= text.size())
    return {what, end + (end < text.size() ? line_end_at(text, end) : 0), {}, 0};
  return text.size() <= limits_.row_bytes ? found_row{}
                                          : found_row{what, text.size() - longest_, {}, 0, true};
}

/// The line goes on as what it began as.
dialect_rows::found_row dialect_rows::rest_of_line(std::string_view text, bool is_last) const {
  const auto end = find_line_end(text, 0);
  if (is_last || end + longest_ <= text.size())
    return {long_line_, end + (end < text.size() ? line_end_at(text, end) : 0), csv_fault::too_long, 0};
  if (text.size() <= longest_) return {};
  return {long_line_, text.size() - longest_, csv_fault::too_long, 0, true};
}

/// As much of a line as is allowed; the rest of it follows.
dialect_rows::found_row dialect_rows::too_long() const {
  return {outcome::fault, static_cast<std::size_t>(limits_.row_bytes), csv_fault::too_long, 0, true};
}

/// What is skipped: all lines up to that of the quote.
dialect_rows::found_row dialect_rows::stray_quote(std::string_view text, std::size_t at, bool is_last) const {
  auto line = read_line(text.substr(at), is_last, outcome::fault);
  if (line.is_cut || line.length > limits_.row_bytes) return too_long();
  return line.what == outcome::incomplete
             ? line
             : found_row{outcome::fault, at + line.length, csv_fault::stray_quote, at};
}

/// A quoted field ends at `close`, and has too many lines. What is skipped: its lines, unless those behind the first one are rows.
dialect_rows::found_row dialect_rows::too_many_lines(std::string_view text, std::size_t at, std::size_t close,
                                                     bool is_last) const {
  auto lines = stray_quote(text, close, is_last);
  if (lines.what == outcome::incomplete || lines.is_cut) return lines;
  const auto first = read_line(text, true, outcome::fault).length;
  if (are_rows(text.substr(first, lines.length - first))) lines.length = first;
  lines.fault = csv_fault::unclosed_quote;
  lines.fault_at = at;
  return lines;
}

/// What is skipped: all lines up to the end, unless those behind the first one are rows.
dialect_rows::found_row dialect_rows::unclosed_quote(std::string_view text, std::size_t at,
                                                     bool is_last) const {
  const auto first = read_line(text, is_last, outcome::fault);
  if (first.is_cut || first.length > limits_.row_bytes) return too_long();
  if (first.what == outcome::incomplete) return first;
  const auto most = std::min<std::size_t>(text.size(), limits_.row_bytes);
  auto end = first.length;
  if (is_last && most == text.size()) {
    end = most;
  } else {
    for (auto next = find_line_end(text, end); next + longest_ <= most; next = find_line_end(text, end))
      end = next + line_end_at(text, next);
  }
  if (are_rows(text.substr(first.length, end - first.length))) end = first.length;
  return {outcome::fault, end, csv_fault::unclosed_quote, at};
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
  const auto most = limits_.row_bytes;
  const bool skips_space =
      how_.skips_initial_space || how_.trim == trimming::both || how_.trim == trimming::start;
  bool has_hidden = false;
  while (true) {
    const auto begin = at;
    while (skips_space && at < text.size() && (text[at] == ' ' || text[at] == '\t') &&
           !text.substr(at).starts_with(how_.delimiter))
      ++at;
    if (at > most) return too_long();
    const bool is_quoted = !how_.quote.empty() && text.substr(at).starts_with(how_.quote);
    if (is_quoted) {
      const auto open = at;
      bool has_escapes = false;
      at = find_closing_quote(text, open + how_.quote.size(), has_escapes);
      const bool is_lost =
          at == std::string_view::npos ? is_last || text.size() > most + longest_ : at > most;
      if (is_lost) return unclosed_quote(text, open, is_last);
      if (at == std::string_view::npos) return {};
      const auto field = text.substr(open + how_.quote.size(), at - open - how_.quote.size());
      if (line_feeds_in(field) >= limits_.field_lines) return too_many_lines(text, open, at, is_last);
      at += how_.quote.size();
      if (!is_last && at + longest_ > text.size()) return {};
      has_hidden = has_hidden || hides_rows(field);
      add_field(field, has_escapes);
      while (at < text.size() && (text[at] == ' ' || text[at] == '\t') &&
             !text.substr(at).starts_with(how_.delimiter) && line_end_at(text, at) == 0)
        ++at;
      if (at > most) return too_long();
      if (!is_last && at + longest_ > text.size()) return {};
    } else {
      if (!how_.skips_initial_space) at = begin;
      const auto field_begin = at;
      at = find_stop(text, at);
      // A line end that is there in part may begin before the end of the text.
      if (!is_last && at + longest_ > text.size())
        return text.size() > most + longest_ ? too_long() : found_row{};
      if (at > most) return too_long();
      add_field(text.substr(field_begin, at - field_begin), false);
    }
    const auto end = at < text.size() ? line_end_at(text, at) : 0;
    if (at == text.size() || end > 0) {
      if (at == 0) fields_.clear();  // a blank line
      if (has_hidden) return {outcome::fault, at + end, csv_fault::doubtful_lines, 0};
      return whole_row(text, at + end, is_last);
    }
    if (!text.substr(at).starts_with(how_.delimiter)) return stray_quote(text, at, is_last);
    at += how_.delimiter.size();
  }
}

/// A row that is sound in itself: it is in doubt when the next line may be the rest of its last field.
dialect_rows::found_row dialect_rows::whole_row(std::string_view text, std::size_t length,
                                                bool is_last) const {
  const auto next =
      fields_.empty() || expected_ < 2 ? continuation::none : continuation_in(text.substr(length), is_last);
  if (next == continuation::unknown) return {};
  if (next == continuation::some) return {outcome::fault, length, csv_fault::doubtful_lines, 0};
  return {outcome::row, length, {}, 0};
}

/// Whether a line belongs to the last field of the row before it, because a quote was lost, or both.
dialect_rows::continuation dialect_rows::continuation_in(std::string_view text, bool is_last) const {
  if (text.empty()) return is_last ? continuation::none : continuation::unknown;
  if (!is_last && text.size() < how_.comment_prefix.size()) return continuation::unknown;
  if (starts_comment(text)) return continuation::none;
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  const auto field = static_cast<std::size_t>(std::ranges::find_if_not(text, is_blank) - text.begin());
  const auto stop = find_stop(text, field);
  const auto most = limits_.row_bytes;
  if (!is_last && stop + longest_ > text.size())
    return text.size() > most + longest_ ? continuation::none : continuation::unknown;
  if (stop > most) return continuation::none;
  const auto rest = text.substr(stop);
  const bool is_quote = !how_.quote.empty() && rest.starts_with(how_.quote);
  if (!is_quote) {
    const bool ends_row = rest.empty() || line_end_at(text, stop) > 0;
    return ends_row && stop > field ? continuation::some : continuation::none;
  }
  if (stop > field) return continuation::some;
  // A quote before a line end, or two before a text, end a field or are within one: no row begins so.
  auto behind = stop;
  while (text.substr(behind).starts_with(how_.quote)) behind += how_.quote.size();
  if (!is_last && behind + longest_ > text.size())
    return text.size() > most + longest_ ? continuation::none : continuation::unknown;
  if (behind > most) return continuation::none;
  if (behind == text.size() || line_end_at(text, behind) > 0) return continuation::some;
  const bool are_two = behind == stop + 2 * how_.quote.size();
  return are_two && how_.doubles_quote && !is_blank(text[behind]) &&
                 !text.substr(behind).starts_with(how_.delimiter)
             ? continuation::some
             : continuation::none;
}

std::size_t dialect_rows::fields_in(std::string_view line) const {
  std::size_t fields = 1;
  for (auto found = line.find(how_.delimiter); found != std::string_view::npos;
       found = line.find(how_.delimiter, found + how_.delimiter.size()))
    ++fields;
  return fields;
}

/// Whether lines that may be in a quoted field are rows, most likely.
bool dialect_rows::are_rows(std::string_view lines) const {
  return expected_ > 1 && are_rows_behind_quote(lines, [&](std::string_view& rest) {
           const auto end = find_line_end(rest, 0);
           const auto line = rest.substr(0, end);
           rest.remove_prefix(end + (end < rest.size() ? line_end_at(rest, end) : 0));
           return fields_in(line) == expected_ && line.find(how_.quote) == std::string_view::npos;
         });
}

/// Whether a line within a quoted field, but its first and its last one, has as many fields as a row.
bool dialect_rows::hides_rows(std::string_view field) const {
  if (expected_ < 2) return false;
  auto at = find_line_end(field, 0);
  while (at < field.size()) {
    at += line_end_at(field, at);
    const auto end = find_line_end(field, at);
    if (end == field.size()) return false;
    if (fields_in(field.substr(at, end - at)) == expected_) return true;
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
