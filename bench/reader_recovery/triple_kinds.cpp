// The defects of triple terms, reified triples and annotations in Turtle, TriG and RDF/XML.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/injection.hpp"
#include "bench/reader_recovery/value_site.hpp"
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

// RDF/XML

/// Puts attributes of an annotation on a property element whose statement has no blank node; that must be read all the same. `reifiers`: what
/// may reify it.
bool annotate_element(site& at, std::string_view attributes, std::initializer_list<term> reifiers = {}) {
  auto* one = at.pick_if([&](const token& t) {
    return t.kind == role::start_tag && t.quad >= 0 && at.quad_of(t).object.kind != term_kind::blank;
  });
  if (one == nullptr) return false;
  one->text += attributes;
  const auto& of = at.quad_of(*one);
  for (const auto& reifier : reifiers)
    at.readings.push_back({reifier, iri(std::string(iris::rdf_reifies)), triple_term(of), of.graph});
  at.is_harmless = true;
  return true;
}

bool annotation_that_is_no_iri(site& at) {
  return annotate_element(at, " rdf:annotation=\"http://[trap\"",
                          {iri("http://[trap"), iri("http://%5Btrap")});
}
bool annotation_with_bad_label(site& at) {
  return annotate_element(at, " rdf:annotationNodeID=\"1 x\"", {blank("?")});
}
bool two_annotations(site& at) {
  return annotate_element(at, " rdf:annotation=\"http://trap.example/\" rdf:annotationNodeID=\"trap\"");
}
bool repeated_annotation(site& at) {
  return annotate_element(
      at, " rdf:annotation=\"http://trap.example/a\" rdf:annotation=\"http://trap.example/b\"");
}
bool annotation_without_quotes(site& at) {
  const auto reifier = std::string(example) + "it";
  return annotate_element(at, " rdf:annotation=" + reifier + " ", {iri(reifier)});
}

/// Puts a property with a triple term into a node. Nothing in it is a statement.
bool add_triple_term(site& at, const std::string& content,
                     const std::string& version = " rdf:version=\"1.2\"") {
  at.is_harmless = true;
  return insert_in_node(at,
                        "    <ex:term" + version + " rdf:parseType=\"Triple\">" + content + "</ex:term>\n");
}

constexpr auto trap_node =
    "<rdf:Description rdf:about=\"http://trap.example/\"><ex:trap>trap</ex:trap></rdf:Description>";

bool triple_term_without_version(site& at) {
  return add_triple_term(at, trap_node, "");
}
bool triple_term_without_node(site& at) {
  return add_triple_term(at, "");
}
bool triple_term_of_two_nodes(site& at) {
  return add_triple_term(at, std::string(trap_node) + trap_node);
}
bool triple_term_of_two_statements(site& at) {
  return add_triple_term(
      at,
      "<rdf:Description "
      "rdf:about=\"http://trap.example/\"><ex:trap>a</ex:trap><ex:trap>b</ex:trap></rdf:Description>");
}
bool triple_term_with_undeclared_namespace(site& at) {
  return add_triple_term(
      at, "<rdf:Description rdf:about=\"http://trap.example/\"><nope:trap>a</nope:trap></rdf:Description>");
}
/// A reader may put the end tag in: the triple term is whole.
bool triple_term_with_lost_end_tag(site& at) {
  const quad inner{iri("http://trap.example/"), iri(std::string(example) + "trap"), text("trap"), {}};
  at.readings.push_back(
      {at.now.quads[0].subject, iri(std::string(example) + "term"), triple_term(inner), {}});
  return add_triple_term(at, "<rdf:Description rdf:about=\"http://trap.example/\"><ex:trap>trap</ex:trap>");
}
bool triple_term_with_text(site& at) {
  return add_triple_term(at, std::string("stray ") + trap_node);
}
bool triple_term_without_end_tag(site& at) {
  at.touches_next = 1;
  return insert_in_node(
      at, std::string("    <ex:term rdf:version=\"1.2\" rdf:parseType=\"Triple\">") + trap_node + "\n");
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
    {"rdf:annotation that is no IRI", "D53", "X", annotation_that_is_no_iri, "iri_delimiter"},
    {"rdf:annotationNodeID that is no name", "D45", "X", annotation_with_bad_label, "bad_xml_name"},
    {"both attributes of an annotation", "D47", "X", two_annotations},
    {"repeated rdf:annotation", "D44", "X", repeated_annotation},
    {"rdf:annotation without quotes", "D44", "X", annotation_without_quotes},
    {"triple term without a version", "D47", "X", triple_term_without_version},
    {"triple term without a node", "D47", "X", triple_term_without_node},
    {"triple term of two nodes", "D47", "X", triple_term_of_two_nodes},
    {"triple term of two statements", "D47", "X", triple_term_of_two_statements},
    {"triple term, undeclared namespace", "D44", "X", triple_term_with_undeclared_namespace},
    {"triple term, lost end tag in it", "D44", "X", triple_term_with_lost_end_tag},
    {"triple term with text", "D47", "X", triple_term_with_text},
    {"triple term without its end tag", "D44", "X", triple_term_without_end_tag},
};

}  // namespace

std::span<const kind> triple_kinds() {
  return kinds;
}

}  // namespace laundromat::recovery
