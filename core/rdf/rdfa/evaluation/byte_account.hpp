// The account of a markup document: spans are held back while it is open whether a text becomes a literal, or an item of a list.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/rdf/model/span_account.hpp"

namespace laundromat::rdfa {

/// Ranges that wait for the lists they are items of.
struct waiting_ranges {
  std::uint64_t first = 0, count = 0;  ///< ranges, from the start of the document
  bool is_text = false;                ///< only those that are part of literals; else only the others
};

/// Texts within a literal that is being collected are undecided, and so are the items of lists; everything behind the first of them
/// waits, as ranges. When very many ranges wait for lists, all of these lists count as emitted.
class byte_account {
 public:
  explicit byte_account(account_sink& sink) : spans_(sink) {}

  /// The bytes up to `end_bytes` are of this kind, for good.
  void reach(std::uint64_t end_bytes, span_kind kind) { add(end_bytes, {0, 0, kind, false}); }
  /// The kinds given up to `resume` do not count: all bytes up to there are of the kind that is reached next.
  void pause() { is_paused_ = true; }
  void resume() { is_paused_ = false; }
  /// The bytes up to `end_bytes` are part of all literals that are open: `quarantine`, unless one of them is handed out.
  void reach_literal(std::uint64_t end_bytes) { add(end_bytes, {0, 0, span_kind::quarantine, true}); }
  /// The bytes up to `end_bytes` are items of so many lists: `quarantine`, unless one of them is handed out.
  void reach_items(std::uint64_t end_bytes, std::uint32_t lists) {
    add(end_bytes, {0, lists, span_kind::quarantine, false});
  }
  /// Opens a literal: what follows is undecided. Literals are closed in the opposite order.
  void open_literal();
  /// Closes the innermost literal. With `lists` it counts as handed out once one of so many lists is.
  waiting_ranges close_literal(bool was_handed_out, std::uint32_t lists = 0);
  /// Gives up the outermost literal; the ones within stay open.
  void drop_outermost();
  /// One of the lists that these ranges wait for has come to its end.
  void end_list(const waiting_ranges& ranges, bool was_handed_out);
  /// The number of the range that begins next.
  [[nodiscard]] std::uint64_t next_range() const { return released_ + ranges_.size(); }
  [[nodiscard]] std::uint64_t end_bytes() const { return end_; }
  /// What is held back since the outermost literal was opened.
  [[nodiscard]] std::size_t held_ranges() const {
    return literals_.size() == dropped_ ? 0 : ranges_.size() - literals_[dropped_];
  }
  void finish();

 private:
  struct range {
    std::uint64_t end;
    std::uint32_t lists;  ///< that it waits for
    span_kind kind;
    bool is_text;
  };
  void add(std::uint64_t end_bytes, range added);
  void release();
  void assume_emitted();

  static constexpr std::size_t most_waiting = std::size_t{1} << 18;

  span_account spans_;
  bool is_paused_ = false;
  std::uint64_t end_ = 0;
  std::vector<range> ranges_;
  std::uint64_t released_ = 0;         // ranges before those
  std::size_t waiting_ = 0;            // of the ranges, for lists
  std::vector<std::size_t> literals_;  // where the ranges of each open literal begin
  std::size_t dropped_ = 0;            // of `literals_`, from the outermost
};

}  // namespace laundromat::rdfa
