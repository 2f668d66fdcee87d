// End tags that do not match: which elements they end, and what is not known behind them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/rdf/rdfxml/emission/defect_log.hpp"
#include "core/rdf/rdfxml/grammar/document_elements.hpp"
#include "core/rdf/rdfxml/grammar/rdf_xml_parser.hpp"
#include "core/rdf/rdfxml/grammar/tag_examiner.hpp"
#include "core/rdf/rdfxml/recovery/tag_match.hpp"
#include "core/rdf/rdfxml/state/open_tags.hpp"

namespace laundromat::rdfxml {

/// Reads an end tag whose name is not that of the innermost element. The end tags ahead show which it is:
///
///     <a><b> </a> …          the end of an element around, whose inner elements lost their end tags
///     <a><b> </x></a>        misspelt, and the end of the innermost element
///     <a><b> </x></b></a>    superfluous
///     <a><b> </x> … </y>     the end of an element whose start tag is lost, as that of another one is: what follows belongs to none that is open
class end_tag_repair {
 public:
  /// All must live longer. At most `nesting` elements are open.
  end_tag_repair(rdf_xml_parser& parser, open_tags& open, document_elements& elements, tag_examiner& examiner,
                 const tag_match& match, defect_log& log, wash_profile profile, std::size_t nesting)
      : parser_(parser),
        open_(open),
        elements_(elements),
        examiner_(examiner),
        match_(match),
        log_(log),
        profile_(profile),
        nesting_(nesting) {}

  enum class outcome : std::uint8_t {
    wait,    ///< more of the document is needed to know; nothing was done
    done,    ///< the tag was read
    matches  ///< the elements in the one that it ends are closed: it is that of the innermost element now
  };
  /// Reads the end tag at the front of `from`.
  [[nodiscard]] outcome repair(const xml_token& token, const arrived_text& from);
  /// Leaves out a superfluous end tag at `begin`.
  void ignore(const xml_token& token, std::uint64_t begin);
  /// Reads a start tag at `begin` as the end tag of the innermost element, without its slash.
  void take_without_slash(const xml_token& token, std::uint64_t begin);
  /// Tags are lost before the byte at `at`, behind which end tags ahead, from `first` on, end elements that are not open: what is before
  /// the last of them belongs to none that is. Behind them, the element around may be another one of its name, so that its rest is skipped,
  /// too. But among nodes each has its own name.
  void doubt_owner(const tags_ahead& ahead, const tag_match::lost_tags& lost, std::size_t first,
                   std::uint64_t at);
  /// Whether so many elements may be opened, and one around them.
  [[nodiscard]] bool has_room(const tag_match::lost_tags& lost) const {
    return open_.count() + lost.starts + 1 <= nesting_;
  }

 private:
  void replace(const xml_token& token, std::uint64_t begin);

  rdf_xml_parser& parser_;
  open_tags& open_;
  document_elements& elements_;
  tag_examiner& examiner_;
  const tag_match& match_;
  defect_log& log_;
  wash_profile profile_;
  std::size_t nesting_;
};

}  // namespace laundromat::rdfxml
