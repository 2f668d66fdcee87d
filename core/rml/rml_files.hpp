// The documents of a mapping.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/byte_source.hpp"
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
  std::string buffer(std::size_t{64} << 10, '\0');
  for (;;) {
    const auto count = source.read(buffer);
    if (!count) return tl::unexpected(count.error());
    if (*count == 0) return into.finish();
    if (auto done = into.push(std::string_view(buffer).substr(0, *count)); !done) return done;
  }
}

}  // namespace laundromat
