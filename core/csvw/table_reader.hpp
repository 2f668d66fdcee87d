// Reads one table with its description: rows of cells, and what is wrong with them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/errc.hpp"
#include "core/base/result.hpp"
#include "core/csvw/compatibility.hpp"
#include "core/csvw/dialect_rows.hpp"
#include "core/csvw/metadata.hpp"
#include "core/csvw/prepared_column.hpp"
#include "core/rdf/model/span_account.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat::csvw {

/// What is wrong with a table, a row or a cell.
struct table_fault {
  errc rule{};
  treatment done = treatment::note;
  std::uint64_t offset_bytes = 0, length_bytes = 0;  ///< of the row
  text_position at{};                                ///< of what is wrong, if that is known; else of the row
  std::uint64_t row = 0, column = 0;  ///< in the text, from 1 on; 0: the table, or the whole row
  std::string message;
};

/// Takes a table in its order.
class table_sink {
 public:
  virtual ~table_sink() = default;
  /// Once, before the rows. The columns do not move.
  [[nodiscard]] virtual result<void> on_columns(const std::vector<prepared_column>& columns) = 0;
  /// After the faults of its cells. The row is valid only during the call. An error ends the reading.
  [[nodiscard]] virtual result<void> on_row(const table_row& row) = 0;
  virtual void on_fault(const table_fault& found) = 0;
  /// The text up to `end_bytes` is of this kind.
  virtual void on_part(span_kind kind, std::uint64_t end_bytes) = 0;
};

struct table_options {
  bool is_validating = false;  ///< compatibility of columns is checked as validators do
  wash_profile profile = wash_profile::standard;
  csv_limits limits = {};
  std::string media_type = {};  ///< of the table, with its parameters; empty: not known
};

/// Chunks may end anywhere. Memory: a row. Errors: those of the sink.
class table_reader final : dialect_row_sink {
 public:
  /// `description` and `sink` outlive this object.
  table_reader(const table& description, const table_options& options, table_sink& sink);

  [[nodiscard]] result<void> push(std::string_view bytes);
  [[nodiscard]] result<void> finish();

 private:
  result<void> on_row(std::span<const std::string_view> fields, const csv_place& place) override;
  void on_comment(const csv_place& place) override;
  void on_fault(csv_fault fault, const csv_place& place, const text_position& at) override;

  [[nodiscard]] result<void> begin_table(std::size_t columns);
  [[nodiscard]] bool has_right_width(std::span<const std::string_view> fields, const csv_place& place);
  [[nodiscard]] bool has_text(std::span<const std::string_view> fields, const csv_place& place);
  void read_cells(std::span<const std::string_view> fields, const csv_place& place);
  void report(errc rule, treatment done, const csv_place& place, std::uint64_t column, std::string message);
  /// A place of the text behind the byte order mark, which is a character of the first line.
  [[nodiscard]] text_position in_document(text_position at) const {
    if (at.line == 1 && mark_bytes_ > 0) ++at.column;
    at.offset_bytes += mark_bytes_;
    return at;
  }
  [[nodiscard]] std::uint64_t end_of(const csv_place& place) const {
    return mark_bytes_ + place.offset_bytes + place.length_bytes;
  }

  const table& description_;
  table_options options_;
  table_sink& sink_;
  dialect how_;
  dialect_rows rows_;
  std::string first_;       ///< bytes until it is clear whether there is a byte order mark
  bool is_marked_ = false;  ///< it is clear
  std::uint64_t mark_bytes_ = 0;
  std::uint64_t source_rows_ = 0, header_left_;
  header header_;
  bool has_begun_ = false;
  std::size_t width_ = 0;  ///< fields of a row
  std::vector<prepared_column> columns_;
  table_row row_;
  std::vector<cell_fault> faults_;
};

}  // namespace laundromat::csvw
