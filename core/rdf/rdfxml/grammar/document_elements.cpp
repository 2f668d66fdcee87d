// Implements the opening and closing of elements whose tags are missing or cannot be read: reports each, and keeps all parts in step.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/grammar/document_elements.hpp"

#include <string>

namespace laundromat::rdfxml {

void document_elements::open_lost(std::string_view name, std::uint64_t at) {
  parser_.damage(errc::rdf_xml_grammar, at, at, at, lost_start_tag);
  open_skipped(name, at, errc::rdf_xml_grammar, at, lost_start_tag);
}

void document_elements::open_skipped(std::string_view name, std::uint64_t begin, errc rule,
                                     std::uint64_t noticed, std::string_view message) {
  parser_.lose_element(name == member_name, rule);
  parser_.open_skipped(begin, rule, noticed, message);
  open_.open(name, false, true);
}

void document_elements::pop_tag() {
  if (open_.at(0).is_read) sax_.close();
  open_.close();
}

void document_elements::close_top_unended(std::uint64_t at) {
  parser_.close_unended(at, true, "</" + std::string(open_.name()) + ">", errc::mismatched_tag);
  pop_tag();
}

void document_elements::close_unended(std::uint64_t at, std::size_t count, errc rule) {
  std::string missing;
  bool has_skipped = false;
  for (; count > 0; --count, pop_tag()) {
    if (missing.size() < excerpt_bytes_) missing.append("</").append(open_.name()).push_back('>');
    // Where the document continues without its node's end tag, what is in a property may be another record.
    if (rule == errc::mismatched_tag && count > 1 && parser_.role() == rdf_role::property)
      parser_.damage(rule, at, at, at, "an element that was cut off");
    has_skipped = parser_.close_unended(at, false, {}, rule) || has_skipped;
  }
  if (has_skipped) return;
  const auto done = treatment_of(errc::mismatched_tag, profile_);
  log_.report({errc::mismatched_tag, done, at, at, at, done == treatment::skip ? std::string() : missing});
}

}  // namespace laundromat::rdfxml
