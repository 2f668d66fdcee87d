// The states of the grammar.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/grammar/parser.hpp"

#include <utility>

#include "core/rdf/turtle/terms/turtle_vocabulary.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

namespace {

/// Statements in brackets wait up to this size; longer lists are written while they are read.
constexpr std::uint64_t held_bytes = std::uint64_t{1} << 20;

/// Behind it the statement goes on.
bool is_joint(token_kind kind) {
  return kind == token_kind::comma || kind == token_kind::semicolon;
}

/// What begins no statement, unless it is a keyword.
bool is_odd_subject(token_kind kind) {
  return kind == token_kind::word || kind >= token_kind::quoted;
}

/// What is no predicate, and no delimiter either.
bool is_odd_predicate(const token& t) {
  switch (t.kind) {
    case token_kind::word:
    case token_kind::string:
    case token_kind::quoted:
    case token_kind::stray:
    case token_kind::broken:
      return true;
    default:
      return false;
  }
}

}  // namespace

parser::parser(rdf_format format, const reader_options& options, text_window& text, statement_sink& sink)
    : format_(format),
      limits_(options.limits),
      text_(&text),
      lexer_(text, options.limits),
      reports_(text, sink, options),
      terms_(text, reports_, options),
      out_(sink, std::min(options.limits.statement_bytes, held_bytes), options.limits.statement_bytes) {
  frames_.resize(1);
  set_depth(0);
}

result<void> parser::run() {
  while (!is_done_ && !out_.has_failed()) {
    if (!lexer_.is_within_string(text_->at(cursor_)) && !read_gap()) break;
    if (state_ == state::predicate && read_usual_pairs() && !read_gap()) break;
    const auto t = lexer_.next(text_->at(cursor_));
    if (t.kind == token_kind::need_more) {
      cursor_ = text_->offset_of(lexer_.needed_from(text_->at(cursor_)));
      break;
    }
    is_waiting_ = false;
    next_ = end_of(t);
    if (next_ - last_end_ > limits_.statement_bytes) {
      lost_.label_at.reset();
      lost_.graph_word_at.reset();
    }
    if (next_ - last_end_ > limits_.statement_bytes && begins_needed_text())
      get_lost(errc::statement_too_long, t, "its next term is further away than the limit");
    else
      step(t);
    if (is_waiting_) break;
    if (is_trial_too_long_) get_lost(errc::statement_too_long, t);
    if (is_waiting_) break;
    if (!has_jumped_ && t.kind == token_kind::name && *t.end == '#' && end_of(t) > reported_to_)
      reports_.note(errc::comment_after_name, t.begin, t.end);
    cursor_ = last_end_ = next_;
    holds_dot_ = may_hold_dot(t);
    last_kind_ = std::exchange(has_jumped_, false) ? token_kind::string : t.kind;
    is_first_on_line_ = has_gap_ = false;
  }
  if (out_.has_failed()) return out_.outcome();
  if (has_object_) object_.pin();
  mark_skips();
  keep_lost_text(needed_from());
  text_->drop(text_->at(needed_from()), marks_, reports_.needed_bytes());
  return {};
}

/// Whether the text of the literal or directive that is being read is looked at again.
bool parser::begins_needed_text() const {
  return is_in_directive() || (has_object_ && !skips_object_ && object_.view.kind == term_kind::literal);
}

/// The first byte that is looked at again. What is too far behind is not: it is known to be lost.
std::uint64_t parser::needed_from() const {
  if (cursor_ - last_end_ > limits_.statement_bytes) return cursor_;
  const auto from = !begins_needed_text() ? cursor_ : is_in_directive() ? statement_begin_ : object_begin_;
  return lost_.is_open ? std::min({from, lost_.label_at.value_or(from), lost_.graph_word_at.value_or(from)})
                       : from;
}

/// Where something may begin that is skipped later.
void parser::mark_skips() {
  marks_.assign({out_.end_bytes(), out_.held().end_bytes, last_end_, statement_begin_, predicate_begin_,
                 object_begin_});
  for (std::size_t depth = 1; depth <= depth_; ++depth)
    marks_.insert(marks_.end(), {frames_[depth].open_at, frames_[depth].held.end_bytes});
  if (region_.is_open) marks_.push_back(region_.begin);
  if (echo_.is_open) marks_.push_back(echo_.begin);
  if (lost_.is_open)
    marks_.insert(marks_.end(), {lost_.begin, lost_.trial_begin, lost_.end_at.value_or(lost_.begin)});
  if (out_.is_in_doubt()) marks_.push_back(out_.doubt_begin());
  if (lexer_.is_within_string(text_->at(cursor_))) marks_.push_back(lexer_.long_begin());
}

/// False when the text ends before a token begins.
bool parser::read_gap() {
  for (;;) {
    const auto* const from = text_->at(cursor_);
    if (!in_comment_) {
      const char* line = nullptr;
      const auto* const to = lexer::skip_space(from, line);
      if (*to != '#' && *to != '\xEF') {
        if (to == from) return true;
        has_gap_ = true;
        cursor_ = text_->offset_of(to);
        if (line != nullptr) {
          line_begin_ = text_->offset_of(line);
          is_first_on_line_ = true;
        }
        indent_ = cursor_ - line_begin_;
        return true;
      }
    }
    const auto found = lexer_.skip_gap(from, in_comment_, true);
    has_gap_ = has_gap_ || found.end != from;
    cursor_ = text_->offset_of(found.end);
    in_comment_ = found.in_comment;
    if (found.line != nullptr) {
      line_begin_ = text_->offset_of(found.line);
      is_first_on_line_ = true;
    }
    indent_ = cursor_ - line_begin_;
    if (found.odd == nullptr) return !in_comment_ || text_->is_closed();
    if (cursor_ > reported_to_) report_odd(found);
  }
}

/// A byte order mark, or bytes of a comment that are not UTF-8.
void parser::report_odd(const gap& found) {
  const auto rule = found.in_comment ? errc::illegal_utf8 : errc::byte_order_mark;
  if (!found.in_comment && reports_.repairs(rule)) return reports_.repair(rule, found.odd, found.end, {});
  reports_.note(rule, found.odd, found.end);
}

void parser::step(const token& t) {
  switch (state_) {
    case state::statement:
      return begin_statement(t);
    case state::predicate:
      return read_predicate(t);
    case state::object:
      return read_object(t);
    case state::item:
      return read_item(t);
    case state::after_string:
      return read_after_string(t);
    case state::datatype:
      return read_literal_datatype(t);
    case state::after_object:
      return read_after_object(t);
    case state::graph_name:
    case state::graph_anonymous:
    case state::graph_open:
      return read_graph_name(t);
    case state::prefix_name:
    case state::prefix_colon:
      return read_prefix_name(t);
    case state::prefix_iri:
    case state::base_iri:
      return read_directive_iri(t);
    case state::directive_end:
      return read_directive_end(t);
    case state::lost:
      return step_lost(t);
  }
}

void parser::begin_statement(const token& t) {
  const auto begin = begin_of(t);
  if (is_odd_subject(t.kind) && is_first_on_line_ && !lost_.on_trial && !is_known_word(t) && skip_junk(t))
    return;
  if (lost_.is_proved) {
    if (!may_follow_trial(t)) return get_lost(errc::syntax_error, t);
    pass_trial();
  }
  if (!lost_.on_trial) {
    out_.reach(begin, span_kind::syntax);
    if (reports_.has_waiting() && is_all_kept()) reports_.settle(begin);
  }
  previous_begin_ = std::exchange(statement_begin_, begin);
  begins_line_ = is_first_on_line_;
  start_indent_ = is_first_on_line_ ? indent_ : 0;
  has_broken_text_ = false;
  text_quote_ = 0;
  is_spilling_ = has_written_ = has_predicate_ = has_object_ = is_margin_risky_ = may_label_graph_ = false;
  frames_[0].skips_subject = frames_[0].skips_predicate = false;
  frames_[0].predicate = {};
  update_holding();
  if (t.kind == token_kind::end) return finish(t);
  if ((in_graph_ || is_behind_graph_) && t.kind != token_kind::close_brace) doubt_graph();
  if (t.kind == token_kind::open_brace) return open_graph(t);
  if (t.kind == token_kind::close_brace) return close_graph(t);
  if (const auto keyword = directive_of(t); !keyword.empty())
    return begin_directive(t, keyword, t.kind == token_kind::word);
  if (t.kind == token_kind::word && has_graphs() && is_keyword(t.text(), "GRAPH")) {
    state_ = state::graph_name;
    return;
  }
  if (t.kind == token_kind::dot && !lost_.on_trial) {
    reports_.skip(reports_.notice(errc::syntax_error, t.begin, "a dot without a statement"), begin,
                  end_of(t));
    skipped_to_ = end_of(t);
    return out_.reach(end_of(t), span_kind::quarantine);
  }
  begin_subject(t);
}

void parser::begin_subject(const token& t) {
  auto& f = frames_[0];
  place_ = place::first;
  state_ = state::predicate;
  switch (t.kind) {
    case token_kind::iri:
    case token_kind::name:
    case token_kind::bare_iri: {
      may_label_graph_ = true;
      f.subject_kind = term_kind::iri;
      std::string_view value;
      if (!terms_.read_iri(t, f.subject, value))
        return skip_unit(unit::subject, terms_.problem(), statement_begin_);
      if (value.data() != f.subject.data()) f.subject.assign(value);
      return;
    }
    case token_kind::blank:
      may_label_graph_ = true;
      f.subject_kind = term_kind::blank;
      if (!terms_.read_blank(t, f.subject)) skip_unit(unit::subject, terms_.problem(), statement_begin_);
      return;
    case token_kind::open_bracket:
      return open_frame(t, frame::property_list);
    case token_kind::open_list:
      return open_frame(t, frame::list);
    case token_kind::string:
    case token_kind::quoted:
    case token_kind::integer:
    case token_kind::decimal:
    case token_kind::real:
      if (opened_text(t) != 0) return get_lost(errc::literal_out_of_place, t, "a literal as subject");
      return skip_unit(unit::subject, errc::literal_out_of_place, t.begin, "a literal as subject",
                       statement_begin_);
    case token_kind::word:
    case token_kind::stray:
      terms_.refuse_token(t);
      if (is_behind_long_string()) return get_lost(errc::syntax_error, t, "no subject");
      return skip_unit(unit::subject, terms_.problem(), statement_begin_);
    default:
      return get_lost(t.kind == token_kind::broken ? errc::unterminated : errc::syntax_error, t,
                      "no subject");
  }
}

void parser::read_predicate(const token& t) {
  predicate_begin_ = begin_of(t);
  is_margin_risky_ = is_first_at_margin();
  is_behind_semicolon_ = last_kind_ == token_kind::semicolon && !is_first_on_line_;
  if (is_odd_predicate(t) && !is_known_word(t)) {
    const auto is_text = is_within_text(t);
    if (is_text == belief::wait) return;
    if (is_text == belief::yes) return get_lost(errc::syntax_error, t, "no predicate");
  }
  const bool was_empty = std::exchange(top().is_empty, false);
  state_ = state::object;
  switch (t.kind) {
    case token_kind::iri:
    case token_kind::name:
    case token_kind::bare_iri:
      return read_predicate_iri(t);
    case token_kind::blank:
      return skip_predicate(errc::blank_predicate, t.begin, {});
    case token_kind::string:
    case token_kind::quoted:
    case token_kind::integer:
    case token_kind::decimal:
    case token_kind::real:
      if (opened_text(t) != 0) return get_lost(errc::literal_out_of_place, t, "a literal as predicate");
      return skip_predicate(errc::literal_out_of_place, t.begin, "a literal as predicate");
    case token_kind::word:
      if (t.text() == "a") {
        top().predicate = rdf_type;
        return;
      }
      if (!directive_of(t).empty()) break;
      [[fallthrough]];
    case token_kind::stray:
      terms_.refuse_token(t);
      if (may_lack_brace()) return get_lost(errc::syntax_error, t, "no brace and no predicate");
      return skip_predicate(terms_.problem().rule, terms_.problem().at, terms_.problem().message);
    default:
      break;
  }
  state_ = state::predicate;
  top().is_empty = was_empty;
  read_predicate_end(t);
}

void parser::read_predicate_iri(const token& t) {
  auto& f = top();
  if (!terms_.read_repeated_iri(t, f.predicate_memory, f.predicate)) {
    f.predicate = {};
    return skip_unit(unit::predicate, terms_.problem(), predicate_begin_);
  }
  if (t.kind != token_kind::name) pin_predicate();
}

void parser::read_predicate_end(const token& t) {
  const bool may_end = place_ != place::first;
  const bool is_statement = depth_ == 0;
  if (t.kind == token_kind::semicolon && place_ == place::repeated) return;
  if (t.kind == token_kind::dot && is_statement && may_end) return end_statement(end_of(t));
  if (t.kind == token_kind::close_bracket && !is_statement && may_end) return close_frame();
  if (t.kind == token_kind::close_brace && is_statement && may_end && in_graph_) {
    end_statement(last_end_);
    return close_graph(t);
  }
  if (t.kind == token_kind::open_brace && is_statement && may_label_graph_ && place_ == place::first)
    return open_labelled_graph(t);
  const bool is_new_start = !directive_of(t).empty() || t.kind == token_kind::end;
  if (is_new_start && is_statement && may_end && !lost_.on_trial && reports_.repairs(errc::missing_dot))
    return end_at_missing_dot(t);
  if (t.kind == token_kind::end)
    return get_lost(errc::unterminated, t, "the document ends within a statement");
  if (t.kind == token_kind::tag && is_statement && frames_[0].skips_subject) return;
  get_lost(t.kind == token_kind::broken ? errc::unterminated : errc::syntax_error, t, "no predicate");
}

void parser::read_object(const token& t) {
  object_begin_ = begin_of(t);
  is_margin_risky_ = is_margin_risky_ || is_first_at_margin();
  is_behind_comma_ = last_kind_ == token_kind::comma;
  switch (t.kind) {
    case token_kind::open_bracket:
      return open_frame(t, frame::property_list);
    case token_kind::open_list:
      return open_frame(t, frame::list);
    case token_kind::comma:
    case token_kind::semicolon:
    case token_kind::dot:
    case token_kind::close_bracket:
    case token_kind::close_brace:
      // The object is missing. Behind a comma it is only that; else what is taken for the predicate may be the object. Where brackets do
      // not fit, it was one that opens.
      if (const auto fits = fits_brackets(t); fits != belief::yes) {
        is_waiting_ = fits == belief::wait;
        return is_waiting_ ? void() : get_lost(errc::unbalanced_bracket, t, "no object");
      }
      skips_object_ = has_object_ = true;
      if (last_kind_ == token_kind::comma)
        skip_unit(unit::object, errc::syntax_error, t.begin, "no object", last_end_);
      else
        skip_predicate(errc::syntax_error, t.begin, "no object");
      object_.view = {};
      state_ = state::after_object;
      return read_after_object(t);
    case token_kind::word:
    case token_kind::stray:
      if (const auto is_text = is_known_word(t) ? belief::no : is_within_text(t); is_text != belief::no)
        return is_waiting_ ? void() : get_lost(errc::syntax_error, t, "no object");
      [[fallthrough]];
    default:
      if (!read_object_term(t))
        get_lost(t.kind == token_kind::end ? errc::unterminated : errc::syntax_error, t, "no object");
  }
}

void parser::read_after_object(const token& t) {
  const bool is_statement = depth_ == 0;
  if (const auto cuts = cuts_object(t); cuts != belief::no) {
    is_waiting_ = cuts == belief::wait;
    return is_waiting_ ? void() : get_lost(errc::syntax_error, t, "a delimiter within a term");
  }
  if (is_statement && last_kind_ == token_kind::close_bracket && is_joint(t.kind)) {
    const auto fits = fits_brackets(t, belief::yes);
    is_waiting_ = fits == belief::wait;
    if (fits != belief::yes)
      return is_waiting_ ? void() : get_lost(errc::unbalanced_bracket, t, "a bracket too many before it");
  }
  switch (t.kind) {
    case token_kind::comma:
      return end_at_comma(end_of(t));
    case token_kind::semicolon:
      return end_at_semicolon(end_of(t));
    case token_kind::dot:
      if (!is_statement) return get_lost(errc::unbalanced_bracket, t, "a bracket is not closed");
      return end_statement(end_of(t));
    case token_kind::close_bracket:
      if (is_statement) return get_lost(errc::unbalanced_bracket, t, "a bracket that was not opened");
      end_object(end_of(t));
      return close_frame();
    case token_kind::close_brace:
      if (!is_statement || !in_graph_)
        return get_lost(errc::unbalanced_bracket, t, "a bracket that does not match");
      end_statement(last_end_);
      return close_graph(t);
    default:
      return repair_separator(t);
  }
}

void parser::end_at_comma(std::uint64_t end_bytes) {
  end_object(end_bytes);
  state_ = state::object;
}

void parser::end_at_semicolon(std::uint64_t end_bytes) {
  end_object(end_bytes);
  if (region_.is_open && region_.depth == depth_ && region_.what == unit::predicate) end_region(last_end_);
  top().skips_predicate = false;
  place_ = place::repeated;
  state_ = state::predicate;
}

/// Between the items of a list, and before its end.
void parser::read_item(const token& t) {
  const bool is_suffix = t.kind == token_kind::tag || t.kind == token_kind::carets;
  if (has_object_ && is_suffix && object_.view.kind == term_kind::literal) return repair_tag_and_datatype(t);
  if (has_object_) {
    write_object();
    has_object_ = false;
  }
  object_begin_ = begin_of(t);
  switch (t.kind) {
    case token_kind::close_list:
      return close_frame();
    case token_kind::open_bracket:
      begin_item();
      return open_frame(t, frame::property_list);
    case token_kind::open_list:
      begin_item();
      return open_frame(t, frame::list);
    default:
      begin_item();
      if (read_object_term(t)) return;
      return get_lost(t.kind == token_kind::end ? errc::unterminated : errc::unbalanced_bracket, t,
                      "a list is not closed");
  }
}

/// The token before `end_bytes` proves that the object is whole.
void parser::end_object(std::uint64_t end_bytes, bool is_last) {
  const auto& f = top();
  const bool writes = !skips_object_ && !f.is_muted && !f.skips_subject && !f.skips_predicate;
  if (depth_ == 0) flush_brackets();
  write_object();
  has_predicate_ = has_predicate_ || !skips_object_;
  has_object_ = false;
  text_quote_ = 0;
  // Of a statement of which nothing is kept, all is skipped.
  const bool is_all_skipped = is_last && depth_ == 0 && !has_written_;
  if (region_.is_open && region_.depth == depth_ && region_.what == unit::object && !is_all_skipped)
    end_region(last_end_);
  if (!writes || (depth_ > 0 && !is_spilling_)) return;
  has_written_ = true;
  if (!region_.is_open) out_.reach(end_bytes, span_kind::statement);
}

void parser::end_statement(std::uint64_t end_bytes) {
  state_ = state::statement;
  if (has_object_) end_object(end_bytes, true);
  flush_brackets();
  if (region_.is_open) {
    if (!has_written_ && !lost_.on_trial) region_.begin = std::max(statement_begin_, out_.end_bytes());
    if (!has_written_) forget_lost_directives(statement_begin_, end_bytes);
    end_region(has_written_ ? last_end_ : end_bytes);
  }
  if (echo_.is_open && echo_.last_begin != statement_begin_) report_echo();
  const bool is_empty = !has_written_ && !lost_.on_trial && out_.end_bytes() > statement_begin_;
  out_.reach(end_bytes, is_empty ? span_kind::syntax : span_kind::statement);
  if (!lost_.on_trial) return;
  if (lost_.is_text_in_doubt && !lost_.is_at_margin)
    lost_.is_proved = true;
  else
    pass_trial();
}

}  // namespace laundromat::turtle
