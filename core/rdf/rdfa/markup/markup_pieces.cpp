// Implements markup_scanner for comments, sections, document types, and what is none of these.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/rdfa/markup/html_characters.hpp"
#include "core/rdf/rdfa/markup/markup_scanner.hpp"

namespace laundromat::rdfa {

namespace {

constexpr std::string_view section_begin = "<![CDATA[";

/// Where a comment ends that has white space within its end (HTML 4.01, section 3.2.4), if no other begins before; else 0.
std::size_t find_spaced_end(std::string_view comment) {
  for (auto found = comment.find("--", 4); found != comment.npos; found = comment.find("--", found + 1)) {
    if (comment.substr(found - 2, 2) == "<!") return 0;
    auto end = found + 2;
    while (end < comment.size() && is_html_space(comment[end])) ++end;
    if (end > found + 2 && end < comment.size() && comment[end] == '>') return end + 1;
  }
  return 0;
}

}  // namespace

/// Whether `text`, which begins with `<`, is markup that ends another that lacks its `>`. Near the end of what is there it may be.
bool markup_scanner::may_begin_markup(std::string_view text, bool is_final) const {
  if (text.size() < 2) return !is_final;
  const char next = text[1];
  return is_alpha(next) || next == '/' || next == '!' || next == '?' || (is_xml_ && is_name_start(next));
}

/// A bogus comment of HTML ends at the first `>`, as browsers have it, if that can be its own.
bool markup_scanner::run_bogus(bool is_final) {
  const auto text = rest();
  if (!has_begun_ && text.starts_with(section_begin)) {  // with its own end it holds all that it was meant to
    const auto end = text.find('>', scanned_);
    scanned_ = text.size();
    if (end == text.npos && !is_final && text.size() <= start_tag_bytes_) return false;
    if (text.substr(0, end).ends_with("]]") && end < start_tag_bytes_) return end_bogus(end + 1, false);
    scanned_ = 2;
  }
  for (auto found = text.find_first_of("<>", scanned_); found != text.npos;
       found = text.find_first_of("<>", found + 1)) {
    const auto after = text.substr(found);
    if (after.front() == '>') return end_bogus(found + 1, false);
    if ((found == 0 && !has_begun_) || !may_begin_markup(after, is_final)) continue;
    if (after.size() > 1 || is_final) return end_bogus(found, true);
  }
  if (is_final) return give_up();
  scanned_ = text.size() - 1;
  if (text.size() <= start_tag_bytes_ + 1) return false;  // it may end before the last byte
  has_break_ = has_break_ || text.find_first_of("\r\n") != text.npos;
  emit_other(safe_length(text.substr(0, text.size() - 1), false), false);
  return false;
}

bool markup_scanner::end_bogus(std::size_t length, bool holds_markup) {
  if (length > start_tag_bytes_ && !has_begun_) {
    const auto first = safe_length(rest().substr(0, start_tag_bytes_), false);
    emit_other(first, false);
    length -= first;
  }
  const auto text = rest().substr(0, length);
  const bool has_break = has_break_ || text.find_first_of("\r\n") != text.npos;
  const bool is_whole = text.ends_with("?>") || (text.starts_with(section_begin) && text.ends_with("]]>"));
  const bool is_open = holds_markup || (has_break && !is_whole);
  emit_other(length, !is_open);
  if (is_open) handler_->on_open_bogus(begin_, base_ + at_, holds_markup);
  state_ = state::data;
  return true;
}

bool markup_scanner::run_instruction(bool is_final) {
  const auto text = rest();
  const auto found = text.find("?>", scanned_);
  if (found != text.npos) {
    emit_other(found + 2, true);
    return true;
  }
  if (is_final) return give_up();
  // What is left at the end of the document must not depend on how its bytes come.
  if (text.size() > (has_begun_ ? 2U : 16U))
    emit_other(safe_length(text.substr(0, text.size() - 2), false), false);
  return false;
}

bool markup_scanner::run_comment(bool is_final) {
  if (lacks_comment_ends_) return end_spaced_comment();
  const auto text = rest();
  auto from = scanned_;
  for (auto found = text.find("--", from); found != text.npos; found = text.find("--", from)) {
    const auto after = text.substr(found + 2);
    if (after.starts_with('>')) return end_comment(found + 3);
    if (!is_xml_ && after.starts_with("!>") && (has_begun_ || found >= 4)) return end_comment(found + 4);
    if (after.size() < 2 && !is_final) break;
    if (found >= (has_begun_ ? 2 : 3) && text.substr(found - 2, 2) == "<!") nested_ = found;
    from = found + 1;
  }
  lacks_comment_ends_ = is_final;
  if (is_final) return end_spaced_comment();
  scanned_ = std::max(scanned_, text.size() - std::min<std::size_t>(text.size(), 3));
  if (text.size() <= start_tag_bytes_) return false;
  emit_other(safe_length(text.substr(0, text.size() - 5), false), false);
  return false;
}

bool markup_scanner::end_comment(std::size_t length) {
  if (nested_ == 0) {
    emit_other(length, true);
    return true;
  }
  const bool is_long = has_begun_ || length > start_tag_bytes_;
  const auto before = rest().substr(0, is_long ? 0 : nested_ - 2);
  emit_other(length, false);
  handler_->on_nested_comment(begin_, base_ + at_, before);
  state_ = state::data;
  return true;
}

bool markup_scanner::end_spaced_comment() {
  const auto length = has_begun_ ? 0 : find_spaced_end(rest());
  if (length == 0) return give_up();
  emit_other(length, false);
  handler_->on_spaced_comment(begin_, base_ + at_);
  state_ = state::data;
  return true;
}

bool markup_scanner::run_cdata(bool is_final) {
  const auto text = rest();
  const auto found = text.find("]]>", scanned_);
  if (found != text.npos) {
    emit_text(found, raw_text::verbatim);
    emit_other(3, true);
    return true;
  }
  if (is_final) {
    emit_text(text.size(), raw_text::verbatim);
    return give_up();
  }
  if (text.size() > 4) emit_text(safe_length(text.substr(0, text.size() - 2), false), raw_text::verbatim);
  return false;
}

bool markup_scanner::run_doctype(bool is_final) {
  const auto text = rest();
  for (; scanned_ < text.size(); ++scanned_) {
    const char c = text[scanned_];
    if (!in_subset_) {
      if (c == '[' && is_xml_) in_subset_ = true;
      if (c == '>') break;
      if (c == '<' && scanned_ > 0) {
        const auto after = text.substr(scanned_);
        if (after.size() < 3 && !is_final) return false;
        if (may_begin_markup(after, true) && (after[1] != '!' || after.starts_with("<!-"))) break;
      }
    } else if (quote_ != 0) {
      if (c == quote_) quote_ = 0;
    } else if (c == '"' || c == '\'') {
      quote_ = c;
    } else if (c == ']') {
      in_subset_ = false;
    }
  }
  if (scanned_ >= start_tag_bytes_) return begin(state::bogus, 0);
  if (scanned_ == text.size()) return is_final ? give_up() : false;
  const auto length = text[scanned_] == '>' ? scanned_ + 1 : scanned_;
  state_ = state::data;
  scanned_ = 0;
  handler_->on_doctype(base_ + at_, text.substr(0, length));
  at_ += length;
  return true;
}

}  // namespace laundromat::rdfa
