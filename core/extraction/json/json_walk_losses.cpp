// Implements json_walk for what is skipped: how far, and where the next record certainly begins.
// SPDX-License-Identifier: Apache-2.0
//
// One byte of a record can open, close or swap brackets or hide a part of the text in a string. So the next record is taken for one
// only where lines show it, or where the text from there on is sound and closes exactly what is open around the records.
#include <algorithm>
#include <cstring>
#include <utility>

#include "core/extraction/json/json_walk.hpp"
#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/rdf/model/diagnostic.hpp"

namespace laundromat {

namespace {

constexpr std::size_t least_beginning = 4;  ///< `{"a"`
constexpr std::size_t first_bytes = 64;
constexpr std::size_t least_values = 3;  ///< valid ones before another damage

bool is_blank_in_line(char c) {
  return c == ' ' || c == '\t';
}
/// What a rule says of a record in JSON.
std::string_view json_meaning_of(errc rule) {
  if (rule == errc::syntax_error) return "the record is no valid JSON";
  if (rule == errc::statement_too_long) return "the record is longer than the limit";
  return rule == errc::unterminated ? "the record has no end" : meaning_of(rule);
}
bool ends_line(char c) {
  return c == '\n' || c == '\r';
}

}  // namespace

void json_walk::report(errc rule, treatment done, std::uint64_t begin, std::uint64_t end,
                       std::string_view message, std::string_view after, std::uint64_t token) {
  defect found;
  found.rule = rule;
  found.done = done;
  found.offset_bytes = begin;
  found.length_bytes = end - begin;
  const auto place = window_.locate(token == 0 ? begin : token);
  found.line = place.line;
  found.column = place.column;
  found.token_offset_bytes = token == begin ? 0 : token;
  found.message = message;
  found.before = window_.slice(begin, end).substr(0, options_.limits.excerpt_bytes);
  found.after = after;
  sink_->on_defect(found);
}

/// The comma that was passed last is one too many. Its text may be forgotten.
void json_walk::report_last_comma() {
  if (comma_ >= window_.begin()) comma_place_ = window_.locate(comma_);
  defect found;
  found.rule = errc::lenient_json;
  found.done = treatment_of(errc::lenient_json, options_.profile);
  found.offset_bytes = comma_;
  found.length_bytes = 1;
  found.line = comma_place_.line;
  found.column = comma_place_.column;
  found.message = "a comma before the end";
  found.before = ",";
  sink_->on_defect(found);
}

std::uint64_t json_walk::line_begin_of(std::uint64_t at) const {
  const auto least = least_before(at);
  while (at > least && is_blank_in_line(window_.at(at - 1))) --at;
  const bool is_begin = at == 0 || (at > least && ends_line(window_.at(at - 1)));
  return is_begin ? at : ~std::uint64_t{0};
}

/// The record, or what is in its place, at `begin` is lost; the next one is looked for.
void json_walk::lose(std::uint64_t begin, errc rule, std::string_view message, std::uint64_t token) {
  if (options_.are_lines) {
    // What is behind the line is no part of it.
    const auto line_end = window_.slice(begin, std::max(begin, token)).find_first_of("\r\n");
    if (line_end != std::string_view::npos) {
      token = begin + line_end;
      rule = errc::unterminated;
      message = "the line ends within its value";
    }
  }
  lost_ = lost_part{};
  auto& lost = *lost_;
  lost.begin = lost.range = begin;
  lost.place = window_.locate(std::max(begin, token));
  lost.rule = rule;
  lost.message = message.empty() ? std::string(json_meaning_of(rule)) : std::string(message);
  lost.token = token;
  const auto line = line_begin_of(begin);
  lost.begins_line = line != ~std::uint64_t{0};
  lost.line_begin = line;
  lost.lines_seen_to = begin;
  if (lost.begins_line) lost.indent = window_.slice(line, begin);
  lost.first_bytes = window_.from(begin).substr(0, first_bytes);
  lost.next = begin + 1;
  lost.brackets = {begin, token};
  if (begin < window_.end() && window_.at(begin) == '[') lost.opener = '[';
  if (options_.are_lines) open_.clear();
  // Behind the value of a key no other record can be recognised.
  lost.is_final = !open_.empty() && !open_.back().has_records;
  lost.has_ranges = !options_.are_lines && !lost.is_final;
}

/// A value beyond a limit: it is passed token by token.
void json_walk::lose_oversized(errc rule, std::string_view message) {
  lose(at_, rule, message, at_);
  if (options_.are_lines) return;
  lost_->is_oversized = true;
  lost_->has_ranges = false;
  lost_->is_final = false;
  lost_->depth = open_.size();
  state_ = 0;
  const char c = window_.at(at_);
  if (c == '{' || c == '[')
    (void)open(false);
  else
    lost_->is_oversized = false;
}

/// What is around the records is damaged, or beyond them.
void json_walk::lose_rest(errc rule, std::string_view message) {
  if (lost_) {  // within a value beyond a limit
    open_.resize(lost_->depth);
    lost_->is_oversized = false;
    lost_->is_forgotten = true;
    lost_->next = at_;
    return;
  }
  if (options_.are_lines || open_.empty()) {
    open_.clear();
    return lose(at_, rule, message, at_);
  }
  lose(at_, rule, message, at_);
  lost_->is_final = true;
  lost_->has_ranges = false;
}

json_walk::progress json_walk::seek(bool is_last) {
  auto& lost = *lost_;
  if (lost.is_final) {
    at_ = lost.next = window_.end();
    return progress::waits;
  }
  if (options_.are_lines) return seek_line();
  const auto text = window_.from(lost.next);
  if (text.empty()) return progress::waits;
  const auto* found = static_cast<const char*>(std::memchr(text.data(), lost.opener, text.size()));
  const bool is_root = open_.empty();
  if (is_root) {
    const auto mark =
        text.substr(0, found == nullptr ? text.size() : static_cast<std::size_t>(found - text.data()))
            .find('\x1E');
    if (mark != text.npos) return go_on_at(lost.next + mark), progress::on;
  }
  lost.next += found == nullptr ? text.size() : static_cast<std::size_t>(found - text.data());
  at_ = lost.next;
  if (found == nullptr) return progress::waits;
  const auto is_next = is_next_record(lost.next, is_last);
  if (is_next == decision::undecided) return progress::waits;
  if (is_next == decision::yes)
    go_on_at(lost.next);
  else
    at_ = ++lost.next;
  return progress::on;
}

/// Goes on with the next line.
json_walk::progress json_walk::seek_line() {
  auto& lost = *lost_;
  const auto text = window_.from(lost.next);
  const auto end = text.find_first_of("\r\n\x1E");
  at_ = lost.next += end == text.npos ? text.size() : end;
  if (end == text.npos) return progress::waits;
  go_on_at(lost.next);
  return progress::on;
}

/// Whether what is before `at` can be the end of a record.
bool json_walk::may_follow_record(std::uint64_t at) const {
  const auto least = least_before(at);
  const auto last_mark = [&] {
    while (at > least && is_white_space(window_.at(at - 1))) --at;
    return at > least ? window_.at(at - 1) : '\0';
  };
  const char mark = last_mark();
  if (open_.empty()) return mark == '}' || mark == ']';
  if (mark != ',') return false;
  --at;
  const char before = last_mark();
  return before != '\0' && before != ',' && before != ':' && before != '[' && before != '{';
}

/// Whether the lost record, up to `at`, is not at hand.
bool json_walk::is_forgotten(std::uint64_t at) const {
  return lost_->is_forgotten || at - lost_->begin > options_.limits.record_bytes;
}

/// Of the lost record up to `at`, which is at hand.
const bracket_counter& json_walk::brackets_before(std::uint64_t at) {
  auto& brackets = lost_->brackets;
  if (brackets.at() < at) brackets.pass(window_.slice(brackets.at(), at));
  return brackets;
}

/// Whether brackets alone say that the record at `at` is not a part of the lost one: those of the lost one come out even. Only this tells
/// lists apart, which have no names to begin with.
bool json_walk::is_behind_even_brackets(std::uint64_t at) {
  if (is_forgotten(at)) return false;
  const auto& brackets = brackets_before(at);
  return brackets.are_quotes_even() && brackets.depth() == 0 && brackets.least_depth() >= 0;
}

/// Whether `at` may be within the lost record before its damage, among other objects that begin as records do.
bool json_walk::may_be_within(std::uint64_t at) {
  if (!lost_->is_doubtful) return false;
  if (is_forgotten(at)) return true;
  const auto& brackets = brackets_before(at);
  return brackets.are_quotes_even() && brackets.depth() > 1;
}

/// Whether the list of the records may have ended before `at`, so that a record would be taken from elsewhere.
bool json_walk::may_be_elsewhere(std::uint64_t at) {
  if (open_.size() < 2) return false;
  if (is_forgotten(at)) return true;
  const auto& brackets = brackets_before(at);
  if (!brackets.are_quotes_even()) return brackets.has_open_otherwise();
  return brackets.depth() > 1 || brackets.least_depth() < brackets.depth();
}

/// Whether a text begins as records do, or at least with the first key of the lost one.
bool json_walk::begins_like_records(std::string_view text) const {
  if (beginning_.size() >= least_beginning) return text.starts_with(beginning_);
  const auto lost = std::string_view(lost_->first_bytes);
  const auto colon = lost.find(':');
  return !has_beginning_ && colon != lost.npos && colon >= least_beginning &&
         text.starts_with(lost.substr(0, colon));
}

/// Whether the next record certainly begins at `at`.
decision json_walk::is_next_record(std::uint64_t at, bool is_last) {
  auto& lost = *lost_;
  const bool may_follow = may_follow_record(at);
  if (lost.begins_line && (may_follow || open_.empty())) {
    const auto is_line = is_next_line(at, is_last);
    if (is_line != decision::no) return is_line;
  }
  const auto rest = window_.from(at);
  if (rest.size() < std::max(lookahead_bytes, beginning_.size()) && !is_last) return decision::undecided;
  const bool begins_alike = lost.opener == '{' && begins_like_records(rest);
  const bool may_end = is_last && rest.size() < lookahead_bytes;
  if (!may_follow) {
    lost.is_doubtful = lost.is_doubtful || begins_alike;
    return decision::no;
  }
  if (lost.opener == '{' ? !begins_alike || (!may_end && lost.is_doubtful) : !is_behind_even_brackets(at))
    return decision::no;
  lookahead_memory::answer seen;
  if (look(at, false, roots_ > 1, is_last, seen) == decision::undecided) return decision::undecided;
  using enum lookahead_result::status;
  const bool is_right = (lost.opener == '[' || !lost.is_doubtful) && !seen.has_left;
  const bool is_next =
      seen.is == complete || (is_right && (seen.is == limit_reached || seen.values >= least_values));
  if (is_next && !may_be_elsewhere(at) && !may_be_within(at)) return decision::yes;
  lost.is_doubtful = lost.is_doubtful || (begins_alike && seen.has_left);
  return decision::no;
}

/// Notes how the lines of the lost part begin, before the one at `end`.
void json_walk::see_lines(std::uint64_t end) {
  auto& lost = *lost_;
  auto rest = window_.slice(lost.lines_seen_to, end);
  while (true) {
    const auto line_end = rest.find_first_of("\r\n");
    if (line_end == rest.npos) break;
    rest.remove_prefix(line_end + 1);
    const auto line = rest.substr(0, rest.find_first_of("\r\n"));
    if (line.find_first_not_of(" \t") == line.npos) continue;
    const char mark = line.starts_with(lost.indent) ? line[lost.indent.size()] : '\0';
    if (is_blank_in_line(mark))
      lost.has_deeper_line = true;
    else if (mark == '}' || mark == ']')
      lost.has_closer_line = true;
    else if (mark != lost.opener)
      lost.has_other_line = true;
  }
  lost.lines_seen_to = end - 1;
}

/// The last line before the one at `line` that is not blank.
std::string_view json_walk::last_line_before(std::uint64_t line) const {
  auto before = line;
  while (before > lost_->line_begin && is_white_space(window_.at(before - 1))) --before;
  while (before > lost_->line_begin && !ends_line(window_.at(before - 1))) --before;
  return window_.slice(before, line);
}

/// Whether lines show it: the record begins and ends with a line, as the one before and the one behind it do, with the white space
/// that the lost one has before it.
decision json_walk::is_next_line(std::uint64_t at, bool is_last) {
  auto& lost = *lost_;
  const auto line = line_begin_of(at);
  if (is_forgotten(at) || is_search_exhausted(at)) return decision::no;
  if (line == ~std::uint64_t{0} || line <= lost.line_begin || window_.slice(line, at) != lost.indent)
    return decision::no;
  // Lines within a record are indented more, and the one before is that of the lost record, or has the bracket that ends it; or each
  // line is a record.
  see_lines(line);
  const auto before = last_line_before(line);
  const bool is_first = before.data() == window_.from(lost.line_begin).data();
  const char mark = before.starts_with(lost.indent) && before.size() > lost.indent.size()
                        ? before[lost.indent.size()]
                        : '\0';
  const bool is_ended = mark == '}' || mark == ']';
  const bool are_records = mark == lost.opener && !lost.has_deeper_line && !lost.has_closer_line;
  if (lost.has_other_line || !(is_first || is_ended || are_records)) return decision::no;

  const auto limit = options_.limits.record_bytes;
  const auto text = window_.from(at).substr(0, limit + 1);
  probe_.clear();
  const auto end = sound_.read(text, is_last && is_at_end(at, text), probe_);
  if (end.is == value_end::how::incomplete && text.size() <= limit) return decision::undecided;
  if (end.is != value_end::how::valid || end.at > limit || may_be_elsewhere(at)) {
    searched_bytes_ += end.at;
    return decision::no;
  }
  const auto rest = window_.from(at + end.at);
  auto next = std::min(rest.find_first_not_of(" \t"), rest.size());
  const bool has_comma = next < rest.size() && rest[next] == ',';
  if (has_comma && open_.empty()) return decision::no;
  if (has_comma) next = std::min(rest.find_first_not_of(" \t", next + 1), rest.size());
  if (next == rest.size() && !is_last) return decision::undecided;
  if (next < rest.size() && !ends_line(rest[next])) return decision::no;
  const auto behind = rest.find_first_not_of(" \t\r\n", next);
  if (behind == rest.npos)
    return !is_last ? decision::undecided : open_.empty() ? decision::yes : decision::no;
  if (rest[behind] == lost.opener && (has_comma || open_.empty())) {
    const auto its_line = line_begin_of(at + end.at + behind);
    const bool is_alike =
        its_line != ~std::uint64_t{0} && window_.slice(its_line, at + end.at + behind) == lost.indent;
    return is_alike ? decision::yes : decision::no;
  }
  if (open_.empty() || has_comma) return decision::no;
  const auto limited = rest.substr(0, lookahead_bytes);
  if (limited.size() == rest.size() && !is_last) return decision::undecided;
  const bool is_complete =
      limited.size() == rest.size() &&
      look_ahead(limited, open_brackets(), true, roots_ > 1, true, limited.size() + 1).is ==
          lookahead_result::status::complete;
  return is_complete ? decision::yes : decision::no;
}

/// The lost part ends before the record, or line, at `at`.
void json_walk::go_on_at(std::uint64_t at) {
  auto end = at;
  const auto least = std::max(lost_->begin, least_before(at));
  const auto trim = [&] {
    while (end > least && is_white_space(window_.at(end - 1))) --end;
  };
  trim();
  if (!open_.empty() && end > least && window_.at(end - 1) == ',') --end;
  trim();
  at_ = at;
  next_ = open_.empty() ? want::root : want::value;
  if (!open_.empty()) is_behind_comma_ = true;
  const auto begin = lost_->begin;
  record_.clear();
  if (!is_forgotten(end) && lost_->rule != errc::statement_too_long &&
      (window_.at(begin) == '{' || window_.at(begin) == '[') &&
      lenient_.read(window_.slice(begin, end), record_)) {
    lost_.reset();
    at_ = begin;
    emit_lenient(end);
    at_ = at;
    return;
  }
  end_lost(end);
}

/// Copies the beginning of the range at hand, when there is enough of it.
bool json_walk::keep_excerpt(bool is_end) {
  auto& lost = *lost_;
  if (!lost.has_excerpt && (is_end || window_.end() - lost.range >= options_.limits.excerpt_bytes)) {
    lost.excerpt = window_.from(lost.range).substr(0, options_.limits.excerpt_bytes);
    lost.has_excerpt = true;
  }
  return lost.has_excerpt;
}

/// The lost part ends at `end`.
void json_walk::end_lost(std::uint64_t end) {
  while (lost_->has_ranges) {
    const auto next = next_range(end);
    if (next == end) break;
    begin_range(next, end);
  }
  report_range(end);
  has_lost_ = true;
  lost_.reset();
}

/// Reports the ranges of a part so long that it is no record, whatever it ends with.
void json_walk::report_ranges() {
  const auto most = options_.limits.record_bytes;
  if (at_ - lost_->begin <= most + kept_behind) return;
  while (lost_->has_ranges && at_ - lost_->range > 2 * most) begin_range(next_range(at_), at_);
}

/// Where the next range begins: behind the brackets of the one at hand, or, where these do not come out, with the first name of the first one. `end`
/// where none is seen.
std::uint64_t json_walk::next_range(std::uint64_t end) {
  auto& lost = *lost_;
  const auto most = options_.limits.record_bytes;
  const auto text = window_.slice(lost.range, std::min(end, lost.range + most));
  if (may_measure(lost.range)) {
    const auto extent = measure_value(text, true, 0);
    if (extent.is == bracket_extent::how::found) {
      const auto last = std::min(end, lost.range + 2 * most);
      auto at = lost.range + extent.size;
      for (bool has_comma = false; at < last && (is_white_space(window_.at(at)) || window_.at(at) == ',');
           ++at)
        if (window_.at(at) == ',' && std::exchange(has_comma, true)) break;
      if (at < last && window_.at(at) == lost.opener) return at;
      lost.has_ranges = false;  // their list ends, or it is not known what follows
      return end;
    }
    measured_bytes_ += extent.size;
  }
  const auto name = std::string_view(lost.first_bytes).substr(0, lost.first_bytes.find(':'));
  const bool has_name = lost.opener == '{' && name.size() >= least_beginning && name.size() < first_bytes;
  for (auto at = has_name ? text.find(name, 1) : text.npos; at != text.npos; at = text.find(name, at + 1)) {
    const auto before = text.substr(0, at).find_last_not_of(" \t\r\n");
    if (before == text.npos) continue;
    const auto space = text.substr(before + 1, at - before - 1);
    const bool is_root =
        open_.empty() && text[before] == '}' && (space.empty() || space.find_first_of("\r\n") != space.npos);
    if (is_root || text[before] == ',') return lost.range + at;
  }
  lost.has_ranges = false;
  return end;
}

/// The range at hand ends, and another one begins at `at`: `end` for none. It is lost, too, for a reason of its own.
void json_walk::begin_range(std::uint64_t at, std::uint64_t end) {
  if (at == end) return;
  auto& lost = *lost_;
  auto range_end = at;
  const auto trim = [&] {
    while (range_end > lost.range && is_white_space(window_.at(range_end - 1))) --range_end;
  };
  trim();
  if (range_end > lost.range + 1 && window_.at(range_end - 1) == ',') --range_end;
  trim();
  report_range(range_end);
  lost.range = at;
  lost.has_excerpt = false;
  probe_.clear();
  value_end read;
  if (may_measure(at)) {
    read = sound_.read(window_.slice(at, std::min(end, at + options_.limits.record_bytes)), true, probe_);
    measured_bytes_ += read.at;
  }
  const bool is_valid = read.is == value_end::how::valid;
  lost.rule = is_valid || read.rule == errc::lenient_json || read.rule == errc::repeated_key
                  ? errc::syntax_error
                  : read.rule;
  lost.message = is_valid ? "among damaged records: it is not certain that it is one"
                          : std::string(json_meaning_of(lost.rule));
  lost.token = is_valid ? at : at + read.at;
  lost.place = window_.locate(lost.token);
}

/// The range at hand ends at `end`.
void json_walk::report_range(std::uint64_t end) {
  auto& lost = *lost_;
  (void)keep_excerpt(true);
  defect found;
  found.rule = lost.rule;
  found.done = treatment::skip;
  name_skip(found.rule, lost.message, options_.profile);
  found.offset_bytes = lost.range;
  found.length_bytes = end - lost.range;
  found.line = lost.place.line;
  found.column = lost.place.column;
  found.token_offset_bytes = lost.token > lost.range ? lost.token : 0;
  found.message = lost.message;
  found.before = lost.excerpt.substr(0, found.length_bytes);
  spans_.reach(lost.range, span_kind::syntax);
  sink_->on_defect(found);
  spans_.reach(end, span_kind::quarantine);
}

}  // namespace laundromat
