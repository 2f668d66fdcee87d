// Implements triple terms, reified triples and annotations: their text, their reifiers, and what is said about these.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/turtle/state/nested_writer.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat::turtle {

/// The subject and predicate of the frame with the complete object.
std::string nested_writer::triple_of(const frame& f) const {
  std::string text;
  append_triple_term(text, {f.subject_kind, f.subject, {}, {}}, {term_kind::iri, f.predicate, {}, {}},
                     now_->object.view);
  return text;
}

bool nested_writer::is_triple_too_long(std::uint64_t most_bytes) const {
  constexpr std::uint64_t longest_escape = 6, signs = 32;
  const auto& f = now_->frames.top();
  const auto& object = now_->object.view;
  const auto sum = f.subject.size() + f.predicate.size() + object.value.size() + object.datatype.size() +
                   object.language.size();
  return longest_escape * sum + signs > most_bytes && triple_of(f).size() > most_bytes;
}

void nested_writer::write_reification(const frame& f, std::string_view triple) {
  out_->write({f.reifier_kind, f.reifier, {}, {}}, {term_kind::iri, iris::rdf_reifies, {}, {}},
              {term_kind::triple, triple, {}, {}});
  if (out_->is_holding() && out_->is_full()) spill();
}

void nested_writer::begin_annotations() {
  auto& f = now_->frames.top();
  f.annotated = triple_of(f);
  f.reifier_kind = term_kind::none;
}

void nested_writer::write_reifier(term_kind kind, std::string_view reifier) {
  auto& f = now_->frames.top();
  if (kind == term_kind::none)
    make_label(f.reifier);
  else
    f.reifier.assign(reifier);
  f.reifier_kind = kind == term_kind::none ? term_kind::blank : kind;
  const bool is_skipped = f.skips_items() || (now_->has_object && now_->skips_object);
  if (f.kind != frame::reified_triple && !is_skipped) write_reification(f, f.annotated);
}

void nested_writer::open_annotation(std::uint64_t open_at) {
  auto& base = now_->frames.top();
  const bool is_behind_skipped = now_->has_object && now_->skips_object;
  auto& f = now_->frames.open(frame::annotation, open_at, false);
  f.held = out_->held();
  f.is_behind_skipped = is_behind_skipped;
  f.is_muted = f.is_muted || is_behind_skipped;
  now_->drop_object();
  update_holding();
  if (base.reifier_kind == term_kind::none) {
    make_label(base.reifier);
    base.reifier_kind = term_kind::blank;
    if (!f.is_muted) write_reification(base, base.annotated);
  }
  f.subject.assign(base.reifier);
  f.subject_kind = base.reifier_kind;
  base.reifier_kind = term_kind::none;  // the next block has another one
}

std::uint64_t nested_writer::discard_annotation() {
  const frame* f = &now_->frames.close();
  while (f->kind != frame::annotation) f = &now_->frames.close();
  if (!is_spilling_) out_->discard(f->held);
  now_->drop_object();
  if (f->is_behind_skipped) now_->skip_object();
  return f->open_at;
}

}  // namespace laundromat::turtle
