// Reads a ledger back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/rdf/ledger/ledger_row.hpp"

namespace laundromat {

/// Receives the content of a ledger, in the order of its file. An error ends the reading and is returned.
class ledger_sink {
 public:
  virtual ~ledger_sink() = default;
  [[nodiscard]] virtual result<void> on_row(const ledger_row& /*row*/) { return {}; }
  [[nodiscard]] virtual result<void> on_span(span_kind /*kind*/, std::uint64_t /*length_bytes*/) {
    return {};
  }
  /// These bytes are at this offset of the document. Chunks come in order and do not overlap.
  [[nodiscard]] virtual result<void> on_bytes(std::uint64_t /*offset*/, std::string_view /*bytes*/) {
    return {};
  }
  [[nodiscard]] virtual result<void> on_count(const ledger_count& /*count*/) { return {}; }
};

/// Reads the N-Quads of a ledger and returns which document it describes. Memory: one row or chunk.
/// Errors: `syntax_error` for text that is not a ledger, a ledger without its end, or one with a rule that this program does
/// not have; those of source and sink.
[[nodiscard]] result<ledger_subject> read_ledger(byte_source& nquads, ledger_sink& into);

/// A whole ledger.
struct loaded_ledger {
  ledger_subject subject;
  std::vector<ledger_row> rows;
  std::vector<ledger_count> counts;
  std::vector<std::pair<span_kind, std::uint64_t>> spans;
  std::vector<std::pair<std::uint64_t, std::string>> chunks;  ///< bytes at an offset, in order

  /// The bytes of the document from `offset` on, as far as the ledger has all of them; else nothing.
  [[nodiscard]] std::string bytes_at(std::uint64_t offset, std::uint64_t length_bytes) const;
};

/// The same in memory: for documents that are in memory, too. Errors: those of `read_ledger`.
[[nodiscard]] result<loaded_ledger> load_ledger(byte_source& nquads);

/// Passes on the bytes in quarantine in order, one span of the document at a time: the parts of `chunks` that are in quarantine spans.
class quarantine_sink : public ledger_sink {
 public:
  result<void> on_span(span_kind kind, std::uint64_t length_bytes) final;
  result<void> on_bytes(std::uint64_t offset, std::string_view bytes) final;
  [[nodiscard]] virtual result<void> on_quarantine(std::uint64_t offset, std::string_view bytes) = 0;

 private:
  std::vector<std::pair<std::uint64_t, std::uint64_t>> spans_;  ///< begin and end
  std::uint64_t end_ = 0;
  std::size_t next_ = 0;
};

}  // namespace laundromat
