// The account of bytes: every byte of a document is part of a statement, of syntax, or in quarantine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace laundromat {

/// What became of a span of the document. Numbers are stored.
enum class span_kind : std::uint8_t {
  syntax = 0,      ///< says nothing by itself: space, comments, declarations, markup around statements
  statement = 1,   ///< read: what it says was handed out, perhaps repaired
  quarantine = 2,  ///< not read: a defect with treatment `skip` covers it
  mixed =
      3,  ///< of a ledger that reached its bound: a range in which all of them may lie; readers report none
};

/// `syntax`, `statement`, `quarantine`, `mixed`.
[[nodiscard]] std::string_view to_string(span_kind kind);

/// How much of a document became what; the three add up to its length.
struct span_sums {
  std::uint64_t statement_bytes = 0, syntax_bytes = 0, quarantine_bytes = 0;

  void add(span_kind kind, std::uint64_t length_bytes);
  friend bool operator==(const span_sums&, const span_sums&) = default;
};

class statement_sink;

/// Adds up the spans of one document for its sink. A reader calls `reach` with rising offsets; the sink gets maximal runs,
/// so that no two calls in a row have the same kind, lengths are never 0, and they add up to the document.
class span_account {
 public:
  explicit span_account(statement_sink& sink) : sink_(&sink) {}

  /// The bytes from the end of the last call up to `end_bytes` are of this kind. An `end_bytes` that is not beyond adds nothing.
  void reach(std::uint64_t end_bytes, span_kind kind) {
    if (end_bytes <= end_) return;
    if (kind != kind_) change(kind);
    end_ = end_bytes;
  }
  /// How far the account has come.
  [[nodiscard]] std::uint64_t end_bytes() const { return end_; }
  /// Hands out the last run; `reader::finish` calls it once.
  void finish() { change(kind_); }

 private:
  void change(span_kind next);

  statement_sink* sink_;
  std::uint64_t begin_ = 0, end_ = 0;
  span_kind kind_ = span_kind::syntax;
};

}  // namespace laundromat
