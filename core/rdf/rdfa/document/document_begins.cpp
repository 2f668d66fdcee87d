// The beginnings of a document, and of others behind it: host language and base.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/rdfa_document.hpp"

namespace laundromat {

void markup_document::set_base(std::string_view iri) {
  evaluator_.use_declared_base(iri);
  seeks_base_ = false;
  has_base_ = true;
}

void markup_document::decide_host(const raw_tag* root) {
  is_decided_ = true;
  const host_evidence evidence{options_.media_type, doctype_, has_xml_declaration_};
  host_ = find_host(evidence, root);
  is_xml_ = host_ != rdfa_host::html;
  // Pages that call themselves XHTML are written with empty-element tags.
  was_xhtml_ = !is_xml_ && root != nullptr && root_namespace(*root) == xhtml_namespace &&
               findings_.profile() != wash_profile::strict;
  scanner_.use_xml(is_xml_);
  decoder_.use_xml(is_xml_);
  evaluator_.use_host(host_);
  tree_.use_quirks(doctype_.empty());
}

/// Behind the end of one HTML document another begins, as in files that were joined.
void markup_document::begin_document(raw_place place) {
  const finding found{errc::repeated_header, findings_.may(errc::repeated_header), "another document begins"};
  is_past_end_ = false;
  if (is_over_) return;
  close_all();
  if (findings_.profile() == wash_profile::strict) return stop_reading({place}, found);
  findings_.report(place, found);
  forget_document(place);
  tree_.begin_document();
  doctype_.clear();
  inner_roots_ = 0;
  is_decided_ = has_xml_declaration_ = had_root_ = root_is_implied_ = was_xml_ = false;
}

/// No element is open, and what comes inherits nothing of what was. Its base is not known before its head has been read.
void markup_document::forget_document(raw_place place) {
  const auto begin = findings_.locate(raw_place{place.offset_bytes, 0});
  evaluator_.begin_document(begin);
  output_.finish(begin);
  output_.begin_chunk();
  evaluator_.use_declared_base({});
  has_base_ = false;
  seeks_base_ = true;
}

/// Where a tag begins that ends the head, no base is to come.
void markup_document::settle_base(html_tag before) {
  const bool may_precede = before == html_tag::html || (traits_of(before) & is_head_content) != 0;
  if (may_precede) return;
  seeks_base_ = false;
  evaluator_.use_given_base(options_);
}

}  // namespace laundromat
