// The lines of a graph and of a dump as one sorted list.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/rdf/delta/merge_side.hpp"
#include "core/rdf/wash/convert.hpp"

namespace laundromat {

/// Goes through both documents at once. Memory: that of two `line_stream`s and a subject.
class merged_lines {
 public:
  enum class origin { graph, dump, both };

  [[nodiscard]] static result<merged_lines> open(const document_opener& graph, const document_opener& dump);

  /// Moves to the next line in byte order; false at the end. Errors: as `line_stream`.
  [[nodiscard]] result<bool> advance();
  /// With its line feed; valid until the next call.
  [[nodiscard]] std::string_view line() const;
  [[nodiscard]] origin where() const { return where_; }
  /// The dump has a statement about the subject of the line.
  [[nodiscard]] bool is_subject_of_dump() const;

 private:
  merged_lines(byte_source_ptr graph, byte_source_ptr dump);

  byte_source_ptr graph_source_, dump_source_;
  merge_side graph_, dump_;
  origin where_ = origin::both;  ///< before the first line both are to be read
  std::string last_subject_;     ///< of the dump, with the space behind it
};

}  // namespace laundromat
