// How the splitter finds its way back after a fault, without taking for a statement what is none.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/turtle/turtle_splitter.hpp"

namespace laundromat {

namespace {

constexpr std::uint64_t free_rescan_bytes = 1 << 20;

constexpr bool is_newline(char c) {
  return c == '\n' || c == '\r';
}
constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || is_newline(c);
}
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool starts_term(char c) {
  return c == '<' || c == '[' || c == '(' || c == '@' || c == ':' || is_letter(c);
}

}  // namespace

/// Open brackets, a dot, and then a line that looks like a new statement: remembered in case the brackets
/// never close.
void turtle_splitter::watch_for_candidate() {
  if (candidate_at_ == 0 && saw_dot_ && brace_depth_ == 0 && line_indent_ <= start_indent_ &&
      starts_term(text_[at_]))
    candidate_at_ = at_ - line_indent_;
}

bool turtle_splitter::resume_at_candidate() {
  rescanned_bytes_ += std::min(at_ - candidate_at_, lookahead_bytes);
  lost_at_ = candidate_at_;
  pass_newline();
  return find_broken(candidate_at_, errc::unterminated, "brackets have no end");
}

bool turtle_splitter::may_look_ahead() const {
  return rescanned_bytes_ <= consumed_bytes_ + free_rescan_bytes;
}

/// Starts to skip lines. `at` is the newline before which the fault lies.
bool turtle_splitter::get_lost(std::size_t at, errc rule, std::string message) {
  rescanned_bytes_ += std::min(std::max(at_, at) - at, lookahead_bytes);
  const auto lost = text_.substr(token_at_, at - token_at_);
  const auto last = lost.find_last_not_of(" \t");
  last_char_ = last == lost.npos ? '\0' : lost[last];
  saw_brace_ = lost.find('}') != lost.npos;
  saw_open_brace_ = lost.find('{') != lost.npos;
  lost_at_ = token_at_;
  lost_rule_ = rule;
  lost_message_ = std::move(message);
  candidate_at_ = 0;
  is_comment_line_ = false;
  is_line_start_ = false;
  at_ = at;
  mode_ = mode::resync;
  return true;
}

/// Where the skipped text has a brace, nobody knows the graph any more, until a line that ends with `}` is
/// followed by one that is not indented. Within the braces of N3 nothing is asserted, so nothing is looked
/// for there.
bool turtle_splitter::resumes_here(char first) const {
  if (brace_depth_ > 0) return false;
  if (!in_graph_ && has_graphs_ && saw_open_brace_)
    return line_indent_ == 0 && last_char_ == '}' && starts_term(first);
  if (in_graph_ && saw_brace_) return line_indent_ == 0 && last_char_ == '}' && starts_term(first);
  if (in_graph_ && first == '}') return true;
  const bool is_after_end = last_char_ == '.' || (has_graphs_ && !in_graph_ && last_char_ == '}');
  return is_after_end && line_indent_ <= start_indent_ && starts_term(first);
}

bool turtle_splitter::step_resync() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (is_newline(c)) {
      pass_newline();
      is_comment_line_ = false;
    } else if (is_line_start_ && is_space(c)) {
      ++line_indent_;
    } else if (is_line_start_ && resumes_here(c)) {
      found_.leaves_graph = in_graph_ && saw_brace_;
      if (saw_brace_) in_graph_ = false;
      const auto length = at_ - line_indent_;
      line_indent_ = 0;
      return find_broken(length, lost_rule_, std::move(lost_message_));
    } else {
      is_comment_line_ = is_comment_line_ || (is_line_start_ && c == '#');
      is_line_start_ = false;
      if (!is_comment_line_ && !is_space(c)) last_char_ = c;
      saw_brace_ = saw_brace_ || (c == '}' && !is_comment_line_);
      saw_open_brace_ = saw_open_brace_ || (c == '{' && !is_comment_line_);
    }
    ++at_;
  }
  return true;
}

/// At the end of the document: says what is left, or, by returning true, that reading goes on further back.
bool turtle_splitter::give_up_at_end() {
  if (!has_token_) return at_ > 0 ? find(piece_kind::trivia, at_) : find(piece_kind::end, 0);
  if (mode_ == mode::resync) return find_broken(at_, lost_rule_, std::move(lost_message_));
  if (mode_ == mode::multi_line || mode_ == mode::after_multi_line)
    return get_lost(newline_at_, errc::unterminated, "a string has no end on its line");
  if (candidate_at_ != 0) return resume_at_candidate();
  if (mode_ != mode::normal && mode_ != mode::comment && mode_ != mode::name) {
    lost_at_ = token_at_;
    return find_broken(at_, errc::unterminated,
                       mode_ == mode::iri ? "an IRI has no end" : "a string has no end");
  }
  if (is_after_iri_) return find(piece_kind::directive, at_);
  lost_at_ = at_;
  return find_broken(at_, errc::unterminated, "the document ends within a statement");
}

}  // namespace laundromat
