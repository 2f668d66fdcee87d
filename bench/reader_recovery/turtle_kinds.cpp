// The defects of the grammar of Turtle and TriG.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bench/reader_recovery/injection.hpp"
#include "bench/reader_recovery/value_site.hpp"

namespace laundromat::recovery {

namespace {

bool lost_dot(site& at) {
  at.touches_next = 1;
  at.pick(role::dot)->text.clear();
  return true;
}

token* pick_separator(site& at, char which) {
  return at.pick_if(
      [&](const token& one) { return one.kind == role::separator && one.text.front() == which; });
}

bool replace_separator(site& at, char which, std::string by) {
  auto* one = pick_separator(at, which);
  if (one == nullptr) return false;
  one->text = std::move(by);
  return true;
}

bool lost_semicolon(site& at) {
  return replace_separator(at, ';', "");
}

bool lost_comma(site& at) {
  return replace_separator(at, ',', "");
}

bool dot_for_semicolon(site& at) {
  return replace_separator(at, ';', ".");
}

/// Up to the next object, the damaged text has the next predicate as an object of the one before.
bool comma_for_semicolon(site& at) {
  auto* one = pick_separator(at, ';');
  if (one == nullptr) return false;
  const auto index = index_of(at, one);
  int before = -1, after = -1;
  for (std::size_t i = 0; i < at.now.tokens.size(); ++i) {
    const auto quad = at.now.tokens[i].quad;
    if (quad < 0) continue;
    if (i < index) before = quad;
    if (i > index && after < 0) after = quad;
  }
  if (before < 0 || after < 0) return false;
  auto statement = at.now.quads[static_cast<std::size_t>(before)];
  statement.object = at.now.quads[static_cast<std::size_t>(after)].predicate;
  at.readings.push_back(statement);
  one->text = ",";
  return true;
}

/// A prefixed name that is an object.
token* pick_object_name(site& at) {
  return at.pick_if([&](const token& one) {
    return one.kind == role::name && one.quad >= 0 &&
           at.quad_of(one).object.value == std::string(example) + one.text.substr(3);
  });
}

bool undeclared_prefix(site& at) {
  auto* one = at.pick(role::name);
  if (one == nullptr) return false;
  one->text.replace(0, 2, "nope");
  return true;
}

bool hash_in_name(site& at) {
  auto* one = pick_object_name(at);
  // On one line nothing can follow a comment.
  if (one == nullptr || at.in == layout::one_line) return false;
  at.touches_next = goes_on_after(at, index_of(at, one) + 2) ? 0 : 1;
  one->text.insert(3, "#");
  at.also_read_object(one->quad, iri(std::string(example)));
  return true;
}

bool bad_local_name(site& at) {
  auto* one = pick_object_name(at);
  if (one == nullptr) return false;
  one->text += "/a+b";
  at.also_read_object(one->quad, iri(std::string(example) + one->text.substr(3)));
  return true;
}

bool directive_without_dot(site& at) {
  return at.find(role::graph).empty() && at.now.quads[0].graph.kind == term_kind::none &&
         put_before(at, "@prefix q: <http://q.example/>\n");
}

bool directive_with_dot(site& at) {
  return at.now.quads[0].graph.kind == term_kind::none && put_before(at, "PREFIX q: <http://q.example/> .\n");
}

bool repeated_directive_without_angle(site& at) {
  return at.now.quads[0].graph.kind == term_kind::none &&
         put_before(at, "@prefix ex: <" + std::string(example) + " .\n");
}

bool broken_directive(site& at) {
  return at.now.quads[0].graph.kind == term_kind::none && put_before(at, "@prefix q http://q.example/ .\n");
}

bool formula(site& at) {
  return put_before(at, "{ ex:a ex:b ex:c . } => { ex:d ex:e ex:f . } .\n");
}

bool text_between(site& at) {
  return put_before(at, "Exported by Widget 1.0 on Monday.\n");
}

bool literal_as_subject(site& at) {
  return replace_whole(at, role::subject, "\"subject\"");
}

bool number_as_predicate(site& at) {
  return replace_whole(at, role::predicate, "42");
}

bool lost_bracket(site& at) {
  auto* one = at.pick_if([](const token& t) { return t.kind == role::close && t.text != "}"; });
  if (one == nullptr) return false;
  one->text.clear();
  return true;
}

bool stray_bracket(site& at) {
  const auto dot = index_of(at, at.pick(role::dot));
  insert_token(at, dot, at.random.chance(2) ? "] " : ") ");
  return true;
}

bool stray_brace(site& at) {
  at.now.add(role::other, "}\n");
  return true;
}

/// Only where another graph follows: otherwise the following statements belong to the graph. It is unknown which of these but the
/// first were before the brace.
bool lost_brace(site& at) {
  const auto closed = at.find(role::close);
  if (closed.empty() || at.now.tokens[closed.back()].text != "}") return false;
  const auto& graph = at.now.quads[0].graph.value;
  if (std::stoul(graph.substr(graph.rfind('/') + 1)) % 3 != 1) return false;
  at.touches_next = 1;
  at.touches_before = 4;
  at.now.tokens[closed.back()].text.clear();
  return true;
}

/// The text up to the next brace is then in another graph.
bool lost_open_brace(site& at) {
  for (auto& one : at.now.tokens)
    if (one.kind == role::open && one.text == "{") {
      one.text.clear();
      at.touches_next = 5;
      return true;
    }
  return false;
}

bool mistyped_graph_keyword(site& at) {
  const auto graphs = at.find(role::graph);
  if (graphs.empty()) return false;
  at.touches_next = 5;
  insert_token(at, graphs[0] - 1, "GRAHP ");
  return true;
}

bool lost_object(site& at) {
  auto* one = pick_object_name(at);
  if (one == nullptr) return false;
  one->text.clear();
  return true;
}

bool lost_predicate(site& at) {
  return replace_whole(at, role::predicate, "");
}

bool deep_nesting(site& at) {
  auto* one = pick_object_name(at);
  if (one == nullptr) return false;
  at.also_read_object(one->quad, blank("?"));
  const auto graph = at.now.quads[0].graph;
  const auto predicate = iri(std::string(example) + "deep");
  at.readings.push_back({blank("?"), predicate, blank("?"), graph});
  at.readings.push_back(
      {blank("?"), predicate, typed("1", "http://www.w3.org/2001/XMLSchema#integer"), graph});
  std::string deep;
  for (int i = 0; i < 600; ++i) deep += "[ ex:deep ";
  deep += "1";
  for (int i = 0; i < 600; ++i) deep += " ]";
  one->text = deep;
  return true;
}

constexpr kind kinds[] = {
    {"text between statements", "D29", "TG", text_between},
    {"undeclared prefix", "D34", "TG", undeclared_prefix},
    {"@prefix without dot", "D35", "TG", directive_without_dot},
    {"PREFIX with dot", "D35", "TG", directive_with_dot},
    {"@prefix without < and :", "D35", "TG", broken_directive},
    {"repeated @prefix without >", "D35", "TG", repeated_directive_without_angle},
    {"# in a name", "D36", "TG", hash_in_name},
    {"lost dot", "D29", "TG", lost_dot},
    {"lost ;", "D37", "TG", lost_semicolon},
    {"lost ,", "D37", "TG", lost_comma},
    {". for ;", "D37", "TG", dot_for_semicolon},
    {", for ;", "D37", "TG", comma_for_semicolon},
    {"lost object", "D29", "TG", lost_object},
    {"lost predicate", "D29", "TG", lost_predicate},
    {"literal as subject", "D40", "TG", literal_as_subject},
    {"number as predicate", "D40", "TG", number_as_predicate},
    {"lost ] or )", "D41", "TG", lost_bracket},
    {"stray ] or )", "D41", "TG", stray_bracket},
    {"stray }", "D41", "T", stray_brace},
    {"lost }", "D41", "G", lost_brace},
    {"lost {", "D41", "G", lost_open_brace},
    {"mistyped GRAPH", "D41", "G", mistyped_graph_keyword},
    {"name with / and +", "D42", "TG", bad_local_name},
    {"formula of N3", "D29", "T", formula},
    {"600 brackets", "D80", "TG", deep_nesting},
};

}  // namespace

std::span<const kind> turtle_kinds() {
  return kinds;
}

}  // namespace laundromat::recovery
