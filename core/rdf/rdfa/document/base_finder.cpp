// Implements base_finder: scans the head of the document ahead of the reader.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/base_finder.hpp"

#include <algorithm>

#include "core/rdf/model/plain_iri.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"
#include "core/rdf/rdfa/markup/html_tags.hpp"
#include "core/rdf/rdfa/markup/tag_scan.hpp"
#include "core/web/uri.hpp"

namespace laundromat::rdfa {

base_finder::base_finder(const reader_options& options)
    : document_iri_(options.base_iri),
      most_iri_bytes_(options.limits.iri_bytes),
      checker_(options.profile, options.limits.iri_bytes),
      used_base_(options.used_base),
      decoder_(options.profile, options.limits.entity_bytes),
      scanner_(options.limits, *this),
      most_bytes_(options.limits.start_tag_bytes) {}

void base_finder::push(std::string_view bytes) {
  const auto taken = bytes.substr(0, std::min<std::uint64_t>(bytes.size(), most_bytes_));
  most_bytes_ -= taken.size();
  scanner_.push(taken);
  if (most_bytes_ == 0) is_done_ = true;
}

void base_finder::on_start_tag(const raw_tag& tag) {
  const auto kind = find_html_tag(name_hash(tag.name, true));
  if (kind != html_tag::html && (traits_of(kind) & is_head_content) == 0) {
    is_done_ = true;
    return;
  }
  if (kind == html_tag::script || kind == html_tag::style || kind == html_tag::noframes)
    scanner_.expect(content_model::verbatim, to_string(kind));
  if (kind == html_tag::title) scanner_.expect(content_model::references, "title");
  if (kind != html_tag::base) return;
  if (has_lost_quote(tag)) {
    is_unreadable_ = is_done_ = true;
    return;
  }
  for (const auto& one : tag.attributes) {
    if (!equals_ignoring_case(one.name, "href")) continue;
    std::string href;
    decoder_.decode(one.value, raw_text::attribute, href, [](const reference_fault&) {});
    if (!is_absolute(trim_html(href))) note_base(used_base_);
    base_ = resolve_iri(document_iri_, trim_html(href));
    check();
    is_done_ = true;
    return;
  }
}

/// The document reports what is wrong, when it comes to the tag.
void base_finder::check() {
  if (base_.empty() || (is_plain_iri(base_) && base_.size() <= most_iri_bytes_)) return;
  std::string_view checked = base_;
  is_unreadable_ = base_.size() > most_iri_bytes_ || !checker_.check_iri(checked);
  base_ = is_unreadable_ ? std::string() : std::string(checked);
}

void base_finder::on_end_tag(const raw_tag& tag) {
  if (equals_ignoring_case(tag.name, "head")) is_done_ = true;
}

}  // namespace laundromat::rdfa
