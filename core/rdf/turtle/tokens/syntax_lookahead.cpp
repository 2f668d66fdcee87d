// Implements the look-ahead: reads tokens with a copy of the lexer, to decide about missing delimiters, brackets, graphs and quotes.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/syntax_lookahead.hpp"

#include <algorithm>

#include "core/rdf/turtle/tokens/gap.hpp"
#include "core/rdf/turtle/tokens/lexer_limits.hpp"
#include "core/rdf/turtle/tokens/scan.hpp"
#include "core/rdf/turtle/tokens/token_preview.hpp"
#include "core/rdf/turtle/tokens/token_roles.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

bool syntax_lookahead::may_follow_line(const token& t, const char* line, std::uint64_t start_indent) {
  if (t.kind == token_kind::end) return true;
  if (line == nullptr || static_cast<std::uint64_t>(t.begin - line) > start_indent) return false;
  return !directive_of(t).empty() || t.kind == token_kind::open_bracket || roles_of(t).subject;
}

/// Of a comma or semicolon before `count` terms. A term that can be more than an object may be a datatype without `^^`, the name of the
/// graph of a quad, or what is left of a pair or statement.
bool syntax_lookahead::is_only_reading(std::size_t count, const token_roles& next,
                                       const object_context& around) {
  const auto kind = around.object.kind;
  if (count == 1) return kind != term_kind::iri && !next.subject && !next.predicate;
  const bool is_clear_by_lines = around.begins_line && around.has_pair_beside && !around.may_lack_brace;
  return around.depth > 0 || kind == term_kind::literal || is_clear_by_lines;
}

separator syntax_lookahead::find_separator(const token& first, const object_context& around) const {
  if (around.is_margin_risky || around.repeats_subject) return separator::none;
  token_preview preview(*lexer_, *text_, first.begin + separator_lookahead_bytes);
  token_roles seen[3];
  auto t = first;
  std::size_t count = 0;
  bool is_one_line = around.at_margin;
  bool has_bare_prefix = false;  // such as a colon in the place of a semicolon
  for (;; ++count) {
    if (is_delimiter(t.kind)) break;
    if (count == 3 && is_one_line && around.depth == 0 && seen[0].subject && seen[1].predicate &&
        seen[2].object && may_follow_line(t, preview.line(), around.start_indent))
      return separator::dot;
    if (count > 0 && preview.line() != nullptr) is_one_line = false;
    const bool starts_third =
        count == 2 && (t.kind == token_kind::open_bracket || t.kind == token_kind::open_list);
    if (starts_third && around.at_margin && around.depth == 0 && seen[0].subject && seen[1].predicate)
      return separator::dot;
    if (count == 1 && t.kind == token_kind::open_brace && around.depth == 0 && seen[0].subject &&
        around.has_graphs)
      return separator::dot;
    const auto now = roles_of(t);
    if (count == 3 || !now.any()) return separator::none;
    seen[count] = now;
    has_bare_prefix = has_bare_prefix || is_bare_prefix(t);
    const bool is_string = t.kind == token_kind::string;
    auto is_known = preview.next(t.end, t);
    if (is_known && is_string && t.kind == token_kind::tag) is_known = preview.next(t.end, t);
    if (is_known && is_string && t.kind == token_kind::carets)
      is_known = preview.next(t.end, t) && preview.next(t.end, t);
    if (!is_known) return preview.is_too_far() ? separator::none : separator::wait;
  }
  const bool is_statement_end = t.kind != token_kind::close_bracket;
  // All may be objects of one predicate that have lost their commas.
  const bool may_be_objects =
      around.needs_one_reading && around.object.kind != term_kind::literal && seen[1].object;
  if (around.needs_one_reading && has_bare_prefix && !around.at_margin) return separator::none;
  if (count == 3 && around.depth == 0 && is_statement_end && seen[0].subject && seen[1].predicate &&
      seen[2].object && (around.at_margin || (!around.is_skipped && !may_be_objects)))
    return separator::dot;
  if (around.at_margin || around.is_skipped || around.holds_dot) return separator::none;
  const bool is_next_line = around.begins_line && around.has_pair_beside && !around.may_lack_brace;
  if (around.is_behind_comma && !(count == 2 && is_next_line)) return separator::none;
  const bool repeats_predicate =
      around.object.kind == term_kind::iri && around.object.value == around.predicate;
  if (around.needs_one_reading && !is_only_reading(count, seen[0], around)) return separator::none;
  if (count == 1 && around.may_lack_brace) return separator::none;
  // Behind a semicolon that should be a dot these are subject, predicate and object.
  if (count == 1 && around.is_behind_semicolon && around.object.kind == term_kind::iri)
    return separator::none;
  if (count == 1 && seen[0].object && !repeats_predicate) return separator::comma;
  if (count == 2 && seen[0].predicate && seen[1].object && !repeats_predicate) return separator::semicolon;
  return separator::none;
}

decision syntax_lookahead::fits_brackets(const token& first, std::size_t depth, std::uint64_t start_indent,
                                         decision far) {
  if (text_->offset_of(first.begin) < balanced_to_) return decision::yes;
  token_preview preview(*lexer_, *text_, first.begin + separator_lookahead_bytes);
  auto open = depth;
  std::size_t annotations = 0, around = 0;  // what is wrong within an annotation ends with it
  auto last = token_kind::comma;
  token next;
  for (auto t = first;; last = t.kind, t = next) {
    const bool is_behind_term = !is_delimiter(last) && last != token_kind::open_bracket;
    if (open == 0 && is_behind_term && may_follow_line(t, preview.line(), start_indent)) {
      balanced_to_ = text_->offset_of(t.begin);
      return decision::yes;
    }
    switch (t.kind) {
      case token_kind::open_bracket:
      case token_kind::open_list:
      case token_kind::open_triple:
      case token_kind::open_reified:
        ++open;
        break;
      case token_kind::open_annotation:
        if (annotations++ == 0) around = open;
        ++open;
        break;
      case token_kind::close_bracket:
      case token_kind::close_list:
      case token_kind::close_triple:
      case token_kind::close_reified:
        if (annotations > 0) {
          open = std::max(open - 1, around + 1);
          break;
        }
        if (open == 0) return decision::no;
        --open;
        break;
      case token_kind::close_annotation:
        if (open == 0) return decision::no;
        open = annotations > 0 && --annotations == 0 ? around : open - 1;
        break;
      case token_kind::dot:
      case token_kind::end:
      case token_kind::open_brace:
      case token_kind::close_brace:
        balanced_to_ = text_->offset_of(t.begin);
        return decision::yes;
      case token_kind::broken:
        return decision::no;
      default:
        break;
    }
    if (!preview.next(t.end, next)) {
      if (!preview.is_too_far()) return decision::undecided;
      if (far == decision::yes) balanced_to_ = text_->offset_of(t.begin);
      return far;
    }
  }
}

decision syntax_lookahead::opens_graph(const token& brace, const brace_context& around) const {
  if (around.in_graph && around.is_first_on_line && !around.begins_line) return decision::no;
  const auto behind = skip_gap(*text_, brace.end, false, false);
  if (opens_graph_plainly(behind.line != nullptr, around)) return decision::yes;
  token_preview preview(*lexer_, *text_, brace.begin + separator_lookahead_bytes);
  auto t = brace;
  for (int count = 0; count < 3; ++count) {
    if (!preview.next(t.end, t)) return preview.is_too_far() ? decision::yes : decision::undecided;
    const bool is_odd = t.kind == token_kind::stray || t.kind == token_kind::broken;
    const bool is_begin = t.kind == token_kind::open_bracket || t.kind == token_kind::open_list ||
                          t.kind == token_kind::open_reified;
    const auto now = roles_of(t);
    if (count == 0) {
      if (is_odd || is_begin || t.kind == token_kind::close_brace || !directive_of(t).empty())
        return decision::yes;
      if (!now.subject) return decision::no;
    } else if (count == 1) {
      if (is_odd) return decision::yes;
      if (!now.predicate) return decision::no;
    } else if (is_delimiter(t.kind)) {
      return decision::no;
    }
  }
  return decision::yes;
}

decision syntax_lookahead::begins_statement(const token& first) const {
  token_preview preview(*lexer_, *text_, first.begin + separator_lookahead_bytes);
  token t;
  if (!roles_of(first).subject) return decision::no;
  if (!preview.next(first.end, t)) return preview.is_too_far() ? decision::no : decision::undecided;
  if (t.kind == token_kind::open_brace) return decision::yes;
  if (!roles_of(t).predicate) return decision::no;
  if (!preview.next(t.end, t)) return preview.is_too_far() ? decision::no : decision::undecided;
  const bool is_bracket = t.kind == token_kind::open_bracket || t.kind == token_kind::open_list;
  return is_bracket || roles_of(t).object ? decision::yes : decision::no;
}

decision syntax_lookahead::find_annotation_end(const token& first, std::size_t open,
                                               std::uint64_t start_indent, std::uint64_t& end) const {
  token_preview preview(*lexer_, *text_, first.begin + separator_lookahead_bytes);
  auto t = first, before = first;
  const auto read_next = [&] {
    before = t;
    return preview.next(t.end, t);
  };
  const auto unknown = [&] { return preview.is_too_far() ? decision::no : decision::undecided; };
  if (open == 0 && first.kind != token_kind::open_annotation) {
    end = text_->offset_of(first.end);
    if (!read_next()) return preview.is_too_far() ? decision::yes : decision::undecided;
    if (t.kind != token_kind::open_annotation) return decision::yes;
  }
  do {
    switch (t.kind) {
      case token_kind::open_annotation:
        ++open;
        break;
      case token_kind::close_annotation:
        --open;
        break;
      case token_kind::dot:
        // The statement has ended, and the next line begins another one: only the end of the annotation is missing, or another bracket is there.
        end = text_->offset_of(is_closing(before.kind) || before.kind == token_kind::close_list ? before.end
                                                                                                : t.begin);
        if (!read_next()) return unknown();
        return may_follow_line(t, preview.line(), start_indent) ? decision::yes : decision::no;
      case token_kind::end:
      case token_kind::broken:
        return decision::no;
      case token_kind::open_brace:
        if (t.begin != first.begin) return decision::no;
        break;
      default:
        if (!directive_of(t).empty()) return decision::no;
    }
    if (open == 0) {
      end = text_->offset_of(t.end);
      return decision::yes;
    }
  } while (read_next());
  return unknown();
}

decision syntax_lookahead::begins_directive(const token& first) const {
  const auto keyword = directive_of(first);
  if (keyword.empty()) return decision::no;
  token_preview preview(*lexer_, *text_, first.begin + separator_lookahead_bytes);
  auto t = first;
  const auto unknown = [&] { return preview.is_too_far() ? decision::no : decision::undecided; };
  if (!preview.next(first.end, t)) return unknown();
  if (keyword == "PREFIX") {
    if (!is_bare_prefix(t)) return decision::no;
    if (!preview.next(t.end, t)) return unknown();
  }
  const auto needed = keyword == "VERSION" ? token_kind::string : token_kind::iri;
  return t.kind == needed ? decision::yes : decision::no;
}

decision syntax_lookahead::is_heading(const token& name) const {
  token_preview preview(*lexer_, *text_, name.begin + separator_lookahead_bytes);
  const auto unknown = [&] { return preview.is_too_far() ? decision::no : decision::undecided; };
  token first, second;
  if (!preview.next(name.end, first)) return unknown();
  if (preview.line() == nullptr || !is_subject_start(first.kind)) return decision::no;
  if (!roles_of(first).predicate) return decision::yes;
  if (!preview.next(first.end, second)) return unknown();
  return second.kind == token_kind::word && second.text() == "a" ? decision::yes : decision::no;
}

decision syntax_lookahead::is_before_dot(const token& t) const {
  token_preview preview(*lexer_, *text_, t.begin + separator_lookahead_bytes);
  token next;
  if (!preview.next(t.end, next)) return preview.is_too_far() ? decision::no : decision::undecided;
  return next.kind == token_kind::dot ? decision::yes : decision::no;
}

decision syntax_lookahead::ends_doubled_quotes(const token& rest) const {
  token_preview preview(*lexer_, *text_, rest.begin + separator_lookahead_bytes);
  token next;
  if (!preview.next(rest.end, next)) return preview.is_too_far() ? decision::no : decision::undecided;
  const bool goes_on =
      next.kind == token_kind::string && next.begin == rest.end && *next.begin == *rest.begin;
  return goes_on || is_delimiter(next.kind) ? decision::yes : decision::no;
}

decision syntax_lookahead::closes_brace(const token& first) {
  if (text_->offset_of(first.begin) < closed_at_) return decision::yes;
  token_preview preview(*lexer_, *text_, first.begin + separator_lookahead_bytes);
  std::size_t open = 0;
  for (auto t = first;;) {
    if (t.kind == token_kind::end) return decision::no;
    if (t.kind == token_kind::open_brace) ++open;
    if (t.kind == token_kind::close_brace && open-- == 0) {
      closed_at_ = text_->offset_of(t.begin);
      return decision::yes;
    }
    if (!preview.next(t.end, t)) return preview.is_too_far() ? decision::no : decision::undecided;
  }
}

bool syntax_lookahead::may_be_cut(const token& next, const object_context& around) {
  return !around.has_gap || (is_number(next.kind) && !around.object.datatype.empty());
}

decision syntax_lookahead::cuts_object(const token& delimiter, const term_view& object) const {
  const bool is_end = delimiter.kind == token_kind::dot || delimiter.kind == token_kind::close_brace;
  const bool may_cut =
      is_end || delimiter.kind == token_kind::comma || delimiter.kind == token_kind::semicolon;
  if (!may_cut || has_class(*delimiter.end, is_gap)) return decision::no;
  token_preview preview(*lexer_, *text_, delimiter.begin + separator_lookahead_bytes);
  token next;
  if (!preview.next(delimiter.end, next)) return preview.is_too_far() ? decision::no : decision::undecided;
  switch (next.kind) {
    case token_kind::carets:
    case token_kind::stray:
    case token_kind::broken:
      return decision::yes;
    case token_kind::integer:
    case token_kind::decimal:
    case token_kind::real:
      return delimiter.kind == token_kind::comma ? decision::no : decision::yes;
    case token_kind::string: {
      // `"","x"""` is `"""x"""` with a comma in its quotes.
      const bool is_opened = object.kind == term_kind::literal && object.value.empty();
      const bool is_closed = *next.end == *next.begin || next.has(has_quotes);
      return delimiter.kind != token_kind::comma || (is_opened && is_closed) ? decision::yes : decision::no;
    }
    case token_kind::semicolon:
    case token_kind::comma:
    case token_kind::close_bracket:
    case token_kind::close_list:
      return delimiter.kind == token_kind::dot ? decision::yes : decision::no;
    case token_kind::tag:
      return directive_of(next).empty() ? decision::yes : decision::no;
    case token_kind::word:
      return is_known_word(next) ? decision::no : decision::yes;
    default:
      return decision::no;
  }
}

decision syntax_lookahead::fits_line(const char* string_end) {
  if (const auto is_even = has_even_quotes(string_end); is_even != decision::no) return is_even;
  auto tokens = *lexer_;
  const auto* const limit =
      text_->end() - string_end > line_lookahead_bytes ? string_end + line_lookahead_bytes : text_->end();
  const auto* const line_end = find_line_end(string_end, limit);
  const auto is_all = [&](const char* at) { return at >= text_->end() && !text_->is_closed(); };
  for (const char* at = string_end;;) {
    const auto gap = skip_gap(*text_, at, false, false);
    if (gap.end >= line_end) break;
    if (is_all(gap.end + 2)) return decision::undecided;
    const std::string_view rest(gap.end, static_cast<std::size_t>(text_->end() - gap.end));
    if (rest.empty() || rest.starts_with("\"\"\"") || rest.starts_with("'''")) break;
    const auto found = tokens.next(gap.end);
    if (found.kind == token_kind::need_more) return decision::undecided;
    if (found.kind == token_kind::broken || found.kind == token_kind::stray) return decision::no;
    if (found.kind == token_kind::string) break;
    at = found.end;
  }
  return decision::yes;
}

decision syntax_lookahead::has_even_quotes(const char* at) {
  if (text_->offset_of(at) < even_to_) return decision::yes;
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
  if (to == text_->end() && !text_->is_closed()) return decision::undecided;
  const bool is_longer = to == limit && limit < text_->end();  // then its quotes are not counted
  if (!is_longer && quotes % 2 != 0) return decision::no;
  even_to_ = text_->offset_of(to);
  return decision::yes;
}

}  // namespace laundromat::turtle
