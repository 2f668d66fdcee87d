// Implements json_document for what is skipped: how far, and where the next record certainly begins.
// SPDX-License-Identifier: Apache-2.0
//
// One byte of a record can open, close or swap brackets or hide a part of the text in a string. So the next record is taken for one
// only where lines show it, or where the text from there on is sound and closes exactly what is open around the records.
#include <algorithm>
#include <cstring>

#include "core/extraction/json/json_document.hpp"
#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/rdf/model/diagnostic.hpp"

namespace laundromat {

namespace {

constexpr std::size_t far_enough = std::size_t{64} << 10;  ///< of a look ahead
constexpr std::size_t least_beginning = 4;                 ///< `{"a"`
constexpr std::size_t first_bytes = 64;
constexpr std::size_t enough_items = 3;  ///< sound ones before another damage

bool is_blank_in_line(char c) {
  return c == ' ' || c == '\t';
}
bool ends_line(char c) {
  return c == '\n' || c == '\r';
}

/// Whether quotes of a text come out even.
struct bracket_depths {
  bool is_even = true;
  std::ptrdiff_t last = 0, least = 0;  ///< from `from` on
};
bracket_depths measure_depths(std::string_view text, std::size_t from) {
  bracket_depths out;
  bool in_string = false, is_begun = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\\') {
      ++at;
      continue;
    }
    if (c == '"') in_string = !in_string;
    if (!in_string && (c == '{' || c == '[')) ++out.last;
    if (!in_string && (c == '}' || c == ']')) --out.last;
    if (at >= from) {
      out.least = is_begun ? std::min(out.least, out.last) : out.last;
      is_begun = true;
    }
  }
  out.is_even = !in_string;
  return out;
}

/// Whether a list is left on the way back from the end of a text, which is outside of strings.
bool leaves_list_backwards(std::string_view text) {
  std::size_t closed = 0;
  bool in_string = false;
  for (auto at = text.size(); at > 0; --at) {
    const char c = text[at - 1];
    if (c == '"') {
      auto slashes = at - 1;
      while (slashes > 0 && text[slashes - 1] == '\\') --slashes;
      if ((at - 1 - slashes) % 2 == 0) in_string = !in_string;
    }
    if (in_string) continue;
    if (c == '}' || c == ']') ++closed;
    if ((c == '{' || c == '[') && closed-- == 0) return true;
  }
  return false;
}

}  // namespace

void json_document::report(errc rule, treatment done, std::uint64_t begin, std::uint64_t end,
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

std::uint64_t json_document::line_begin_of(std::uint64_t at) const {
  while (at > window_.begin() && is_blank_in_line(window_.at(at - 1))) --at;
  const bool is_begin = at == 0 || (at > window_.begin() && ends_line(window_.at(at - 1)));
  return is_begin ? at : ~std::uint64_t{0};
}

/// The record, or what is in its place, at `begin` is lost; the next one is looked for.
void json_document::lose(std::uint64_t begin, errc rule, std::string_view message, std::uint64_t token) {
  lost_ = lost_part{};
  auto& lost = *lost_;
  lost.begin = begin;
  lost.place = window_.locate(std::max(begin, token));
  lost.rule = rule;
  lost.message = message.empty() ? std::string(meaning_of(rule)) : std::string(message);
  lost.token = token;
  const auto line = line_begin_of(begin);
  lost.begins_line = line != ~std::uint64_t{0};
  lost.line_begin = line;
  lost.lines_seen_to = begin;
  if (lost.begins_line) lost.indent = window_.slice(line, begin);
  lost.first_bytes = window_.from(begin).substr(0, first_bytes);
  lost.next = begin + 1;
  if (begin < window_.end() && window_.at(begin) == '[') lost.opener = '[';
  if (options_.are_lines) open_.clear();
  // Behind the value of a key no other record can be told.
  lost.is_final = !open_.empty() && !open_.back().has_records;
}

/// A value beyond a limit: it is passed token by token.
void json_document::lose_whole(errc rule, std::string_view message) {
  lose(at_, rule, message, at_);
  if (options_.are_lines) return;
  lost_->is_whole = true;
  lost_->is_final = false;
  lost_->depth = open_.size();
  places_ = 0;
  const char c = window_.at(at_);
  if (c == '{' || c == '[')
    (void)open(false);
  else
    lost_->is_whole = false;
}

/// What is around the records is damaged, or beyond them.
void json_document::lose_rest(errc rule, std::string_view message) {
  if (lost_) {  // within a value beyond a limit
    open_.resize(lost_->depth);
    lost_->is_whole = false;
    lost_->next = at_;
    return;
  }
  if (options_.are_lines || open_.empty()) {
    open_.clear();
    return lose(at_, rule, message, at_);
  }
  lose(at_, rule, message, at_);
  lost_->is_final = true;
}

json_document::progress json_document::seek(bool is_last) {
  auto& lost = *lost_;
  if (lost.is_final) {
    at_ = lost.next = window_.end();
    return progress::waits;
  }
  if (options_.are_lines) return seek_line(is_last);
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
json_document::progress json_document::seek_line(bool is_last) {
  auto& lost = *lost_;
  const auto text = window_.from(lost.next);
  const auto end = text.find_first_of("\r\n\x1E");
  at_ = lost.next += end == text.npos ? text.size() : end;
  if (end == text.npos) return progress::waits;
  (void)is_last;
  go_on_at(lost.next);
  return progress::on;
}

/// Whether what is before `at` can be the end of a record.
bool json_document::may_follow_record(std::uint64_t at) const {
  const auto last_mark = [&] {
    while (at > window_.begin() && is_white_space(window_.at(at - 1))) --at;
    return at > window_.begin() ? window_.at(at - 1) : '\0';
  };
  const char mark = last_mark();
  if (open_.empty()) return mark == '}' || mark == ']';
  if (mark != ',') return false;
  --at;
  const char before = last_mark();
  return before != '\0' && before != ',' && before != ':' && before != '[' && before != '{';
}

/// Whether brackets alone say that the record at `at` is not a part of the lost one: those of the lost one come out even. Only this tells
/// lists apart, which have no names to begin with.
bool json_document::is_behind_even_brackets(std::uint64_t at) const {
  if (at - lost_->begin > options_.limits.record_bytes) return false;
  const auto depths = measure_depths(window_.slice(lost_->begin, at), lost_->token - lost_->begin);
  return depths.is_even && depths.last == 0 && depths.least >= 0;
}

/// Whether `at` may be within the lost record before its damage, among other objects that begin as records do.
bool json_document::may_be_within(std::uint64_t at) const {
  if (!lost_->is_doubtful) return false;
  if (at - lost_->begin > options_.limits.record_bytes) return true;
  const auto depths = measure_depths(window_.slice(lost_->begin, at), 0);
  return depths.is_even && depths.last > 1;
}

/// Whether the list of the records may have ended before `at`, so that a record would be taken from elsewhere.
bool json_document::may_be_elsewhere(std::uint64_t at) const {
  if (open_.size() < 2) return false;
  if (at - lost_->begin > options_.limits.record_bytes) return true;
  const auto text = window_.slice(lost_->begin, at);
  const auto depths = measure_depths(text, lost_->token - lost_->begin);
  if (!depths.is_even) return leaves_list_backwards(text);
  return depths.last > 1 || depths.least < depths.last;
}

/// Whether a text begins as records do, or at least with the first key of the lost one.
bool json_document::begins_like_records(std::string_view text) const {
  if (beginning_.size() >= least_beginning) return text.starts_with(beginning_);
  const auto lost = std::string_view(lost_->first_bytes);
  const auto colon = lost.find(':');
  return records_ == 0 && colon != lost.npos && colon >= least_beginning &&
         text.starts_with(lost.substr(0, colon));
}

/// Whether the next record certainly begins at `at`.
decision json_document::is_next_record(std::uint64_t at, bool is_last) {
  auto& lost = *lost_;
  const bool may_follow = may_follow_record(at);
  if (lost.begins_line && (may_follow || open_.empty())) {
    const auto is_line = is_next_line(at, is_last);
    if (is_line != decision::no) return is_line;
  }
  const auto whole = window_.from(at);
  const auto text = whole.substr(0, far_enough + options_.limits.record_bytes);
  if (whole.size() < std::max(far_enough, beginning_.size()) && !is_last) return decision::undecided;
  const bool begins_alike = lost.opener == '{' && begins_like_records(text);
  const bool may_end = is_last && whole.size() < far_enough;
  if (!may_follow) {
    lost.is_doubtful = lost.is_doubtful || begins_alike;
    return decision::no;
  }
  if (lost.opener == '{' ? !begins_alike || (!may_end && lost.is_doubtful) : !is_behind_even_brackets(at))
    return decision::no;
  const bool is_all = text.size() == whole.size();
  const auto seen = look_ahead(text, open_brackets(), false, roots_ > 1, is_last && is_all, far_enough);
  if (seen.is == outlook::how::incomplete && is_all) return decision::undecided;
  const bool is_right = (lost.opener == '[' || !lost.is_doubtful) && !seen.has_left;
  const bool is_next = seen.is == outlook::how::whole || (seen.is == outlook::how::long_enough && is_right) ||
                       (seen.is == outlook::how::unsound && is_right && seen.items >= enough_items);
  if (is_next && !may_be_elsewhere(at) && !may_be_within(at)) return decision::yes;
  lost.is_doubtful = lost.is_doubtful || (begins_alike && seen.has_left);
  return decision::no;
}

/// Notes how the lines of the lost part begin, before the one at `end`.
void json_document::see_lines(std::uint64_t end) {
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
std::string_view json_document::last_line_before(std::uint64_t line) const {
  auto before = line;
  while (before > lost_->line_begin && is_white_space(window_.at(before - 1))) --before;
  while (before > lost_->line_begin && !ends_line(window_.at(before - 1))) --before;
  return window_.slice(before, line);
}

/// Whether lines show it: the record begins and ends with a line, as the one before and the one behind it do, with the white space
/// that the lost one has before it.
decision json_document::is_next_line(std::uint64_t at, bool is_last) {
  auto& lost = *lost_;
  const auto line = line_begin_of(at);
  if (at - lost.begin > options_.limits.record_bytes) return decision::no;
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
  const auto end = sound_.read(text, is_last, probe_);
  if (end.is == value_end::how::incomplete && text.size() <= limit) return decision::undecided;
  if (end.is != value_end::how::sound || end.at > limit || may_be_elsewhere(at)) return decision::no;
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
  const auto limited = rest.substr(0, far_enough);
  if (limited.size() == rest.size() && !is_last) return decision::undecided;
  const bool is_whole = limited.size() == rest.size() &&
                        look_ahead(limited, open_brackets(), true, roots_ > 1, true, limited.size() + 1).is ==
                            outlook::how::whole;
  return is_whole ? decision::yes : decision::no;
}

/// The lost part ends before the record, or line, at `at`.
void json_document::go_on_at(std::uint64_t at) {
  auto end = at;
  const auto trim = [&] {
    while (end > lost_->begin && end > window_.begin() && is_white_space(window_.at(end - 1))) --end;
  };
  trim();
  if (!open_.empty() && end > lost_->begin && end > window_.begin() && window_.at(end - 1) == ',') --end;
  trim();
  at_ = at;
  next_ = open_.empty() ? want::root : want::value;
  if (!open_.empty()) is_behind_comma_ = true;
  const auto begin = lost_->begin;
  const bool is_at_hand = begin >= window_.begin() && end - begin <= options_.limits.record_bytes;
  record_.clear();
  if (is_at_hand && lost_->rule != errc::statement_too_long &&
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

/// Copies the beginning of the lost part, when there is enough of it.
bool json_document::keep_excerpt(bool is_end) {
  auto& lost = *lost_;
  if (!lost.has_excerpt && (is_end || window_.end() - lost.begin >= options_.limits.excerpt_bytes)) {
    lost.excerpt = window_.from(lost.begin).substr(0, options_.limits.excerpt_bytes);
    lost.has_excerpt = true;
  }
  return lost.has_excerpt;
}

/// The lost part ends at `end`.
void json_document::end_lost(std::uint64_t end) {
  auto& lost = *lost_;
  (void)keep_excerpt(true);
  defect found;
  found.rule = lost.rule;
  found.done = treatment::skip;
  name_skip(found.rule, lost.message, options_.profile);
  found.offset_bytes = lost.begin;
  found.length_bytes = end - lost.begin;
  found.line = lost.place.line;
  found.column = lost.place.column;
  found.token_offset_bytes = lost.token > lost.begin ? lost.token : 0;
  found.message = lost.message;
  found.before = lost.excerpt.substr(0, found.length_bytes);
  spans_.reach(lost.begin, span_kind::syntax);
  sink_->on_defect(found);
  spans_.reach(end, span_kind::quarantine);
  has_lost_ = true;
  lost_.reset();
}

}  // namespace laundromat
