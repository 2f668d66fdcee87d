// The account of a markup document: spans are held back while it is open whether a text becomes a literal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/rdf/model/span_account.hpp"

namespace laundromat {

/// Texts within a literal that is being collected are undecided; everything behind the first of them waits, as runs.
class byte_account {
 public:
  explicit byte_account(statement_sink& sink) : spans_(sink) {}

  /// The bytes up to `end_bytes` are of this kind, for good.
  void reach(std::uint64_t end_bytes, span_kind kind) { add(end_bytes, kind, false); }
  /// The bytes up to `end_bytes` are part of all literals that are open: `quarantine`, unless one of them is handed out.
  void reach_literal(std::uint64_t end_bytes) { add(end_bytes, span_kind::quarantine, true); }
  /// Opens a literal: what follows is undecided. Literals are closed in the opposite order.
  void open_literal();
  /// Closes the innermost literal.
  void close_literal(bool was_handed_out);
  /// Gives up the outermost literal; the ones within stay open.
  void drop_outermost();
  [[nodiscard]] std::uint64_t end_bytes() const { return end_; }
  [[nodiscard]] std::size_t held_runs() const { return runs_.size(); }
  void finish();

 private:
  struct run {
    std::uint64_t end;
    span_kind kind;
    bool is_text;
  };
  void add(std::uint64_t end_bytes, span_kind kind, bool is_text);
  void release(std::size_t count);

  span_account spans_;
  std::uint64_t end_ = 0;
  std::vector<run> runs_;
  std::vector<std::size_t> literals_;  // where the runs of each open literal begin
  std::size_t dropped_ = 0;            // of `literals_`, from the outermost
};

}  // namespace laundromat
