// Which language a markup document is in: XML or HTML, and the host language of its RDFa.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/rdf/rdfa/evaluation/evaluator.hpp"
#include "core/rdf/rdfa/evaluation/host_language.hpp"
#include "core/rdf/rdfa/markup/char_refs.hpp"
#include "core/rdf/rdfa/markup/markup_scanner.hpp"

namespace laundromat::rdfa {

/// Decided at the first element or text, by the evidence up to there. Keeps scanner, decoder and evaluator in the same language.
class markup_dialect {
 public:
  markup_dialect(const reader_options& options, markup_scanner& scanner, reference_decoder& decoder,
                 evaluator& evaluation);

  [[nodiscard]] bool is_xml() const { return is_xml_; }
  [[nodiscard]] bool is_decided() const { return is_decided_; }
  [[nodiscard]] host_language host() const { return host_; }
  /// Whether it is HTML or XHTML.
  [[nodiscard]] bool is_html() const { return has_html_elements(host_); }
  [[nodiscard]] bool has_doctype() const { return !doctype_.empty(); }
  /// Whether HTML is read in which empty-element tags close themselves: its author took it for XHTML.
  [[nodiscard]] bool has_empty_element_tags() const { return has_empty_element_tags_; }

  /// Takes an XML declaration; false when it is not the first thing of the document.
  [[nodiscard]] bool take_xml_declaration();
  /// Takes a DOCTYPE; false when it comes too late, or is another one.
  [[nodiscard]] bool take_doctype(std::string_view raw);
  /// Decides by the root element; null for a text before it.
  void decide(const raw_tag* root);
  /// Damaged XHTML is read as HTML from here on.
  void become_html();
  /// Another document begins, which has to be decided anew.
  void begin_document();
  /// Whether CDATA sections are read from here on, as in SVG (`is_in_foreign`) and in what began as XHTML.
  void allow_cdata(bool is_in_foreign) { scanner_->allow_cdata(was_xml_ || (!is_xml_ && is_in_foreign)); }

 private:
  std::string media_type_;
  bool is_strict_;
  markup_scanner* scanner_;
  reference_decoder* decoder_;
  evaluator* evaluator_;
  host_language host_ = host_language::unknown;
  std::string doctype_;
  bool is_xml_, is_decided_ = false, has_xml_declaration_ = false;
  bool was_xml_ = false;  ///< damaged XHTML: the content of its CDATA sections is no markup
  bool has_empty_element_tags_ = false;
};

}  // namespace laundromat::rdfa
