// The rows of the journal that name bytes of segments: read page by page, and moved within a group.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/digest.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// A document, ledger or delta in a segment.
struct named_file {
  std::int64_t clean = 0;  ///< the row of the document
  content_digest other;    ///< see `document_places::place_of`; null for a document
  segment_place place;
};

/// A clean document with statements.
struct numbered_document {
  std::int64_t clean = 0;  ///< its row
  content_digest hash;
  bool is_removed = false;
  timestamp written{};  ///< when it was first stored
};

/// When a document was removed; a place in the order of removals.
struct removal {
  std::int64_t removed_ms = 0;
  std::int64_t clean = 0;  ///< its row

  friend bool operator==(const removal&, const removal&) = default;
};
struct removed_document {
  removal place;
  content_digest hash;
};
struct removed_documents {
  std::vector<removed_document> rows;
  bool is_last = false;
};

struct removed_sum {
  std::int64_t documents = 0;
  std::int64_t mixed = 0;  ///< of their rows

  friend bool operator==(const removed_sum&, const removed_sum&) = default;
};
/// SQL for `removed_sum::mixed` of a column of rows.
#define LAUNDROMAT_MIXED_ROWS(COLUMN) "coalesce(sum((" COLUMN " * 2654435761) % 4294967291), 0)"

/// A body in the raw store, by its `raw_path`.
struct named_body {
  std::int64_t entry = 0;  ///< the row of the download
  std::string raw_path;
};

/// Rows in the order of their numbers.
template <class Row>
struct row_page {
  std::vector<Row> rows;
  std::int64_t last = 0;  ///< where the next page begins
  bool is_last = false;
};

/// Pages are bounded by the rows that are read, so that each takes a few milliseconds at most. The journal outlives it. Errors of all functions: those of the journal.
class segment_rows {
 public:
  explicit segment_rows(journal& from) : from_(&from) {}

  /// The files of a kind in one segment, or in any for `serial` 0, of the documents after the row `after`. A page has all files of its
  /// documents.
  [[nodiscard]] result<row_page<named_file>> files(segment_kind kind, std::uint32_t serial,
                                                   std::int64_t after, std::uint32_t rows);
  /// The documents after the row `after`; rows are never used again.
  [[nodiscard]] result<row_page<numbered_document>> documents(std::int64_t after, std::uint32_t rows);
  /// The row of a document. Errors: also `not_found`.
  [[nodiscard]] result<std::int64_t> row_of(const content_digest& document);
  /// The documents up to a row that were removed, as a sum: it is another one when these are others.
  [[nodiscard]] result<removed_sum> removed_sum_of(std::int64_t last);
  /// Removed documents in the order of their removal, at most `limit`. Empty: there are no more.
  [[nodiscard]] result<std::vector<removal>> removed_after(const removal& after, std::size_t limit);
  /// The documents that were removed behind a place, at most so many, and are not there again.
  [[nodiscard]] result<removed_documents> removed(const removal& after, std::uint32_t rows);
  /// When the last new document was stored, or one was removed; the epoch: never.
  [[nodiscard]] result<timestamp> last_change();
  /// The bodies of downloads after the row `after`.
  [[nodiscard]] result<row_page<named_body>> bodies(std::int64_t after, std::uint32_t rows);

  [[nodiscard]] result<std::string> body(std::int64_t entry);

  /// Within a group. False for a file that has another place by now, or was removed: it is not moved.
  [[nodiscard]] result<bool> move_file(segment_kind kind, const named_file& file, const segment_place& to);
  [[nodiscard]] result<void> move_body(std::int64_t entry, const std::string& raw_path);
  /// Within a group, when no row names its bytes any more. The last segment of its kind stays known, without bytes, so that its number is not used again.
  [[nodiscard]] result<void> forget_segment(segment_kind kind, std::uint32_t serial);

 private:
  journal* from_;
};

}  // namespace laundromat
