// Implements csv_rows: one look at each byte of a sound row, and a second one at the lines of a broken one.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/csv/csv_rows.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <utility>

#include "core/extraction/csv/lines_behind_quote.hpp"
#include "core/extraction/csv/number_like.hpp"

namespace laundromat {

namespace {

constexpr std::size_t not_there = std::string_view::npos;

/// The first of four characters from `at` on, or the end.
std::size_t find_stop(std::string_view text, std::size_t at, char delimiter, char quote) {
#if defined(__SSE2__)
  const auto is_any = [](__m128i bytes, char one) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(one)); };
  for (; at + 16 <= text.size(); at += 16) {
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
    const auto found = _mm_or_si128(_mm_or_si128(is_any(bytes, delimiter), is_any(bytes, quote)),
                                    _mm_or_si128(is_any(bytes, '\n'), is_any(bytes, '\r')));
    if (const auto mask = static_cast<unsigned>(_mm_movemask_epi8(found)))
      return at + static_cast<std::size_t>(std::countr_zero(mask));
  }
#endif
  for (; at < text.size(); ++at)
    if (const auto c = text[at]; c == delimiter || c == quote || c == '\n' || c == '\r') return at;
  return text.size();
}

std::size_t find_line_end(std::string_view text, std::size_t at) {
  return find_stop(text, at, '\n', '\r');
}

/// Behind the line end at `at`; `not_there` when another chunk may have the rest of it.
std::size_t behind_line_end(std::string_view text, std::size_t at, bool is_last) {
  if (text[at] == '\n') return at + 1;
  if (at + 1 == text.size()) return is_last ? at + 1 : not_there;
  return at + (text[at + 1] == '\n' ? 2 : 1);
}

/// Behind the first line end; `not_there` without one, unless the text is the last.
std::size_t end_of_line(std::string_view text, bool is_last) {
  const auto at = find_line_end(text, 0);
  if (at == text.size()) return is_last ? text.size() : not_there;
  return behind_line_end(text, at, is_last);
}

std::size_t line_ends_in(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = find_line_end(text, at)) < text.size(); ++count)
    at = behind_line_end(text, at, true);
  return count;
}

}  // namespace

errc rule_of(csv_fault fault) {
  switch (fault) {
    case csv_fault::stray_quote:
    case csv_fault::unclosed_quote:
      return errc::lost_quote;
    case csv_fault::doubtful_lines:
    case csv_fault::doubtful_end:
      return errc::doubtful_rows;
    case csv_fault::too_long:
    case csv_fault::too_many_fields:
      return errc::statement_too_long;
  }
  return errc::syntax_error;
}

csv_rows::csv_rows(csv_dialect dialect, csv_limits limits, csv_row_sink& sink)
    : dialect_(dialect), limits_(limits), sink_(sink) {}

result<void> csv_rows::push(std::string_view bytes) {
  waiting_.append(bytes);
  return waiting_.size() < enough_ ? result<void>{} : read_rows(false);
}

result<void> csv_rows::finish() {
  if (auto read = read_rows(true); !read) return read;
  if (std::exchange(is_in_long_line_, false))
    sink_.on_fault(csv_fault::too_long, place_, {place_.offset_bytes, place_.line});
  return {};
}

result<void> csv_rows::read_rows(bool is_last) {
  std::size_t begin = 0;
  enough_ = 0;
  while (begin < waiting_.size()) {
    const auto text = std::string_view(waiting_).substr(begin);
    fields_.clear();
    used_ = 0;
    auto row = is_in_long_line_ ? rest_of_line(text, is_last) : read_row(text, is_last);
    if (row.state == end_of_row::not_found) {
      // A row that is looked at again has become twice as long, so that the time is linear.
      enough_ = 2 * text.size();
      break;
    }
    const auto is_begun = std::exchange(is_in_long_line_, row.is_cut);
    if (!is_begun) place_ = {end_.offset_bytes, 0, end_.line};
    place_.length_bytes += row.length;
    if (row.state == end_of_row::fault && !row.is_cut) {
      text_position at{place_.offset_bytes, place_.line};
      if (!is_begun) at.advance(text.substr(0, row.fault_at));
      row_text_ = is_begun ? std::string_view{} : text.substr(0, row.length);
      sink_.on_fault(row.fault, place_, at);
    } else if (row.state == end_of_row::found) {
      row_text_ = text.substr(0, row.length);
      if (auto taken = sink_.on_row(fields_, place_); !taken) return taken;
    }
    begin += row.length;
    if (row.state == end_of_row::found) {
      end_ = {end_.offset_bytes + row.length, end_.line + row.lines};
    } else {
      end_.advance(text.substr(0, row.length));
    }
  }
  waiting_.erase(0, begin);
  return {};
}

/// Reads the row at the begin of `text`.
csv_rows::found_row csv_rows::read_row(std::string_view text, bool is_last) {
  std::size_t at = 0, line_ends = 0;
  std::size_t next_line_end = 0;  // the first one that is not before the field at hand, once it was asked for
  bool has_too_many = false;
  const auto ended = [&](std::size_t length) {
    if (length > limits_.row_bytes) return too_long(text);
    if (has_too_many) return found_row{end_of_row::fault, length, csv_fault::too_many_fields};
    // Nothing becomes of a comment, so the next line cannot be a part of it that is lost.
    const bool is_comment = dialect_.comment != 0 && fields_.size() == 1 && expected_ > 1 && line_ends == 0 &&
                            text.starts_with(dialect_.comment);
    auto doubt = fields_.empty() || is_comment ? answer::no : is_continued_in(text.substr(length), is_last);
    // A line without delimiters is no row, so that nothing of it can be cut.
    if (doubt == answer::perhaps && fields_.size() == 1) doubt = answer::no;
    if (doubt == answer::perhaps) doubt = is_cut_before(text, length, is_last);
    if (doubt == answer::perhaps) {
      has_doubtful_ends_ = true;
      return found_row{end_of_row::fault, length, csv_fault::doubtful_end};
    }
    if (doubt == answer::no && line_ends > 0 && has_row_in_field(text.substr(0, length))) {
      const bool may_be_sound =
          fields_.size() == expected_ && !has_width_in_each_line(text.substr(0, length));
      const auto sound = may_be_sound ? is_sound_behind(text, length, is_last) : answer::no;
      doubt = sound == answer::unknown ? sound : sound == answer::yes ? answer::no : answer::yes;
    }
    if (doubt == answer::unknown) return found_row{};
    if (doubt == answer::yes) return found_row{end_of_row::fault, length, csv_fault::doubtful_lines};
    return found_row{.state = end_of_row::found, .length = length, .lines = line_ends + 1};
  };
  while (true) {
    while (dialect_.skips_initial_space && at < text.size() && text[at] == ' ') ++at;
    if (at > limits_.row_bytes) return too_long(text);
    if (dialect_.skips_initial_space && at == text.size() && !is_last) return {};
    auto stop = at;
    if (dialect_.quote != 0 && at < text.size() && text[at] == dialect_.quote) {
      const auto field = read_quoted(text, at, line_ends, next_line_end, is_last);
      if (field.stop) return *field.stop;
      stop = field.end;
      line_ends += field.line_ends;
      has_too_many = !field.is_added;
    } else {
      const auto quote = dialect_.quote == 0 ? '\n' : dialect_.quote;
      stop = find_stop(text, at, dialect_.delimiter, quote);
      while (dialect_.escape != 0 && stop < text.size() && text[stop] != '\n' && text[stop] != '\r' &&
             is_escaped(text, at, stop))
        stop = find_stop(text, stop + 1, dialect_.delimiter, quote);
      if (stop > limits_.row_bytes) return too_long(text);
      if (stop < text.size() && text[stop] == dialect_.quote && dialect_.quote != 0)
        return broken(text, csv_fault::stray_quote, stop, text.size(), is_last);
      const auto field = text.substr(at, stop - at);
      const bool has_escapes = dialect_.escape != 0 && field.find(dialect_.escape) != not_there;
      has_too_many = !add_field(field, false, has_escapes);
    }
    if (stop == text.size()) return is_last ? ended(stop) : found_row{};
    if (text[stop] == dialect_.delimiter) {
      at = stop + 1;
      continue;
    }
    const auto end = behind_line_end(text, stop, is_last);
    if (end == not_there) return {};
    if (stop == 0) fields_.clear();  // a blank line
    return ended(end);
  }
}

/// Reads the field whose first quote is at `at`, behind `line_ends` of the row. `next_line_end` is the first one that is not before the field, once it was
/// asked for.
csv_rows::found_field csv_rows::read_quoted(std::string_view text, std::size_t at, std::size_t line_ends,
                                            std::size_t& next_line_end, bool is_last) {
  const auto begin = at + 1;
  auto stop = at, from = begin;
  bool has_quotes = false;
  while (true) {
    stop = text.find(dialect_.quote, from);
    if (stop == not_there || stop > limits_.row_bytes) {
      const bool is_lost = is_last || text.size() > limits_.row_bytes;
      return {.stop =
                  is_lost ? broken(text, csv_fault::unclosed_quote, at, text.size(), is_last) : found_row{}};
    }
    if (dialect_.escape != 0 && is_escaped(text, begin, stop)) {
      from = stop + 1;
      continue;
    }
    if (stop + 1 == text.size() && !is_last) return {.stop = found_row{}};
    if (stop + 1 == text.size() || text[stop + 1] != dialect_.quote) break;
    has_quotes = true;
    from = stop + 2;
  }
  const auto field = text.substr(begin, stop - begin);
  if (next_line_end < begin) next_line_end = find_line_end(text, begin);
  const auto own_line_ends = next_line_end < stop ? line_ends_in(field) : 0;
  if (line_ends + own_line_ends >= limits_.field_lines)
    return {.stop = broken(text, csv_fault::unclosed_quote, at, stop, is_last)};
  has_quotes = has_quotes || (dialect_.escape != 0 && field.find(dialect_.escape) != not_there);
  const bool is_added = add_field(field, true, has_quotes);
  ++stop;
  const bool ends =
      stop == text.size() || text[stop] == dialect_.delimiter || text[stop] == '\n' || text[stop] == '\r';
  if (!ends) return {.stop = broken(text, csv_fault::stray_quote, stop - 1, text.size(), is_last)};
  return {stop, own_line_ends, is_added, std::nullopt};
}

/// Adds a field of the row; false when there are too many.
bool csv_rows::add_field(std::string_view field, bool is_quoted, bool has_escapes) {
  if (fields_.size() == limits_.row_fields) return false;
  fields_.push_back(has_escapes ? unescaped(field, is_quoted) : field);
  return true;
}

/// What is skipped of a row in which something is wrong at `at`: all lines before that one, or its first line alone. A field that is not closed
/// may be in the first `most` bytes of the text.
csv_rows::found_row csv_rows::broken(std::string_view text, csv_fault fault, std::size_t at, std::size_t most,
                                     bool is_last) {
  fields_.clear();
  const auto first_line = end_of_line(text, is_last);
  if (first_line == not_there && text.size() <= limits_.row_bytes) return {};
  if (first_line > limits_.row_bytes) return too_long(text);
  auto end = first_line;
  if (fault == csv_fault::unclosed_quote) {
    // All lines up to the end are in doubt.
    most = std::min<std::size_t>(most, limits_.row_bytes);
    auto lines = text.substr(0, most);
    if (lines.ends_with('\r')) lines.remove_suffix(1);  // a line end is not cut
    const auto last = lines.find_last_of("\r\n");
    end = most == text.size() && is_last ? most : std::max(first_line, last == not_there ? 0 : last + 1);
    if (end > first_line && are_rows(text.substr(first_line, end - first_line))) end = first_line;
  } else if (at > first_line) {
    const auto line = text.substr(0, at).find_last_of("\r\n") + 1;
    const auto behind = end_of_line(text.substr(line), is_last);
    if (behind == not_there && text.size() <= limits_.row_bytes) return {};
    // A row whose quote was lost has all its fields in its first line; else its other fields are in this one.
    end = line;
    if (fields_in(text.substr(0, first_line)) != expected_) {
      if (behind == not_there || line + behind > limits_.row_bytes) return too_long(text);
      end = line + behind;
    }
  }
  return {end_of_row::fault, end, fault, at};
}

/// Whether the lines behind a row may belong to its last field, because a quote was lost.
csv_rows::answer csv_rows::is_continued_in(std::string_view text, bool is_last) const {
  if (text.empty()) return is_last ? answer::no : answer::unknown;
  const bool is_cut = text.size() > limits_.row_bytes;  // a row that is longer goes on in no other one
  text = text.substr(0, limits_.row_bytes);
  const auto quote = dialect_.quote == 0 ? '\n' : dialect_.quote;
  const auto stop = find_stop(text, 0, dialect_.delimiter, quote);
  const bool is_comment = dialect_.comment != 0 && text[0] == dialect_.comment;
  if (is_comment && stop < text.size() && (text[stop] == '\n' || text[stop] == '\r')) return answer::no;
  if (stop == text.size()) {
    if (is_cut) return answer::no;
    if (!is_last) return answer::unknown;
    return expected_ > 1 && !is_comment ? answer::perhaps : answer::no;
  }
  const auto c = text[stop];
  if (stop == 0 && c == dialect_.quote && dialect_.quote != 0 && expected_ > 1) {
    // A quote before a line end, or two before a text, end a field or are within one: no row begins so.
    const auto behind = text.find_first_not_of(dialect_.quote);
    if (behind == not_there) return is_cut ? answer::no : is_last ? answer::yes : answer::unknown;
    const bool is_line_end = text[behind] == '\n' || text[behind] == '\r';
    return is_line_end || (behind == 2 && text[behind] != dialect_.delimiter) ? answer::yes : answer::no;
  }
  if (c == dialect_.delimiter || stop == 0) return answer::no;
  if (c == dialect_.quote && dialect_.quote != 0) return answer::yes;
  return expected_ > 1 ? answer::perhaps : answer::no;
}

/// Whether the line behind a row of `row` bytes, which has neither a delimiter nor a quote, may be the rest of its last field: `perhaps`, or `no`.
csv_rows::answer csv_rows::is_cut_before(std::string_view text, std::size_t row, bool is_last) {
  auto line = text.substr(row);
  line = line.substr(0, find_line_end(line, 0));
  const auto last = fields_.back();
  if (has_number_at_end_ && fields_.size() == expected_ && is_like_number(last) && !is_like_number(line))
    return answer::no;
  auto end = text.substr(0, row).find_last_not_of("\r\n");
  const bool is_quoted = dialect_.quote != 0 && end != not_there && text[end] == dialect_.quote &&
                         (dialect_.escape == 0 || end == 0 || text[end - 1] != dialect_.escape);
  if (is_quoted) {
    const auto sound = is_sound_behind(text, row, is_last);
    return sound == answer::yes ? answer::no : sound == answer::no ? answer::perhaps : sound;
  }
  if (last.empty() || has_doubtful_ends_ || is_like_number(line)) return answer::perhaps;
  const auto notes = has_notes_behind(text, row, is_last);
  if (notes != answer::yes) return notes == answer::no ? answer::perhaps : notes;
  table_end_ = std::min(table_end_, end_.offset_bytes + row);
  return answer::no;
}

/// Whether only lines without delimiters and quotes follow, which are no more than is allowed.
csv_rows::answer csv_rows::has_notes_behind(std::string_view text, std::size_t row, bool is_last) const {
  const auto most = std::min<std::size_t>(limits_.notes_bytes, limits_.row_bytes);
  const auto notes = text.substr(row, most + 1);
  const bool is_table = notes.find(dialect_.delimiter) != not_there ||
                        (dialect_.quote != 0 && notes.find(dialect_.quote) != not_there);
  if (is_table || notes.size() > most) return answer::no;
  return is_last ? answer::yes : answer::unknown;
}

/// Whether the next quote behind a row of `row` bytes begins a field, or none follows; not farther than a row may be long.
csv_rows::answer csv_rows::is_sound_behind(std::string_view text, std::size_t row, bool is_last) const {
  const bool is_cut = text.size() > limits_.row_bytes;
  text = text.substr(0, limits_.row_bytes);
  const auto quote = text.find(dialect_.quote, row);
  if (quote == not_there) return is_last || is_cut ? answer::yes : answer::unknown;
  const auto is_border = [&](char c) { return c == dialect_.delimiter || c == '\n' || c == '\r'; };
  auto before = quote;
  while (dialect_.skips_initial_space && before > row && text[before - 1] == ' ') --before;
  if (before > row && !is_border(text[before - 1])) return answer::no;
  const auto behind = text.find_first_not_of(dialect_.quote, quote);
  if (behind == not_there && !is_last && !is_cut) return answer::unknown;
  // Before text stand the quote that begins a field and pairs of quotes within it; an empty field has one pair.
  const auto quotes = std::min(behind, text.size()) - quote;
  const bool is_empty = behind == not_there || is_border(text[behind]);
  return (quotes % 2 == 0) == is_empty ? answer::yes : answer::no;
}

std::size_t csv_rows::fields_in(std::string_view line) const {
  return static_cast<std::size_t>(std::ranges::count(line, dialect_.delimiter)) + 1;
}

/// As much of a row as is allowed; the rest of the line follows.
csv_rows::found_row csv_rows::too_long(std::string_view text) const {
  auto length = static_cast<std::size_t>(limits_.row_bytes);
  if (length > 1 && text[length - 1] == '\r') --length;  // a line end is not cut
  return {end_of_row::fault, length, csv_fault::too_long, 0, true};
}

csv_rows::found_row csv_rows::rest_of_line(std::string_view text, bool is_last) {
  if (const auto end = end_of_line(text, is_last); end != not_there)
    return {end_of_row::fault, end, csv_fault::too_long};
  const auto length = text.size() - (text.ends_with('\r') ? 1 : 0);  // LF may follow, or the next line
  if (length == 0) return {};
  return {end_of_row::fault, length, csv_fault::too_long, 0, true};
}

/// Whether lines that may be in a quoted field are rows, most likely.
bool csv_rows::are_rows(std::string_view lines) {
  return expected_ > 1 && are_rows_behind_quote(lines, [&](std::string_view& rest) {
           const auto line = rest.substr(0, end_of_line(rest, true));
           rest.remove_prefix(line.size());
           return fields_in(line) == expected_ && line.find(dialect_.quote) == not_there;
         });
}

/// Whether a line within a row, but its first and its last one, has as many fields as a row.
bool csv_rows::has_row_in_field(std::string_view row) {
  if (expected_ < 2) return false;
  row.remove_prefix(end_of_line(row, true));
  while (!row.empty()) {
    const auto end = end_of_line(row, true);
    const auto line = row.substr(0, end);
    if (end == row.size() && line.find(dialect_.quote) != not_there) {
      // The last line has the quote that ends the field, which is sound only where something is before it.
      return line.substr(0, line.find(dialect_.quote)).ends_with(dialect_.delimiter) &&
             fields_in(line) >= expected_;
    }
    if (fields_in(line) == expected_) return true;
    row.remove_prefix(end);
  }
  return false;
}

/// Whether each line of a row of three lines or more has as many fields as a row: two quotes too many may have joined rows, whatever is behind.
bool csv_rows::has_width_in_each_line(std::string_view row) const {
  std::size_t lines = 0;
  for (; !row.empty(); ++lines) {
    const auto end = end_of_line(row, true);
    if (fields_in(row.substr(0, end)) != expected_) return false;
    row.remove_prefix(end);
  }
  return lines > 2;
}

/// Whether an odd number of escapes is before `at`.
bool csv_rows::is_escaped(std::string_view text, std::size_t begin, std::size_t at) const {
  auto first = at;
  while (first > begin && text[first - 1] == dialect_.escape) --first;
  return (at - first) % 2 == 1;
}

std::string_view csv_rows::unescaped(std::string_view field, bool is_quoted) {
  if (used_ == unescaped_.size()) unescaped_.emplace_back();
  auto& text = unescaped_[used_++];
  text.clear();
  for (std::size_t at = 0; at < field.size(); ++at) {
    const auto next = at + 1 < field.size() ? field[at + 1] : '\0';
    const bool is_pair = is_quoted && field[at] == dialect_.quote && next == dialect_.quote;
    const bool is_escape = dialect_.escape != 0 && field[at] == dialect_.escape && next != 0 &&
                           (next == dialect_.escape || next == dialect_.quote || next == dialect_.delimiter);
    if (is_pair || is_escape) ++at;
    text.push_back(field[at]);
  }
  return text;
}

}  // namespace laundromat
