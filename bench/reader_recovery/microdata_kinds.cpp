// The defects of microdata in HTML.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/injection.hpp"
#include "bench/reader_recovery/value_site.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"

namespace laundromat::recovery {

namespace {

constexpr std::string_view type_name = "Item";

/// The name of the item that a site gets.
std::string item_of(const site& at) {
  return at.now.quads[0].subject.value + "/item";
}

/// The start tag of that item, with more attributes.
std::string item_tag(const site& at, const std::string& attributes = {}) {
  return "  <div itemscope itemtype=\"" + std::string(example) + std::string(type_name) + "\" itemid=\"" +
         item_of(at) + "\"" + attributes + ">";
}

quad statement_of(const site& at, const std::string& property, term object) {
  return {iri(item_of(at)), iri(std::string(example) + property), std::move(object), {}};
}

/// The block must be read with the type of the item.
void expect_item(site& at) {
  at.is_harmless = true;
  at.now.quads.push_back({iri(item_of(at)),
                          iri(std::string(iris::rdf_type)),
                          iri(std::string(example) + std::string(type_name)),
                          {}});
}

/// The block must be read with a text of the item.
void expect_text(site& at, const std::string& property, const std::string& value) {
  at.now.quads.push_back(statement_of(at, property, text(value)));
}

/// The number of the block, for names that must be different in a document.
std::string mark_of(const site& at) {
  const auto& subject = at.now.quads[0].subject.value;
  return subject.substr(subject.rfind('/') + 1);
}

bool item_without_end(site& at) {
  const auto tag = item_tag(at);
  expect_item(at);
  expect_text(at, "name", "v");
  return insert_in_node(at, tag + "<b itemprop=\"name\">v</b>\n");
}

bool reference_to_nothing(site& at) {
  const auto tag = item_tag(at, " itemref=\"nowhere\"");
  expect_item(at);
  expect_text(at, "name", "v");
  return insert_in_node(at, tag + "<b itemprop=\"name\">v</b></div>\n");
}

/// Without a type the properties have no vocabulary: a reader may take the document as such.
bool type_that_is_no_iri(site& at) {
  at.is_harmless = true;
  const auto item = item_of(at);
  at.readings.push_back({iri(item), iri(std::string(base_iri) + "#name"), text("v"), {}});
  return insert_in_node(at, "  <div itemscope itemtype=\"" + std::string(type_name) + "\" itemid=\"" + item +
                                "\"><b itemprop=\"name\">v</b></div>\n");
}

bool repeated_element_id(site& at) {
  const auto id = "same-" + mark_of(at);
  const auto tag = item_tag(at, " itemref=\"" + id + "\"");
  expect_item(at);
  expect_text(at, "first", "a");
  return insert_in_node(at, tag + "</div><p id=\"" + id + "\" itemprop=\"first\">a</p><p id=\"" + id +
                                "\" itemprop=\"trap\">b</p>\n");
}

bool property_without_item(site& at) {
  at.is_harmless = true;
  return insert_in_node(at, "  <p itemprop=\"trap\">trap</p>\n");
}

/// Such an item is no item of the document: nothing leads to it but itself. A reader may read its type.
bool item_in_itself(site& at) {
  const auto id = "own-" + mark_of(at);
  at.is_harmless = true;
  at.readings.push_back({iri(item_of(at)),
                         iri(std::string(iris::rdf_type)),
                         iri(std::string(example) + std::string(type_name)),
                         {}});
  return insert_in_node(
      at, item_tag(at, " id=\"" + id + "\" itemprop=\"part\" itemref=\"" + id + "\"") + "</div>\n");
}

bool property_without_end(site& at) {
  const auto tag = item_tag(at);
  expect_item(at);
  at.readings.push_back(statement_of(at, "name", text("v")));
  return insert_in_node(at, tag + "<p><b itemprop=\"name\">v</p></div>\n");
}

bool property_without_address(site& at) {
  const auto tag = item_tag(at);
  expect_item(at);
  expect_text(at, "name", "v");
  return insert_in_node(at, tag + "<a itemprop=\"trap\">trap</a><b itemprop=\"name\">v</b></div>\n");
}

constexpr kind kinds[] = {
    {"item without end", "D49", "A", item_without_end, "tag_soup"},
    {"itemref to nothing", "D49", "A", reference_to_nothing},
    {"itemtype that is no IRI", "D49", "A", type_that_is_no_iri},
    {"two elements with one id", "D45 D49", "A", repeated_element_id},
    {"itemprop outside of any item", "D49", "A", property_without_item},
    {"item that is a part of itself", "D49", "A", item_in_itself},
    {"itemprop without end", "D49", "A", property_without_end, "tag_soup"},
    {"itemprop of a link without address", "D49", "A", property_without_address},
};

}  // namespace

std::span<const kind> microdata_kinds() {
  return kinds;
}

}  // namespace laundromat::recovery
