// The licences that a clean document states for itself.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <span>
#include <string>

#include "storage/journal/journal_reader.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

/// The IRIs of the licences that the document states for the addresses of its sources, not for other subjects: of the first `most_asked` sources. Reads the blocks with
/// their statements only. Errors: those of the store.
[[nodiscard]] result<std::set<std::string>> licences_of(const clean_store& store, const content_digest& clean,
                                                        std::span<const std::string> source_uris,
                                                        std::size_t most_asked = 16);

}  // namespace laundromat
