// Finds where JSON values begin and end in a stream, however it is cut, and however damaged; nothing is parsed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/rdf/jsonld/json/gap_scanner.hpp"
#include "core/rdf/jsonld/json/next_item_finder.hpp"
#include "core/rdf/jsonld/json/scan_event.hpp"
#include "core/rdf/jsonld/json/scan_window.hpp"
#include "core/rdf/jsonld/json/string_end_finder.hpp"

namespace laundromat::jsonld {

/// Offsets are those of the document. A string that is followed by what cannot follow a string lacks its quote, or has one too many:
/// then what comes before its last quote is structure, when it fits the brackets that are open in one way only; else the string ends
/// at its first line break. So a missing quote costs its item, or its line, and not the rest.
class json_scanner {
 public:
  /// `grain`: how much is gathered before an item is reported; `reach`: how far back a string may be taken back.
  json_scanner(std::uint64_t grain, std::uint64_t reach)
      : grain_(grain), reach_(reach), gaps_(reach), items_(reach) {}

  /// Starts inside an array, at `offset`.
  void enter_items(std::uint64_t offset);
  /// Scans on in `text`, which begins at `text_offset` and goes beyond all that was scanned. `is_last`: nothing follows.
  [[nodiscard]] scan_event scan(std::string_view text, std::uint64_t text_offset, bool is_last);

  [[nodiscard]] std::uint64_t offset() const { return at_; }
  /// As far as the scanner will not go back any more.
  [[nodiscard]] std::uint64_t decided_to() const {
    if ((in_string_ || is_unsure_) && at_ - reach_begin() <= reach_) return string_begin_;
    if (in_block_comment_ && at_ - reach_begin() <= reach_) return comment_begin_;
    return may_end_at_comma() ? comma_ : at_;
  }
  [[nodiscard]] bool is_in_root() const { return !open_.empty(); }
  [[nodiscard]] bool is_list_root() const { return !open_.empty() && open_.front() == '['; }
  [[nodiscard]] bool is_in_items() const { return items_depth_ != 0; }
  /// Where the span between roots began that is being scanned; `offset()` when there is none.
  [[nodiscard]] std::uint64_t outside_begin() const {
    return open_.empty() && gaps_.is_in_span() ? gaps_.begin() : at_;
  }
  /// Whether that is a block comment, which may have no end.
  [[nodiscard]] bool is_in_outer_comment() const { return open_.empty() && gaps_.is_in_block_comment(); }
  /// Where the item that is being scanned begins, after its comma.
  [[nodiscard]] std::uint64_t item_begin() const { return item_begin_; }
  /// Whether all brackets of that item are closed.
  [[nodiscard]] bool is_between_items() const { return open_.size() == items_depth_ && !in_string_; }

 private:
  using kind = scan_event::kind;
  using sequel = scan_event::sequel;

  [[nodiscard]] scan_event scan_text();
  [[nodiscard]] scan_event scan_gap();
  [[nodiscard]] bool scan_root(scan_event& event);
  [[nodiscard]] bool scan_string();
  void begin_string(char quote);
  [[nodiscard]] decision check_string_end();
  [[nodiscard]] decision find_end_of_text();
  void end_at_line_break();
  void note_item_key();
  [[nodiscard]] bool skip_comment();
  [[nodiscard]] bool pass_mark(char mark, sequel behind, scan_event& event);
  [[nodiscard]] bool open(char bracket, scan_event& event);
  [[nodiscard]] bool close(char bracket, sequel behind, scan_event& event);
  [[nodiscard]] bool end_items(sequel behind, scan_event& event);
  [[nodiscard]] bool comma(scan_event& event);
  /// Whether the last string may be gone back into.
  [[nodiscard]] bool is_at_hand() const {
    return window_.holds(string_begin_) && at_ - reach_begin() <= reach_;
  }
  [[nodiscard]] std::uint64_t reach_begin() const { return items_depth_ != 0 ? item_begin_ : root_begin_; }
  /// Whether a brace at `offset()` may end the item at the last comma: a value where a key is expected.
  [[nodiscard]] bool may_end_at_comma() const {
    return last_ == ',' && items_depth_ != 0 && open_.size() > items_depth_ && open_.back() == '{' &&
           deeper_ == 0 && is_behind_member_ && at_ - comma_ <= reach_;
  }
  /// Whether the bracket at `offset()` may end the items or the root.
  [[nodiscard]] bool may_end_more(char bracket) const {
    return deeper_ == 0 && (open_.size() == 1 || (bracket == ']' && open_.size() == items_depth_) ||
                            (bracket == '}' && open_.back() == '[' && ends_root_within_array()));
  }
  [[nodiscard]] bool ends_root_within_array() const;
  [[nodiscard]] open_brackets around() const { return {open_, items_depth_, deeper_ > 0}; }

  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
  static constexpr std::size_t deepest = 1024;  ///< beyond, brackets are only counted

  std::uint64_t grain_, reach_;
  gap_scanner gaps_;
  next_item_finder items_;
  string_end_finder ends_;
  scan_window window_;
  std::uint64_t at_ = 0;
  std::vector<char> open_;
  std::uint64_t deeper_ = 0;
  std::size_t items_depth_ = 0;  ///< how many brackets are open between two items; 0: not in the array
  bool had_items_ = false;
  bool is_inside_ = false;  ///< of `enter_items`: no bracket ends the array
  char last_ = 0;           ///< the bracket, comma, colon or quote before
  bool in_string_ = false, in_line_comment_ = false, in_block_comment_ = false;
  bool has_colon_ = false;         ///< since the last comma: a colon, or a value in brackets
  bool is_behind_member_ = false;  ///< `has_colon_` before the last comma
  bool ends_at_comma_ = false;     ///< the brace that follows begins the next item
  bool is_in_word_ = false;        ///< a bare word, in which an apostrophe is no quote
  bool is_behind_scheme_ =
      false;  ///< the colon of an IRI without its quote: slashes behind it begin no comment
  char quote_ = '"';
  std::uint64_t string_begin_ = 0, string_end_ = 0;
  std::uint64_t line_break_ = nowhere;  ///< the first one in the string
  std::uint64_t even_until_ = 0;  ///< lines before that have an even number of quotes, from the last text on
  std::uint64_t comment_begin_ = 0;  ///< of a block comment
  bool lacks_comment_ends_ = false;  ///< a block comment has no end, and neither has any behind it
  bool is_unsure_ = false;           ///< a string ended, and it is not yet seen what follows
  char before_string_ = 0;           ///< `last_` before the string
  bool is_cut_key_ = false;          ///< the last string at depth 1 of a root object names an array to cut
  std::uint64_t root_begin_ = 0, item_begin_ = 0, last_reported_ = 0;
  std::uint64_t comma_ = 0;  ///< the last comma
};

}  // namespace laundromat::jsonld
