// Scans what is between the roots of a JSON stream: space, comments, markup around JSON, and stray text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/rdf/jsonld/json/scan_event.hpp"
#include "core/rdf/jsonld/json/scan_window.hpp"

namespace laundromat::jsonld {

/// Goes on to the next bracket that opens. A span that is no space is one event, however the text is cut. A block comment without its end
/// counts as ended with its line, as far as `reach` bytes back.
class gap_scanner {
 public:
  explicit gap_scanner(std::uint64_t reach) : reach_(reach) {}

  /// Scans from `at`, which moves on. Returns `root_begin` at a bracket, which it does not pass; `wrapper` or `stray` behind a span; else
  /// `need_more`. `lacks_comment_ends` is set, and stays so, once a block comment has no end in the document.
  [[nodiscard]] scan_event scan(const scan_window& window, std::uint64_t& at, bool& lacks_comment_ends);
  /// A root has ended: what follows is a gap.
  void restart() { state_ = state::space; }
  /// Whether a span is being scanned, which began at `begin`.
  [[nodiscard]] bool is_in_span() const { return state_ != state::space; }
  [[nodiscard]] std::uint64_t begin() const { return begin_; }
  [[nodiscard]] bool is_in_block_comment() const { return state_ == state::block_comment; }

 private:
  enum class state : std::uint8_t { space, line_comment, block_comment, stray };

  [[nodiscard]] scan_event begin_run(const scan_window& window, std::uint64_t& at, bool lacks_comment_ends);
  [[nodiscard]] scan_event end_run(scan_event::kind what, std::uint64_t at);
  [[nodiscard]] bool pass_comment(const scan_window& window, std::uint64_t& at) const;
  void pass_stray(const scan_window& window, std::uint64_t& at);

  std::uint64_t reach_;
  state state_ = state::space;
  std::uint64_t begin_ = 0;
  char last_ = 0;             ///< of a stray text: the last that was no space
  bool is_part_ = false;      ///< the stray text holds a key or a closing bracket
  bool is_line_end_ = false;  ///< the stray text ends with a line break
};

}  // namespace laundromat::jsonld
