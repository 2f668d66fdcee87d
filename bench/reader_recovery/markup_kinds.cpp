// Damage to the markup of RDF/XML and HTML.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/injection.hpp"
#include "bench/reader_recovery/value_site.hpp"

namespace laundromat::recovery {

namespace {

bool change(site& at, role kind, std::string_view to) {
  auto* one = at.pick(kind);
  if (one == nullptr) return false;
  one->text = to;
  return true;
}

bool insert_in_node(site& at, std::string text) {
  const auto all = at.find(role::line_end);
  insert_token(at, all.front() + 1, std::move(text));
  return true;
}

bool add_between(site& at, std::string text) {
  at.now.add(role::other, std::move(text));
  return true;
}

// RDF/XML

bool lost_end_tag(site& at) {
  return change(at, role::end_tag, "");
}

bool other_end_tag(site& at) {
  return change(at, role::end_tag, "</ex:other>");
}

bool lost_node_end(site& at) {
  at.touches_next = 1;
  return change(at, role::close, "");
}

bool stray_end_tag(site& at) {
  return insert_in_node(at, "    </ex:stray>\n");
}

bool undeclared_namespace(site& at) {
  const auto all = at.find(role::start_tag);
  const auto first = all[at.random.below(all.size())];
  auto& name = at.now.tokens[first].text;
  name.replace(0, 2, "nope");
  for (auto i = first; i < at.now.tokens.size(); ++i) {
    if (at.now.tokens[i].kind == role::end_tag) {
      at.now.tokens[i].text = "</" + name + ">";
      return true;
    }
    if (at.now.tokens[i].kind == role::line_end) return true;
  }
  return true;
}

bool attribute_without_quotes(site& at) {
  const auto all = at.find(role::attribute);
  const auto first = all[at.random.below(all.size())];
  at.now.tokens[first + 1].text.clear();
  auto& behind = at.now.tokens[first + 3].text;
  behind.erase(0, 1);
  return true;
}

bool lost_attribute_quote(site& at) {
  const auto all = at.find(role::attribute);
  auto& quote = at.now.tokens[all[at.random.below(all.size())] + 3].text;
  quote.erase(0, 1);
  return true;
}

bool repeated_attribute(site& at) {
  const auto all = at.find(role::attribute);
  const auto first = all[at.random.below(all.size())];
  const auto name = at.now.tokens[first].text;
  insert_token(at, first, name + "\"http://example.org/again\"");
  return true;
}

bool attribute_without_value(site& at) {
  const auto all = at.find(role::attribute);
  insert_token(at, all[at.random.below(all.size())], " checked");
  return true;
}

bool bare_ampersand(site& at) {
  return write_and_read(at, " & ", {" & "});
}

bool bare_less_than(site& at) {
  return write_and_read(at, " < ", {" < "});
}

bool unknown_entity(site& at) {
  return at.random.chance(2) ? write_and_read(at, "&nbsp;", {"\xC2\xA0", "&nbsp;"})
                             : write_and_read(at, "&nope;", {"&nope;"});
}

bool control_character(site& at) {
  return write_and_read(at, "\x01", {"\x01", "\xEF\xBF\xBD", ""});
}

bool bad_node_id(site& at) {
  auto statement = at.now.quads[0];
  statement.predicate = iri(std::string(example) + "n");
  statement.object = blank("?");
  at.readings.push_back(statement);
  return insert_in_node(at, "    <ex:n rdf:nodeID=\"1 x\"/>\n");
}

bool repeated_id(site& at) {
  const quad statement{iri(std::string(base_iri) + "#same"), iri(std::string(example) + "r"), text("v"), {}};
  at.readings.push_back(statement);
  at.is_harmless = true;
  return add_between(at, "  <rdf:Description rdf:ID=\"same\"><ex:r>v</ex:r></rdf:Description>\n");
}

bool forbidden_element(site& at) {
  return insert_in_node(at, "    <rdf:Description>no property</rdf:Description>\n");
}

bool forbidden_attribute(site& at) {
  auto* one = at.pick(role::start_tag);
  one->text += " rdf:aboutEach=\"http://example.org/each\"";
  return true;
}

bool text_between_nodes(site& at) {
  at.is_harmless = true;
  return add_between(at, "  Exported by Widget 1.0 on Monday\n");
}

bool mixed_content(site& at) {
  return insert_in_node(at, "    <ex:mixed>text and <ex:element/> more</ex:mixed>\n");
}

bool bad_comment(site& at) {
  return add_between(at, "  <!-- a -- b -->\n");
}

bool second_document(site& at) {
  at.touches_next = 1;
  return add_between(at,
                     "</rdf:RDF>\n<?xml version=\"1.0\"?>\n<rdf:RDF "
                     "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
                     "xmlns:ex=\"http://example.org/ns#\">\n");
}

/// The statements that a reader without limits finds.
void read_deep(site& at, const quad& first) {
  auto statement = first;
  statement.predicate = iri(std::string(example) + "deep");
  statement.object = blank("?");
  at.readings.push_back(statement);
  statement.subject = blank("?");
  at.readings.push_back(statement);
}

bool deep_nesting(site& at) {
  read_deep(at, at.now.quads[0]);
  std::string deep;
  for (int i = 0; i < 600; ++i) deep += "<ex:deep><rdf:Description>";
  for (int i = 0; i < 600; ++i) deep += "</rdf:Description></ex:deep>";
  return insert_in_node(at, deep + "\n");
}

bool many_attributes(site& at) {
  std::string many;
  at.readings.push_back({at.now.quads[0].subject, iri(std::string(example) + "many"), blank("?"), {}});
  for (int i = 0; i < 1'200; ++i)
    at.readings.push_back({blank("?"), iri(std::string(example) + "a" + std::to_string(i)), text("v"), {}});
  for (int i = 0; i < 1'200; ++i) many += " ex:a" + std::to_string(i) + "=\"v\"";
  return insert_in_node(at, "    <ex:many" + many + "/>\n");
}

bool cut_end(site& at) {
  auto* one = at.pick(role::value);
  if (one == nullptr) return false;
  const auto index = index_of(at, one);
  erase_tokens(at, index + 1, at.now.tokens.size());
  return true;
}

// HTML: its own rules mend it, so that nothing is lost.

bool harmless_markup(site& at, std::string text) {
  at.is_harmless = true;
  return insert_in_node(at, std::move(text));
}

bool misnested_markup(site& at) {
  return harmless_markup(at, "  <p><b>one <i>two</b> three</i></p>\n");
}

bool unclosed_markup(site& at) {
  return harmless_markup(at, "  <p>one<br>two &nbsp; &copy; <img src=x.png>\n");
}

bool stray_html_end_tag(site& at) {
  return harmless_markup(at, "  </b></p>\n");
}

bool unquoted_html_attribute(site& at) {
  const auto all = at.find(role::name);
  const auto first = all[at.random.below(all.size())];
  at.is_harmless = true;
  at.now.tokens[first - 1].text.clear();
  at.now.tokens[first + 1].text = " ";
  return true;
}

bool repeated_html_attribute(site& at) {
  const auto all = at.find(role::name);
  const auto first = all[at.random.below(all.size())];
  at.is_harmless = true;
  at.now.tokens[first + 1].text = "\" title=\"a\" title=\"b\"";
  return true;
}

bool lost_division_end(site& at) {
  at.is_harmless = true;
  return change(at, role::close, "");
}

bool unknown_prefix(site& at) {
  auto* one = at.pick(role::name);
  const auto statement = at.now.quads[static_cast<std::size_t>(one->quad)];
  one->text.replace(0, 2, "nope");
  at.also_read(statement.predicate, iri(one->text));
  return true;
}

bool bad_prefix_attribute(site& at) {
  auto* one = at.pick(role::attribute);
  at.is_harmless = true;
  one->text = " prefix=\"nocolon http://x.example/ dangling:\"" + one->text;
  return true;
}

bool plain_script(site& at) {
  at.is_harmless = true;
  return add_between(at,
                     "<script type=\"text/plain\"><http://trap.example/s> <http://trap.example/p> \"x\" .\n"
                     "<div about=\"http://trap.example/\" property=\"ex:p\">x</div></script>\n");
}

bool broken_script(site& at) {
  at.is_harmless = true;
  return add_between(
      at, "<script type=\"application/ld+json\">{\"@id\": \"http://trap.example/\", \"ex:p\": </script>\n");
}

bool table_soup(site& at) {
  at.is_harmless = true;
  return add_between(at, "<table><tr><td>one<td>two<tr>stray<td>three</table>\n");
}

constexpr kind kinds[] = {
    {"lost end tag", "D44", "X", lost_end_tag},
    {"other end tag", "D44", "X", other_end_tag},
    {"stray end tag", "D44", "X", stray_end_tag},
    {"lost end of a node", "D44", "X", lost_node_end},
    {"undeclared namespace", "D44", "X", undeclared_namespace},
    {"attribute without quotes", "D44", "X", attribute_without_quotes},
    {"lost quote of an attribute", "D44", "X", lost_attribute_quote},
    {"repeated attribute", "D44", "X", repeated_attribute},
    {"attribute without value", "D44", "X", attribute_without_value},
    {"rdf:nodeID that is no name", "D45", "X", bad_node_id, "bad_xml_name"},
    {"repeated rdf:ID", "D45", "X", repeated_id, "repeated_id"},
    {"unknown entity", "D46", "X", unknown_entity},
    {"bare &", "D47", "XA", bare_ampersand},
    {"bare <", "D47", "XA", bare_less_than},
    {"control character", "D24", "XA", control_character},
    {"forbidden element", "D47", "X", forbidden_element},
    {"forbidden attribute", "D47", "X", forbidden_attribute},
    {"text between nodes", "D47", "X", text_between_nodes},
    {"text and elements", "D47", "X", mixed_content},
    {"-- in a comment", "D47", "X", bad_comment},
    {"second document", "D27 D72", "X", second_document},
    {"600 elements deep", "D80", "X", deep_nesting},
    {"1,200 attributes", "D80", "X", many_attributes},
    {"lost end of the file", "D72", "XA", cut_end, "", true},
    {"misnested markup", "D27 D49", "A", misnested_markup, "tag_soup"},
    {"unclosed markup", "D27 D49", "A", unclosed_markup, "tag_soup"},
    {"stray end tag", "D27 D49", "A", stray_html_end_tag, "tag_soup"},
    {"attribute without quotes", "D49", "A", unquoted_html_attribute, "tag_soup"},
    {"repeated attribute", "D49", "A", repeated_html_attribute, "tag_soup"},
    {"lost end of a division", "D49", "A", lost_division_end, "tag_soup"},
    {"table without end tags", "D49", "A", table_soup, "tag_soup"},
    {"unknown prefix", "D49", "A", unknown_prefix},
    {"bad prefix attribute", "D49", "A", bad_prefix_attribute},
    {"script of plain text", "D49", "A", plain_script},
    {"script of broken JSON-LD", "D49 D50", "A", broken_script},
};

}  // namespace

std::span<const kind> markup_kinds() {
  return kinds;
}

}  // namespace laundromat::recovery
