// Defects with their places and excerpts, and the account of bytes, over a window that moves along the document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/text_position.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat::rdfxml {

/// A defect before its line and column are computed. Offsets are those of the document.
struct unplaced_defect {
  errc rule{};
  treatment done{};
  std::uint64_t begin = 0, end = 0;  ///< of the span
  std::uint64_t noticed = 0;         ///< of the token that offends, in the span or behind it
  std::string after = {};            ///< of a repair; shown as far as an excerpt goes
  std::string message = {};
};

/// A place that is remembered until the defect is complete.
struct defect_place {
  std::uint64_t line = 1, column = 1;
};

/// One for a document. What is repaired in text that turns out to be skipped is no repair: so a repair, and each report behind it, waits
/// until the account has come past its place. Lines and columns are counted from the last place that was asked for, or from a mark before
/// it, so that many defects in one long line cost linear time.
class defect_log {
 public:
  defect_log(statement_sink& sink, wash_profile profile, std::uint64_t excerpt_bytes)
      : sink_(sink), account_(sink), profile_(profile), excerpt_bytes_(excerpt_bytes) {}

  /// The document begins with a byte order mark that is no part of the window.
  void start_behind(std::string_view mark) {
    front_.advance(mark);
    near_ = front_;
  }
  /// The bytes of the document that are in memory: those behind what was dropped.
  void show(std::string_view window) { window_ = window; }
  /// Removes the first `length` bytes of the window. What may belong to an excerpt is kept.
  void drop(std::size_t length);
  /// Keeps the bytes from `offset` on, as far as an excerpt needs them.
  void hold(std::uint64_t offset) {
    if (offset == held_from_ || offset < front_.offset_bytes || is_paused_ != 0) return;
    held_from_ = offset;
    held_.clear();
  }
  [[nodiscard]] std::uint64_t held_from() const { return held_from_; }

  [[gnu::always_inline]] void reach(std::uint64_t end, span_kind kind) {
    if ((waiting_bytes_ | is_paused_) != 0) [[unlikely]] {
      if (is_paused_ != 0) return;
      report_waiting_before(end, kind);
    }
    account_.reach(end, kind);
  }
  /// From here to `resume` the account stays where it is, and so does what is held: what follows is kept as a whole, or skipped as a whole.
  void pause() { is_paused_ = 1; }
  void resume() { is_paused_ = 0; }
  [[nodiscard]] std::uint64_t reached() const { return account_.end_bytes(); }
  void finish() {
    report_waiting();
    account_.finish();
  }

  /// Passes on that the document announces a version of RDF, from `begin` to `end`.
  void announce(std::string_view version, std::uint64_t begin, std::uint64_t end) {
    sink_.on_version(version, describe({errc::version_conflict, treatment::note, begin, end, begin}));
  }
  void report(unplaced_defect found) { emit(describe(std::move(found))); }
  /// The same, when its first byte may no longer be in the window.
  void report(unplaced_defect found, defect_place at) { emit(describe(std::move(found), at)); }
  /// The report of a defect that is emitted later, or never.
  [[nodiscard]] defect describe(unplaced_defect found);
  [[gnu::cold]] void emit(defect one);
  /// The place of an offset within the window, or of where the account has come to.
  [[nodiscard]] defect_place place_of(std::uint64_t offset);

 private:
  [[gnu::cold]] void report_waiting_before(std::uint64_t end, span_kind kind);
  [[gnu::cold]] void report_waiting();
  [[nodiscard]] defect describe(unplaced_defect found, defect_place at) const;
  [[nodiscard]] std::string excerpt(std::uint64_t begin, std::uint64_t end) const;

  statement_sink& sink_;
  span_account account_;
  wash_profile profile_;
  std::uint64_t excerpt_bytes_;
  std::string_view window_;
  text_position front_, near_;        ///< of the window; of the last place that was asked for
  std::vector<text_position> marks_;  ///< in the window, every 4 KiB as far as places were asked for
  text_position reached_;             ///< where the account had come to when that place was dropped
  std::uint64_t held_from_ = 0;
  std::string held_;
  std::vector<defect> waiting_;  ///< in the order of reporting; the first is a repair
  std::uint64_t waiting_bytes_ = 0, is_paused_ = 0;
};

}  // namespace laundromat::rdfxml
