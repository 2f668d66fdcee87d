// Implements graph blocks: which braces open a graph, and what is in doubt where one does not.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/grammar/graph_block_reader.hpp"

#include <utility>

namespace laundromat::turtle {

read_progress graph_block_reader::fail(errc rule, std::string message, lost_brace brace) {
  why_ = {rule, std::move(message)};
  brace_ = brace;
  return read_progress::failed;
}

/// `GRAPH` is in no graph: the one that is open has ended somewhere before.
read_progress graph_block_reader::fail_header(errc rule, std::string message) {
  if (graphs_->is_open()) graphs_->abandon();
  return fail(rule, std::move(message), lost_brace::missing);
}

lost_brace graph_block_reader::may_lack_brace() const {
  return all_->is_trig() && !graphs_->is_open() ? lost_brace::possible : lost_brace::none;
}

read_progress graph_block_reader::read_header(const token& t) {
  switch (header_) {
    case header::name:
      if (t.kind != token_kind::open_bracket) return read_name(t);
      header_ = header::anonymous;
      return read_progress::more;
    case header::anonymous: {
      if (t.kind != token_kind::close_bracket) return fail_header(errc::syntax_error, "no graph");
      auto& f = all_->now.frames.statement();
      f.subject_kind = term_kind::blank;
      nested_->make_label(f.subject);
      header_ = header::brace;
      return read_progress::more;
    }
    case header::brace:
      break;
  }
  return t.kind == token_kind::open_brace ? open(t, true) : fail_header(errc::syntax_error, "no graph");
}

read_progress graph_block_reader::read_name(const token& t) {
  const bool is_blank = t.kind == token_kind::blank;
  if (t.kind != token_kind::iri && t.kind != token_kind::name && !is_blank)
    return fail_header(errc::syntax_error, "no graph");
  header_ = header::brace;
  auto& f = all_->now.frames.statement();
  auto& terms = all_->terms;
  std::string_view value = f.subject;
  f.subject_kind = is_blank ? term_kind::blank : term_kind::iri;
  const bool is_kept = is_blank ? terms.read_blank(t, f.subject) : terms.read_iri(t, f.subject, value);
  if (!is_kept) return fail_header(terms.fault().rule, terms.fault().message);
  if (!is_blank && value.data() != f.subject.data()) f.subject.assign(value);
  return read_progress::more;
}

read_progress graph_block_reader::open_default(const token& t) {
  constexpr auto message = "a brace without a name";
  const auto& tokens = all_->tokens;
  if (all_->is_trig() && graphs_->is_open()) {
    graphs_->abandon();
    return fail(errc::syntax_error, message, lost_brace::possible);
  }
  // Only at the margin it is not within a graph that could not be opened.
  const bool is_at_margin = tokens.is_first_on_line() && tokens.indent() == 0;
  const bool is_within = graphs_->is_unopened() && !is_at_margin;
  if (!all_->is_trig() || is_within || recovery_->is_on_trial())
    return fail(errc::syntax_error, message, lost_brace::none);
  // What was skipped right before it may be its name, unless that was a graph.
  const auto last_end = tokens.last_end();
  const bool is_behind_brace = tokens.is_first_on_line() && tokens.last_kind() == token_kind::close_brace;
  if (all_->now.skipped_to == last_end && !is_behind_brace && last_end > 0)
    return fail(errc::syntax_error, "a graph whose name was skipped", lost_brace::none);
  graphs_->open_default(all_->now.indent, tokens.end_of(t));
  return read_progress::done;
}

read_progress graph_block_reader::open_named(const token& t) {
  return open(t, false);
}

read_progress graph_block_reader::open(const token& t, bool needs_no_proof) {
  const auto& now = all_->now;
  const auto& label = now.frames.statement();
  if (label.skips_subject) return fail(errc::syntax_error, {}, may_lack_brace());
  if (!needs_no_proof) {
    const auto opens = all_->lookahead.opens_graph(t, {graphs_->is_open(), all_->tokens.is_first_on_line(),
                                                       now.begins_line, now.indent <= graphs_->indent()});
    if (opens == decision::undecided) return read_progress::wait;
    if (opens == decision::no) return refuse(t);
  }
  if (!all_->is_trig()) {
    if (!all_->has_graphs()) return fail(errc::quad_in_triples, {}, lost_brace::none);
    if (!recovery_->is_on_trial())
      all_->reports.insert(errc::quad_in_triples, t.begin, all_->tokens.begin_of(t), {});
  }
  if (recovery_->is_on_trial()) recovery_->pass_trial();
  open_certain({label.subject_kind, label.subject, {}, {}}, t.begin);
  return read_progress::done;
}

void graph_block_reader::open_certain(const term_view& name, const char* brace) {
  graphs_->open_named(name, all_->now.indent, all_->now.begin, brace);
}

/// It is a stray within a statement, or a graph is damaged, perhaps within another graph.
read_progress graph_block_reader::refuse(const token& t) {
  constexpr auto rule = errc::unbalanced_bracket;
  if (!all_->is_trig()) return fail(rule, "a brace that opens no graph", lost_brace::none);
  if (graphs_->is_open()) {
    graphs_->abandon();
    return fail(rule, "a brace within a graph", lost_brace::possible);
  }
  recovery_->ignore_brace(all_->tokens.begin_of(t));
  return fail(rule, "a brace that opens no graph", lost_brace::refused);
}

read_progress graph_block_reader::close(const token& t) {
  const auto begin = all_->tokens.begin_of(t), end = all_->tokens.end_of(t);
  if (recovery_->is_proved()) recovery_->pass_trial();
  if (graphs_->is_open()) {
    graphs_->close(end);
    return read_progress::done;
  }
  if (recovery_->is_on_trial()) return fail(errc::unbalanced_bracket, {}, lost_brace::none);
  all_->reports.skip(all_->reports.notice(errc::unbalanced_bracket, t.begin, "a brace that was not opened"),
                     begin, end);
  all_->out.reach(end, span_kind::quarantine);
  graphs_->close_unknown();
  return read_progress::done;
}

}  // namespace laundromat::turtle
