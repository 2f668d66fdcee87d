// Makes start tags well-formed: what libxml2 is shown instead of a damaged tag, and which parts of the tag are lost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/rdfxml/xml/sax_tags.hpp"
#include "core/rdf/rdfxml/xml/tag_source.hpp"
#include "core/rdf/rdfxml/xml/xml_lexer.hpp"
#include "core/rdf/rdfxml/xml/xml_text.hpp"

namespace laundromat::rdfxml {

/// A start tag or empty tag as the lexer cut it out.
struct raw_tag {
  std::string_view text, name;
  std::uint64_t begin = 0;  ///< in the document
  bool is_empty = false;    ///< `<a/>`
  bool is_root = false;     ///< no element is open
};

/// One for a file. References are resolved, bytes that XML does not allow are replaced, attributes that cannot be used are left out, and
/// the defaults of the document type are added. Nearly all tags are shown as they are; those cost no allocation.
/// Source: XML 1.0 sections 3.1 and 3.3; Namespaces in XML 1.0 sections 2.2 and 3.
class tag_rewriter {
 public:
  /// Names longer than `name_bytes` are refused. `decoder` outlives it.
  tag_rewriter(xml_text_decoder& decoder, std::uint64_t name_bytes)
      : decoder_(decoder), name_bytes_(name_bytes) {}

  /// What libxml2 is to be shown. `lost_rule` is why an attribute without a name is lost. The result points into `raw`, `lexed` and this
  /// object, until the next call. `name_fault` must be asked before: a tag whose name has a fault is not to be shown.
  [[nodiscard]] sax_tag rewrite(const raw_tag& raw, const xml_tag& lexed, errc lost_rule);
  /// Why the name of the element of the last tag is refused, or `ok`.
  [[nodiscard]] errc name_fault() const { return name_fault_; }
  /// Of the last tag: the attributes that libxml2 is shown, but for namespaces; what is wrong in values; what is lost.
  [[nodiscard]] std::span<const xml_attribute> attributes() const { return attributes_; }
  [[nodiscard]] std::span<const attribute_fault> faults() const { return faults_; }
  [[nodiscard]] std::span<const lost_attribute> lost() const { return lost_; }

 private:
  [[nodiscard]] bool is_usual(const raw_tag& raw, const xml_tag& lexed) const;
  [[nodiscard]] bool list_attributes(const raw_tag& raw, const xml_tag& lexed, errc lost_rule);
  [[nodiscard]] std::string_view write_tag(const raw_tag& raw, const xml_tag& lexed);
  void write_attribute(const raw_tag& raw, const xml_attribute& one, std::size_t index);
  void write_defaults(const raw_tag& raw, const xml_tag& lexed,
                      const xml_entities::attribute_defaults& defaults);
  void write_value(std::string_view name, std::string_view value, bool is_escaped);
  [[nodiscard]] errc fault_of_name(std::string_view name) const;

  xml_text_decoder& decoder_;
  std::uint64_t name_bytes_;
  bool has_high_ = false;  ///< the tag has bytes above 0x7F
  errc name_fault_ = errc::ok;
  std::span<const xml_attribute> attributes_;  ///< of the lexer, or `listed_`
  std::vector<xml_attribute> listed_;
  std::vector<attribute_fault> faults_;
  std::vector<lost_attribute> lost_;
  std::string written_, decoded_;
};

}  // namespace laundromat::rdfxml
