// Scanning between roots: space, comments, markup around JSON, and what is none of these.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/jsonld/json/json_scanner.hpp"
#include "core/rdf/jsonld/json/json_syntax.hpp"

namespace laundromat::jsonld {

namespace {

constexpr std::string_view wrappers[] = {"<!--", "-->", "<![CDATA[", "]]>", byte_order_mark, ",", ";"};
constexpr std::size_t longest_wrapper = 9;

bool is_outer_space(char c) {
  return is_white_space(c) || c == '\x1E';  // RFC 7464 puts a record separator before each text
}

}  // namespace

scan_event json_scanner::scan_outside(bool is_last) {
  while (at_ < end()) {
    switch (outside_) {
      case outside::space:
        if (is_outer_space(peek(at_))) {
          ++at_;
          continue;
        }
        if (const auto event = begin_outside(is_last); event.what != kind::need_more) return event;
        if (outside_ == outside::space) return {};
        continue;
      case outside::line_comment:
      case outside::block_comment: {
        const bool is_line = outside_ == outside::line_comment;
        const auto found = is_line ? rest().find_first_of("\r\n") : rest().find("*/");
        if (found == std::string_view::npos) {
          at_ = !is_line && rest().back() == '*' && !is_last ? end() - 1 : end();
          if (at_ != end()) return {};
          continue;
        }
        at_ += is_line ? found : found + 2;
        return end_outside(kind::wrapper);
      }
      case outside::stray:
        pass_stray();
        if (at_ < end()) return end_outside(kind::stray);
        break;
    }
  }
  if (!is_last || outside_ == outside::space) return {};
  const bool is_endless = outside_ == outside::block_comment;
  if (is_endless && outside_begin_ >= text_offset_ && at_ - outside_begin_ <= reach_) {
    at_ = outside_begin_;  // it ends with its line
    outside_ = outside::line_comment;
    is_endless_ = true;
    return scan_outside(is_last);
  }
  return end_outside(is_endless || outside_ == outside::stray ? kind::stray : kind::wrapper);
}

/// Something that is not space. Waits for as many bytes as tell what it is.
scan_event json_scanner::begin_outside(bool is_last) {
  const char c = peek(at_);
  outside_begin_ = at_;
  if (c == '{' || c == '[') {
    root_begin_ = at_++;
    open_ = {c};
    deeper_ = 0;
    last_ = c;
    is_cut_key_ = false;
    is_unsure_ = false;
    had_items_ = c == '[';
    items_depth_ = c == '[' ? 1 : 0;
    lost_begin_ = nowhere;
    item_begin_ = last_reported_ = at_;
    return {kind::root_begin, root_begin_, 0, 0};
  }
  for (const auto wrapper : wrappers)
    if (rest().starts_with(wrapper)) {
      at_ += wrapper.size();
      return {kind::wrapper, at_, outside_begin_, 0};
    }
  if (rest().starts_with("//") || rest().starts_with("/*")) {
    outside_ = rest()[1] == '/' || is_endless_ ? outside::line_comment : outside::block_comment;
    at_ += 2;
    return {};
  }
  if (rest().size() < longest_wrapper && !is_last) return {};
  outside_ = outside::stray;
  stray_last_ = 0;
  is_chunk_ = is_line_end_ = false;
  return {};
}

/// Goes on to the next bracket that opens, and sees whether the text before it is a part of a value: a key, or a bracket that closes.
void json_scanner::pass_stray() {
  for (; at_ < end(); ++at_) {
    const char c = peek(at_);
    if (c == '{' || c == '[') {
      is_chunk_ = is_chunk_ || stray_last_ == ':';
      return;
    }
    is_line_end_ = c == '\n' || c == '\r';
    if (is_outer_space(c)) continue;
    const bool is_key = c == ':' && (stray_last_ == '"' || stray_last_ == '\'');
    is_chunk_ = is_chunk_ || c == '}' || c == ']' || is_key;
    stray_last_ = c;
  }
}

scan_event json_scanner::end_outside(kind what) {
  outside_ = outside::space;
  const bool is_chunk = what == kind::stray && is_chunk_;
  return {what, at_, outside_begin_, 0, is_chunk ? sequel::member : sequel::other, is_line_end_};
}

}  // namespace laundromat::jsonld
