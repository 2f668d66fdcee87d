// Implements json_scanner within a root: follows strings, comments, brackets and commas up to the end of the root.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/json_scanner.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::jsonld {

namespace {

/// What may mean something to the scanner outside of strings.
constexpr std::array<bool, 256> makes_table() {
  std::array<bool, 256> table{};
  for (const char c : {'"', '\'', '{', '}', '[', ']', ',', ':', '/'})
    table[static_cast<unsigned char>(c)] = true;
  return table;
}
constexpr auto is_structure = makes_table();

}  // namespace

void json_scanner::enter_items(std::uint64_t offset) {
  open_ = {'['};
  items_depth_ = 1;
  had_items_ = is_inside_ = true;
  at_ = root_begin_ = item_begin_ = last_reported_ = offset;
  last_ = '[';
}

/// Whether only arrays are open in the root, so that a brace ends it with them.
bool json_scanner::ends_root_within_array() const {
  return items_depth_ == 0 &&
         std::find(open_.rbegin(), std::prev(open_.rend()), '{') == std::prev(open_.rend());
}

scan_event json_scanner::scan(std::string_view text, std::uint64_t text_offset, bool is_last) {
  window_ = {text, text_offset, is_last};
  const auto event = scan_text();
  ends_.count(window_, decided_to());
  return event;
}

scan_event json_scanner::scan_text() {
  if (open_.empty()) return scan_gap();
  scan_event event;
  if (scan_root(event)) return event;
  if (!window_.is_last) return {};
  if (in_string_ && line_break_ != nowhere) {
    in_string_ = false;
    if (is_at_hand()) {
      end_at_line_break();
      return scan_text();
    }
  }
  if (in_block_comment_ && window_.holds(comment_begin_) && at_ - reach_begin() <= reach_) {
    lacks_comment_ends_ = in_line_comment_ = true;  // it ends with its line
    in_block_comment_ = false;
    at_ = comment_begin_;
    return scan_text();
  }
  return {};
}

/// Goes on between roots, and enters the next one.
scan_event json_scanner::scan_gap() {
  const auto event = gaps_.scan(window_, at_, lacks_comment_ends_);
  if (event.what != kind::root_begin) return event;
  const char bracket = window_.peek(at_);
  root_begin_ = at_++;
  open_ = {bracket};
  deeper_ = 0;
  last_ = bracket;
  is_cut_key_ = is_unsure_ = false;
  had_items_ = bracket == '[';
  items_depth_ = bracket == '[' ? 1 : 0;
  ends_.forget();
  item_begin_ = last_reported_ = at_;
  return event;
}

/// Returns true with an event; false when the text is used up.
bool json_scanner::scan_root(scan_event& event) {
  while (at_ < window_.end()) {
    if (in_string_) {
      if (!scan_string()) return false;
      continue;
    }
    if (in_line_comment_ || in_block_comment_) {
      if (!skip_comment()) return false;
      continue;
    }
    const char c = window_.peek(at_);
    if (is_unsure_ && !is_white_space(c)) {
      const auto way = check_string_end();
      if (way == decision::undecided) return false;
      is_unsure_ = false;
      if (way == decision::yes) continue;
    }
    if (!is_structure[static_cast<unsigned char>(c)]) {
      is_in_word_ = !is_white_space(c);
      ++at_;
      continue;
    }
    if ((c == '\'' && is_in_word_) || (c == '/' && is_behind_scheme_)) {
      ++at_;
      continue;
    }
    auto behind = sequel::other;
    if ((c == '}' || c == ']') && may_end_more(c)) {
      behind = items_.see_behind(window_, at_);
      if (behind == sequel::unknown) return false;
    }
    if (c == '{' && may_end_at_comma()) {
      const auto is_next = items_.begins_next_item(window_, item_begin_, comma_, at_);
      if (is_next == decision::undecided) return false;
      ends_at_comma_ = is_next == decision::yes;
    }
    is_behind_scheme_ = c == ':' && is_in_word_;
    is_in_word_ = false;
    if (c == '/') {
      if (!skip_comment()) return false;
      continue;
    }
    ++at_;
    if (c == '"' || c == '\'')
      begin_string(c);
    else if (pass_mark(c, behind, event))
      return true;
  }
  return false;
}

void json_scanner::begin_string(char quote) {
  in_string_ = true;
  quote_ = quote;
  string_begin_ = at_ - 1;
  line_break_ = nowhere;
  before_string_ = last_;
  last_ = '"';
}

/// Behind a bracket, comma or colon. Returns true with an event.
bool json_scanner::pass_mark(char mark, sequel behind, scan_event& event) {
  const bool is_opening = mark == '{' || mark == '[';
  bool is_event = false;
  if (is_opening)
    is_event = open(mark, event);
  else if (mark == '}' || mark == ']')
    is_event = close(mark, behind, event);
  else if (mark == ',')
    is_event = comma(event);
  if (mark == ',') is_behind_member_ = has_colon_;
  has_colon_ = mark != ',' && !is_opening;
  last_ = mark;
  return is_event;
}

/// Goes on in a string; false when the text is used up before its quote. A backslash waits for what it escapes.
bool json_scanner::scan_string() {
  bool is_ascii = true;
  while (at_ < window_.end()) {
    const char* from = window_.from(at_).data();
    const char* stop = find_string_end(from, window_.text.data() + window_.text.size(), quote_, is_ascii);
    at_ += static_cast<std::uint64_t>(stop - from);
    if (at_ == window_.end()) return false;
    const char c = *stop;
    if (c == quote_) {
      ++at_;
      in_string_ = false;
      is_unsure_ = at_ == window_.end() || !is_behind_string(window_.peek(at_));
      string_end_ = at_;
      if (open_.size() == 1 && open_.front() == '{') {
        const bool is_here = window_.holds(string_begin_) && at_ - string_begin_ < 16;
        const auto key = is_here ? window_.slice(string_begin_ + 1, at_ - 1) : std::string_view();
        is_cut_key_ = key == "@graph" || key == "@included";
      }
      note_item_key();
      return true;
    }
    if (c == '\\') {
      if (at_ + 1 == window_.end()) return false;
      at_ += 2;
      continue;
    }
    if ((c == '\n' || c == '\r') && line_break_ == nowhere) line_break_ = at_;
    ++at_;
  }
  return false;
}

/// The first key of an item is what the next ones begin with too.
void json_scanner::note_item_key() {
  if (before_string_ != '{' || items_depth_ == 0 || open_.size() != items_depth_ + 1) return;
  const auto size = at_ - string_begin_;
  if (window_.holds(string_begin_) && size <= next_item_finder::longest_key)
    items_.note_first_key(window_.slice(string_begin_, at_));
}

/// Something follows a string at `offset()`: when that cannot be, the scanner goes back into the string, if that is still at hand.
decision json_scanner::check_string_end() {
  const char c = window_.peek(at_);
  if (is_behind_string(c) || c == '/' || !is_at_hand()) return decision::no;
  const odd_string string{string_begin_, string_end_, before_string_};
  if (quote_ == '"' && c != '"') {  // two strings in a row only lack their comma
    const auto [is_found, structure] = ends_.find(window_, string, around());
    if (is_found == decision::yes) at_ = structure;
    if (is_found != decision::no) return is_found;
  }
  if (line_break_ == nowhere) {
    if (c != '"') ends_.note_lost_end(string, around());
    return decision::no;
  }
  if (const auto text = find_end_of_text(); text != decision::no) return text;
  end_at_line_break();
  return decision::yes;
}

/// The string may be a text that quotes JSON as it is: nothing in it counts up to the quote that ends it.
decision json_scanner::find_end_of_text() {
  const auto line = window_.slice(string_begin_ + 1, line_break_);
  if (!may_quote_json(line, window_.from(line_break_ + 1), before_string_ == ':')) return decision::no;
  const auto ahead = window_.from(line_break_ + 1, longest_quoted_json);
  const bool is_cut = ahead.size() == longest_quoted_json;
  auto from = static_cast<std::size_t>(std::max(even_until_, line_break_ + 1) - line_break_ - 1);
  const auto quote = find_odd_line(ahead, from, window_.is_last && !is_cut);
  even_until_ = line_break_ + 1 + from;
  if (quote == ahead.npos) return is_cut || window_.is_last ? decision::no : decision::undecided;
  at_ = line_break_ + 1 + quote + 1;
  line_break_ = nowhere;
  return decision::yes;
}

/// The string went too far: it ends at its line break. When there are only closing brackets before that, it was none: its quote ended
/// another string, which had a quote too many.
void json_scanner::end_at_line_break() {
  const auto line = window_.slice(string_begin_ + 1, line_break_);
  const bool is_end = line.find_first_of("}]") != line.npos && line.find_first_not_of("}], \t") == line.npos;
  at_ = is_end ? string_begin_ + 1 : line_break_;
  line_break_ = nowhere;
}

bool json_scanner::skip_comment() {
  if (!in_line_comment_ && !in_block_comment_) {
    if (at_ + 1 == window_.end() && !window_.is_last) return false;
    const auto next = window_.from(at_).substr(0, 2);
    comment_begin_ = at_;
    in_block_comment_ = next == "/*" && !lacks_comment_ends_;
    in_line_comment_ = next == "//" || (next == "/*" && lacks_comment_ends_);
    at_ += in_line_comment_ || in_block_comment_ ? 2 : 1;
    return true;
  }
  const auto found =
      in_line_comment_ ? window_.from(at_).find_first_of("\r\n") : window_.from(at_).find("*/");
  if (found == std::string_view::npos) {
    at_ =
        in_block_comment_ && !window_.from(at_).empty() && window_.from(at_).back() == '*' && !window_.is_last
            ? window_.end() - 1
            : window_.end();
    return false;
  }
  at_ += in_line_comment_ ? found : found + 2;
  in_line_comment_ = in_block_comment_ = false;
  return true;
}

bool json_scanner::open(char bracket, scan_event& event) {
  // A value where a key is expected: the object before it was never closed, and this is the next item.
  if (std::exchange(ends_at_comma_, false)) {
    open_.resize(items_depth_);
    event = {kind::item_end, comma_, item_begin_, comma_ + 1};
    item_begin_ = comma_ + 1;
    ends_.forget();
    last_reported_ = comma_ + 1;
    open_.push_back(bracket);
    return true;
  }
  if (open_.size() >= deepest) {
    ++deeper_;
    return false;
  }
  const bool lacks_comma =
      open_.size() == items_depth_ && items_depth_ != 0 && (last_ == '}' || last_ == ']');
  open_.push_back(bracket);
  if (lacks_comma) {
    const auto begin = std::exchange(item_begin_, at_ - 1);
    ends_.forget();
    if (at_ - last_reported_ < grain_) return false;
    last_reported_ = at_ - 1;
    event = {kind::item_end, at_ - 1, begin, at_ - 1};
    return true;
  }
  if (bracket != '[' || open_.size() != 2 || !is_cut_key_ || last_ != ':' || had_items_) return false;
  items_depth_ = 2;
  had_items_ = true;
  ends_.forget();
  item_begin_ = last_reported_ = at_;
  event = {kind::items_begin, at_, 0, 0};
  return true;
}

bool json_scanner::close(char bracket, sequel behind, scan_event& event) {
  if (deeper_ > 0) {
    --deeper_;
    return false;
  }
  // A brace ends the nearest object of the item; a bracket ends an array only when it is what is open. Others close nothing: the item
  // is damaged, and goes on. So does a bracket behind which the next item comes, where a key is expected.
  auto at = open_.size();
  if (bracket == '}')
    while (at > items_depth_ && open_[at - 1] != '{') --at;
  const bool is_stray = bracket == '}' ? at <= items_depth_ : open_.back() != '[' && items_depth_ != 0;
  if (is_stray) return false;
  const bool ends_items = items_depth_ != 0 && at - 1 < items_depth_;
  if (ends_items && (is_inside_ || (items_depth_ == 2 && behind == sequel::item))) return false;
  open_.resize(at - 1);
  if (ends_items) return end_items(behind, event);
  if (!open_.empty()) return false;
  event = {kind::root_end, at_, 0, 0, behind};
  had_items_ = false;
  gaps_.restart();
  return true;
}

bool json_scanner::end_items(sequel behind, scan_event& event) {
  items_depth_ = 0;
  ends_.forget();
  if (!open_.empty()) {
    event = {kind::items_end, at_ - 1, 0, 0};
    return true;
  }
  had_items_ = false;
  gaps_.restart();
  event = {kind::root_end, at_, 0, 0, behind};
  return true;
}

bool json_scanner::comma(scan_event& event) {
  comma_ = at_ - 1;
  if (items_depth_ == 0 || open_.size() != items_depth_ || deeper_ > 0) return false;
  const auto begin = item_begin_;
  item_begin_ = at_;
  ends_.forget();
  if (at_ - last_reported_ < grain_) return false;
  last_reported_ = at_;
  event = {kind::item_end, at_ - 1, begin, at_};
  return true;
}

}  // namespace laundromat::jsonld
