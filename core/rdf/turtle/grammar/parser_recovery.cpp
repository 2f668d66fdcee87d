// The way back after what is no Turtle: to the end of the statement, without taking its remains for new ones.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/rdf/turtle/grammar/parser.hpp"
#include "core/rdf/turtle/tokens/lexer_limits.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

/// The statement that is being read cannot be kept from `t` on; what was written of it stays.
void parser::get_lost(errc rule, const token& t, std::string message) {
  report_echo();
  if (is_in_directive()) forget();
  // A directive on its own line shows that the string before it has ended.
  const bool is_behind_text = is_behind_long_string() && !(is_in_directive() && begins_line_);
  const bool lacks_brace = may_lack_brace();
  if (!lost_.is_open) {
    auto found =
        region_.is_open ? std::move(region_.found) : reports_.notice(rule, t.begin, std::move(message));
    lost_ = {};
    lost_.is_open = true;
    lost_.begin = out_.end_bytes();
    lost_.found = std::move(found);
  }
  region_.is_open = false;
  const bool was_behind_dot = lost_.on_trial && !lost_.is_at_margin;
  if (was_behind_dot) start_indent_ = lost_.margin;
  lost_.on_trial = lost_.is_proved = is_trial_too_long_ = false;
  lost_.is_text_in_doubt = lost_.is_text_in_doubt || has_broken_text_;
  lost_.may_lack_brace = lost_.may_lack_brace || lacks_brace;
  lost_.text_quote = is_behind_text ? long_quote_ : text_quote_;
  text_quote_ = 0;
  lost_.end_at.reset();
  lost_.brackets = frames_.depth() + (was_behind_dot ? lost_.brackets : 0);
  frames_.close_all();
  has_object_ = false;
  out_.discard();
  out_.hold(false);
  state_ = state::lost;
  step_lost(t);
}

/// The quote of a long string that may begin within a broken token or, without one of its quotes, as an empty string with a letter
/// right behind, or nothing.
char parser::opened_text(const token& t) const {
  if (t.has(is_too_long)) return '\0';
  if (t.kind == token_kind::string)
    return t.end == t.begin + 2 && (has_class(*t.end, is_name) || is_high(*t.end)) ? *t.begin : '\0';
  if (t.kind != token_kind::broken && t.kind != token_kind::stray) return '\0';
  const auto text = t.text();
  for (const char* quotes : {"\"\"", "''"})
    if (!text.starts_with(quotes) && text.find(quotes) != std::string_view::npos) return *quotes;
  return '\0';
}

/// Whether a long string right before, in the statement or in the one before it, may not have ended where it seems to.
bool parser::is_behind_long_string() const {
  return long_quote_ != 0 && long_end_ >= previous_begin_;
}

/// Whether a token that does not fit behind a long string, or one that may have been long, is a part of its text.
belief parser::is_within_text(const token& t) {
  const char quote = is_behind_long_string() ? long_quote_ : text_quote_;
  if (quote == 0 || lost_.is_open || t.has(is_too_long)) return belief::no;
  const auto found = tokens_.tokens().find_text(t.begin, quote).is_text;
  is_waiting_ = found == lexer::verdict::unknown;
  return is_waiting_ ? belief::wait : found == lexer::verdict::yes ? belief::yes : belief::no;
}

/// `""a. <s> <p> <o> ."""`: a string that has lost a quote, or ended too early, goes on up to the three quotes that end it.
belief parser::leave_text(const token& t) {
  if (t.has(is_too_long)) return belief::no;  // its text is not kept
  const auto found = tokens_.tokens().find_text(t.begin, lost_.text_quote);
  if (found.is_text == lexer::verdict::unknown) return belief::wait;
  if (found.is_text == lexer::verdict::no) return belief::no;
  const std::string_view text(t.begin, static_cast<std::size_t>(found.end - t.begin));
  for (const auto& lost : find_buried_directives(text)) forget(lost);
  const bool is_behind_brace = has_brace_in_text_ && is_behind_long_string();
  if (is_behind_brace || (format_ == rdf_format::trig && has_open_brace(text))) doubt_braces();
  lost_.found.message = "a long string holds quotes of its own, or has lost one";
  lost_.is_text_in_doubt = !found.is_certain;
  if (found.is_certain) lost_.text_quote = 0;
  tokens_.jump_to(text_->offset_of(found.end));
  return belief::yes;
}

void parser::step_lost(const token& t) {
  if (lost_.text_quote != 0) {
    const auto leaves = leave_text(t);
    is_waiting_ = leaves == belief::wait;
    if (leaves != belief::no) return;
  }
  lost_.text_quote = opened_text(t);
  if (is_behind_lost_graph() && t.kind == token_kind::open_brace) return open_behind_lost_graph(t);
  if (is_behind_lost_graph() && t.kind == token_kind::tag && !directive_of(t).empty())
    return leave_lost_graph(t);
  if (t.kind == token_kind::end) {
    find_way(lost_.end_at.value_or(tokens_.begin_of(t)));
    return finish(t);
  }
  if (lost_.end_at) return step_behind_lost(t);
  const bool is_open_text = lost_.braces == 0 && !lost_.is_graph_in_doubt;
  const bool is_clear = tokens_.is_first_on_line() || (is_after_dot() && !lost_.is_text_in_doubt);
  if (is_open_text && is_clear && !directive_of(t).empty() && t.kind == token_kind::tag) {
    find_way(tokens_.begin_of(t));
    return begin_statement(t);
  }
  const bool may_begin = tokens_.is_first_on_line() ? is_first_at_margin() : is_after_dot();
  if (is_open_text && may_begin && tokens_.begin_of(t) != lost_.trial_begin && may_start_statement(t))
    return begin_trial(t);
  count_lost(t, is_open_text);
}

/// Behind what is lost; on the same line there may be doubt.
void parser::step_behind_lost(const token& t) {
  if (t.kind == token_kind::open_brace && lost_.may_lack_brace && !in_graph_) {
    lost_.end_at.reset();
    lost_.may_lack_brace = false;
    return step_lost_brace(t);
  }
  if (!tokens_.is_first_on_line() && may_start_statement(t)) return begin_trial(t);
  find_way(*lost_.end_at);
  return begin_statement(t);
}

/// A token that is lost: what it says of brackets, of the end of the statement, and of a graph.
void parser::count_lost(const token& t, bool is_open_text) {
  const bool is_text = t.kind == token_kind::string || t.kind == token_kind::quoted;
  if (is_text || t.kind == token_kind::broken) forget_buried_directives(t);
  const auto word_at = std::exchange(lost_.graph_word_at, std::nullopt);
  lost_.has_hidden_end = hides_brace(t) && t.text().find_last_not_of(" \t\r") == t.text().rfind('}');
  const auto keyword = std::exchange(lost_.keyword, directive_of(t));
  const bool is_prefix = is_bare_prefix(t);
  if (keyword == "PREFIX" && is_prefix) forget_prefix(prefix_of(t));
  if ((keyword == "BASE" && t.kind == token_kind::iri) ||
      (t.kind == token_kind::tag && lost_.keyword == "BASE"))
    terms_.base().lose();
  switch (t.kind) {
    case token_kind::dot:
      if (is_open_text && lost_.brackets == 0 && !lost_.is_in_doubt) lost_.end_at = tokens_.end_of(t);
      break;
    case token_kind::open_bracket:
    case token_kind::open_list:
      ++lost_.brackets;
      break;
    case token_kind::close_bracket:
    case token_kind::close_list:
      if (lost_.brackets == 0)
        lost_.is_in_doubt = true;
      else
        --lost_.brackets;
      break;
    case token_kind::open_brace:
    case token_kind::close_brace:
      return step_lost_brace(t);
    case token_kind::broken:
      lost_.is_in_doubt = lost_.is_text_in_doubt = true;
      if (hides_brace(t)) lost_.is_graph_in_doubt = true;
      break;
    default:
      break;
  }
  lost_.label_at.reset();
  const bool may_open =
      tokens_.is_first_on_line() || is_after_dot() || tokens_.last_kind() == token_kind::close_brace;
  const bool may_name =
      t.kind == token_kind::iri || t.kind == token_kind::name || t.kind == token_kind::blank;
  if (may_name && (may_open || word_at)) lost_.label_at = word_at.value_or(tokens_.begin_of(t));
  if (may_open && t.kind == token_kind::word && is_keyword(t.text(), "GRAPH"))
    lost_.graph_word_at = tokens_.begin_of(t);
}

void parser::step_lost_brace(const token& t) {
  if (t.kind == token_kind::open_brace) {
    if (lost_.braces == 0 && lost_.label_at && has_graphs()) {
      const auto label = *lost_.label_at;
      end_graph_doubt(!in_graph_);
      is_nested_graph_ = in_graph_;
      in_graph_ = false;
      find_way(label);
      out_.set_graph(term_kind::none, {});
      tokens_.go_back_to(label);
      return;
    }
    ++lost_.braces;
    needs_brace_ = true;
    is_graph_fresh_ = false;
  } else if (lost_.braces > 0) {
    --lost_.braces;
    if (lost_.braces == 0 && lost_.brackets == 0 && format_ == rdf_format::trig && !in_graph_)
      return find_way(tokens_.end_of(t));
  } else if (in_graph_) {
    find_way(tokens_.begin_of(t));
    return close_graph(t);
  } else if (lost_.may_lack_brace && !lost_.is_text_in_doubt) {
    // It closes the graph that was not opened.
    lost_.may_lack_brace = false;
    find_way(tokens_.end_of(t));
    return end_doubted_graph();
  } else {
    lost_.is_in_doubt = true;
    end_graph_doubt(false);
  }
  lost_.label_at.reset();
}

/// `<graph> <s> <p> <o> .` in TriG: a fourth term in the first place where one can be noticed.
bool parser::may_lack_brace() const {
  if (format_ != rdf_format::trig || in_graph_) return false;
  if (state_ == state::graph_open) return true;
  return !has_predicate_ &&
         (state_ == state::predicate || state_ == state::object || state_ == state::after_object);
}

/// A string or IRI without end may hold the brace that ends or begins a graph.
bool parser::hides_brace(const token& t) const {
  return t.kind == token_kind::broken && (in_graph_ || format_ == rdf_format::trig) &&
         t.text().find_first_of("{}") != std::string_view::npos;
}

/// Whether the braces of a text do not come in pairs on each line.
bool parser::has_open_brace(std::string_view text) {
  if (text.find('{') == text.npos && text.find('}') == text.npos) return false;
  std::size_t open = 0;
  for (const char c : text) {
    if (c == '{') ++open;
    if ((c == '}' && open-- == 0) || (is_line_end(c) && open > 0)) return true;
  }
  return open > 0;
}

/// Text that may be statements rather than a string may have left the graph, or opened one.
void parser::doubt_braces() {
  if (in_graph_)
    lost_.is_graph_in_doubt = true;
  else
    lost_.may_lack_brace = true;
}

/// At the margin of the statement that is lost, behind a dot, or behind something that may end one.
bool parser::may_start_statement(const token& t) const {
  if (!is_subject_start(t.kind)) return false;
  return tokens_.last_kind() == token_kind::dot || (lost_.brackets == 0 && !needs_more(tokens_.last_kind()));
}

/// Behind a dot on the same line, with space between.
bool parser::is_after_dot() const {
  return tokens_.last_kind() == token_kind::dot && tokens_.has_gap();
}

/// Behind the dot of a statement that was found where the text may be the inside of a string.
bool parser::may_follow_trial(const token& t) const {
  return t.kind == token_kind::end || t.kind == token_kind::close_brace || !directive_of(t).empty() ||
         may_start_statement(t);
}

/// What follows is a statement if the whole of it is well-formed.
void parser::begin_trial(const token& t) {
  lost_.is_in_doubt = lost_.is_in_doubt || (tokens_.is_first_on_line() && lost_.brackets > 0);
  forget_lost_directives(lost_.begin, tokens_.begin_of(t));
  lost_.on_trial = true;
  lost_.is_at_margin = tokens_.is_first_on_line();
  lost_.margin = start_indent_;
  lost_.trial_begin = tokens_.begin_of(t);
  lost_.graph_word_at.reset();
  lost_.has_hidden_end = false;
  lost_.label_at.reset();
  state_ = state::statement;
  begin_statement(t);
}

void parser::pass_trial() {
  const auto end = lost_.end_at.value_or(lost_.trial_begin);
  reports_.skip(std::move(lost_.found), lost_.begin, end);
  out_.reach_before_held(end, span_kind::quarantine);
  if (lost_.may_lack_brace) begin_graph_doubt("the graph may not have been opened");
  out_.reach_before_held(lost_.trial_begin, span_kind::syntax);
  lost_.is_open = lost_.on_trial = lost_.is_proved = lost_.may_lack_brace = false;
  out_.hold(false);
  out_.flush();
}

/// Reading goes on at `at`.
void parser::find_way(std::uint64_t at) {
  forget_lost_directives(lost_.begin, at);
  reports_.skip(std::move(lost_.found), lost_.begin, at);
  out_.reach(at, span_kind::quarantine);
  skipped_to_ = at;
  if (lost_.may_lack_brace) begin_graph_doubt("the graph may not have been opened");
  lost_.is_open = lost_.on_trial = lost_.may_lack_brace = false;
  lost_.label_at.reset();
  state_ = state::statement;
}

}  // namespace laundromat::turtle
