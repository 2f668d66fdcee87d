// Comments, CDATA sections and instructions that may have lost their end: which have, and where reading goes on behind them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string_view>
#include <vector>

#include "core/rdf/rdfxml/xml/meant_comment.hpp"
#include "core/rdf/rdfxml/xml/xml_lexer.hpp"

namespace laundromat::rdfxml {

/// What may be at the place of a section.
enum class xml_site : std::uint8_t {
  elements,  ///< any: before the root, or among properties
  nodes,
  value,  ///< within a property, or in what is skipped: only an end tag shows that it is over
};

struct xml_surroundings {
  xml_site site = xml_site::elements;
  std::string_view innermost;  ///< the name of the element around
  std::function<bool(std::string_view)> is_open;
};

struct section_end {
  enum class answer : std::uint8_t {
    need_more,
    closed,  ///< by XML, as far as is known
    nested,  ///< a comment that holds comments, and ends where it would if comments nested
    lost     ///< its end is lost, and all before the tag at `length`
  };
  answer is = answer::closed;
  std::size_t length = 0;
};

/// One for a document. A section that is closed later is that section, however long. XML allows no `<!--` in a comment: one in which
/// comments begin has lost its end when it would never end if comments nested. A CDATA section or an instruction may hold its own
/// opening; it has lost its end when it never ends, or when the text behind its end does not fit, and the text in it does.
/// Looks ahead `held_bytes` at most, so that a section without an end there is taken for closed. Time is linear in the document;
/// memory is 8 bytes for each of 65,536 comments that begin.
class section_ends {
 public:
  section_ends(const xml_lexer_limits& limits, std::size_t held_bytes)
      : limits_(limits), held_bytes_(held_bytes) {}

  /// Whether the end of the section that begins with this piece may be elsewhere than by XML.
  [[nodiscard]] static bool is_doubtful(const xml_token& first, std::string_view raw);
  /// `text` begins with a doubtful section, at `offset` of the document.
  [[nodiscard]] section_end find(xml_token_kind kind, std::string_view text, std::uint64_t offset,
                                 bool is_end, const xml_surroundings& around);
  /// `text` begins with what was meant for the opening of a comment.
  [[nodiscard]] section_end find_meant(const meant_opening& opening, std::string_view text,
                                       std::uint64_t offset, bool is_end, const xml_surroundings& around);

 private:
  /// Comments, counted as if they nested.
  struct comment_count {
    std::deque<std::uint64_t> open;  ///< where those begin that have not ended
    std::uint64_t end = 0;           ///< how far was counted

    /// Counts on until the outermost one ends, or the text does.
    void go_on(std::string_view text, std::uint64_t offset);
  };
  /// A span of the document in which a closing does not begin, and which ends where one does, or where nothing more is known.
  struct bare_span {
    std::uint64_t begin = 0, end = 0;
  };

  [[nodiscard]] section_end find_comment(std::string_view text, std::uint64_t offset,
                                         const xml_surroundings& around);
  [[nodiscard]] section_end find_other(std::string_view text, std::uint64_t offset, bool is_cdata,
                                       const xml_surroundings& around);
  [[nodiscard]] section_end undecided() const;
  [[nodiscard]] section_end find_lost(std::string_view text, std::size_t opening_bytes,
                                      const xml_surroundings& around);
  [[nodiscard]] section_end::answer fits_behind(std::string_view text, std::string_view innermost);
  [[nodiscard]] std::size_t find_end_of_comment(std::string_view text, std::uint64_t offset);
  [[nodiscard]] std::size_t find_resumption(std::string_view text, const xml_surroundings& around);

  xml_lexer_limits limits_;
  std::size_t held_bytes_;
  bool is_whole_ = false, is_full_ = false;  ///< the text is all that follows; it is all that is looked at
  xml_tag tag_;
  std::vector<std::string_view> names_;  ///< of the elements that are open in what a section lost
  comment_count comments_;
  bare_span no_cdata_end_, no_instruction_end_;
  bare_span
      meant_end_;  ///< where what was meant for a comment does not end; another comment follows, or nothing
};

}  // namespace laundromat::rdfxml
