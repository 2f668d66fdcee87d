// Decides how a start tag is read, by its indent and by the tags ahead.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/rdf/rdfxml/grammar/document_elements.hpp"
#include "core/rdf/rdfxml/grammar/rdf_xml_parser.hpp"
#include "core/rdf/rdfxml/recovery/lookahead_budget.hpp"
#include "core/rdf/rdfxml/recovery/tag_lookahead.hpp"
#include "core/rdf/rdfxml/recovery/tag_match.hpp"
#include "core/rdf/rdfxml/state/open_tags.hpp"
#include "core/rdf/rdfxml/xml/xml_lexer.hpp"

namespace laundromat::rdfxml {

/// What has arrived of the document, from one of its tags or texts on.
struct arrived_text {
  std::string_view text;
  std::uint64_t offset = 0;  ///< of its first byte in the document
  bool is_end = false;       ///< the document ends with it
};

/// End tags that suffice to tell readings apart where elements of one name are nested.
inline constexpr std::size_t enough_ends = 8;

/// Examines one start tag after the other. Elements before a tag that have lost their ends are closed on the way, and elements that have
/// lost their start tags are opened.
///
///     begin_tag ─► indent ─► cut ─► ends ─► done        each may ask for more of the document, and is continued there
class tag_examiner {
 public:
  /// All must live longer.
  tag_examiner(rdf_xml_parser& parser, open_tags& open, document_elements& elements, tag_lookahead& lookahead,
               const tag_match& match)
      : parser_(parser), open_(open), elements_(elements), lookahead_(lookahead), match_(match) {}

  /// The next call of `examine` is about another tag.
  void begin_tag() { step_ = step::indent; }
  /// How the start tag at the front of `from` is read; `wait` when more of the document is needed to know: called again with more, it
  /// continues.
  [[nodiscard]] tag_reading examine(const xml_token& token, const xml_tag& tag, const arrived_text& from);
  /// Looks at the tags from `length` bytes behind the front on, as long as the budget allows; without it, nothing is ahead.
  [[nodiscard]] tags_ahead look_ahead(const arrived_text& from, std::size_t length = 0,
                                      std::size_t enough = 3,
                                      std::size_t window_bytes = tags_ahead::window_bytes);

 private:
  /// What of a start tag is examined next. What was decided before more of the document was asked for is not examined again, among elements
  /// that were closed or opened since.
  enum class step : std::uint8_t { indent, cut, ends, done };

  [[nodiscard]] tag_reading examine_indent(const xml_token& token, const xml_tag& tag,
                                           const arrived_text& from);
  [[nodiscard]] tag_reading examine_cut(const arrived_text& from);
  [[nodiscard]] tag_reading examine_ends(const xml_token& token, const xml_tag& tag,
                                         const arrived_text& from);
  [[nodiscard]] tag_reading examine_property(const xml_token& token, const xml_tag& tag,
                                             const arrived_text& from);

  rdf_xml_parser& parser_;
  open_tags& open_;
  document_elements& elements_;
  tag_lookahead& lookahead_;
  const tag_match& match_;

  step step_ = step::indent;
  tag_reading reading_ = tag_reading::keep;
  lookahead_budget ahead_budget_{std::uint64_t{4} << 20, 32, 1};  ///< for tags that do not match
  /// For tags that are out of line, in documents that are not indented by rule.
  lookahead_budget indent_budget_{std::uint64_t{256} << 10, 1, 8};
};

}  // namespace laundromat::rdfxml
