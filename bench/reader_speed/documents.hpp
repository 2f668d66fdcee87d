// Generated documents in each format with the same statements, for the benchmarks of the readers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/rdf/model/format.hpp"

namespace laundromat::bench {

/// Writes a document chunk by chunk; the same arguments give the same bytes on every machine. Statements have IRIs, blank nodes, tagged,
/// typed and plain literals, escapes, and letters of several scripts. RDFa is XHTML that is HTML as well.
class document_writer {
 public:
  explicit document_writer(rdf_format format) : format_(format) {}

  /// Writes the text before the first record.
  void begin(std::string& out);
  /// Appends the next record: about a dozen statements about one thing.
  void add(std::string& out);
  void end(std::string& out);

 private:
  rdf_format format_;
  std::uint64_t number_ = 0;
};

/// A whole document of at least `bytes` bytes.
[[nodiscard]] std::string make_document(rdf_format format, std::uint64_t bytes);

}  // namespace laundromat::bench
