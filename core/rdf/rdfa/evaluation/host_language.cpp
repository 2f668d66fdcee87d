// Implements the choice of the host language by the evidence of a document.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/host_language.hpp"

#include "core/rdf/model/rdf_version.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"
#include "core/rdf/rdfa/markup/html_tags.hpp"

namespace laundromat::rdfa {

namespace {

constexpr std::string_view svg_namespace = "http://www.w3.org/2000/svg";

bool contains_ignoring_case(std::string_view text, std::string_view lower) {
  for (std::size_t i = 0; i + lower.size() <= text.size(); ++i)
    if (equals_ignoring_case(text.substr(i, lower.size()), lower)) return true;
  return false;
}

/// The text of an attribute; empty for none.
std::string_view value_of(const raw_tag& root, std::string_view name) {
  for (const auto& one : root.attributes)
    if (one.name == name) return one.value;
  return {};
}

}  // namespace

host_language find_host(const host_evidence& evidence) {
  const auto local = evidence.root.substr(evidence.root.rfind(':') + 1);
  const bool has_xhtml_doctype = contains_ignoring_case(evidence.doctype, "dtd xhtml");
  const bool is_html_root = equals_ignoring_case(local, "html");
  const bool is_xhtml_rdfa = has_xhtml_doctype || contains_ignoring_case(evidence.version, "xhtml+rdfa");
  const auto xhtml = is_xhtml_rdfa              ? host_language::xhtml1
                     : evidence.doctype.empty() ? host_language::xhtml
                                                : host_language::xhtml5;
  const auto type = without_parameters(evidence.media_type);
  if (equals_ignoring_case(type, "text/html")) return host_language::html;
  if (equals_ignoring_case(type, "application/xhtml+xml") && is_html_root) return xhtml;
  if (local == "svg" && (evidence.root_namespace == svg_namespace || evidence.root_namespace.empty()))
    return evidence.has_xml_declaration || evidence.root_namespace == svg_namespace ? host_language::svg
                                                                                    : host_language::html;
  const bool is_xml_type = type.ends_with("/xml") || type.ends_with("+xml");
  if (is_html_root && evidence.root_namespace == xhtml_namespace)
    return evidence.has_xml_declaration || is_xhtml_rdfa || is_xml_type ? xhtml : host_language::html;
  if (is_html_root) return host_language::html;
  if (evidence.has_xml_declaration || is_xml_type) return host_language::xml;
  if (!evidence.doctype.empty() && contains_ignoring_case(evidence.doctype, "doctype html"))
    return host_language::html;
  return find_html_tag(name_hash(evidence.root, true)) == html_tag::other && !evidence.root_namespace.empty()
             ? host_language::xml
             : host_language::html;
}

std::string_view root_namespace(const raw_tag& root) {
  const auto colon = root.name.find(':');
  return value_of(root,
                  colon == root.name.npos ? "xmlns" : "xmlns:" + std::string(root.name.substr(0, colon)));
}

host_language find_host(host_evidence evidence, const raw_tag* root) {
  if (root == nullptr) return evidence.has_xml_declaration ? find_host(evidence) : host_language::html;
  evidence.root = root->name;
  evidence.root_namespace = root_namespace(*root);
  evidence.version = value_of(*root, "version");
  return find_host(evidence);
}

}  // namespace laundromat::rdfa
