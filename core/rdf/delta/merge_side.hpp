// One of the sorted documents that are merged.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/rdf/delta/line_stream.hpp"

namespace laundromat {

/// A line stream, and whether it has ended.
class merge_side {
 public:
  /// `source` outlives it; `name` is for messages.
  merge_side(byte_source& source, std::string name) : lines_(source, std::move(name)) {}

  /// Moves to the next line, if there is one. Errors: as `line_stream`.
  [[nodiscard]] result<void> advance() {
    const auto more = lines_.advance();
    if (!more) return tl::unexpected(more.error());
    has_line_ = *more;
    return {};
  }
  [[nodiscard]] bool has_line() const { return has_line_; }
  /// With its line feed; valid until the next `advance`.
  [[nodiscard]] std::string_view line() const { return lines_.line(); }

 private:
  line_stream lines_;
  bool has_line_ = false;
};

/// Below 0 when the line of `one` comes first, above when that of `other` does. At least one of them has a line.
[[nodiscard]] inline int compare_sides(const merge_side& one, const merge_side& other) {
  if (!one.has_line()) return 1;
  if (!other.has_line()) return -1;
  return one.line().compare(other.line());
}

}  // namespace laundromat
