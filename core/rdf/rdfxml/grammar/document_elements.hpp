// Opens and closes the elements of a document for libxml2, the parser and the open tags alike.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/rdf/rdfxml/emission/defect_log.hpp"
#include "core/rdf/rdfxml/grammar/rdf_xml_parser.hpp"
#include "core/rdf/rdfxml/state/open_tags.hpp"
#include "core/rdf/rdfxml/xml/sax_tags.hpp"

namespace laundromat::rdfxml {

/// As nearly all documents write it. The meaning of a name is unknown where its tag cannot be read.
inline constexpr std::string_view member_name = "rdf:li";
inline constexpr const char* lost_start_tag = "an element whose start tag is lost";

/// Elements whose tags are missing or cannot be read: an element that is opened here is skipped, and one that is closed without an end tag
/// is a defect. Offsets are in the document.
class document_elements {
 public:
  /// All must live longer. `excerpt_bytes` limits the end tags that a defect shows.
  document_elements(rdf_xml_parser& parser, sax_tags& sax, open_tags& open, defect_log& log,
                    wash_profile profile, std::size_t excerpt_bytes)
      : parser_(parser),
        sax_(sax),
        open_(open),
        log_(log),
        profile_(profile),
        excerpt_bytes_(excerpt_bytes) {}

  /// Opens an element that begins at `begin` and is skipped.
  void open_skipped(std::string_view name, std::uint64_t begin, errc rule, std::uint64_t noticed,
                    std::string_view message = {});
  /// Opens an element whose start tag is lost before the tag at `at`.
  void open_lost(std::string_view name, std::uint64_t at);
  /// Closes the innermost element for libxml2 and the open tags. The parser has closed it.
  void pop_tag();
  /// Closes the innermost element, whose end tag is missing before the byte at `at`.
  void close_top_unended(std::uint64_t at);
  /// Closes the innermost `count` elements, whose end tags are missing: one defect for all of them.
  void close_unended(std::uint64_t at, std::size_t count, errc rule);

 private:
  rdf_xml_parser& parser_;
  sax_tags& sax_;
  open_tags& open_;
  defect_log& log_;
  wash_profile profile_;
  std::size_t excerpt_bytes_;
};

}  // namespace laundromat::rdfxml
