// Implements copy_element: namespaces are declared as the source declares them.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/tree/xml_copy.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace laundromat::markup {

namespace {

const xmlChar* to_xml(const std::string& text) {
  return reinterpret_cast<const xmlChar*>(text.c_str());
}

/// The prefix and the local name.
std::pair<std::string, std::string> split_name(std::string_view name) {
  const auto colon = name.find(':');
  if (colon == name.npos) return {{}, std::string(name)};
  return {std::string(name.substr(0, colon)), std::string(name.substr(colon + 1))};
}

void declare_namespaces(const markup_tree& tree, node_index at, xmlNode* element) {
  for (std::uint32_t i = 0; i < tree[at].attributes; ++i) {
    const auto& one = tree.attributes_of(at)[i];
    const auto name = tree.text(one.name);
    if (name != "xmlns" && !name.starts_with("xmlns:")) continue;
    const std::string iri(tree.text(one.value)), prefix(name.substr(std::min<std::size_t>(name.size(), 6)));
    (void)xmlNewNs(element, to_xml(iri), prefix.empty() ? nullptr : to_xml(prefix));
  }
}

void copy_attributes(const markup_tree& tree, node_index at, xmlDoc* document, xmlNode* element) {
  for (std::uint32_t i = 0; i < tree[at].attributes; ++i) {
    const auto& one = tree.attributes_of(at)[i];
    const auto whole = tree.text(one.name);
    if (whole == "xmlns" || whole.starts_with("xmlns:")) continue;
    const auto [prefix, name] = split_name(whole);
    auto* const space = prefix.empty() ? nullptr : xmlSearchNs(document, element, to_xml(prefix));
    (void)xmlNewNsProp(element, space, to_xml(name), to_xml(std::string(tree.text(one.value))));
  }
}

/// Null when memory is short.
xmlNode* add_element(const markup_tree& tree, node_index at, xmlDoc* document, xmlNode* parent) {
  const auto [prefix, name] = split_name(tree.name(at));
  auto* const element = xmlNewDocNode(document, nullptr, to_xml(name), nullptr);
  if (element == nullptr) return nullptr;
  if (parent == nullptr)
    (void)xmlDocSetRootElement(document, element);
  else
    (void)xmlAddChild(parent, element);
  element->_private = reinterpret_cast<void*>(std::uintptr_t{at} + 1);
  declare_namespaces(tree, at, element);
  auto* const space = xmlSearchNs(document, element, prefix.empty() ? nullptr : to_xml(prefix));
  // An empty namespace takes the default one back.
  if (space != nullptr && space->href != nullptr && space->href[0] != 0) xmlSetNs(element, space);
  copy_attributes(tree, at, document, element);
  return element;
}

void add_text(std::string_view text, xmlNode* parent) {
  auto* const made = xmlNewDocTextLen(parent->doc, reinterpret_cast<const xmlChar*>(text.data()),
                                      static_cast<int>(text.size()));
  if (made != nullptr) (void)xmlAddChild(parent, made);
}

}  // namespace

xml_document copy_element(const markup_tree& tree, node_index at, xmlNode*& copy) {
  xml_document document(xmlNewDoc(nullptr));
  if (!document) return nullptr;
  std::vector<node_index> around;
  for (auto outer = tree[at].parent; outer != no_node; outer = tree[outer].parent) around.push_back(outer);
  xmlNode* parent = nullptr;
  for (auto outer = around.rbegin(); outer != around.rend(); ++outer) {
    parent = add_element(tree, *outer, document.get(), parent);
    if (parent == nullptr) return nullptr;
  }
  copy = add_element(tree, at, document.get(), parent);
  if (copy == nullptr) return nullptr;
  // The open elements from the copied one on.
  std::vector<std::pair<node_index, xmlNode*>> open{{at, copy}};
  for (auto i = at + 1; i < tree[at].end; ++i) {
    while (open.back().first != tree[i].parent) open.pop_back();
    if (tree[i].is_text) {
      add_text(tree.text(tree[i].text), open.back().second);
      continue;
    }
    auto* const made = add_element(tree, i, document.get(), open.back().second);
    if (made == nullptr) return nullptr;
    open.emplace_back(i, made);
  }
  return document;
}

node_index origin_of(const xmlNode& element) {
  return static_cast<node_index>(reinterpret_cast<std::uintptr_t>(element._private) - 1);
}

}  // namespace laundromat::markup
