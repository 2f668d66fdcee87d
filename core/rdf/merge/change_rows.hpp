// The changes from one version of a graph to another, as rows in the order of their statements.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/rdf/delta/delta.hpp"
#include "core/rdf/delta/line_stream.hpp"

namespace laundromat {

/// What stands before the statement in each row: `A ` or `D `.
inline constexpr std::size_t change_sign_bytes = 2;

/// The rows of an RDF Patch that has nothing else: `A` or `D`, a space, and the line of a clean document; each statement once, in byte order.
/// Memory: a `line_stream`.
class change_rows {
 public:
  /// `name` is for messages.
  change_rows(byte_source_ptr rows, std::string name)
      : source_(std::move(rows)), lines_(*source_, name, line_stream::order::any), name_(std::move(name)) {}

  /// Moves to the next row, if there is one. Errors: as `line_stream`; `syntax_error` for another row, or one that is out of order.
  [[nodiscard]] result<void> advance();
  [[nodiscard]] bool has_row() const { return has_row_; }
  [[nodiscard]] delta_sign sign() const {
    return lines_.line().front() == 'A' ? delta_sign::added : delta_sign::removed;
  }
  /// With its line feed; valid until the next `advance`.
  [[nodiscard]] std::string_view line() const { return lines_.line().substr(change_sign_bytes); }

 private:
  byte_source_ptr source_;
  line_stream lines_;
  std::string name_, last_;
  bool has_row_ = false;
};

/// Writes a row.
[[nodiscard]] result<void> write_change(byte_sink& out, delta_sign sign, std::string_view line);

}  // namespace laundromat
