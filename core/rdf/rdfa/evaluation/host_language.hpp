// The host languages of RDFa, and what they do differently.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/rdf/rdfa/markup/tag_scan.hpp"

namespace laundromat::rdfa {

/// HTML+RDFa 1.1, XHTML+RDFa 1.1, and RDFa Core 1.1 in SVG and other XML.
enum class host_language : std::uint8_t {
  unknown,
  html,
  xhtml1,  ///< by its document type, or the `version` of its root
  xhtml,  ///< without a document type: it may be either, and has the terms of `xhtml1` and the rules of `xhtml5`
  xhtml5,
  svg,
  xml,
};

/// Whether the document has `head`, `body` and `base`.
[[nodiscard]] constexpr bool has_html_elements(host_language host) {
  return host == host_language::html || host == host_language::xhtml1 || host == host_language::xhtml ||
         host == host_language::xhtml5;
}
/// Whether the additions of HTML+RDFa 1.1 hold: `datetime`, `value`, terms of `rel` beside `property`, property copying.
[[nodiscard]] constexpr bool has_html_rules(host_language host) {
  return host == host_language::html || host == host_language::xhtml || host == host_language::xhtml5;
}

/// Whether the initial context has the terms of the XHTML vocabulary, as `next` (XHTML+RDFa 1.1, section 3).
[[nodiscard]] constexpr bool has_xhtml_terms(host_language host) {
  return host == host_language::xhtml1 || host == host_language::xhtml;
}

inline constexpr std::string_view xhtml_namespace = "http://www.w3.org/1999/xhtml";
/// The namespace of a root element, as far as it declares it itself.
[[nodiscard]] std::string_view root_namespace(const raw_tag& root);

/// What is known of a document when its first element begins.
struct host_evidence {
  std::string_view media_type;  ///< as declared; parameters are ignored
  std::string_view doctype;     ///< as far as it is evidence: `<!DOCTYPE html PUBLIC "…`
  bool has_xml_declaration = false;
  std::string_view root = {};            ///< its name
  std::string_view root_namespace = {};  ///< of its prefix, or the default one
  std::string_view version = {};         ///< its attribute
};

/// The host language. A media type that fits the root element decides; else the XML declaration, DOCTYPE and root element do.
[[nodiscard]] host_language find_host(const host_evidence& evidence);
/// The same with the root element filled in; null for a text before the first element.
[[nodiscard]] host_language find_host(host_evidence evidence, const raw_tag* root);
/// How much of a DOCTYPE is looked at.
inline constexpr std::size_t doctype_bytes = 1024;

}  // namespace laundromat::rdfa
