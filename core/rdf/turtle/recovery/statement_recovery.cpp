// Implements recovery: skips to where a statement may begin, and reads that one on trial.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/recovery/statement_recovery.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

namespace {

constexpr std::uint32_t statement_words = 3;  // the fewest that are a statement

}  // namespace

void statement_recovery::open(defect found) {
  const auto out_end = all_->out.end_bytes();
  is_open_ = true;
  on_trial_ = is_proved_ = is_at_margin_ = is_deeper_ = is_in_doubt_ = is_text_in_doubt_ =
      is_graph_in_doubt_ = false;
  has_hidden_end_ = false;
  lost_brace_ = lost_brace::none;
  text_quote_ = 0;
  keyword_ = {};
  braces_ = words_ = 0;
  brackets_ = 0;
  begin_ = out_end;
  trial_begin_ = ~0ull;
  margin_ = 0;
  end_at_.reset();
  forget_label();
  is_statement_ = all_->now.has_object;
  found_ = std::move(found);
}

void statement_recovery::begin(lost_brace brace, bool is_behind_text) {
  auto& now = all_->now;
  const bool was_behind_dot = on_trial_ && !is_at_margin_;
  if (was_behind_dot) now.indent = margin_;
  on_trial_ = is_proved_ = false;
  is_text_in_doubt_ = is_text_in_doubt_ || strings_->has_broken();
  lost_brace_ = std::max(lost_brace_, brace);
  if (brace == lost_brace::missing) words_ = 0;
  const char quote = strings_->take_quote();
  text_quote_ = is_behind_text ? strings_->long_quote() : quote;
  end_at_.reset();
  brackets_ = now.depth() + (was_behind_dot ? brackets_ : 0);
  nested_->discard();
}

/// `""a. <s> <p> <o> ."""`: a string that has lost a quote, or ended too early, goes on up to the three quotes that end it.
decision statement_recovery::leave_text(const token& t) {
  if (t.has(is_too_long)) return decision::no;  // its text is not kept
  const auto found = all_->tokens.tokens().quotes().find_text(t.begin, text_quote_);
  if (found.is_text == decision::undecided) return decision::undecided;
  if (found.is_text == decision::no) return decision::no;
  const std::string_view text(t.begin, static_cast<std::size_t>(found.end - t.begin));
  declarations_->forget_in(text);
  if (strings_->has_brace_in_long_string() || (all_->is_trig() && string_watch::has_open_brace(text)))
    doubt_braces();
  found_.message = "a long string holds quotes of its own, or has lost one";
  is_text_in_doubt_ = !found.is_certain;
  if (found.is_certain) text_quote_ = 0;
  all_->tokens.jump_to(all_->text.offset_of(found.end));
  return decision::yes;
}

/// Text that may be statements rather than a string may have left the graph, or opened one.
void statement_recovery::doubt_braces() {
  if (graphs_->is_open())
    is_graph_in_doubt_ = true;
  else
    lost_brace_ = std::max(lost_brace_, lost_brace::possible);
}

statement_recovery::next statement_recovery::read(const token& t) {
  auto& tokens = all_->tokens;
  if (text_quote_ != 0) {
    const auto leaves = leave_text(t);
    if (leaves != decision::no) return leaves == decision::undecided ? next::wait : next::more;
  }
  text_quote_ = string_watch::opened_quote(t);
  const bool is_tag_directive = t.kind == token_kind::tag && !directive_of(t).empty();
  if (is_behind_lost_graph()) {
    if (t.kind == token_kind::open_brace) {
      // A brace without a name, at the margin of a graph that is lost, can only begin another graph.
      graphs_->end_doubt(false);
      resume_at(tokens.begin_of(t));
      graphs_->open_default(tokens.indent(), tokens.end_of(t));
      return next::resume;
    }
    if (is_tag_directive) {
      // No directive is in a graph: the graph ended within the string.
      graphs_->close_before_directive();
      resume_at(tokens.begin_of(t));
      graphs_->begin_doubt("the graph may not have ended before");
      return next::statement;
    }
  }
  if (t.kind == token_kind::end) {
    resume_at(end_at_.value_or(tokens.begin_of(t)));
    return next::finish;
  }
  if (end_at_) return read_behind_end(t);
  if (braces_ > 0 && !all_->is_trig() && !graphs_->is_open() && all_->is_at_margin() &&
      may_start_statement(t)) {
    const auto closes = all_->lookahead.closes_brace(t);
    if (closes == decision::undecided) return next::wait;
    if (closes == decision::no) braces_ = 0;
  }
  const bool is_open_text = braces_ == 0 && !is_graph_in_doubt_;
  const bool is_clear = tokens.is_first_on_line() || (is_after_dot() && !is_text_in_doubt_);
  auto is_directive = is_tag_directive ? decision::yes : decision::no;
  if (is_open_text && !is_tag_directive && tokens.is_first_on_line() && t.kind == token_kind::word)
    is_directive = all_->lookahead.begins_directive(t);
  if (is_directive == decision::undecided) return next::wait;
  if (is_open_text && is_clear && is_directive == decision::yes) {
    resume_at(tokens.begin_of(t));
    return next::statement;
  }
  const bool may_begin = tokens.is_first_on_line() ? all_->is_at_margin() : is_after_dot();
  if (is_open_text && may_begin && tokens.begin_of(t) != trial_begin_ && may_start_statement(t))
    return begin_trial(t);
  return count(t, is_open_text);
}

/// Behind the end of the statement; on the same line there may be doubt.
statement_recovery::next statement_recovery::read_behind_end(const token& t) {
  const bool is_own_graph = is_statement_ && all_->is_at_margin() && all_->is_trig() && !graphs_->is_open();
  if (is_own_graph && t.kind == token_kind::open_brace && lost_brace_ == lost_brace::possible) {
    lost_brace_ = lost_brace::none;
    resume_at(*end_at_);
    all_->now.skipped_to = 0;
    return next::statement;
  }
  if (t.kind == token_kind::open_brace && lost_brace_ != lost_brace::none && !graphs_->is_open()) {
    end_at_.reset();
    if (lost_brace_ == lost_brace::possible) lost_brace_ = lost_brace::none;
    return read_open_brace();
  }
  if (!all_->tokens.is_first_on_line() && may_start_statement(t)) return begin_trial(t);
  is_deeper_ = all_->tokens.is_first_on_line() && all_->tokens.indent() > all_->now.indent;
  resume_at(*end_at_);
  return next::statement;
}

/// A token that is skipped: what it says about brackets, the end of the statement, a declaration and a graph.
statement_recovery::next statement_recovery::count(const token& t, bool is_open_text) {
  const auto& tokens = all_->tokens;
  const bool is_text = t.kind == token_kind::string || t.kind == token_kind::quoted;
  if (is_text || t.kind == token_kind::broken) declarations_->forget_in(t);
  const auto word_at = std::exchange(graph_word_at_, std::nullopt);
  has_hidden_end_ = graphs_->hides_brace(t) && t.text().find_last_not_of(" \t\r") == t.text().rfind('}');
  count_directive(t);
  if (t.kind == token_kind::open_brace)
    return tokens.begin_of(t) == ignored_brace_ ? next::more : read_open_brace();
  if (t.kind == token_kind::close_brace) return read_close_brace(t);
  count_bracket(t, is_open_text);
  label_at_.reset();
  if (words_ < statement_words) ++words_;
  const bool may_open =
      tokens.is_first_on_line() || is_after_dot() || tokens.last_kind() == token_kind::close_brace;
  const bool may_name =
      t.kind == token_kind::iri || t.kind == token_kind::name || t.kind == token_kind::blank;
  if (may_name && (may_open || word_at)) label_at_ = word_at.value_or(tokens.begin_of(t));
  if (may_open && t.kind == token_kind::word && is_keyword(t.text(), "GRAPH"))
    graph_word_at_ = tokens.begin_of(t);
  return next::more;
}

void statement_recovery::count_directive(const token& t) {
  if (t.kind == token_kind::stray) return;  // what it is before may still be the prefix
  const auto keyword = std::exchange(keyword_, directive_of(t));
  if (keyword == "PREFIX" && is_bare_prefix(t)) declarations_->forget_prefix(prefix_of(t));
  if ((keyword == "BASE" && t.kind == token_kind::iri) || (t.kind == token_kind::tag && keyword_ == "BASE"))
    declarations_->forget_base();
}

void statement_recovery::count_bracket(const token& t, bool is_open_text) {
  switch (t.kind) {
    case token_kind::dot:
      if (is_open_text && brackets_ == 0 && !is_in_doubt_) end_at_ = all_->tokens.end_of(t);
      return;
    case token_kind::open_bracket:
    case token_kind::open_list:
    case token_kind::open_triple:
    case token_kind::open_reified:
    case token_kind::open_annotation:
      ++brackets_;
      return;
    case token_kind::close_bracket:
    case token_kind::close_list:
      if (brackets_ == 0)
        is_in_doubt_ = true;
      else
        --brackets_;
      return;
    case token_kind::close_triple:
    case token_kind::close_reified:
    case token_kind::close_annotation:
      if (brackets_ > 0) --brackets_;
      return;
    case token_kind::broken:
      is_in_doubt_ = is_text_in_doubt_ = true;
      if (graphs_->hides_brace(t)) is_graph_in_doubt_ = true;
      return;
    default:
      return;
  }
}

statement_recovery::next statement_recovery::read_open_brace() {
  if (braces_ == 0 && label_at_ && all_->has_graphs()) {
    const auto label = *label_at_;
    graphs_->close_before_name();
    resume_at(label);
    all_->tokens.go_back_to(label);
    return next::resume;
  }
  ++braces_;
  if (lost_brace_ == lost_brace::missing) lost_brace_ = lost_brace::none;
  graphs_->require_brace();
  label_at_.reset();
  return next::more;
}

statement_recovery::next statement_recovery::read_close_brace(const token& t) {
  const auto& tokens = all_->tokens;
  if (braces_ > 0) {
    --braces_;
    if (braces_ == 0 && graphs_->is_open()) {
      // It closes the graph, or the brace that opened within it.
      graphs_->abandon();
      lost_brace_ = lost_brace::stray;
    } else if (braces_ == 0 && brackets_ == 0 && all_->is_trig() && !graphs_->is_open()) {
      resume_at(tokens.end_of(t));
      return next::resume;
    }
  } else if (graphs_->is_open()) {
    resume_at(tokens.begin_of(t));
    return next::close_graph;
  } else if (lost_brace_ == lost_brace::missing && words_ < statement_words) {
    // It has no statement before it: it is in the place of the brace that opens.
    graphs_->end_doubt(false);
  } else if (lost_brace_ != lost_brace::none && !is_text_in_doubt_) {
    // It closes the graph that was not opened.
    lost_brace_ = lost_brace::none;
    resume_at(tokens.end_of(t));
    graphs_->close_unknown();
    return next::resume;
  } else {
    is_in_doubt_ = true;
    graphs_->end_doubt(false);
  }
  label_at_.reset();
  return next::more;
}

/// Whether a token at the margin of its graph is behind a line whose string has no end, but ends with a brace.
bool statement_recovery::is_behind_lost_graph() const {
  const auto& tokens = all_->tokens;
  return all_->is_trig() && graphs_->is_open() && has_hidden_end_ && braces_ == 0 &&
         tokens.is_first_on_line() && tokens.indent() <= graphs_->indent();
}

/// At the margin of the statement that is skipped, behind a dot, or behind something that may end one.
bool statement_recovery::may_start_statement(const token& t) const {
  if (!is_subject_start(t.kind)) return false;
  const auto last = all_->tokens.last_kind();
  if (last == token_kind::dot) return true;
  return brackets_ == 0 && (!needs_more(last) || (is_joint(last) && all_->is_behind_blank_line(t)));
}

/// Behind a dot on the same line, with space between.
bool statement_recovery::is_after_dot() const {
  return all_->tokens.last_kind() == token_kind::dot && all_->tokens.has_gap();
}

bool statement_recovery::may_follow_trial(const token& t) const {
  return t.kind == token_kind::end || t.kind == token_kind::close_brace || !directive_of(t).empty() ||
         may_start_statement(t);
}

statement_recovery::next statement_recovery::begin_trial(const token& t) {
  const auto& tokens = all_->tokens;
  is_at_margin_ = tokens.is_first_on_line();
  is_deeper_ = !is_at_margin_;
  is_in_doubt_ = is_in_doubt_ || (is_at_margin_ && brackets_ > 0);
  trial_begin_ = tokens.begin_of(t);
  declarations_->forget_skipped(begin_, trial_begin_, all_->out.end_bytes());
  on_trial_ = true;
  margin_ = all_->now.indent;
  has_hidden_end_ = false;
  forget_label();
  nested_->set_trial(true);
  return next::statement;
}

void statement_recovery::end_trial_statement() {
  if (is_text_in_doubt_ && !is_at_margin_)
    is_proved_ = true;
  else
    pass_trial();
}

void statement_recovery::pass_trial() {
  auto& out = all_->out;
  const auto end = end_at_.value_or(trial_begin_);
  all_->reports.skip(std::move(found_), begin_, end);
  out.reach_before_held(end, span_kind::quarantine);
  doubt_graph();
  out.reach_before_held(trial_begin_, span_kind::syntax);
  is_open_ = on_trial_ = is_proved_ = false;
  nested_->set_trial(false);
  out.hold(false);
  out.flush();
}

/// What follows may be in the graph that was not opened.
void statement_recovery::doubt_graph() {
  const auto lost = std::exchange(lost_brace_, lost_brace::none);
  if (lost == lost_brace::none) return;
  const bool is_firm = lost > lost_brace::possible || (is_deeper_ && lost == lost_brace::possible);
  graphs_->begin_doubt(lost == lost_brace::stray ? "the graph may not have ended before"
                                                 : "the graph may not have been opened",
                       is_firm ? graph_doubt::firm : graph_doubt::open);
}

/// Reading goes on at the offset `at`, between statements.
void statement_recovery::resume_at(std::uint64_t at) {
  auto& out = all_->out;
  declarations_->forget_skipped(begin_, at, out.end_bytes());
  all_->reports.skip(std::move(found_), begin_, at);
  out.reach(at, span_kind::quarantine);
  all_->now.skipped_to = at;
  doubt_graph();
  is_open_ = on_trial_ = false;
  nested_->set_trial(false);
  label_at_.reset();
}

std::uint64_t statement_recovery::needed_from(std::uint64_t from) const {
  if (!is_open_) return from;
  return std::min({from, label_at_.value_or(from), graph_word_at_.value_or(from)});
}

void statement_recovery::append_marks(std::vector<std::uint64_t>& marks) const {
  if (is_open_) marks.insert(marks.end(), {begin_, trial_begin_, end_at_.value_or(begin_)});
}

}  // namespace laundromat::turtle
