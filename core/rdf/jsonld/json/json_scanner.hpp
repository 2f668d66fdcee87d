// Finds where JSON values begin and end in a stream, however it is cut, and however damaged; nothing is parsed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat::jsonld {

/// Roots follow one another. Inside a root, the items of one array may be told apart: of the root itself, or of its first member
/// `@graph` or `@included`.
struct scan_event {
  enum class kind : std::uint8_t {
    need_more,    ///< all that is there was scanned
    stray,        ///< [begin, at) between roots is no JSON
    wrapper,      ///< [begin, at) between roots is a comment, a comma or markup that wraps JSON
    root_begin,   ///< at: the bracket
    root_end,     ///< at: after the bracket
    items_begin,  ///< at: after the bracket of the array
    items_end,    ///< at: the bracket that ends the array
    item_end,  ///< at: after an item, where its comma is or should be; told when `grain` bytes were passed since the last one
  };
  /// What stands behind a bracket, or a comma behind it; `member`: what may be a part of one; `key`: a comma, and a key with its colon.
  enum class sequel : std::uint8_t { unknown, other, closer, root, value, item, member, key };
  kind what = kind::need_more;
  std::uint64_t at = 0;
  std::uint64_t begin = 0;        ///< of what ends
  std::uint64_t next = 0;         ///< item_end: where the next item begins; at `at` when the comma is missing
  sequel behind = sequel::other;  ///< root_end: what follows; stray: `member` when it is a part of a value
  bool is_line = false;           ///< stray: it ends with its line
};

/// Offsets are those of the document. A string that is followed by what cannot follow a string lacks its quote, or has one too many:
/// then what stands before its last quote is structure, when it fits the brackets that are open in one way only; else the string ends
/// at its first line break. So a missing quote costs its item, or its line, and not the rest.
class json_scanner {
 public:
  /// `grain`: how much is gathered before an item is told; `reach`: how far back a string may be taken back.
  json_scanner(std::uint64_t grain, std::uint64_t reach) : grain_(grain), reach_(reach) {}

  /// Starts inside an array, at `offset`.
  void enter_items(std::uint64_t offset);
  /// Scans on in `text`, which begins at `text_offset` and goes beyond all that was scanned. `is_last`: nothing follows.
  [[nodiscard]] scan_event scan(std::string_view text, std::uint64_t text_offset, bool is_last);

  [[nodiscard]] std::uint64_t offset() const { return at_; }
  /// As far as the scanner will not go back any more.
  [[nodiscard]] std::uint64_t settled() const {
    if ((in_string_ || is_unsure_) && at_ - reach_begin() <= reach_) return string_begin_;
    if (in_block_comment_ && at_ - reach_begin() <= reach_) return comment_begin_;
    return may_end_at_comma() ? comma_ : at_;
  }
  [[nodiscard]] bool is_in_root() const { return !open_.empty(); }
  [[nodiscard]] bool is_list_root() const { return !open_.empty() && open_.front() == '['; }
  [[nodiscard]] bool is_in_items() const { return items_depth_ != 0; }
  /// Where the run between roots began that is being scanned; `offset()` when there is none.
  [[nodiscard]] std::uint64_t outside_begin() const {
    return open_.empty() && outside_ != outside::space ? outside_begin_ : at_;
  }
  /// Whether that is a block comment, which may have no end.
  [[nodiscard]] bool is_in_outer_comment() const {
    return open_.empty() && outside_ == outside::block_comment;
  }
  /// Where the item that is being scanned begins, after its comma.
  [[nodiscard]] std::uint64_t item_begin() const { return item_begin_; }
  /// Whether all brackets of that item are closed.
  [[nodiscard]] bool is_between_items() const { return open_.size() == items_depth_ && !in_string_; }

 private:
  enum class outside : std::uint8_t { space, line_comment, block_comment, stray };
  using kind = scan_event::kind;
  using sequel = scan_event::sequel;

  [[nodiscard]] scan_event scan_text(bool is_last);
  [[nodiscard]] scan_event scan_outside(bool is_last);
  [[nodiscard]] scan_event begin_outside(bool is_last);
  [[nodiscard]] scan_event end_outside(kind what);
  void pass_stray();
  [[nodiscard]] bool scan_root(scan_event& event, bool is_last);
  void begin_string(char quote);
  [[nodiscard]] bool pass_mark(char mark, sequel behind, scan_event& event);
  [[nodiscard]] bool scan_string();
  enum class way_back : std::uint8_t { none, taken, unknown };
  [[nodiscard]] way_back check_string_end(bool is_last);
  void end_at_line_break();
  [[nodiscard]] way_back find_end_of_text(bool is_last);
  /// Whether the last string may be gone back into.
  [[nodiscard]] bool is_at_hand() const {
    return string_begin_ >= text_offset_ && at_ - reach_begin() <= reach_;
  }
  [[nodiscard]] std::uint64_t reach_begin() const { return items_depth_ != 0 ? item_begin_ : root_begin_; }
  /// Whether a brace at `offset()` may end the item at the last comma: a value stands where a key must.
  [[nodiscard]] bool may_end_at_comma() const {
    return last_ == ',' && items_depth_ != 0 && open_.size() > items_depth_ && open_.back() == '{' &&
           deeper_ == 0 && is_behind_member_ && at_ - comma_ <= reach_;
  }
  void note_item_key();
  // scan_ahead.cpp
  /// Whether the object at `brace` begins with the key that items begin with; else a brace too many stands before a member.
  [[nodiscard]] way_back begins_like_item(std::uint64_t brace, bool is_last) const;
  [[nodiscard]] way_back begins_next_item(bool is_last);
  [[nodiscard]] bool has_key(std::string_view key) const;
  // scan_back.cpp: where a string that lacks its quote ends.
  [[nodiscard]] way_back find_structure(bool is_last);
  [[nodiscard]] way_back is_before_key(std::uint64_t quote, bool is_last) const;
  [[nodiscard]] bool fits_structure(std::string_view structure, bool is_before_key) const;
  /// Whether the text since a string that lost its quote is balanced up to `from` of the string at hand, as the brackets then were.
  [[nodiscard]] bool is_even_before(std::string_view content, std::size_t from);
  void note_lost_string();
  /// Counts the brackets since that string, as far as the text may be forgotten.
  void count_lost(std::uint64_t to);
  [[nodiscard]] bool skip_comment(bool is_last);
  [[nodiscard]] bool open(char bracket, scan_event& event);
  [[nodiscard]] bool close(char bracket, sequel behind, scan_event& event);
  [[nodiscard]] bool comma(scan_event& event);
  [[nodiscard]] bool end_items(sequel behind, scan_event& event);
  /// Whether the bracket at `offset()` may end the items or the root.
  [[nodiscard]] bool may_end_more(char bracket) const {
    return deeper_ == 0 && (open_.size() == 1 || (bracket == ']' && open_.size() == items_depth_));
  }
  /// What stands behind the bracket at `offset()`; `unknown` until that is seen.
  [[nodiscard]] sequel see_behind(bool is_last) const;
  [[nodiscard]] static sequel see_key(std::string_view ahead, bool is_all);
  [[nodiscard]] char peek(std::uint64_t offset) const { return text_[offset - text_offset_]; }
  [[nodiscard]] std::uint64_t end() const { return text_offset_ + text_.size(); }
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_ - text_offset_); }

  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
  static constexpr std::size_t deepest = 1024;  ///< beyond, brackets are only counted

  std::uint64_t grain_, reach_;
  std::string_view text_;
  std::uint64_t text_offset_ = 0;
  std::uint64_t at_ = 0;
  std::vector<char> open_;
  std::uint64_t deeper_ = 0;
  std::size_t items_depth_ = 0;  ///< how many brackets are open between two items; 0: not in the array
  bool had_items_ = false;
  bool is_inside_ = false;  ///< of `enter_items`: no bracket ends the array
  outside outside_ = outside::space;
  std::uint64_t outside_begin_ = 0;
  char stray_last_ = 0;       ///< the last that was no space
  bool is_chunk_ = false;     ///< the stray text holds a key or a closing bracket
  bool is_line_end_ = false;  ///< the stray text ends with a line break
  char last_ = 0;             ///< the bracket, comma, colon or quote before
  bool in_string_ = false, in_line_comment_ = false, in_block_comment_ = false;
  std::string item_key_;           ///< with its quotes
  bool has_colon_ = false;         ///< since the last comma: a colon, or a value in brackets
  bool is_behind_member_ = false;  ///< `has_colon_` before the last comma
  bool ends_at_comma_ = false;     ///< the brace that follows begins the next item
  bool is_in_word_ = false;        ///< a bare word, in which an apostrophe is no quote
  bool is_behind_scheme_ =
      false;  ///< the colon of an IRI without its quote, behind which slashes begin no comment
  char quote_ = '"';
  std::uint64_t string_begin_ = 0, string_end_ = 0;
  std::uint64_t line_break_ = nowhere;  ///< the first one in the string
  std::uint64_t even_until_ = 0;  ///< lines before that have an even number of quotes, from the last text on
  std::uint64_t comment_begin_ = 0;  ///< of a block comment
  bool is_endless_ = false;          ///< a block comment has no end, and neither has any behind it
  bool is_unsure_ = false;           ///< a string ended, and it is not yet seen what follows
  char before_string_ = 0;           ///< `last_` before the string
  bool is_cut_key_ = false;          ///< the last string at depth 1 of a root object names an array to cut
  std::uint64_t root_begin_ = 0, item_begin_ = 0, last_reported_ = 0;
  std::uint64_t comma_ = 0;          ///< the last comma
  std::uint64_t scanned_bytes_ = 0;  ///< once more, for keys
  /// Since a string of this item that ended where it could not: what was open, how far brackets were counted, and what is not closed.
  std::size_t lost_depth_ = 0;
  std::uint64_t lost_begin_ = nowhere, counted_ = 0;
  std::int64_t braces_ = 0, brackets_ = 0;
};

}  // namespace laundromat::jsonld
