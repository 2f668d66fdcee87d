// A section of an HDT dictionary: sorted terms, front-coded in blocks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/rdf/hdt/byte_spool.hpp"

namespace laundromat {

/// Plain front coding:
/// ```
/// type 2 | number of terms | bytes of the text | 16 terms in a block | CRC-8
/// log array: where each block begins in the text, and where the text ends
/// text: of a block the first term, and of each other one how many bytes it shares with the one before, and the rest; a zero byte ends each | CRC-32C
/// ```
/// Memory: two spools and a term.
class term_section {
 public:
  static constexpr std::uint64_t block_terms = 16;

  explicit term_section(const run_store_maker& make_runs) : text_(make_runs), starts_(make_runs) {}

  /// Terms come in the order of their bytes, each once; none has a zero byte. Errors: those of the spools.
  [[nodiscard]] result<void> add(std::string_view term);
  [[nodiscard]] std::uint64_t terms() const { return terms_; }
  /// The sum of the lengths of the terms.
  [[nodiscard]] std::uint64_t term_bytes() const { return term_bytes_; }
  /// As it is written.
  [[nodiscard]] std::uint64_t bytes() const;
  /// Nothing is added afterwards. Errors: those of the spools and `out`.
  [[nodiscard]] result<void> write(byte_sink& out);

 private:
  [[nodiscard]] std::string head() const;
  [[nodiscard]] std::string starts_head() const;
  [[nodiscard]] unsigned start_width() const;
  [[nodiscard]] std::uint64_t start_count() const;
  [[nodiscard]] result<void> write_starts(byte_sink& out);

  byte_spool text_;
  byte_spool starts_;  ///< VBytes: how far each block begins after the one before
  std::uint64_t last_start_ = 0, terms_ = 0, term_bytes_ = 0;
  std::string last_, coded_;
};

}  // namespace laundromat
