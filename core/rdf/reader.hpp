// The reader port: push bytes, get statements and defects.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/rdf/defect.hpp"
#include "core/rdf/format.hpp"
#include "core/rdf/statement.hpp"

namespace laundromat {

/// Receives what a reader finds, in document order.
class statement_sink {
 public:
  virtual ~statement_sink() = default;
  /// The views are valid during the call only. An error ends the reading and comes back from `push` or `finish`.
  [[nodiscard]] virtual result<void> on_statement(const statement_view& statement) = 0;
  virtual void on_defect(const defect& found) = 0;
};

/// The named limits of reading; breaking one is a defect that costs the smallest unit, not the document.
struct reader_limits {
  std::uint64_t term_bytes = std::uint64_t{16} << 20;
  std::uint64_t iri_bytes = std::uint64_t{8} << 10;
  std::uint64_t line_bytes = std::uint64_t{32} << 20;       ///< N-Triples, N-Quads
  std::uint64_t statement_bytes = std::uint64_t{64} << 20;  ///< Turtle, TriG: one top-level statement
  std::uint32_t nesting = 512;
};

struct reader_options {
  std::string base_iri;  ///< empty: relative references are defects
  reader_limits limits;
};

/// Reads one document. Chunks may be cut anywhere, also within a character: cutting never changes the result. Bytes that
/// are not UTF-8 are defects; what reaches the sink always is. Defects never end the reading, only the sink's errors do.
class reader {
 public:
  virtual ~reader() = default;
  [[nodiscard]] virtual result<void> push(std::string_view bytes) = 0;
  [[nodiscard]] virtual result<void> finish() = 0;
};

/// A reader for `format`. Errors: `no_reader` for a format that has none yet. `sink` outlives the reader.
[[nodiscard]] result<std::unique_ptr<reader>> make_reader(rdf_format format, reader_options options,
                                                          statement_sink& sink);

}  // namespace laundromat
