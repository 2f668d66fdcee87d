// The documents of a mapping.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/for_each_chunk.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {

/// Opens the documents that a mapping names.
class rml_files {
 public:
  virtual ~rml_files() = default;
  /// The document in UTF-8 at a path, as the mapping writes it: it may be absolute, or lead out of a folder. Errors: any; they end the run.
  [[nodiscard]] virtual result<byte_source_ptr> open(const std::string& path) = 0;
};

/// Reads the document to its end.
[[nodiscard]] inline result<void> read_to_end(byte_source& source, reader& into) {
  auto read =
      for_each_chunk(source, std::size_t{64} << 10, [&](std::string_view bytes) { return into.push(bytes); });
  return read ? into.finish() : read;
}

}  // namespace laundromat
