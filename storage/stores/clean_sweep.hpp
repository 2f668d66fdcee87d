// Checks all clean documents, by several threads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "storage/stores/clean_check.hpp"

namespace laundromat {

/// Calls `take` with each clean document of the journal and the result of its check (`check_document`), from one thread at a time, in the
/// order in which the documents were stored, whatever the number of threads. Reads segments once, in large parts.
/// `threads` is at least 1. Memory: some MiB for each thread, and 32 bytes for each document with a folder of its own.
/// Errors: those of `journal_reader` and of `safe_folder`.
[[nodiscard]] result<void> check_documents(
    journal& from, const clean_store& store, const std::string& program, std::size_t threads,
    const std::function<void(const kept_document&, const document_check&)>& take);

}  // namespace laundromat
