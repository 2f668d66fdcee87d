// The input of `load` as a clean document or a delta.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <istream>
#include <string>

#include "app/sinks/load_options.hpp"
#include "core/base/digest.hpp"

namespace laundromat {

/// A file that can be opened again and again.
struct load_input {
  std::filesystem::path file;  ///< N-Quads or RDF Patch, plain or compressed by gzip
  content_digest digest;       ///< of its text
  bool was_washed = false;

  /// Opens the text. Errors: those of the file; `truncated_stream` and the like at the end of a damaged one.
  [[nodiscard]] result<byte_source_ptr> open() const;
  /// The changes of a patch.
  [[nodiscard]] delta_source changes() const;
};

/// Whether a text is a clean document: canonical lines in byte order. Errors: those of the source.
[[nodiscard]] result<bool> is_clean_document(byte_source& text);

/// Copies standard input to `folder`, and washes whatever is neither a clean document nor a patch; messages are those of `wash`. Errors: those of files;
/// `invalid_argument` for an input with several documents, `non_rdf_format` for one without; `syntax_error` for an invalid patch.
[[nodiscard]] result<load_input> prepare_input(const load_options& options,
                                               const std::filesystem::path& folder, std::istream& in);

}  // namespace laundromat
