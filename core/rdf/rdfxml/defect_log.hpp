// Defects with their places and excerpts, and the account of bytes, over a window that moves along the document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/rdf/model/position.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {

/// What a defect is, before its place is counted out. Offsets are those of the document.
struct found_defect {
  errc rule{};
  treatment done{};
  std::uint64_t begin = 0, end = 0;  ///< of the span
  std::uint64_t noticed = 0;         ///< where the line and column are counted
  std::string after = {};
  std::string message = {};
};

/// A place that is remembered until the defect is complete.
struct noticed_place {
  std::uint64_t line = 1, column = 1;
};

class defect_log {
 public:
  defect_log(statement_sink& sink, std::uint64_t excerpt_bytes)
      : sink_(sink), account_(sink), excerpt_bytes_(excerpt_bytes) {}

  /// The document begins with a byte order mark of `length` bytes that is no part of the window, and of no column.
  void start_behind(std::uint64_t length) { front_.offset_bytes = near_.offset_bytes = length; }
  /// The bytes that are there: from the end of what was dropped.
  void show(std::string_view window) { window_ = window; }
  /// The first `length` bytes of the window go. What may belong to an excerpt is kept.
  void drop(std::size_t length);
  /// Excerpts from `offset` on will be asked for.
  void hold(std::uint64_t offset) {
    if (offset == held_from_ || offset < front_.offset_bytes) return;
    held_from_ = offset;
    held_.clear();
  }
  [[nodiscard]] std::uint64_t held_from() const { return held_from_; }

  void reach(std::uint64_t end, span_kind kind) { account_.reach(end, kind); }
  [[nodiscard]] std::uint64_t reached() const { return account_.end_bytes(); }
  void finish() { account_.finish(); }

  void report(const found_defect& found);
  void report(const found_defect& found, noticed_place at);
  /// The place of an offset within the window.
  [[nodiscard]] noticed_place place_of(std::uint64_t offset);

 private:
  [[nodiscard]] std::string excerpt(std::uint64_t begin, std::uint64_t end) const;

  statement_sink& sink_;
  span_account account_;
  std::uint64_t excerpt_bytes_;
  std::string_view window_;
  text_position front_, near_;  ///< of the window; of the last place that was asked for
  std::uint64_t held_from_ = 0;
  std::string held_;
};

}  // namespace laundromat
