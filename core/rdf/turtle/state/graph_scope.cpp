// Implements the scope of graphs: begins and ends them, and the doubt about where one ends.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/state/graph_scope.hpp"

#include <string>
#include <utility>

namespace laundromat::turtle {

void graph_scope::begin_statement(bool is_first_on_line, std::uint64_t indent) {
  if (!is_open_ && !is_behind_) return;
  const bool is_deeper = is_first_on_line && indent > indent_;
  const bool was_fresh = std::exchange(is_fresh_, false);
  if (is_open_) has_indented_ = has_indented_ || is_deeper;
  if (was_fresh) needs_brace_ = !is_first_on_line;
  if (out_->is_in_doubt() || (is_open_ && (was_fresh || is_deeper))) return;
  if (!is_open_ && has_indented_ && is_first_on_line && !is_deeper) return;
  begin_doubt(is_open_ ? "the graph may have ended before" : "the graph may not have ended before",
              graph_doubt::slight);
}

void graph_scope::begin(std::uint64_t indent) {
  is_open_ = is_fresh_ = true;
  is_behind_ = has_indented_ = has_break_ = needs_brace_ = false;
  indent_ = indent;
}

void graph_scope::open_default(std::uint64_t indent, std::uint64_t end_bytes) {
  is_nested_ = is_unopened();
  end_doubt(true);
  begin(indent);
  set_default();
  out_->reach(end_bytes, span_kind::syntax);
}

void graph_scope::open_named(const term_view& name, std::uint64_t indent, std::uint64_t name_begin,
                             const char* brace) {
  is_nested_ = is_nested_ || is_open_ || is_unopened();
  end_doubt(!is_open_);
  if (is_open_) {
    auto found = reports_->notice(errc::unbalanced_bracket, brace, "a graph within a graph");
    if (reports_->repairs(errc::unbalanced_bracket))
      reports_->insert(errc::unbalanced_bracket, brace, name_begin, "}");
    else
      reports_->skip(std::move(found), name_begin, name_begin);
  }
  begin(indent);
  out_->set_graph(name.kind, name.value);
  out_->reach(text_->offset_of(brace) + 1, span_kind::syntax);
}

void graph_scope::close(std::uint64_t end_bytes) {
  end_doubt(true);
  is_open_ = false;
  is_behind_ = true;
  set_default();
  out_->reach(end_bytes, span_kind::syntax);
  if (is_nested_) begin_doubt("the graph around may go on");
  is_nested_ = false;
}

void graph_scope::close_unknown() {
  end_doubt(false);
  is_behind_ = is_trig_;
  has_indented_ = false;
}

void graph_scope::close_before_directive() {
  end_doubt(false);
  is_open_ = is_nested_ = has_indented_ = false;
  is_behind_ = true;
  set_default();
}

void graph_scope::abandon() {
  end_doubt(false);
  is_open_ = is_nested_ = false;
  set_default();
}

void graph_scope::close_before_name() {
  end_doubt(!is_open_);
  is_nested_ = is_open_;
  is_open_ = false;
  set_default();
}

void graph_scope::require_brace() {
  needs_brace_ = true;
  is_fresh_ = false;
}

void graph_scope::report_open(const char* at) {
  if (!is_open_) return;
  const auto end = text_->offset_of(at);
  auto found = reports_->notice(errc::unbalanced_bracket, at, "the graph is not closed");
  if (reports_->repairs(errc::missing_separator))
    reports_->insert(found.rule, at, end, "}");
  else
    reports_->skip(std::move(found), end, end);
}

void graph_scope::finish(bool is_cut) {
  const bool may_end_here = !has_indented_ && reports_->repairs(errc::missing_separator);
  end_doubt(!is_open_ || (may_end_here && (is_cut || !(needs_brace_ || has_break_))));
}

void graph_scope::begin_doubt(std::string_view why, graph_doubt how) {
  if (out_->is_in_doubt() && (is_open_ || how <= doubt_)) return;
  // What is skipped now explains a brace that follows.
  end_doubt(true);
  doubt_ = how;
  why_ = why;
  out_->begin_doubt(how == graph_doubt::slight);
}

void graph_scope::end_doubt(bool is_certain) {
  if (!out_->is_in_doubt()) return;
  const auto begin = out_->doubt_begin(), end = out_->end_bytes();
  if (!out_->end_doubt(is_certain && doubt_ != graph_doubt::firm) && begin != end)
    reports_->skip({errc::unbalanced_bracket, begin, 0, 1, 1, std::string(why_)}, begin, end);
}

}  // namespace laundromat::turtle
