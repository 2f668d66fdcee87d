// Scanning inside a root: strings, comments, brackets, commas.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/json_scanner.hpp"

#include <algorithm>
#include <array>
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

constexpr std::size_t longest_item_key = 60;

}  // namespace

void json_scanner::enter_items(std::uint64_t offset) {
  open_ = {'['};
  items_depth_ = 1;
  had_items_ = is_inside_ = true;
  at_ = root_begin_ = item_begin_ = last_reported_ = offset;
  last_ = '[';
}

scan_event json_scanner::scan(std::string_view text, std::uint64_t text_offset, bool is_last) {
  text_ = text;
  text_offset_ = text_offset;
  const auto event = scan_text(is_last);
  if (lost_begin_ != nowhere) count_lost(settled());
  return event;
}

scan_event json_scanner::scan_text(bool is_last) {
  if (open_.empty()) return scan_outside(is_last);
  scan_event event;
  if (scan_root(event, is_last)) return event;
  if (is_last && in_string_ && line_break_ != nowhere) {
    in_string_ = false;
    if (is_at_hand()) {
      end_at_line_break();
      return scan_text(is_last);
    }
  }
  if (is_last && in_block_comment_ && comment_begin_ >= text_offset_ && at_ - reach_begin() <= reach_) {
    is_endless_ = in_line_comment_ = true;  // it ends with its line
    in_block_comment_ = false;
    at_ = comment_begin_;
    return scan_text(is_last);
  }
  return {};
}

/// Returns true with an event; false when the text is used up.
bool json_scanner::scan_root(scan_event& event, bool is_last) {
  while (at_ < end()) {
    if (in_string_) {
      if (!scan_string()) return false;
      continue;
    }
    if (in_line_comment_ || in_block_comment_) {
      if (!skip_comment(is_last)) return false;
      continue;
    }
    const char c = peek(at_);
    if (is_unsure_ && !is_white_space(c)) {
      const auto way = check_string_end(is_last);
      if (way == way_back::unknown) return false;
      is_unsure_ = false;
      if (way == way_back::taken) continue;
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
      behind = see_behind(is_last);
      if (behind == sequel::unknown) return false;
    }
    if (c == '{' && may_end_at_comma()) {
      const auto is_alike = begins_next_item(is_last);
      if (is_alike == way_back::unknown) return false;
      ends_at_comma_ = is_alike == way_back::taken;
    }
    is_behind_scheme_ = c == ':' && is_in_word_;
    is_in_word_ = false;
    if (c == '/') {
      if (!skip_comment(is_last)) return false;
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
  while (at_ < end()) {
    const char* from = text_.data() + (at_ - text_offset_);
    const char* stop = find_string_end(from, text_.data() + text_.size(), quote_, is_ascii);
    at_ += static_cast<std::uint64_t>(stop - from);
    if (at_ == end()) return false;
    const char c = *stop;
    if (c == quote_) {
      ++at_;
      in_string_ = false;
      is_unsure_ = at_ == end() || !is_behind_string(peek(at_));
      string_end_ = at_;
      if (open_.size() == 1 && open_.front() == '{') {
        const bool is_here = string_begin_ >= text_offset_ && at_ - string_begin_ < 16;
        const auto key = is_here ? text_.substr(string_begin_ + 1 - text_offset_, at_ - string_begin_ - 2)
                                 : std::string_view();
        is_cut_key_ = key == "@graph" || key == "@included";
      }
      note_item_key();
      return true;
    }
    if (c == '\\') {
      if (at_ + 1 == end()) return false;
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
  if (string_begin_ >= text_offset_ && size <= longest_item_key)
    item_key_ = text_.substr(string_begin_ - text_offset_, size);
}

/// Something follows a string at `offset()`: when that cannot be, the scanner goes back into the string, if that is still at hand.
json_scanner::way_back json_scanner::check_string_end(bool is_last) {
  const char c = peek(at_);
  if (is_behind_string(c) || c == '/' || !is_at_hand()) return way_back::none;
  // Two strings in a row only lack their comma.
  const auto way = quote_ == '"' && c != '"' ? find_structure(is_last) : way_back::none;
  if (way != way_back::none) return way;
  if (line_break_ == nowhere) {
    if (c != '"') note_lost_string();
    return way_back::none;
  }
  if (const auto text = find_end_of_text(is_last); text != way_back::none) return text;
  end_at_line_break();
  return way_back::taken;
}

/// The string may be a text that quotes JSON as it is: nothing in it counts up to the quote that ends it.
json_scanner::way_back json_scanner::find_end_of_text(bool is_last) {
  const auto begin = line_break_ + 1 - text_offset_;
  const auto line = text_.substr(string_begin_ + 1 - text_offset_, line_break_ - string_begin_ - 1);
  if (!may_quote_json(line, text_.substr(begin), before_string_ == ':')) return way_back::none;
  const auto ahead = text_.substr(begin, longest_quoted_json);
  const bool is_cut = ahead.size() == longest_quoted_json;
  auto from = static_cast<std::size_t>(std::max(even_until_, line_break_ + 1) - line_break_ - 1);
  const auto quote = find_odd_line(ahead, from, is_last && !is_cut);
  even_until_ = line_break_ + 1 + from;
  if (quote == ahead.npos) return is_cut || is_last ? way_back::none : way_back::unknown;
  at_ = line_break_ + 1 + quote + 1;
  line_break_ = nowhere;
  return way_back::taken;
}

/// The string went too far: it ends at its line break. When there are only closing brackets before that, it was none: its quote ended
/// another string, which had a quote too many.
void json_scanner::end_at_line_break() {
  const auto line = text_.substr(string_begin_ + 1 - text_offset_, line_break_ - string_begin_ - 1);
  const bool is_end = line.find_first_of("}]") != line.npos && line.find_first_not_of("}], \t") == line.npos;
  at_ = is_end ? string_begin_ + 1 : line_break_;
  line_break_ = nowhere;
}

bool json_scanner::skip_comment(bool is_last) {
  if (!in_line_comment_ && !in_block_comment_) {
    if (at_ + 1 == end() && !is_last) return false;
    const auto next = rest().substr(0, 2);
    comment_begin_ = at_;
    in_block_comment_ = next == "/*" && !is_endless_;
    in_line_comment_ = next == "//" || (next == "/*" && is_endless_);
    at_ += in_line_comment_ || in_block_comment_ ? 2 : 1;
    return true;
  }
  const auto found = in_line_comment_ ? rest().find_first_of("\r\n") : rest().find("*/");
  if (found == std::string_view::npos) {
    at_ = in_block_comment_ && !rest().empty() && rest().back() == '*' && !is_last ? end() - 1 : end();
    return false;
  }
  at_ += in_line_comment_ ? found : found + 2;
  in_line_comment_ = in_block_comment_ = false;
  return true;
}

bool json_scanner::open(char bracket, scan_event& event) {
  // A value where a key must stand: the object before it was never closed, and this is the next item.
  if (std::exchange(ends_at_comma_, false)) {
    open_.resize(items_depth_);
    event = {kind::item_end, comma_, item_begin_, comma_ + 1};
    item_begin_ = comma_ + 1;
    lost_begin_ = nowhere;
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
    lost_begin_ = nowhere;
    if (at_ - last_reported_ < grain_) return false;
    last_reported_ = at_ - 1;
    event = {kind::item_end, at_ - 1, begin, at_ - 1};
    return true;
  }
  if (bracket != '[' || open_.size() != 2 || !is_cut_key_ || last_ != ':' || had_items_) return false;
  items_depth_ = 2;
  had_items_ = true;
  lost_begin_ = nowhere;
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
  // is damaged, and goes on. So does a bracket behind which the next item comes, where a key must stand.
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
  outside_ = outside::space;
  return true;
}

bool json_scanner::end_items(sequel behind, scan_event& event) {
  items_depth_ = 0;
  lost_begin_ = nowhere;
  if (!open_.empty()) {
    event = {kind::items_end, at_ - 1, 0, 0};
    return true;
  }
  had_items_ = false;
  outside_ = outside::space;
  event = {kind::root_end, at_, 0, 0, behind};
  return true;
}

bool json_scanner::comma(scan_event& event) {
  comma_ = at_ - 1;
  if (items_depth_ == 0 || open_.size() != items_depth_ || deeper_ > 0) return false;
  const auto begin = item_begin_;
  item_begin_ = at_;
  lost_begin_ = nowhere;
  if (at_ - last_reported_ < grain_) return false;
  last_reported_ = at_;
  event = {kind::item_end, at_ - 1, begin, at_};
  return true;
}

}  // namespace laundromat::jsonld
