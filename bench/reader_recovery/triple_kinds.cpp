// The defects of triple terms, reified triples and annotations in Turtle and TriG.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/injection.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat::recovery {

namespace {

term triple_term(const quad& of) {
  const auto view = [](const term& t) { return term_view{t.kind, t.value, t.datatype, t.language}; };
  std::string text;
  append_triple_term(text, view(of.subject), view(of.predicate), view(of.object));
  return {term_kind::triple, std::move(text), {}, {}};
}

/// A prefixed name that is an object.
token* pick_name(site& at) {
  return at.pick_if([&](const token& one) {
    return one.kind == role::name && one.quad >= 0 &&
           at.quad_of(one).object.value == std::string(example) + one.text.substr(3);
  });
}

/// Puts an annotation behind an object. The statement with the object may be reified.
bool annotate(site& at, const std::string& annotation) {
  auto* one = pick_name(at);
  if (one == nullptr) return false;
  one->text += " " + annotation;
  const auto& of = at.quad_of(*one);
  at.readings.push_back({blank("?"), iri(std::string(iris::rdf_reifies)), triple_term(of), of.graph});
  return true;
}

/// The same, where the annotation costs nothing else.
bool annotate_in_vain(site& at, const std::string& annotation) {
  at.is_harmless = annotate(at, annotation);
  return at.is_harmless;
}

bool empty_annotation(site& at) {
  return annotate_in_vain(at, "{| |}");
}
bool annotation_without_object(site& at) {
  return annotate_in_vain(at, "{| ex:source |}");
}
bool annotation_with_undeclared_prefix(site& at) {
  return annotate_in_vain(at, "{| ex:source nope:it |}");
}
bool annotation_with_stray_bracket(site& at) {
  return annotate_in_vain(at, "{| ex:source ex:it ] |}");
}
bool annotation_with_lost_bracket(site& at) {
  return annotate_in_vain(at, "{| ex:source [ ex:trap ex:trap |}");
}
bool reifier_with_undeclared_prefix(site& at) {
  return annotate_in_vain(at, "~ nope:it {| ex:source ex:it |}");
}

bool annotation_without_end(site& at) {
  if (!annotate(at, "{| ex:source ex:it")) return false;
  at.touches_next = 1;
  return true;
}

bool replace_object(site& at, const std::string& by) {
  auto* one = pick_name(at);
  if (one == nullptr) return false;
  one->text = by;
  return true;
}

bool triple_term_of_two(site& at) {
  return replace_object(at, "<<( ex:trap ex:trap )>>");
}
bool triple_term_without_end(site& at) {
  at.touches_next = 1;
  return replace_object(at, "<<( ex:trap ex:trap ex:trap");
}
bool triple_term_with_list(site& at) {
  return replace_object(at, "<<( ex:trap ex:trap ( ex:trap ) )>>");
}
bool triple_term_with_undeclared_prefix(site& at) {
  return replace_object(at, "<<( ex:trap nope:trap ex:trap )>>");
}
bool reified_triple_of_four(site& at) {
  return replace_object(at, "<< ex:trap ex:trap ex:trap ex:trap >>");
}

constexpr kind kinds[] = {
    {"empty annotation", "D29", "TG", empty_annotation},
    {"annotation without object", "D29", "TG", annotation_without_object},
    {"annotation, undeclared prefix", "D34", "TG", annotation_with_undeclared_prefix},
    {"annotation with stray ]", "D41", "TG", annotation_with_stray_bracket},
    {"annotation with lost ]", "D41", "TG", annotation_with_lost_bracket},
    {"annotation without |}", "D41", "TG", annotation_without_end},
    {"reifier, undeclared prefix", "D34", "TG", reifier_with_undeclared_prefix},
    {"triple term of two terms", "D29", "TG", triple_term_of_two},
    {"triple term without )>>", "D41", "TG", triple_term_without_end},
    {"triple term with a list", "D29", "TG", triple_term_with_list},
    {"triple term, undeclared prefix", "D34", "TG", triple_term_with_undeclared_prefix},
    {"reified triple of four terms", "D29", "TG", reified_triple_of_four},
};

}  // namespace

std::span<const kind> triple_kinds() {
  return kinds;
}

}  // namespace laundromat::recovery
