// A term where a delimiter should be: repaired where putting in exactly one makes the text well-formed.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/turtle/grammar/parser.hpp"
#include "core/rdf/turtle/tokens/lexer_limits.hpp"
#include "core/rdf/turtle/tokens/scan.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

namespace {

struct roles {
  bool subject = false, predicate = false, object = false;
};

roles roles_of(const token& t) {
  switch (t.kind) {
    case token_kind::iri:
    case token_kind::name:
      return {true, true, true};
    case token_kind::blank:
      return {true, false, true};
    case token_kind::string:
    case token_kind::integer:
    case token_kind::decimal:
    case token_kind::real:
      return {false, false, true};
    case token_kind::word:
      return {false, t.text() == "a", t.text() == "true" || t.text() == "false"};
    default:
      return {};
  }
}

bool is_number(const token& t) {
  return t.kind == token_kind::integer || t.kind == token_kind::decimal || t.kind == token_kind::real;
}

bool is_delimiter(token_kind kind) {
  return kind == token_kind::comma || kind == token_kind::semicolon || kind == token_kind::dot ||
         kind == token_kind::close_bracket || kind == token_kind::close_brace;
}

}  // namespace

/// The tokens behind `at`. What is learned from them is forgotten, so that looking again gives the same.
class token_preview {
 public:
  token_preview(const lexer& tokens, const text_window& text, const char* limit)
      : lexer_(tokens), text_(&text), limit_(limit) {}

  /// False when the text does not suffice, or `is_too_far()`.
  [[nodiscard]] bool next(const char* at, token& found) {
    const auto gap = lexer_.skip_gap(at, false, false);
    line_ = gap.line;
    found = gap.end > limit_ || (gap.in_comment && !text_->is_closed()) ? token{} : lexer_.next(gap.end);
    is_too_far_ = gap.end > limit_ || found.has(is_too_long) || lexer_.is_within_string(found.end) ||
                  (found.kind == token_kind::need_more ? text_->end() - limit_ > token_lookahead_bytes
                                                       : found.end > limit_);
    return found.kind != token_kind::need_more && !is_too_far_;
  }
  [[nodiscard]] bool is_too_far() const { return is_too_far_; }
  /// The start of the line of the last token, if it is the first on it.
  [[nodiscard]] const char* line() const { return line_; }

 private:
  lexer lexer_;
  const text_window* text_;
  const char* limit_;
  const char* line_ = nullptr;
  bool is_too_far_ = false;
};

/// Behind a line that is a whole statement but for its dot: the end, a directive, or a subject at the margin.
bool parser::may_follow_line(const token& t, const char* line) const {
  if (t.kind == token_kind::end) return true;
  if (line == nullptr || static_cast<std::uint64_t>(t.begin - line) > start_indent_) return false;
  return !directive_of(t).empty() || t.kind == token_kind::open_bracket || roles_of(t).subject;
}

/// Which delimiter is missing before `first`, which follows a complete object.
parser::look parser::find_separator(const token& first) {
  const bool at_margin = is_first_at_margin();
  token_preview preview(lexer_, *text_, first.begin + separator_lookahead_bytes);
  roles seen[3];
  auto t = first;
  std::size_t count = 0;
  bool is_one_line = at_margin;
  for (;; ++count) {
    if (is_delimiter(t.kind)) break;
    if (count == 3 && is_one_line && depth_ == 0 && seen[0].subject && seen[1].predicate && seen[2].object &&
        may_follow_line(t, preview.line()))
      return look::dot;
    if (count > 0 && preview.line() != nullptr) is_one_line = false;
    const bool starts_third =
        count == 2 && (t.kind == token_kind::open_bracket || t.kind == token_kind::open_list);
    if (starts_third && at_margin && depth_ == 0 && seen[0].subject && seen[1].predicate) return look::dot;
    if (count == 1 && t.kind == token_kind::open_brace && depth_ == 0 && seen[0].subject && has_graphs())
      return look::dot;
    const auto now = roles_of(t);
    if (count == 3 || (!now.subject && !now.predicate && !now.object)) return look::nothing;
    seen[count] = now;
    const bool is_string = t.kind == token_kind::string;
    auto is_known = preview.next(t.end, t);
    if (is_known && is_string && t.kind == token_kind::tag) is_known = preview.next(t.end, t);
    if (is_known && is_string && t.kind == token_kind::carets)
      is_known = preview.next(t.end, t) && preview.next(t.end, t);
    if (!is_known) return preview.is_too_far() ? look::nothing : look::wait;
  }
  const bool is_statement_end = t.kind != token_kind::close_bracket;
  if (count == 3 && depth_ == 0 && is_statement_end && seen[0].subject && seen[1].predicate &&
      seen[2].object && (at_margin || (!is_margin_risky_ && !skips_object_)))
    return look::dot;
  if (at_margin || is_margin_risky_ || skips_object_ || is_behind_comma_ || holds_dot_) return look::nothing;
  const bool repeats_predicate = object_.view.kind == term_kind::iri && object_.view.value == top().predicate;
  // A fourth term that can name a graph may be that of a quad.
  const bool may_be_graph = depth_ == 0 && seen[0].subject && t.kind == token_kind::dot;
  if (count == 1 && ((may_be_graph && !reports_.is_generous()) || may_lack_brace())) return look::nothing;
  // Behind a semicolon that should be a dot these are subject, predicate and object.
  if (count == 1 && is_behind_semicolon_ && object_.view.kind == term_kind::iri) return look::nothing;
  if (count == 1 && seen[0].object && !repeats_predicate) return look::comma;
  if (count == 2 && seen[0].predicate && seen[1].object && !repeats_predicate) return look::semicolon;
  return look::nothing;
}

/// Whether each bracket that closes between `first` and the end of the statement was opened: else the one that is missing may have stood
/// where a delimiter seems to be missing. `far` is the answer when the end of the statement is too far away.
parser::belief parser::fits_brackets(const token& first, belief far) {
  if (begin_of(first) < balanced_to_) return belief::yes;
  token_preview preview(lexer_, *text_, first.begin + separator_lookahead_bytes);
  auto open = depth_;
  auto last = token_kind::comma;
  token next;
  for (auto t = first;; last = t.kind, t = next) {
    const bool is_behind_term = !is_delimiter(last) && last != token_kind::open_bracket;
    if (open == 0 && is_behind_term && may_follow_line(t, preview.line())) {
      balanced_to_ = begin_of(t);
      return belief::yes;
    }
    switch (t.kind) {
      case token_kind::open_bracket:
      case token_kind::open_list:
        ++open;
        break;
      case token_kind::close_bracket:
      case token_kind::close_list:
        if (open == 0) return belief::no;
        --open;
        break;
      case token_kind::dot:
      case token_kind::end:
      case token_kind::open_brace:
      case token_kind::close_brace:
        balanced_to_ = begin_of(t);
        return belief::yes;
      case token_kind::broken:
        return belief::no;
      default:
        break;
    }
    if (!preview.next(t.end, next)) {
      if (!preview.is_too_far()) return belief::wait;
      if (far == belief::yes) balanced_to_ = begin_of(t);
      return far;
    }
  }
}

/// Whether what follows a name and a brace may be a statement, which proves that a graph begins. At the end of a line, and at the margin
/// of the graph that is open, a brace needs no proof. Within a graph a name at the end of its line is rather what is left of a statement.
parser::belief parser::opens_graph(const token& brace) {
  if (in_graph_ && is_first_on_line_ && !begins_line_) return belief::no;
  const bool is_clear = !in_graph_ || (begins_line_ && start_indent_ <= graph_indent_);
  const auto behind = lexer_.skip_gap(brace.end, false, false);
  if (is_clear && behind.line != nullptr) return belief::yes;
  token_preview preview(lexer_, *text_, brace.begin + separator_lookahead_bytes);
  auto t = brace;
  for (int count = 0; count < 3; ++count) {
    if (!preview.next(t.end, t)) return preview.is_too_far() ? belief::yes : belief::wait;
    const bool is_odd = t.kind == token_kind::stray || t.kind == token_kind::broken;
    const bool is_begin = t.kind == token_kind::open_bracket || t.kind == token_kind::open_list;
    const auto now = roles_of(t);
    if (count == 0) {
      if (is_odd || is_begin || t.kind == token_kind::close_brace || !directive_of(t).empty())
        return belief::yes;
      if (!now.subject) return belief::no;
    } else if (count == 1) {
      if (is_odd) return belief::yes;
      if (!now.predicate) return belief::no;
    } else if (is_delimiter(t.kind)) {
      return belief::no;
    }
  }
  return belief::yes;
}

/// Whether it is such a name as `ex:e.ex:f`, whose dot may end a statement.
bool parser::may_hold_dot(const token& t) {
  if (t.kind != token_kind::name || t.has(is_too_long)) return false;
  const auto name = t.text();
  const auto dot = name.find('.', std::min(name.find(':'), name.size()));
  return dot != name.npos && name.find(':', dot) != name.npos;
}

/// An object that may be the first part of a longer term.
bool parser::may_be_cut(const token& next) const {
  return !has_gap_ || (is_number(next) && !object_.view.datatype.empty());
}

/// Whether a delimiter without space on either side has strayed into the object: what stands behind it begins nothing.
parser::belief parser::cuts_object(const token& delimiter) const {
  const bool is_end = delimiter.kind == token_kind::dot || delimiter.kind == token_kind::close_brace;
  const bool may_cut =
      is_end || delimiter.kind == token_kind::comma || delimiter.kind == token_kind::semicolon;
  if (!may_cut || has_gap_ || skips_object_ || has_class(*delimiter.end, is_gap)) return belief::no;
  token_preview preview(lexer_, *text_, delimiter.begin + separator_lookahead_bytes);
  token next;
  if (!preview.next(delimiter.end, next)) return preview.is_too_far() ? belief::no : belief::wait;
  switch (next.kind) {
    case token_kind::carets:
    case token_kind::stray:
    case token_kind::broken:
      return belief::yes;
    case token_kind::integer:
    case token_kind::decimal:
    case token_kind::real:
      return delimiter.kind == token_kind::comma ? belief::no : belief::yes;
    case token_kind::string: {
      // `"","x"""` is `"""x"""` with a comma in its quotes.
      const bool is_opened = object_.view.kind == term_kind::literal && object_.view.value.empty();
      const bool is_closed = *next.end == *next.begin || next.has(has_quotes);
      return delimiter.kind != token_kind::comma || (is_opened && is_closed) ? belief::yes : belief::no;
    }
    case token_kind::semicolon:
    case token_kind::comma:
    case token_kind::close_bracket:
    case token_kind::close_list:
      return delimiter.kind == token_kind::dot ? belief::yes : belief::no;
    case token_kind::tag:
      return directive_of(next).empty() ? belief::yes : belief::no;
    case token_kind::word:
      return is_known_word(next) ? belief::no : belief::yes;
    default:
      return belief::no;
  }
}

/// The words that mean something.
bool parser::is_known_word(const token& t) {
  if (t.kind != token_kind::word) return false;
  const auto text = t.text();
  return text == "a" || text == "true" || text == "false" || !directive_of(t).empty() ||
         is_keyword(text, "GRAPH");
}

/// Whether a string has its quote for sure: the next one on the line does not lack its end, or its own may belong to that.
parser::belief parser::fits_line(const char* string_end) {
  if (const auto is_even = has_even_quotes(string_end); is_even != belief::no) return is_even;
  auto tokens = lexer_;
  const auto* const limit =
      text_->end() - string_end > line_lookahead_bytes ? string_end + line_lookahead_bytes : text_->end();
  const auto* const line_end = find_line_end(string_end, limit);
  const auto is_all = [&](const char* at) { return at >= text_->end() && !text_->is_closed(); };
  for (const char* at = string_end;;) {
    const auto gap = tokens.skip_gap(at, false, false);
    if (gap.end >= line_end) break;
    if (is_all(gap.end + 2)) return belief::wait;
    const std::string_view rest(gap.end, static_cast<std::size_t>(text_->end() - gap.end));
    if (rest.empty() || rest.starts_with("\"\"\"") || rest.starts_with("'''")) break;
    const auto found = tokens.next(gap.end);
    if (found.kind == token_kind::need_more) return belief::wait;
    if (found.kind == token_kind::broken || found.kind == token_kind::stray) return belief::no;
    if (found.kind == token_kind::string) break;
    at = found.end;
  }
  return belief::yes;
}

/// Whether the double quotes from `at` to the end of its line come in pairs.
parser::belief parser::has_even_quotes(const char* at) {
  if (text_->offset_of(at) < even_to_) return belief::yes;
  const auto* const limit =
      text_->end() - at > line_lookahead_bytes ? at + line_lookahead_bytes : text_->end();
  std::size_t quotes = 0;
  const char* to = at;
  for (;; ++to) {
    to = find_string_stop(to, limit, '"');
    if (to >= limit || is_line_end(*to)) break;
    if (*to == '"') ++quotes;
    if (*to == '\\') ++to;
  }
  to = std::min(to, limit);
  if (to == text_->end() && !text_->is_closed()) return belief::wait;
  const bool is_longer = to == limit && limit < text_->end();  // then nothing is known of it
  if (!is_longer && quotes % 2 != 0) return belief::no;
  even_to_ = text_->offset_of(to);
  return belief::yes;
}

/// Behind an object.
std::string parser::no_delimiter(const token& t) const {
  const auto found = t.has(is_too_long) ? std::string("a term that is too long") : reporter::quote(t.text());
  return "found " + found + " where " + (depth_ == 0 ? "a dot" : "a closing bracket") +
         ", semicolon or comma is expected";
}

void parser::repair_separator(const token& t) {
  const bool is_tag =
      t.kind == token_kind::carets || (t.kind == token_kind::tag && (directive_of(t).empty() || !has_gap_));
  if (is_tag && object_.view.kind == term_kind::literal) return repair_tag_and_datatype(t);
  if (t.kind == token_kind::end) {
    if (depth_ == 0 && has_gap_ && begins_line_ && !skips_object_ && !lost_.on_trial &&
        reports_.repairs(errc::missing_dot))
      return end_at_missing_dot(t);
    return get_lost(errc::unterminated, t, "the document ends within a statement");
  }
  if (const auto is_text = is_within_text(t); is_text != belief::no)
    return is_waiting_ ? void() : get_lost(errc::syntax_error, t, no_delimiter(t));
  const bool is_directive = !directive_of(t).empty() && depth_ == 0 && has_gap_;
  // Of a string that is not kept nothing is left to come back to when the look ahead must wait.
  const bool may_look_ahead = !may_be_cut(t) && !t.has(is_too_long);
  auto missing = is_directive ? look::dot : may_look_ahead ? find_separator(t) : look::nothing;
  const bool is_put_in = missing != look::nothing && missing != look::wait && !is_directive;
  const bool is_margin = is_directive || is_first_at_margin();
  // Of what is on trial only a line that is whole is repaired.
  const bool is_trusted =
      !lost_.on_trial || (missing == look::dot && is_margin && lost_.is_at_margin && !lost_.is_in_doubt &&
                          !lost_.is_text_in_doubt && lost_.brackets == 0);
  if (is_put_in && is_trusted && reports_.repairs(errc::missing_separator)) {
    const auto fits = fits_brackets(t);
    if (fits != belief::yes) missing = fits == belief::no ? look::nothing : look::wait;
  }
  if (missing == look::wait) {
    is_waiting_ = true;
    return;
  }
  const auto rule = missing == look::dot && is_margin ? errc::missing_dot : errc::missing_separator;
  if (missing == look::nothing || !is_trusted || !reports_.repairs(rule))
    return get_lost(missing == look::nothing ? errc::syntax_error : rule, t, no_delimiter(t));
  if (missing == look::dot && is_margin) return end_at_missing_dot(t);
  const auto put_in = missing == look::dot ? "." : missing == look::comma ? "," : ";";
  reports_.insert(rule, t.begin, last_end_, put_in);
  if (missing == look::dot)
    end_statement(last_end_);
  else if (missing == look::comma)
    end_at_comma(last_end_);
  else
    end_at_semicolon(last_end_);
  step(t);
}

void parser::end_at_missing_dot(const token& t) {
  reports_.insert(errc::missing_dot, t.begin, last_end_, ".");
  end_statement(last_end_);
  step(t);
}

}  // namespace laundromat::turtle
