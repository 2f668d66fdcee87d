// Implements markup_dialect: decides the language of a document by its evidence.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/markup_dialect.hpp"

#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::rdfa {

markup_dialect::markup_dialect(const reader_options& options, markup_scanner& scanner,
                               reference_decoder& decoder, evaluator& evaluation)
    : media_type_(options.media_type),
      is_strict_(options.profile == wash_profile::strict),
      scanner_(&scanner),
      decoder_(&decoder),
      evaluator_(&evaluation),
      is_xml_(!equals_ignoring_case(options.media_type, "text/html")) {
  scanner_->use_xml(is_xml_);
}

bool markup_dialect::take_xml_declaration() {
  if (is_decided_ || has_xml_declaration_) return false;
  return has_xml_declaration_ = true;
}

bool markup_dialect::take_doctype(std::string_view raw) {
  if (is_decided_ || !doctype_.empty()) return false;
  doctype_ = raw.substr(0, doctype_bytes);
  decoder_->declare_entities(raw);
  return true;
}

void markup_dialect::decide(const raw_tag* root) {
  is_decided_ = true;
  const host_evidence evidence{media_type_, doctype_, has_xml_declaration_};
  host_ = find_host(evidence, root);
  is_xml_ = host_ != host_language::html;
  // Pages that call themselves XHTML are written with empty-element tags.
  has_empty_element_tags_ =
      !is_xml_ && root != nullptr && root_namespace(*root) == xhtml_namespace && !is_strict_;
  scanner_->use_xml(is_xml_);
  decoder_->use_xml(is_xml_);
  evaluator_->use_host(host_);
}

void markup_dialect::become_html() {
  is_xml_ = false;
  has_empty_element_tags_ = was_xml_ = true;
  scanner_->use_xml(false);
  decoder_->use_xml(false);
  scanner_->allow_cdata(true);
}

void markup_dialect::begin_document() {
  doctype_.clear();
  is_decided_ = has_xml_declaration_ = was_xml_ = false;
}

}  // namespace laundromat::rdfa
