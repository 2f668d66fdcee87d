// The defects of the markup of RDF/XML.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/injection.hpp"
#include "bench/reader_recovery/value_site.hpp"

namespace laundromat::recovery {

namespace {

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

bool end_tag_without_slash(site& at) {
  const bool is_of_node = at.random.chance(3);
  if (is_of_node) at.touches_next = 1;
  at.pick(is_of_node ? role::close : role::end_tag)->text.erase(1, 1);
  return true;
}

bool stray_end_tag(site& at) {
  return insert_in_node(at, "    </ex:stray>\n");
}

bool undeclared_namespace(site& at) {
  const auto first = index_of(at, at.pick(role::start_tag));
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
  const auto first = index_of(at, at.pick(role::attribute));
  at.now.tokens[first + 1].text.clear();
  at.now.tokens[first + 3].text.erase(0, 1);
  return true;
}

bool lost_attribute_quote(site& at) {
  const auto first = index_of(at, at.pick(role::attribute));
  at.now.tokens[first + 3].text.erase(0, 1);
  return true;
}

bool repeated_attribute(site& at) {
  const auto first = index_of(at, at.pick(role::attribute));
  const auto name = at.now.tokens[first].text;
  insert_token(at, first, name + "\"http://example.org/again\"");
  return true;
}

bool attribute_without_value(site& at) {
  insert_token(at, index_of(at, at.pick(role::attribute)), " checked");
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

/// A node of type `ex:A`; a reader may read only the type.
std::string typed_node(site& at, const std::string& name) {
  const auto subject = iri(std::string(example) + name);
  at.readings.push_back(
      {subject, iri("http://www.w3.org/1999/02/22-rdf-syntax-ns#type"), iri(std::string(example) + "A"), {}});
  return "<ex:A rdf:about=\"" + subject.value + "\"/>";
}

bool two_nodes(site& at) {
  auto link = at.now.quads[0];
  link.predicate = iri(std::string(example) + "two");
  link.object = iri(std::string(example) + "first");
  at.readings.push_back(link);
  return insert_in_node(at,
                        "    <ex:two>" + typed_node(at, "first") + typed_node(at, "second") + "</ex:two>\n");
}

bool bad_item(site& at) {
  return insert_in_node(at, "    <ex:items rdf:parseType=\"Collection\">" + typed_node(at, "item1") +
                                "<nope:A/>" + typed_node(at, "item3") + "</ex:items>\n");
}

bool named_property(site& at) {
  return insert_in_node(at, "    <ex:named rdf:about=\"http://example.org/named\">text</ex:named>\n");
}

bool stray_quote(site& at) {
  const auto first = index_of(at, at.pick(role::attribute));
  at.now.tokens[first + 3].text.insert(0, "\"");
  return true;
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

bool lost_comment_end(site& at) {
  at.is_harmless = true;
  return at.random.chance(2)
             ? add_between(at, "  <!-- see <rdf:Description rdf:about=\"http://trap.example/\"/>\n")
             : insert_in_node(at, "    <!-- see <ex:trap>trap</ex:trap>\n");
}

bool comment_in_comment(site& at) {
  at.is_harmless = true;
  return add_between(
      at,
      "  <!-- out of use:\n  <rdf:Description rdf:about=\"http://trap.example/\">\n    <!-- a trap -->\n"
      "    <ex:trap>trap</ex:trap>\n  </rdf:Description>\n  -->\n");
}

bool lost_section_end(site& at) {
  auto* one = at.pick_if([](const token& t) { return t.text.ends_with("]]>"); });
  if (one == nullptr) return false;
  one->text.resize(one->text.size() - 3);
  return true;
}

bool lost_instruction_end(site& at) {
  at.is_harmless = true;
  return add_between(at, "  <?widget version=\"1.0\">\n");
}

bool early_end(site& at) {
  at.is_harmless = true;
  return add_between(at, "</rdf:RDF>\n");
}

bool lost_opening_quote(site& at) {
  at.now.tokens[index_of(at, at.pick(role::attribute)) + 1].text.clear();
  return true;
}

/// The statements that a reader without depth limit finds.
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

constexpr kind kinds[] = {
    {"lost end tag", "D44", "X", lost_end_tag},
    {"other end tag", "D44", "X", other_end_tag},
    {"end tag without slash", "D44", "X", end_tag_without_slash},
    {"stray end tag", "D44", "X", stray_end_tag},
    {"lost end of a node", "D44", "X", lost_node_end},
    {"undeclared namespace", "D44", "X", undeclared_namespace},
    {"attribute without quotes", "D44", "X", attribute_without_quotes},
    {"lost quote of an attribute", "D44", "X", lost_attribute_quote},
    {"lost opening quote of an attribute", "D44", "X", lost_opening_quote},
    {"repeated attribute", "D44", "X", repeated_attribute},
    {"superfluous quote after an attribute", "D44", "X", stray_quote},
    {"attribute without value", "D44", "X", attribute_without_value},
    {"rdf:nodeID that is not a name", "D45", "X", bad_node_id, "bad_xml_name"},
    {"repeated rdf:ID", "D45", "X", repeated_id, "repeated_id"},
    {"unknown entity", "D46", "X", unknown_entity},
    {"bare &", "D47", "X", bare_ampersand},
    {"bare <", "D47", "XA", bare_less_than, "tag_soup"},
    {"control character", "D24", "X", control_character},
    {"forbidden element", "D47", "X", forbidden_element},
    {"forbidden attribute", "D47", "X", forbidden_attribute},
    {"text between nodes", "D47", "X", text_between_nodes},
    {"text and elements", "D47", "X", mixed_content},
    {"two nodes in a property", "D47", "X", two_nodes},
    {"bad item of a collection", "D44 D47", "X", bad_item},
    {"rdf:about on a property", "D47", "X", named_property},
    {"-- in a comment", "D47", "X", bad_comment},
    {"lost end of a comment", "D47", "X", lost_comment_end},
    {"comment in a comment", "D47", "X", comment_in_comment},
    {"lost end of a CDATA section", "D47", "X", lost_section_end},
    {"lost end of an instruction", "D47", "X", lost_instruction_end},
    {"early </rdf:RDF>", "D44", "X", early_end},
    {"second document", "D27 D72", "X", second_document},
    {"600 elements deep", "D80", "X", deep_nesting},
    {"1,200 attributes", "D80", "X", many_attributes},
    {"lost end of the file", "D72", "XA", cut_behind_value, "", true},
};

}  // namespace

std::span<const kind> markup_kinds() {
  return kinds;
}

}  // namespace laundromat::recovery
