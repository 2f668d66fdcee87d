// The canonical form of the XML within `rdf:parseType="Literal"`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/errc.hpp"
#include "core/rdf/rdfxml/xml/sax_tags.hpp"

namespace laundromat::rdfxml {

/// Writes Exclusive XML Canonicalization 1.0 with comments into a string (RDF/XML section 7.2.17). Used again for every literal.
class xml_literal_writer {
 public:
  void begin() {
    out_.clear();
    names_.clear();
    name_ends_.clear();
    shown_.clear();
  }
  /// `undeclared_namespace` when the element or an attribute has a prefix that was not declared; `bad_xml_literal` when a name is none of a
  /// namespace, or two attributes have the same one (Namespaces in XML 1.0 sections 4 and 6.3); else `ok`.
  [[nodiscard]] errc open(const sax_element& element);
  void close();
  void text(std::string_view decoded);
  /// A comment or instruction, or a piece of one.
  void markup(std::string_view opening, std::string_view inner, std::string_view closing) {
    out_.append(opening).append(inner).append(closing);
  }
  [[nodiscard]] const std::string& text() const { return out_; }

 private:
  struct shown_namespace {
    std::size_t depth;
    std::string prefix, iri;
  };
  void show(std::string_view prefix, std::string_view iri);

  std::string out_, names_;
  std::vector<std::size_t> name_ends_;  ///< in `names_`, of the open elements
  std::vector<shown_namespace> shown_;  ///< declarations in the output that are in scope
};

}  // namespace laundromat::rdfxml
