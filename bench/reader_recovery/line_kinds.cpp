// The defects of the grammar of N-Triples and N-Quads, also where Turtle has the same grammar.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bench/reader_recovery/injection.hpp"
#include "bench/reader_recovery/value_site.hpp"
#include "core/rdf/values/datatype.hpp"

namespace laundromat::recovery {

namespace {

bool has_graph(const site& at) {
  return !at.find(role::graph).empty();
}

/// Replaces the text between the spaces number `from` and `from + 1` (-1: from the start of the line).
bool replace_term(site& at, int from, std::string_view by) {
  const auto spaces = at.find(role::space);
  const auto first = from < 0 ? 0 : spaces[static_cast<std::size_t>(from)] + 1;
  const auto last = spaces[static_cast<std::size_t>(from + 1)];
  erase_tokens(at, first, last);
  insert_token(at, first, std::string(by));
  return true;
}

bool lost_dot(site& at) {
  at.pick(role::dot)->text.clear();
  return true;
}

// A line of N-Quads that loses one of four terms is a valid line of three.
bool lost_object(site& at) {
  return !has_graph(at) && replace_term(at, 1, "");
}

bool lost_subject(site& at) {
  return !has_graph(at) && replace_term(at, -1, "");
}

bool cut_line(site& at) {
  const role roles[] = {role::subject, role::predicate, role::object, role::value};
  const auto* one = at.pick(roles[at.random.below(4)]);
  if (one == nullptr) return false;
  const auto index = index_of(at, one);
  at.now.tokens[index].text.resize(1);
  erase_tokens(at, index + 1, at.now.tokens.size());
  insert_token(at, index + 1, "\n");
  return true;
}

bool glue(site& at, bool keeps_dot) {
  at.touches_next = 1;
  if (!keeps_dot) at.pick(role::dot)->text.clear();
  at.pick(role::line_end)->text = " ";
  return at.now.tokens.back().kind == role::line_end;
}

bool two_on_a_line(site& at) {
  return glue(at, true);
}

bool two_without_dot(site& at) {
  return glue(at, false);
}

bool turtle_a(site& at) {
  const auto rdf_type = iri(std::string(rdf_namespace) + "type");
  if (at.now.quads[0].subject.kind != term_kind::iri) return false;
  at.also_read(at.now.quads[0].predicate, rdf_type);
  return replace_term(at, 0, "a");
}

bool prefixed_name(site& at) {
  return replace_term(at, 1, "ex:thing");
}

bool literal_as_subject(site& at) {
  return replace_term(at, -1, "\"subject\"");
}

bool literal_as_predicate(site& at) {
  return replace_term(at, 0, "\"predicate\"");
}

bool blank_predicate(site& at) {
  return replace_term(at, 0, "_:p");
}

bool literal_as_graph(site& at) {
  return has_graph(at) && replace_term(at, 2, "\"graph\"");
}

bool bad_label(site& at) {
  auto* label = at.pick(role::blank);
  if (label == nullptr) return false;
  label->text.insert(2, "-");
  for (auto statement : at.now.quads) {
    for (auto* term : {&statement.subject, &statement.object})
      if (term->kind == term_kind::blank) term->value.assign(1, '?');
    at.readings.push_back(statement);
  }
  return true;
}

bool fourth_term(site& at) {
  const auto dot = index_of(at, at.pick(role::dot));
  insert_token(at, dot, "<http://example.org/graph> ");
  auto statement = at.now.quads[0];
  statement.graph = iri("http://example.org/graph");
  at.readings.push_back(statement);
  return true;
}

/// The tokens `<` of IRIs. In TriG not those of graph names: a graph without its name is lost as a whole.
std::vector<std::size_t> find_iris(const site& at) {
  auto all = at.find(role::iri_open);
  if (at.format == rdf_format::trig)
    std::erase_if(all, [&](std::size_t i) { return at.now.tokens[i + 1].kind == role::graph; });
  return all;
}

bool bare_iri(site& at) {
  const auto all = find_iris(at);
  if (all.empty()) return false;
  const auto index = all[at.random.below(all.size())];
  if (at.now.tokens[index + 2].kind != role::iri_close) return false;
  at.now.tokens[index].text.clear();
  at.now.tokens[index + 2].text.clear();
  return true;
}

bool lost_angle(site& at) {
  const auto all = find_iris(at);
  if (all.empty()) return false;
  at.now.tokens[all[at.random.below(all.size())] + (at.random.chance(2) ? 0 : 2)].text.clear();
  return true;
}

bool text_between(site& at) {
  at.is_harmless = true;
  return put_before(at, "Exported by Widget 1.0 on Monday\n");
}

/// In TriG not before the name of a graph: the graph and its name would be lost with the line.
bool junk_line(site& at) {
  if (at.format == rdf_format::trig && has_graph(at)) return false;
  static constexpr std::string_view lines[] = {"=======\n", ">>>>>>> branch\n", "*/\n"};
  return put_before(at, std::string(lines[at.random.below(std::size(lines))]));
}

/// A literal lacks its closing quote, and the first one of the next line its opening one: together they look like one literal.
bool lost_quotes_of_two_lines(site& at) {
  const auto quotes = at.find(role::quote_close);
  if (quotes.empty() || at.in == layout::one_line || has_graph(at)) return false;
  const auto is_quoted = [](const token& one) { return one.text.find('"') != one.text.npos; };
  const auto rest = at.now.tokens.begin() + static_cast<std::ptrdiff_t>(quotes.back()) + 1;
  if (std::any_of(rest, at.now.tokens.end(), is_quoted)) return false;
  at.now.tokens[quotes.back()].text.clear();
  at.readings.push_back({iri("http://example.org/s"), iri("http://example.org/p"), text("words"), {}});
  const std::string indent(at.in == layout::indented ? 4 : 0, ' ');
  return add_between(at, indent + "<http://example.org/s> <http://example.org/p> words\" .\n");
}

bool html_between(site& at) {
  return put_before(at, "<br />\n<b>Warning</b>: it is slow in <b>/srv/x.php</b>\n");
}

bool cut_start(site& at) {
  const auto first = at.now.tokens.front().text.size() / 2;
  at.now.tokens.front().text.erase(0, first);
  erase_tokens(at, 0, 1);
  auto& front = at.now.tokens.front().text;
  front.erase(0, front.size() / 2);
  return true;
}

bool cut_end(site& at) {
  const role roles[] = {role::subject, role::predicate, role::object};
  auto* one = at.pick(roles[at.random.below(3)]);
  if (one == nullptr) return false;
  one->text.resize(1);
  const auto index = index_of(at, one);
  erase_tokens(at, index + 1, at.now.tokens.size());
  return true;
}

constexpr kind kinds[] = {
    {"lost dot", "D29", "NQ", lost_dot},
    {"lost object", "D29", "NQ", lost_object},
    {"lost subject", "D29", "NQ", lost_subject},
    {"lost end of the line", "D29", "NQ", cut_line},
    {"lost < or >", "D29", "NQTG", lost_angle},
    {"text between statements", "D29", "NQ", text_between},
    {"junk line", "D29", "NQTG", junk_line},
    {"lost quotes of two lines", "D29 D38", "NQTG", lost_quotes_of_two_lines},
    {"HTML between statements", "D29", "NQTG", html_between},
    {"keyword a", "D31", "NQ", turtle_a},
    {"prefixed name", "D31", "NQ", prefixed_name},
    {"two statements on a line", "D32", "NQ", two_on_a_line},
    {"two statements without a dot between them", "D32", "NQ", two_without_dot},
    {"IRI without angle brackets", "D39", "NQTG", bare_iri},
    {"literal as subject", "D40", "NQ", literal_as_subject},
    {"literal as predicate", "D40", "NQ", literal_as_predicate},
    {"blank node as predicate", "D67", "NQ", blank_predicate},
    {"bad blank node label", "D67", "NQ", bad_label},
    {"literal as graph", "D69", "Q", literal_as_graph},
    {"graph in triples", "D69", "N", fourth_term},
    {"lost start of the file", "D72", "NQ", cut_start, "", true},
    {"lost end of the file", "D41 D72", "NQTG", cut_end, "", true},
};

}  // namespace

std::span<const kind> line_kinds() {
  return kinds;
}

}  // namespace laundromat::recovery
