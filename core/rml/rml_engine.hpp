// Makes the statements of all documents of an RML mapping.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/base/byte_source.hpp"
#include "core/rml/rml_document.hpp"

namespace laundromat {

/// Opens the documents that a mapping names.
class rml_files {
 public:
  virtual ~rml_files() = default;
  /// The document in UTF-8 at a path, as the mapping writes it: it may be absolute, or lead out of a folder. Errors: any; they end the run.
  [[nodiscard]] virtual result<byte_source_ptr> open(const std::string& path) = 0;
};

/// Reads each document once, those of parents of joins before those of their children. Messages of defects begin with the path of their
/// document; spans are not passed on. Memory: a record of each source of a document, and the joins.
/// Errors: those of `files` and `sink`, and `limit_exceeded` by joins.
[[nodiscard]] result<void> run_rml(const rml_mapping& mapping, rml_files& files,
                                   const reader_options& options, const rml_limits& limits,
                                   statement_sink& sink);

}  // namespace laundromat
