// Implements brackets and lists: makes their labels, and writes the statements of each.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/state/nested_writer.hpp"

#include <charconv>
#include <utility>

#include "core/rdf/model/rdf_vocabulary.hpp"

namespace laundromat::turtle {

void nested_writer::make_label(std::string& into) {
  char digits[20];
  const auto written = std::to_chars(digits, digits + sizeof digits, ++label_count_);
  into.assign(1, '~').append(digits, written.ptr);
}

void nested_writer::open(frame::kind_type kind, std::uint64_t open_at, bool is_subject) {
  auto& f = now_->frames.open(kind, open_at, is_subject);
  f.was_margin_risky = now_->is_margin_risky;
  f.was_behind_comma = now_->is_behind_comma;
  f.held = out_->held();
  if (kind == frame::property_list) make_label(f.subject);
  now_->drop_object();
  update_holding();
}

/// The term that a bracket is, as views into its frame; what is left to say about it is written.
term_view nested_writer::end_bracket(frame& f) {
  switch (f.kind) {
    case frame::list:
      if (f.subject.empty()) return {term_kind::iri, iris::rdf_nil, {}, {}};
      write_link(iris::rdf_rest, term_kind::iri, iris::rdf_nil);
      return {term_kind::blank, f.head, {}, {}};
    case frame::triple_term:
      return {term_kind::triple, {}, {}, {}};  // its text is made where it is put
    case frame::reified_triple:
      if (f.reifier_kind == term_kind::none) write_reifier(term_kind::none, {});
      if (!f.skips_items()) write_reification(f, triple_of(f));
      return {f.reifier_kind, f.reifier, {}, {}};
    default:
      return {f.subject_kind, f.subject, {}, {}};
  }
}

nested_writer::closed nested_writer::close() {
  auto& f = now_->frames.top();
  const bool is_anonymous = f.is_empty && f.kind == frame::property_list;
  const auto term = end_bracket(f);
  auto triple = f.kind == frame::triple_term && !f.skips_items() ? triple_of(f) : std::string();
  if (f.is_bad_whole && !is_spilling_) out_->discard(f.held);
  now_->frames.close();
  if (f.kind == frame::annotation) {
    now_->drop_object();
    if (f.is_behind_skipped) now_->skip_object();
    return {};
  }
  now_->object_begin = f.open_at;
  now_->is_margin_risky = f.was_margin_risky;
  now_->is_behind_comma = f.was_behind_comma;
  auto& around = now_->frames.top();
  if (f.is_bad_whole && (around.kind == frame::list || around.is_triple())) around.is_bad_whole = true;
  if (f.is_subject) {
    now_->drop_object();  // of a triple
    around.subject_kind = term.kind;
    around.subject.assign(term.value);
    if (around.kind == frame::statement) around.skips_subject = f.is_bad_whole;
    now_->may_label_graph = is_anonymous && around.kind == frame::statement;
    return {true, f.kind != frame::list && !is_anonymous && around.kind == frame::statement};
  }
  if (f.kind == frame::triple_term)
    now_->object.text = std::move(triple);
  else
    now_->object.text.assign(term.value);
  now_->object.view = {term.kind, now_->object.text, {}, {}};
  now_->keep_object();
  now_->skips_object = f.is_bad_whole;
  return {};
}

void nested_writer::begin_item() {
  auto& f = now_->frames.top();
  std::string node;
  make_label(node);
  if (f.subject.empty())
    f.head = node;
  else
    write_link(iris::rdf_rest, term_kind::blank, node);
  f.subject = std::move(node);
}

void nested_writer::write_object() {
  const auto& f = now_->frames.top();
  const bool is_list = f.kind == frame::list;
  if (now_->skips_object || f.skips_items()) return;
  out_->write({f.subject_kind, f.subject, {}, {}},
              {term_kind::iri, is_list ? iris::rdf_first : f.predicate, {}, {}}, now_->object.view);
  if (out_->is_holding() && out_->is_full()) spill();
}

void nested_writer::write_link(std::string_view predicate, term_kind kind, std::string_view object) {
  const auto& f = now_->frames.top();
  if (f.is_muted || f.is_bad_whole) return;
  out_->write({term_kind::blank, f.subject, {}, {}}, {term_kind::iri, predicate, {}, {}},
              {kind, object, {}, {}});
}

void nested_writer::flush() {
  is_spilling_ = false;
  if (is_trial_) return;
  out_->hold(false);
  if (out_->held().count == 0) return;
  out_->flush();
  now_->has_written = true;
}

void nested_writer::spill() {
  if (is_trial_) {
    is_trial_too_long_ = true;
    return;
  }
  is_spilling_ = now_->has_written = true;
  out_->hold(false);
  out_->flush();
}

void nested_writer::discard() {
  is_trial_ = is_trial_too_long_ = false;
  now_->frames.close_all();
  now_->drop_object();
  out_->discard();
  out_->hold(false);
}

}  // namespace laundromat::turtle
