// Graphs of TriG, directives, and the end of the document.
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/rdf/turtle/grammar/parser.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

void parser::open_graph(const token& t) {
  if (format_ != rdf_format::trig || in_graph_ || lost_.on_trial)
    return get_lost(errc::syntax_error, t, "a brace without a name");
  end_graph_doubt(true);
  // What was skipped right before it on its line may be its name.
  if (skipped_to_ == tokens_.last_end() && !tokens_.is_first_on_line() && tokens_.last_end() > 0)
    return get_lost(errc::syntax_error, t, "a graph whose name was skipped");
  begin_graph();
  is_nested_graph_ = false;
  out_.set_graph(term_kind::none, {});
  out_.reach(tokens_.end_of(t), span_kind::syntax);
}

/// Its statements are those that are indented deeper than its name, up to the brace; of others see `doubt_graph`.
void parser::begin_graph() {
  in_graph_ = is_graph_fresh_ = true;
  is_behind_graph_ = false;
  is_graph_indented_ = needs_brace_ = false;
  graph_indent_ = start_indent_;
}

/// A statement at the margin of its graph may stand behind a brace that was lost: it waits for the brace that closes the graph. So does
/// one on the same line, but for the first. At the end of the document they count only when no other statement was indented or stood on
/// the line of the brace. Behind a graph a statement that does not stand out from it waits for the next graph, or for a brace that shows
/// that the one before was none.
void parser::doubt_graph() {
  const bool is_deeper = tokens_.is_first_on_line() && tokens_.indent() > graph_indent_;
  const bool is_fresh = std::exchange(is_graph_fresh_, false);
  if (in_graph_) is_graph_indented_ = is_graph_indented_ || is_deeper;
  if (is_fresh) needs_brace_ = !tokens_.is_first_on_line();
  if (out_.is_in_doubt() || (in_graph_ && (is_fresh || is_deeper))) return;
  if (!in_graph_ && is_graph_indented_ && tokens_.is_first_on_line() && !is_deeper) return;
  begin_graph_doubt(in_graph_ ? "the graph may have ended before" : "the graph may not have ended before",
                    true);
}

/// A brace behind a name that opens no graph: it strayed into a statement, or a graph within a graph is damaged.
void parser::refuse_graph(const token& t) {
  if (format_ == rdf_format::trig && in_graph_) {
    end_graph_doubt(false);
    in_graph_ = is_nested_graph_ = false;
    out_.set_graph(term_kind::none, {});
    return get_lost(errc::unbalanced_bracket, t, "a brace within a graph");
  }
  get_lost(errc::unbalanced_bracket, t, "a brace that opens no graph");
  if (format_ == rdf_format::trig) lost_.braces = 0;
}

void parser::open_labelled_graph(const token& t) {
  if (frames_.statement().skips_subject) return get_lost(errc::syntax_error, t);
  const auto opens = state_ == state::graph_open
                         ? belief::yes
                         : lookahead_.opens_graph(t, {in_graph_, tokens_.is_first_on_line(), begins_line_,
                                                      start_indent_ <= graph_indent_});
  is_waiting_ = opens == belief::wait;
  if (is_waiting_) return;
  if (opens == belief::no) return refuse_graph(t);
  if (format_ != rdf_format::trig) {
    if (!has_graphs()) return get_lost(errc::quad_in_triples, t);
    if (!lost_.on_trial) reports_.insert(errc::quad_in_triples, t.begin, tokens_.begin_of(t), {});
  }
  if (lost_.on_trial) pass_trial();
  end_graph_doubt(!in_graph_);
  is_nested_graph_ = is_nested_graph_ || in_graph_;
  if (in_graph_) {
    auto found = reports_.notice(errc::unbalanced_bracket, t.begin, "a graph within a graph");
    if (reports_.repairs(errc::unbalanced_bracket))
      reports_.insert(errc::unbalanced_bracket, t.begin, statement_begin_, "}");
    else
      reports_.skip(std::move(found), statement_begin_, statement_begin_);
  }
  begin_graph();
  out_.set_graph(frames_.statement().subject_kind, frames_.statement().subject);
  out_.reach(tokens_.end_of(t), span_kind::syntax);
  state_ = state::statement;
}

void parser::close_graph(const token& t) {
  state_ = state::statement;
  if (lost_.is_proved) pass_trial();
  if (in_graph_) {
    end_graph_doubt(true);
    in_graph_ = false;
    is_behind_graph_ = true;
    out_.set_graph(term_kind::none, {});
    out_.reach(tokens_.end_of(t), span_kind::syntax);
    if (is_nested_graph_) begin_graph_doubt("the graph around may go on");
    is_nested_graph_ = false;
    return;
  }
  if (lost_.on_trial) return get_lost(errc::unbalanced_bracket, t);
  reports_.skip(reports_.notice(errc::unbalanced_bracket, t.begin, "a brace that was not opened"),
                tokens_.begin_of(t), tokens_.end_of(t));
  out_.reach(tokens_.end_of(t), span_kind::quarantine);
  end_doubted_graph();
}

/// Behind a brace that closes a graph of which nobody knows where it began.
void parser::end_doubted_graph() {
  end_graph_doubt(false);
  is_behind_graph_ = format_ == rdf_format::trig;
  is_graph_indented_ = false;
}

/// From here on statements are in the default graph only if no brace closes another one before the next graph begins.
void parser::begin_graph_doubt(std::string_view why, bool is_likely) {
  if (out_.is_in_doubt() && (is_likely || in_graph_ || !is_doubt_likely_)) return;
  // What is lost now explains a brace that follows.
  end_graph_doubt(true);
  is_doubt_likely_ = is_likely;
  graph_doubt_ = why;
  out_.begin_doubt(is_likely);
}

void parser::end_graph_doubt(bool is_certain) {
  if (!out_.is_in_doubt()) return;
  const auto begin = out_.doubt_begin(), end = out_.end_bytes();
  if (!out_.end_doubt(is_certain) && begin != end)
    reports_.skip({errc::unbalanced_bracket, begin, 0, 1, 1, std::string(graph_doubt_)}, begin, end);
}

/// Whether a token at the margin of its graph stands behind a line whose string has no end, but ends with a brace.
bool parser::is_behind_lost_graph() const {
  return format_ == rdf_format::trig && in_graph_ && lost_.has_hidden_end && lost_.braces == 0 &&
         tokens_.is_first_on_line() && tokens_.indent() <= graph_indent_;
}

/// Behind a graph that ended within a string: no directive stands in a graph, so that its statements do not either. They wait for the
/// next graph, or for a brace that shows otherwise.
void parser::leave_lost_graph(const token& t) {
  end_graph_doubt(false);
  in_graph_ = is_nested_graph_ = is_graph_indented_ = false;
  is_behind_graph_ = true;
  find_way(tokens_.begin_of(t));
  out_.set_graph(term_kind::none, {});
  begin_graph_doubt("the graph may not have ended before");
  begin_statement(t);
}

/// A brace without a name, at the margin of a graph that is lost: there it can only begin another one.
void parser::open_behind_lost_graph(const token& t) {
  end_graph_doubt(false);
  find_way(tokens_.begin_of(t));
  start_indent_ = tokens_.indent();
  is_nested_graph_ = false;
  begin_graph();
  out_.set_graph(term_kind::none, {});
  out_.reach(tokens_.end_of(t), span_kind::syntax);
}

/// Behind `GRAPH`.
void parser::read_graph_name(const token& t) {
  auto& f = frames_.statement();
  const bool is_name = state_ == state::graph_name;
  if (state_ == state::graph_open && t.kind == token_kind::open_brace) return open_labelled_graph(t);
  if (state_ == state::graph_anonymous && t.kind == token_kind::close_bracket) {
    f.subject_kind = term_kind::blank;
    make_label(f.subject);
    state_ = state::graph_open;
    return;
  }
  if (is_name && t.kind == token_kind::open_bracket) {
    state_ = state::graph_anonymous;
    return;
  }
  if (is_name && (t.kind == token_kind::iri || t.kind == token_kind::name || t.kind == token_kind::blank)) {
    state_ = state::graph_open;
    std::string_view value = f.subject;
    f.subject_kind = t.kind == token_kind::blank ? term_kind::blank : term_kind::iri;
    const bool is_kept =
        t.kind == token_kind::blank ? terms_.read_blank(t, f.subject) : terms_.read_iri(t, f.subject, value);
    if (!is_kept) return get_lost(terms_.problem().rule, t, terms_.problem().message);
    if (t.kind != token_kind::blank && value.data() != f.subject.data()) f.subject.assign(value);
    return;
  }
  get_lost(errc::syntax_error, t, "no graph");
}

void parser::begin_directive(const token& t, std::string_view keyword, bool is_sparql) {
  directive_.is_prefix = keyword == "PREFIX";
  directive_.is_sparql = is_sparql;
  directive_.name.clear();
  directive_.has_name = directive_.lacks_colon = false;
  directive_.bad.reset();
  if (!is_sparql && t.text() != "@prefix" && t.text() != "@base")
    directive_.bad = reports_.notice(errc::bad_directive, t.begin, "a directive in upper case");
  if (in_graph_) directive_.bad = reports_.notice(errc::bad_directive, t.begin, "a directive within a graph");
  state_ = directive_.is_prefix ? state::prefix_name : state::base_iri;
}

void parser::read_prefix_name(const token& t) {
  const auto name = prefix_of(t);
  if (state_ == state::prefix_colon) {
    const bool is_colon = t.kind == token_kind::name && name.empty() && is_bare_prefix(t);
    if (!is_colon && t.kind != token_kind::iri) return get_lost(errc::bad_directive, t, "no prefix");
    directive_.bad =
        reports_.notice(errc::bad_directive, t.begin, is_colon ? "space before the colon" : "no colon");
    state_ = state::prefix_iri;
    directive_.lacks_colon = !is_colon;
    if (!is_colon) read_directive_iri(t);
    return;
  }
  if (t.kind == token_kind::word) {
    directive_.name.assign(t.text());
    directive_.has_name = true;
    state_ = state::prefix_colon;
    return;
  }
  if (t.kind != token_kind::name) return get_lost(errc::bad_directive, t, "no prefix");
  directive_.name.assign(name);
  directive_.has_name = true;
  if (t.end != t.inner + 1) return get_lost(errc::bad_directive, t, "no prefix but a name");
  state_ = state::prefix_iri;
}

/// An IRI without `>` ends at the first gap, if the directive ends there, too, or says again what is declared, and nothing stands in the
/// place of the `>`.
void parser::read_directive_iri(const token& t) {
  const bool is_odd = t.kind == token_kind::broken || t.kind == token_kind::stray;
  const char last = is_odd ? t.end[-1] : '\0';
  const bool is_cut =
      has_class(last, is_name) || std::string_view("/#=?&:").find(last) != std::string_view::npos;
  directive_.is_iri_open = is_cut && *t.begin == '<' && reports_.repairs(errc::bad_directive);
  auto from = t;
  if (directive_.is_iri_open) {
    directive_.bad = reports_.notice(errc::bad_directive, t.begin, "the IRI has no end");
    from.end = t.end + 1;
  } else if (t.kind != token_kind::iri) {
    return get_lost(errc::bad_directive, t, "no IRI");
  }
  if (!terms_.trim_iri(from) || !terms_.read_reference(from, directive_.iri) ||
      !terms_.check_reference(from, directive_.iri))
    return get_lost(terms_.problem().rule, t, terms_.problem().message);
  state_ = state::directive_end;
  if (directive_.is_sparql && !directive_.bad) declare();
}

void parser::read_directive_end(const token& t) {
  const bool is_dot = t.kind == token_kind::dot;
  const bool is_wrong_end = t.kind == token_kind::semicolon || t.kind == token_kind::comma;
  const auto is_clear = [&] {
    return !directive_of(t).empty() ||
           (directive_.is_prefix && terms_.is_declared(directive_.name, directive_.iri));
  };
  if (directive_.is_iri_open && !is_dot && !(tokens_.is_first_on_line() && is_clear()))
    return get_lost(errc::bad_directive, t, "the IRI has no end");
  const bool is_colon = is_bare_prefix(t);
  const bool is_odd_name =
      directive_.lacks_colon && !tokens_.is_first_on_line() && (is_colon || t.kind == token_kind::iri);
  if (is_odd_name) return get_lost(errc::bad_directive, t, "no prefix");
  state_ = state::statement;
  if (directive_.is_sparql && !directive_.bad) return read_sparql_end(t);
  if (is_wrong_end) directive_.bad = reports_.notice(errc::bad_directive, t.begin, "no dot");
  const bool has_end = is_dot || is_wrong_end;
  const auto end = has_end ? tokens_.end_of(t) : tokens_.last_end();
  const bool needs_dot = !has_end && !directive_.is_sparql;
  const auto rule = directive_.bad ? errc::bad_directive : errc::missing_dot;
  if ((directive_.bad || needs_dot) && !reports_.repairs(rule)) {
    forget();
    reports_.skip(directive_.bad ? std::move(*directive_.bad) : reports_.notice(rule, t.begin),
                  statement_begin_, end);
    out_.reach(end, span_kind::quarantine);
  } else {
    if (directive_.bad) {
      const auto after = directive_.is_prefix ? "@prefix " + directive_.name + ": <" : std::string("@base <");
      reports_.repair(rule, text_->at(statement_begin_), text_->at(end), after + directive_.iri + "> .",
                      directive_.bad->message);
    } else if (needs_dot) {
      reports_.insert(rule, t.begin, tokens_.last_end(), ".");
    }
    declare();
    out_.reach(end, span_kind::syntax);
  }
  if (!has_end) step(t);
}

/// `PREFIX` and `BASE` have no dot.
void parser::read_sparql_end(const token& t) {
  out_.reach(tokens_.last_end(), span_kind::syntax);
  if (t.kind != token_kind::dot) return step(t);
  out_.reach(tokens_.begin_of(t), span_kind::syntax);
  if (reports_.repairs(errc::bad_directive)) {
    reports_.repair(errc::bad_directive, t.begin, t.end, {}, "a dot behind PREFIX or BASE");
    return out_.reach(tokens_.end_of(t), span_kind::syntax);
  }
  reports_.skip(reports_.notice(errc::bad_directive, t.begin, "a dot behind PREFIX or BASE"),
                tokens_.begin_of(t), tokens_.end_of(t));
  out_.reach(tokens_.end_of(t), span_kind::quarantine);
}

void parser::declare() {
  if (!directive_.is_prefix) return terms_.base().set(directive_.iri);
  if (terms_.declare(directive_.name, directive_.iri)) return;
  reports_.skip(reports_.notice(errc::too_many_prefixes, text_->at(statement_begin_)), statement_begin_,
                statement_begin_);
}

/// A declaration that cannot be read: what was declared before may not be meant any more.
void parser::forget() {
  if (!directive_.is_prefix) return terms_.base().lose();
  if (directive_.has_name) forget_prefix(directive_.name);
}

void parser::forget_prefix(std::string_view name) {
  pin_terms();
  terms_.forget(name);
}

/// Before prefixes change, and with them the caches of names: what is being read may point there.
void parser::pin_terms() {
  frames_.top().pin_predicate();
  if (has_object_) object_.pin();
}

void parser::forget(const lost_directive& found) {
  if (found.is_base) terms_.base().lose();
  if (found.prefix && !terms_.is_declared(*found.prefix, found.iri)) forget_prefix(*found.prefix);
}

/// So may a string that is skipped, when one of its quotes is not what it seems.
void parser::forget_buried_directives(const token& t) {
  if (t.has(is_too_long)) return;
  for (const auto& found : find_buried_directives(t.text())) forget(found);
}

/// Text that is skipped may have been a declaration, too.
void parser::forget_lost_directives(std::uint64_t begin_bytes, std::uint64_t end_bytes) {
  show_lost_text(end_bytes);
  const bool is_all = lost_text_.take(begin_bytes, [this](const lost_directive& found) { forget(found); });
  if (is_all) return;
  pin_terms();
  terms_.forget_all();
}

/// Shows what is not accounted for, up to `end_bytes`. A gap belongs to it only when the token behind it does.
void parser::show_lost_text(std::uint64_t end_bytes) {
  if (lost_gap_ && end_bytes > lost_gap_begin_) lost_text_ = std::move(*lost_gap_);
  lost_gap_.reset();
  show_text(lost_text_, end_bytes);
}

void parser::show_text(lost_text& to, std::uint64_t end_bytes) {
  to.forget_before(out_.end_bytes());
  const auto begin = std::max({to.seen_bytes(), out_.end_bytes(), text_->offset_of(text_->begin())});
  if (begin < end_bytes) to.show(begin, {text_->at(begin), static_cast<std::size_t>(end_bytes - begin)});
}

/// Text that is not accounted for may be lost later: what it may declare is looked for before it is dropped.
void parser::keep_lost_text(std::uint64_t end_bytes) {
  if (!lost_gap_ || tokens_.last_end() > lost_gap_begin_) {
    show_lost_text(std::min(end_bytes, tokens_.last_end()));
    if (end_bytes <= tokens_.last_end()) return;
    lost_gap_ = lost_text_;
    lost_gap_begin_ = tokens_.last_end();
  }
  show_text(*lost_gap_, end_bytes);
}

void parser::finish(const token& t) {
  report_echo();
  if (in_graph_) {
    auto found = reports_.notice(errc::unbalanced_bracket, t.begin, "the graph is not closed");
    if (reports_.repairs(errc::missing_separator))
      reports_.insert(found.rule, t.begin, tokens_.begin_of(t), "}");
    else
      reports_.skip(std::move(found), tokens_.begin_of(t), tokens_.begin_of(t));
  }
  out_.reach(tokens_.begin_of(t), span_kind::syntax);
  // A document that is cut within a statement has lost the brace that way.
  const bool is_cut = skipped_to_ == tokens_.begin_of(t);
  end_graph_doubt(!in_graph_ || (!is_graph_indented_ && (!needs_brace_ || is_cut)));
  reports_.settle();
  out_.finish();
  is_done_ = true;
}

}  // namespace laundromat::turtle
