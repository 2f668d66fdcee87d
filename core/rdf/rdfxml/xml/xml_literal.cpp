// Implements XML literals: writes exclusive canonical XML, element by element.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/xml/xml_literal.hpp"

#include <algorithm>
#include <tuple>

#include "core/rdf/rdfxml/xml/rdf_xml_namespaces.hpp"
#include "core/rdf/rdfxml/xml/xml_text.hpp"
#include "core/rdf/values/xml_name.hpp"

namespace laundromat::rdfxml {

namespace {

std::string_view view(const char* text) {
  return text == nullptr ? std::string_view{} : std::string_view(text);
}

void append_name(std::string& out, const sax_name& name) {
  if (name.prefix != nullptr) out.append(name.prefix).push_back(':');
  out.append(name.local);
}

bool is_undeclared(const sax_name& name) {
  return name.iri == nullptr ? name.prefix != nullptr : name.iri == unknown_namespace;
}

bool is_qualified(const sax_name& name) {
  return is_nc_name(name.local) && (name.prefix == nullptr || is_nc_name(name.prefix));
}

auto expanded(const sax_attribute* one) {
  return std::tuple(view(one->name.iri), view(one->name.local));
}

}  // namespace

errc xml_literal_writer::open(const sax_element& element) {
  const auto depth = name_ends_.size();
  append_name(names_, element.name);
  const auto begin = depth == 0 ? 0 : name_ends_.back();
  name_ends_.push_back(names_.size());
  bool is_whole = !is_undeclared(element.name), is_good = is_qualified(element.name);
  const auto first_new = shown_.size();
  show(view(element.name.prefix), view(element.name.iri));
  std::vector<const sax_attribute*> sorted;
  for (const auto& attribute : element.attributes) {
    is_whole = is_whole && !is_undeclared(attribute.name);
    is_good = is_good && is_qualified(attribute.name);
    sorted.push_back(&attribute);
    if (attribute.name.prefix != nullptr) show(attribute.name.prefix, view(attribute.name.iri));
  }
  std::sort(shown_.begin() + static_cast<std::ptrdiff_t>(first_new), shown_.end(),
            [](const auto& a, const auto& b) { return a.prefix < b.prefix; });
  std::ranges::sort(sorted, {}, expanded);
  is_good = is_good && std::ranges::adjacent_find(sorted, {}, expanded) == sorted.end();
  out_.append("<").append(names_, begin);
  for (auto i = first_new; i < shown_.size(); ++i) {
    out_.append(shown_[i].prefix.empty() ? " xmlns" : " xmlns:").append(shown_[i].prefix).append("=\"");
    append_attribute_value(out_, shown_[i].iri);
    out_.push_back('"');
  }
  for (const auto* attribute : sorted) {
    out_.push_back(' ');
    append_name(out_, attribute->name);
    out_.append("=\"");
    append_attribute_value(out_, attribute->value);
    out_.push_back('"');
  }
  out_.push_back('>');
  return !is_whole ? errc::undeclared_namespace : is_good ? errc::ok : errc::bad_xml_literal;
}

/// Declares the prefix for the element that is being opened, unless the same declaration is in scope.
void xml_literal_writer::show(std::string_view prefix, std::string_view iri) {
  if (iri == xml_namespace) return;
  const auto found =
      std::find_if(shown_.rbegin(), shown_.rend(), [&](const auto& one) { return one.prefix == prefix; });
  if (found == shown_.rend() ? prefix.empty() && iri.empty() : found->iri == iri) return;
  shown_.push_back({name_ends_.size(), std::string(prefix), std::string(iri)});
}

void xml_literal_writer::close() {
  const auto depth = name_ends_.size();
  const auto begin = depth == 1 ? 0 : name_ends_[depth - 2];
  out_.append("</").append(names_, begin).push_back('>');
  names_.resize(begin);
  name_ends_.pop_back();
  while (!shown_.empty() && shown_.back().depth == depth) shown_.pop_back();
}

void xml_literal_writer::text(std::string_view decoded) {
  for (const char c : decoded) switch (c) {
      case '&':
        out_.append("&amp;");
        break;
      case '<':
        out_.append("&lt;");
        break;
      case '>':
        out_.append("&gt;");
        break;
      case '\r':
        out_.append("&#xD;");
        break;
      default:
        out_.push_back(c);
    }
}

}  // namespace laundromat::rdfxml
