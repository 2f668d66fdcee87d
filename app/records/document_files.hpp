// The files of a clean document by the names that they have in a folder of its own, also where they are in segments.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/metadata/describe_document.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

struct document_file {
  std::string name;
  bool is_in_folder = false;  ///< in the folder of the document; else only `read_document_file` has its bytes
};

/// All files of a document with statements that is not removed, sorted by name: those in its folder, those in segments, and for a small
/// document its metadata, which are made when they are asked for. Errors: those of the store.
[[nodiscard]] result<std::vector<document_file>> files_of(const clean_store& store,
                                                          const kept_document& document);
/// The bytes of a file that is not in a folder; compressed when its name ends in `.gz`. Errors: `not_found`, those of the store.
[[nodiscard]] result<std::string> read_document_file(const clean_store& store, const kept_document& document,
                                                     std::string_view name);

/// What the metadata of a document say, computed from its statements. Errors: those of the store and of decompression.
[[nodiscard]] result<document_facts> measure_document(const clean_store& store, const clean_record& clean);

}  // namespace laundromat
