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

}  // namespace

parser::parser(rdf_format format, const reader_options& options, text_window& text, statement_sink& sink)
    : format_(format),
      limits_(options.limits),
      text_(&text),
      tokens_(text, options.limits),
      lookahead_(tokens_.tokens(), text),
      reports_(text, sink, options),
      terms_(text, reports_, options),
      out_(sink, std::min(options.limits.statement_bytes, held_bytes), options.limits.statement_bytes) {}

result<void> parser::run() {
  while (!is_done_ && !out_.has_failed()) {
    if (!tokens_.is_within_string() && !read_gap()) break;
    if (state_ == state::predicate && read_usual_pairs() && !read_gap()) break;
    const auto t = tokens_.next();
    if (t.kind == token_kind::need_more) break;
    is_waiting_ = false;
    const bool is_far = tokens_.end_of(t) - tokens_.last_end() > limits_.statement_bytes;
    if (is_far) {
      lost_.label_at.reset();
      lost_.graph_word_at.reset();
    }
    if (is_far && begins_needed_text())
      get_lost(errc::statement_too_long, t, "its next term is further away than the limit");
    else
      step(t);
    if (is_waiting_) break;
    if (is_trial_too_long_) get_lost(errc::statement_too_long, t);
    if (is_waiting_) break;
    const bool is_glued = t.kind == token_kind::name && *t.end == '#' && !tokens_.has_jumped();
    if (is_glued && !tokens_.was_read(tokens_.end_of(t)))
      reports_.note(errc::comment_after_name, t.begin, t.end);
    tokens_.advance(t);
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
  if (tokens_.offset() - tokens_.last_end() > limits_.statement_bytes) return tokens_.offset();
  const auto from = !begins_needed_text() ? tokens_.offset()
                    : is_in_directive()   ? statement_begin_
                                          : object_begin_;
  return lost_.is_open ? std::min({from, lost_.label_at.value_or(from), lost_.graph_word_at.value_or(from)})
                       : from;
}

/// Where something may begin that is skipped later.
void parser::mark_skips() {
  marks_.assign({out_.end_bytes(), out_.held().end_bytes, tokens_.last_end(), statement_begin_,
                 predicate_begin_, object_begin_});
  frames_.append_marks(marks_);
  if (region_.is_open) marks_.push_back(region_.begin);
  if (echo_.is_open) marks_.push_back(echo_.begin);
  if (lost_.is_open)
    marks_.insert(marks_.end(), {lost_.begin, lost_.trial_begin, lost_.end_at.value_or(lost_.begin)});
  if (out_.is_in_doubt()) marks_.push_back(out_.doubt_begin());
  if (tokens_.is_within_string()) marks_.push_back(tokens_.tokens().long_begin());
}

/// False when the text ends before a token begins.
bool parser::read_gap() {
  auto end = tokens_.skip_gap();
  for (; end == token_cursor::gap_end::odd; end = tokens_.skip_gap())
    if (!tokens_.was_read(tokens_.offset())) report_odd(tokens_.odd());
  return end == token_cursor::gap_end::token;
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
  const auto begin = tokens_.begin_of(t);
  if (is_odd_subject(t.kind) && tokens_.is_first_on_line() && !lost_.on_trial && !is_known_word(t) &&
      skip_junk(t))
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
  begins_line_ = tokens_.is_first_on_line();
  start_indent_ = tokens_.is_first_on_line() ? tokens_.indent() : 0;
  has_broken_text_ = false;
  text_quote_ = 0;
  is_spilling_ = has_written_ = has_predicate_ = has_object_ = is_margin_risky_ = may_label_graph_ = false;
  frames_.begin_statement();
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
                  tokens_.end_of(t));
    skipped_to_ = tokens_.end_of(t);
    return out_.reach(tokens_.end_of(t), span_kind::quarantine);
  }
  begin_subject(t);
}

void parser::begin_subject(const token& t) {
  auto& f = frames_.statement();
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
  predicate_begin_ = tokens_.begin_of(t);
  is_margin_risky_ = is_first_at_margin();
  is_behind_semicolon_ = tokens_.last_kind() == token_kind::semicolon && !tokens_.is_first_on_line();
  if (is_odd_predicate(t.kind) && !is_known_word(t)) {
    const auto is_text = is_within_text(t);
    if (is_text == belief::wait) return;
    if (is_text == belief::yes) return get_lost(errc::syntax_error, t, "no predicate");
  }
  const bool was_empty = std::exchange(frames_.top().is_empty, false);
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
        frames_.top().predicate = rdf_type;
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
  frames_.top().is_empty = was_empty;
  read_predicate_end(t);
}

void parser::read_predicate_iri(const token& t) {
  auto& f = frames_.top();
  if (!terms_.read_repeated_iri(t, f.predicate_memory, f.predicate)) {
    f.predicate = {};
    return skip_unit(unit::predicate, terms_.problem(), predicate_begin_);
  }
  if (t.kind != token_kind::name) frames_.top().pin_predicate();
}

void parser::read_predicate_end(const token& t) {
  const bool may_end = place_ != place::first;
  const bool is_statement = frames_.depth() == 0;
  if (t.kind == token_kind::semicolon && place_ == place::repeated) return;
  if (t.kind == token_kind::dot && is_statement && may_end) return end_statement(tokens_.end_of(t));
  if (t.kind == token_kind::close_bracket && !is_statement && may_end) return close_frame();
  if (t.kind == token_kind::close_brace && is_statement && may_end && in_graph_) {
    end_statement(tokens_.last_end());
    return close_graph(t);
  }
  if (t.kind == token_kind::open_brace && is_statement && may_label_graph_ && place_ == place::first)
    return open_labelled_graph(t);
  const bool is_new_start = !directive_of(t).empty() || t.kind == token_kind::end;
  if (is_new_start && is_statement && may_end && !lost_.on_trial && reports_.repairs(errc::missing_dot))
    return end_at_missing_dot(t);
  if (t.kind == token_kind::end)
    return get_lost(errc::unterminated, t, "the document ends within a statement");
  if (t.kind == token_kind::tag && is_statement && frames_.statement().skips_subject) return;
  get_lost(t.kind == token_kind::broken ? errc::unterminated : errc::syntax_error, t, "no predicate");
}

void parser::read_object(const token& t) {
  object_begin_ = tokens_.begin_of(t);
  is_margin_risky_ = is_margin_risky_ || is_first_at_margin();
  is_behind_comma_ = tokens_.last_kind() == token_kind::comma;
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
      if (tokens_.last_kind() == token_kind::comma)
        skip_unit(unit::object, errc::syntax_error, t.begin, "no object", tokens_.last_end());
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
  const bool is_statement = frames_.depth() == 0;
  const auto cuts = tokens_.has_gap() || skips_object_ ? belief::no : lookahead_.cuts_object(t, object_.view);
  if (cuts != belief::no) {
    is_waiting_ = cuts == belief::wait;
    return is_waiting_ ? void() : get_lost(errc::syntax_error, t, "a delimiter within a term");
  }
  if (is_statement && tokens_.last_kind() == token_kind::close_bracket && is_joint(t.kind)) {
    const auto fits = fits_brackets(t, belief::yes);
    is_waiting_ = fits == belief::wait;
    if (fits != belief::yes)
      return is_waiting_ ? void() : get_lost(errc::unbalanced_bracket, t, "a bracket too many before it");
  }
  switch (t.kind) {
    case token_kind::comma:
      return end_at_comma(tokens_.end_of(t));
    case token_kind::semicolon:
      return end_at_semicolon(tokens_.end_of(t));
    case token_kind::dot:
      if (!is_statement) return get_lost(errc::unbalanced_bracket, t, "a bracket is not closed");
      return end_statement(tokens_.end_of(t));
    case token_kind::close_bracket:
      if (is_statement) return get_lost(errc::unbalanced_bracket, t, "a bracket that was not opened");
      end_object(tokens_.end_of(t));
      return close_frame();
    case token_kind::close_brace:
      if (!is_statement || !in_graph_)
        return get_lost(errc::unbalanced_bracket, t, "a bracket that does not match");
      end_statement(tokens_.last_end());
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
  if (region_.is_open && region_.depth == frames_.depth() && region_.what == unit::predicate)
    end_region(tokens_.last_end());
  frames_.top().skips_predicate = false;
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
  object_begin_ = tokens_.begin_of(t);
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
  const auto& f = frames_.top();
  const bool writes = !skips_object_ && !f.skips_objects();
  if (frames_.depth() == 0) flush_brackets();
  write_object();
  has_predicate_ = has_predicate_ || !skips_object_;
  has_object_ = false;
  text_quote_ = 0;
  // Of a statement of which nothing is kept, all is skipped.
  const bool is_all_skipped = is_last && frames_.depth() == 0 && !has_written_;
  if (region_.is_open && region_.depth == frames_.depth() && region_.what == unit::object && !is_all_skipped)
    end_region(tokens_.last_end());
  if (!writes || (frames_.depth() > 0 && !is_spilling_)) return;
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
    end_region(has_written_ ? tokens_.last_end() : end_bytes);
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
