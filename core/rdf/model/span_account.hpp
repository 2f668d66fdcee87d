// The account of bytes: every byte of a document is part of a statement, of syntax, or in quarantine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace laundromat {

/// How a span of the document was accounted for. Numbers are stored.
enum class span_kind : std::uint8_t {
  syntax = 0,      ///< no statement: space, comments, declarations, markup around statements
  statement = 1,   ///< read: its statements were passed on, perhaps repaired
  quarantine = 2,  ///< not read: a defect with treatment `skip` covers it
  /// Of a ledger that reached its size limit: a range that may contain all kinds; readers report none.
  mixed = 3,
};

/// `syntax`, `statement`, `quarantine`, `mixed`.
[[nodiscard]] std::string_view to_string(span_kind kind);

/// The bytes of each kind; the three add up to the length of the document.
struct span_sums {
  std::uint64_t statement_bytes = 0, syntax_bytes = 0, quarantine_bytes = 0;

  void add(span_kind kind, std::uint64_t length_bytes);
  friend bool operator==(const span_sums&, const span_sums&) = default;
};

class account_sink;

/// Adds up the spans of one document for its sink. A reader calls `reach` with increasing offsets; the sink gets maximal spans,
/// so that successive calls have different kinds, lengths are never 0, and they add up to the document.
class span_account {
 public:
  explicit span_account(account_sink& sink) : sink_(&sink) {}

  /// The bytes from the end of the last call up to `end_bytes` are of this kind. An `end_bytes` that is not greater has no effect.
  void reach(std::uint64_t end_bytes, span_kind kind) {
    if (end_bytes <= end_) return;
    if (kind != kind_) change(kind);
    end_ = end_bytes;
  }
  /// The end of the last call.
  [[nodiscard]] std::uint64_t end_bytes() const { return end_; }
  /// Reports the last span; `reader::finish` calls it once.
  void finish() { change(kind_); }

 private:
  void change(span_kind next);

  account_sink* sink_;
  std::uint64_t begin_ = 0, end_ = 0;
  span_kind kind_ = span_kind::syntax;
};

}  // namespace laundromat
