// Writes the ledger of a document while it is read: every defect, every span, and every byte that is not in a statement.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/codec/content_meta.hpp"
#include "core/rdf/ledger/ledger_bounds.hpp"
#include "core/rdf/ledger/ledger_row.hpp"
#include "core/rdf/ledger/ledger_terms.hpp"
#include "core/rdf/ledger/span_list.hpp"

namespace laundromat {

struct ledger_limits {
  /// The reader's `excerpt_bytes`: the text of a repair.
  std::uint64_t repair_bytes = std::uint64_t{64} << 10;
  /// Of `before` where the ledger has the bytes elsewhere.
  std::uint64_t excerpt_bytes = std::uint64_t{1} << 10;
  std::uint64_t chunk_bytes = std::uint64_t{64} << 10;  ///< of the document, or of its spans, in one literal
  std::size_t spans = span_list::default_most;          ///< see `span_list`
  std::uint64_t held_bytes = std::uint64_t{8} << 20;    ///< of rows that wait for the spans at their position
  ledger_room room = {};  ///< beyond it rows are only counted, and bytes only listed as ranges
};

/// Takes what a reader reports, in order, and writes canonical N-Quads; `doc/formats/ledger.md` describes them. Same reports, same bytes.
/// A repair within quarantine is not an edit, because the repaired text was dropped. So a row waits for the spans at its position; a row
/// that cannot wait longer is written as if it were in quarantine. Beyond `ledger_limits::room` rows are only counted, but for the first
/// ones of each rule; spans become ranges of mixed kinds, which get longer the more there are; bytes are not copied.
/// `ledger_subject::cut` has the counts. Nothing is written before there is `chunk_bytes` to write. Errors of the sink end the
/// writing, and are returned by `restore` and `finish`. Memory: two chunks, rows within their limit, 32 bytes a span within the limit,
/// and the counts.
class ledger_writer {
 public:
  /// `out` outlives the writer. `format` is that of the document.
  explicit ledger_writer(byte_sink& out, rdf_format format, ledger_limits limits = {})
      : out_(&out), format_(format), limits_(limits) {}

  /// Defects of the reader, under the contract of `statement_sink`.
  void on_defect(const defect& found);
  void on_span(span_kind kind, std::uint64_t length_bytes);
  /// Defects of the layers below: the position of `found` is in their bytes.
  void on_stream_defect(const defect& found);
  /// Counts defects of the layers below that have no rows.
  void count_stream_defects(errc rule, treatment done, std::uint64_t more);

  /// True where there is nothing to report: no defect, and no byte in quarantine.
  [[nodiscard]] bool is_empty() const { return counts_.empty() && spans_.quarantine_bytes == 0; }
  /// Whether bytes are needed that only the document has: all in quarantine, and those of repairs longer than a report.
  [[nodiscard]] bool needs_document() const { return !wanted_.is_empty(); }
  /// Copies these bytes from the same document, opened again and read no further than necessary. Errors: the ports'; `digest_mismatch` when
  /// the document ends too early.
  [[nodiscard]] result<void> restore(byte_source& utf8);
  /// Writes the rest. `about.spans` is filled in. Returns the digest of the ledger, with its size. Errors: the sink's.
  [[nodiscard]] result<content_meta> finish(const ledger_subject& about);

  [[nodiscard]] const span_sums& spans() const { return spans_; }
  [[nodiscard]] const ledger_cut& cut() const { return cut_; }

 private:
  void begin(ledger_class what);
  void emit_iri(ledger_term term, std::string_view base, std::string_view name);
  void add_property(ledger_term term, std::string_view text);
  void add_property(ledger_term term, std::uint64_t number);
  void take_row(ledger_row row);
  [[nodiscard]] bool has_room(const ledger_row& row, std::uint64_t known);
  [[nodiscard]] bool is_full_of(const defect& found) const;
  void count_only(const defect& found);
  void add_run(span_kind kind, std::uint64_t length_bytes);
  void mix_run(span_kind kind, std::uint64_t length_bytes);
  void write_mixed();
  [[nodiscard]] std::vector<byte_span> within_room(std::vector<byte_span> wanted);
  void write_complete_rows(bool is_end);
  [[nodiscard]] bool has_spans(const ledger_row& row) const;
  [[nodiscard]] bool is_read(const ledger_row& row) const;
  void write_row(const ledger_row& row);
  void write_runs();
  void write_chunks(std::string& waiting, std::uint64_t end_bytes, bool is_whole);
  void write_counts();
  void write_subject(const ledger_subject& about);
  void flush(std::uint64_t at_least);

  byte_sink* out_;
  rdf_format format_;
  ledger_limits limits_;
  result<void> state_;
  std::string batch_, subject_, runs_;
  std::uint64_t subjects_ = 0, document_end_ = 0, runs_begin_ = 0;
  content_meter meter_;
  span_sums spans_;
  ledger_cut cut_;
  std::uint64_t rows_ = 0, row_bytes_ = 0, run_bytes_ = 0;  ///< used of `room`
  static constexpr std::uint64_t least_mixed_bytes = std::uint64_t{64} << 10, most_mixed_runs = 4'096;
  std::uint64_t mixed_bytes_ = 0, mixed_from_ = least_mixed_bytes, mixed_runs_ = 0;
  span_kind mixed_kind_ = span_kind::syntax;  ///< of the spans that wait to become a range
  span_list wanted_{limits_.spans};
  std::deque<ledger_row> waiting_;
  std::uint64_t waiting_bytes_ = 0;
  std::vector<byte_span> unread_;  ///< in quarantine, in order, not adjacent
  std::uint64_t unread_from_ = 0;  ///< `unread_` is complete from here on; before, everything may be unread
  std::map<std::tuple<ledger_layer, errc, treatment>, std::uint64_t> counts_;
};

}  // namespace laundromat
