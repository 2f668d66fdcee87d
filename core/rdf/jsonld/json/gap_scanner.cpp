// Implements gap_scanner: finds the next root by its opening bracket, and sorts the text before it into space, comments and stray text.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/gap_scanner.hpp"

#include "core/rdf/jsonld/json/json_syntax.hpp"

namespace laundromat::jsonld {

namespace {

using event_kind = scan_event::kind;

constexpr std::string_view wrappers[] = {"<!--", "-->", "<![CDATA[", "]]>", byte_order_mark, ",", ";"};
constexpr std::size_t longest_wrapper = 9;

bool is_outer_space(char c) {
  return is_white_space(c) || c == '\x1E';  // RFC 7464 puts a record separator before each text
}

}  // namespace

scan_event gap_scanner::scan(const scan_window& window, std::uint64_t& at, bool& lacks_comment_ends) {
  while (at < window.end()) {
    switch (state_) {
      case state::space:
        if (is_outer_space(window.peek(at))) {
          ++at;
          continue;
        }
        if (const auto event = begin_run(window, at, lacks_comment_ends); event.what != event_kind::need_more)
          return event;
        if (state_ == state::space) return {};
        continue;
      case state::line_comment:
      case state::block_comment:
        if (pass_comment(window, at)) return end_run(event_kind::wrapper, at);
        if (at != window.end()) return {};
        continue;
      case state::stray:
        pass_stray(window, at);
        if (at < window.end()) return end_run(event_kind::stray, at);
        break;
    }
  }
  if (!window.is_last || state_ == state::space) return {};
  const bool is_endless = state_ == state::block_comment;
  if (is_endless && window.holds(begin_) && at - begin_ <= reach_) {
    at = begin_;  // it ends with its line
    state_ = state::line_comment;
    lacks_comment_ends = true;
    return scan(window, at, lacks_comment_ends);
  }
  return end_run(is_endless || state_ == state::stray ? event_kind::stray : event_kind::wrapper, at);
}

/// False when the end of the comment is not there; an asterisk at the end of the window waits for what follows.
bool gap_scanner::pass_comment(const scan_window& window, std::uint64_t& at) const {
  const bool is_line = state_ == state::line_comment;
  const auto rest = window.from(at);
  const auto found = is_line ? rest.find_first_of("\r\n") : rest.find("*/");
  if (found == rest.npos) {
    at = !is_line && rest.back() == '*' && !window.is_last ? window.end() - 1 : window.end();
    return false;
  }
  at += is_line ? found : found + 2;
  return true;
}

/// Something that is not space. Waits for as many bytes as show what it is.
scan_event gap_scanner::begin_run(const scan_window& window, std::uint64_t& at, bool lacks_comment_ends) {
  const char c = window.peek(at);
  begin_ = at;
  if (c == '{' || c == '[') return {event_kind::root_begin, at, 0, 0};
  const auto rest = window.from(at);
  for (const auto wrapper : wrappers)
    if (rest.starts_with(wrapper)) {
      at += wrapper.size();
      return {event_kind::wrapper, at, begin_, 0};
    }
  if (rest.starts_with("//") || rest.starts_with("/*")) {
    state_ = rest[1] == '/' || lacks_comment_ends ? state::line_comment : state::block_comment;
    at += 2;
    return {};
  }
  if (rest.size() < longest_wrapper && !window.is_last) return {};
  state_ = state::stray;
  last_ = 0;
  is_part_ = is_line_end_ = false;
  return {};
}

/// Goes on to the next bracket that opens, and sees whether the text before it is a part of a value: a key, or a bracket that closes.
void gap_scanner::pass_stray(const scan_window& window, std::uint64_t& at) {
  for (; at < window.end(); ++at) {
    const char c = window.peek(at);
    if (c == '{' || c == '[') {
      is_part_ = is_part_ || last_ == ':';
      return;
    }
    is_line_end_ = c == '\n' || c == '\r';
    if (is_outer_space(c)) continue;
    const bool is_key = c == ':' && (last_ == '"' || last_ == '\'');
    is_part_ = is_part_ || c == '}' || c == ']' || is_key;
    last_ = c;
  }
}

scan_event gap_scanner::end_run(scan_event::kind what, std::uint64_t at) {
  state_ = state::space;
  const bool is_part = what == event_kind::stray && is_part_;
  return {what,        at, begin_, 0, is_part ? scan_event::sequel::member : scan_event::sequel::other,
          is_line_end_};
}

}  // namespace laundromat::jsonld
