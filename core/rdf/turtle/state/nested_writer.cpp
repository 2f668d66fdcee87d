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

nested_writer::closed nested_writer::close() {
  auto& f = now_->frames.top();
  const bool is_list = f.kind == frame::list;
  const bool is_anonymous = f.is_empty && !is_list;
  std::string_view value = f.subject;
  auto kind = term_kind::blank;
  if (is_list && f.subject.empty()) {
    value = iris::rdf_nil;
    kind = term_kind::iri;
  } else if (is_list) {
    write_link(iris::rdf_rest, term_kind::iri, iris::rdf_nil);
    value = f.head;
  }
  if (f.is_bad_list && !is_spilling_) out_->discard(f.held);
  now_->object_begin = f.open_at;
  now_->is_margin_risky = f.was_margin_risky;
  now_->is_behind_comma = f.was_behind_comma;
  now_->frames.close();
  if (f.is_subject) {
    auto& statement = now_->frames.statement();
    statement.subject_kind = kind;
    statement.subject.assign(value);
    statement.skips_subject = f.is_bad_list;
    now_->may_label_graph = is_anonymous;
    return {true, !is_list && !is_anonymous};
  }
  now_->object.text.assign(value);
  now_->object.view = {kind, now_->object.text, {}, {}};
  now_->keep_object();
  now_->skips_object = f.is_bad_list;
  if (f.is_bad_list && now_->frames.is_in_list()) now_->frames.top().is_bad_list = true;
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
  if (f.is_muted || f.is_bad_list) return;
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
