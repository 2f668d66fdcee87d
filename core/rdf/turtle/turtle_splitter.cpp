// The lexer's modes, one function each, and how it finds its way back.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/turtle_splitter.hpp"

#include <algorithm>

namespace laundromat {

namespace {

constexpr bool is_newline(char c) {
  return c == '\n' || c == '\r';
}
constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || is_newline(c);
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_tag_byte(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
}
constexpr bool is_name_byte(char c) {
  return is_tag_byte(c) || c == ':' || c == '%' || c == '\\' || c == '+' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_directive_keyword(std::string_view token) {
  if (token.starts_with('@')) token.remove_prefix(1);
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"prefix", "base"}, [&](std::string_view word) {
        return std::ranges::equal(token, word, {}, [](char c) { return static_cast<char>(c | 0x20); });
      });
}

/// How many bytes of `text` end with a whole character, as far as that can be known.
std::size_t whole_characters(std::string_view text) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if (byte < 0x80) break;
    if (byte < 0xC0) continue;
    const std::size_t needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    return needed > back ? text.size() - back : text.size();
  }
  return text.size();
}

}  // namespace

piece turtle_splitter::next(std::string_view text, bool at_end) {
  text_ = text;
  at_end_ = at_end;
  found_ = {};
  for (;;) {
    if (candidate_at_ != 0 && at_ > candidate_at_ + lookahead_bytes) {
      resume_at_candidate();
      return found_;
    }
    if (at_ < text_.size()) {
      if (!step()) return found_;
    } else if (at_end_) {
      if (!give_up_at_end()) return found_;
    } else {
      if (!has_token_) pass_trivia();
      return found_;
    }
  }
}

void turtle_splitter::drop(std::size_t length) {
  dropped_bytes_ += length;
  for (auto* offset : {&at_, &token_at_, &newline_at_, &candidate_at_, &lost_at_})
    *offset -= std::min(*offset, length);
}

void turtle_splitter::reset_piece() {
  mode_ = mode::normal;
  at_ = token_at_ = newline_at_ = candidate_at_ = lost_at_ = dropped_bytes_ = 0;
  depth_ = brace_depth_ = 0;
  before_ = before::nothing;
  has_token_ = is_first_token_ = is_directive_ = is_after_iri_ = false;
  is_too_deep_ = saw_dot_ = saw_brace_ = saw_open_brace_ = is_comment_line_ = false;
}

bool turtle_splitter::find(piece_kind kind, std::size_t length, bool has_dot) {
  found_.kind = kind;
  found_.length = length;
  found_.has_dot = has_dot;
  found_.is_too_deep = is_too_deep_;
  consumed_bytes_ += length + dropped_bytes_;
  reset_piece();
  return false;
}

bool turtle_splitter::find_broken(std::size_t length, errc rule, std::string message) {
  found_.rule = is_too_deep_ ? errc::too_deep_nesting : rule;
  found_.message = std::move(message);
  found_.fault_at = std::min(lost_at_, length);
  return find(piece_kind::broken, length);
}

/// Hands out space and comments before a statement, in whole characters.
bool turtle_splitter::pass_trivia() {
  const auto length = mode_ == mode::comment ? whole_characters(text_.substr(0, at_)) : at_;
  if (length == 0) return false;
  const auto kept = mode_;
  find(piece_kind::trivia, length);
  mode_ = kept;
  return false;
}

bool turtle_splitter::step() {
  switch (mode_) {
    case mode::normal:
      return step_normal();
    case mode::comment:
      return step_comment();
    case mode::iri:
      return step_iri();
    case mode::name:
      return step_name();
    case mode::short_string:
      return step_short_string();
    case mode::multi_line:
      return step_multi_line();
    case mode::after_multi_line:
      return step_after_multi_line();
    case mode::long_string:
      return step_long_string();
    case mode::resync:
      return step_resync();
  }
  return false;
}

bool turtle_splitter::step_normal() {
  const char c = text_[at_];
  if (is_space(c)) {
    if (is_newline(c)) {
      pass_newline();
    } else if (is_line_start_) {
      ++line_indent_;
    }
    before_ = before::nothing;
    ++at_;
    return true;
  }
  if (c == '#') {
    mode_ = mode::comment;
    before_ = before::nothing;
    is_line_start_ = false;
    return true;
  }
  if (is_after_iri_) return find(piece_kind::directive, c == '.' ? at_ + 1 : at_, c == '.');
  if (!begin_token()) return false;
  token_at_ = at_;
  switch (c) {
    case '<':
      mode_ = mode::iri;
      ++at_;
      return true;
    case '"':
    case '\'':
      return step_quote(c);
    case '@':
      return step_at_sign();
    case '.':
      return step_dot();
    case '[':
    case '(':
    case ']':
    case ')':
      return step_bracket(c);
    case '{':
    case '}':
      return step_brace(c);
    default:
      break;
  }
  if (is_name_byte(c)) {
    mode_ = mode::name;
    name_kind_ = is_digit(c) || c == '+' || c == '-' ? name_kind::number : name_kind::name;
    return true;
  }
  ++at_;
  end_token({});
  before_ = before::nothing;
  return true;
}

/// False when what stands before the first token is to be handed out first.
bool turtle_splitter::begin_token() {
  if (!has_token_) {
    if (at_ > 0) return find(piece_kind::trivia, at_);
    has_token_ = is_first_token_ = true;
    start_indent_ = line_indent_;
  } else if (is_line_start_) {
    watch_for_candidate();
    if (candidate_at_ != 0 && !may_look_ahead()) return resume_at_candidate();
  }
  is_line_start_ = false;
  return true;
}

void turtle_splitter::end_token(std::string_view token) {
  if (is_first_token_ && !token.empty()) is_directive_ = is_directive_keyword(token);
  is_first_token_ = false;
  saw_dot_ = false;
  before_ = before::closed;
}

void turtle_splitter::pass_newline() {
  is_line_start_ = true;
  line_indent_ = 0;
}

bool turtle_splitter::step_comment() {
  const auto end = text_.find_first_of("\r\n", at_);
  at_ = std::min(end, text_.size());
  if (end != text_.npos) mode_ = mode::normal;
  return true;
}

bool turtle_splitter::step_iri() {
  const auto end = text_.find_first_of(">\r\n", at_);
  at_ = std::min(end, text_.size());
  if (end == text_.npos) return true;
  if (text_[end] != '>') return get_lost(end, errc::unterminated, "an IRI has no end on its line");
  ++at_;
  mode_ = mode::normal;
  end_token({});
  is_after_iri_ = is_directive_ && depth_ == 0;
  return true;
}

/// Whether the dot at `at_` belongs to the name or number before it.
turtle_splitter::verdict turtle_splitter::dot_goes_on() const {
  if (name_kind_ == name_kind::tag) return verdict::no;
  const auto unknown = at_end_ ? verdict::no : verdict::unknown;
  if (name_kind_ == name_kind::number) {
    if (at_ + 1 >= text_.size()) return unknown;
    const char next = text_[at_ + 1];
    if (is_digit(next)) return verdict::yes;
    if (next != 'e' && next != 'E') return verdict::no;
    if (at_ + 2 >= text_.size()) return unknown;
    const char exponent = text_[at_ + 2];
    return is_digit(exponent) || exponent == '+' || exponent == '-' ? verdict::yes : verdict::no;
  }
  constexpr std::size_t most_dots = 64;
  for (auto after = at_ + 1; after < at_ + most_dots; ++after) {
    if (after >= text_.size()) return unknown;
    if (text_[after] != '.') return is_name_byte(text_[after]) ? verdict::yes : verdict::no;
  }
  return verdict::no;
}

bool turtle_splitter::step_name() {
  const bool is_tag = name_kind_ == name_kind::tag;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '.') {
      const auto goes_on = dot_goes_on();
      if (goes_on == verdict::unknown) return false;
      if (goes_on == verdict::no) break;
      ++at_;
    } else if (c == '\\' && !is_tag) {
      if (at_ + 1 == text_.size() && !at_end_) return false;
      at_ = std::min(at_ + 2, text_.size());
    } else if (is_tag ? is_tag_byte(c) : is_name_byte(c)) {
      ++at_;
    } else {
      break;
    }
  }
  if (at_ == text_.size() && !at_end_) return true;
  mode_ = mode::normal;
  end_token(text_.substr(token_at_, at_ - token_at_));
  return true;
}

bool turtle_splitter::step_at_sign() {
  mode_ = mode::name;
  name_kind_ = name_kind::tag;
  ++at_;
  return true;
}

bool turtle_splitter::step_dot() {
  if (before_ == before::nothing) {
    if (at_ + 1 == text_.size() && !at_end_) return false;
    if (at_ + 1 < text_.size() && is_digit(text_[at_ + 1])) {
      mode_ = mode::name;
      name_kind_ = name_kind::number;
      return true;
    }
  }
  if (depth_ == 0) return find(is_directive_ ? piece_kind::directive : piece_kind::statement, at_ + 1, true);
  ++at_;
  end_token({});
  before_ = before::nothing;
  saw_dot_ = true;
  return true;
}

bool turtle_splitter::step_bracket(char c) {
  ++at_;
  end_token({});
  if (c == '[' || c == '(' || c == '{') {
    ++depth_;
    is_too_deep_ = is_too_deep_ || depth_ > nesting_limit_;
    before_ = before::nothing;
  } else if (depth_ > 0) {
    --depth_;
  }
  return true;
}

bool turtle_splitter::step_brace(char c) {
  if (c == '{') {
    if (!has_graphs_ || in_graph_ || depth_ > 0) {
      ++brace_depth_;
      return step_bracket(c);
    }
    in_graph_ = true;
    return find(piece_kind::graph_open, at_ + 1);
  }
  if (brace_depth_ > 0) {
    --brace_depth_;
    return step_bracket(c);
  }
  if (!has_graphs_) return step_bracket(c);
  if (!in_graph_) return find_broken(at_ + 1, errc::syntax_error, "a brace that closes nothing");
  if (at_ > 0) {
    if (depth_ == 0) return find(piece_kind::statement, at_);
    return find_broken(at_, errc::unterminated, "brackets are open where the graph ends");
  }
  in_graph_ = false;
  return find(piece_kind::graph_close, 1);
}

bool turtle_splitter::step_quote(char c) {
  const auto rest = text_.substr(at_, 3);
  const auto quotes = std::min(rest.find_first_not_of(c), rest.size());
  if (quotes == rest.size() && rest.size() < 3 && !at_end_) return false;
  quote_ = c;
  at_ += quotes;
  if (quotes == 2) {
    end_token({});
    return true;
  }
  mode_ = quotes == 3 ? mode::long_string : mode::short_string;
  return true;
}

bool turtle_splitter::step_short_string() {
  const char stops[] = {quote_, '\\', '\r', '\n'};
  const auto stop = text_.find_first_of(std::string_view(stops, 4), at_);
  at_ = std::min(stop, text_.size());
  if (stop == text_.npos) return true;
  if (text_[stop] == quote_) {
    ++at_;
    mode_ = mode::normal;
    end_token({});
    return true;
  }
  if (text_[stop] == '\\') {
    if (stop + 1 == text_.size()) {
      if (at_end_) ++at_;
      return at_end_;
    }
    at_ += is_newline(text_[stop + 1]) ? 1 : 2;
    return true;
  }
  newline_at_ = stop;
  if (!may_look_ahead()) return get_lost(stop, errc::unterminated, "a string has no end on its line");
  mode_ = mode::multi_line;
  return true;
}

bool turtle_splitter::step_multi_line() {
  const char stops[] = {quote_, '\\'};
  const auto stop = std::min(text_.find_first_of(std::string_view(stops, 2), at_), text_.size());
  if (stop > newline_at_ + lookahead_bytes || (stop == text_.size() && at_end_))
    return get_lost(newline_at_, errc::unterminated, "a string has no end on its line");
  at_ = stop;
  if (stop == text_.size()) return true;
  if (text_[stop] == quote_) {
    ++at_;
    mode_ = mode::after_multi_line;
    return true;
  }
  if (stop + 1 == text_.size() && !at_end_) return false;
  at_ = std::min(stop + 2, text_.size());
  return true;
}

/// A string that went over a newline has ended; it is believed only when what follows can follow a string.
bool turtle_splitter::step_after_multi_line() {
  auto next = at_;
  while (next < text_.size() && is_space(text_[next]) && next <= newline_at_ + lookahead_bytes) ++next;
  if (next == text_.size() && !at_end_) return false;
  const char c = next < text_.size() ? text_[next] : '\0';
  const bool fits = (c != '\0' && std::string_view(".;,])}").find(c) != std::string_view::npos) ||
                    ((c == '@' || c == '^') && next == at_);
  if (!fits) return get_lost(newline_at_, errc::unterminated, "a string has no end on its line");
  mode_ = mode::normal;
  end_token({});
  return true;
}

bool turtle_splitter::step_long_string() {
  const char stops[] = {quote_, '\\'};
  const auto stop = std::min(text_.find_first_of(std::string_view(stops, 2), at_), text_.size());
  at_ = stop;
  if (stop == text_.size()) return true;
  if (text_[stop] == '\\') {
    if (stop + 1 == text_.size() && !at_end_) return false;
    at_ = std::min(stop + 2, text_.size());
    return true;
  }
  const auto rest = text_.substr(stop, 3);
  const auto quotes = std::min(rest.find_first_not_of(quote_), rest.size());
  if (quotes == rest.size() && rest.size() < 3) {
    if (!at_end_) return false;
    at_ = text_.size();
    return true;
  }
  at_ += quotes;
  if (quotes == 3) {
    mode_ = mode::normal;
    end_token({});
  }
  return true;
}

}  // namespace laundromat
