// What a catalogue says of one document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/metadata/describe_catalogue.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

/// Where its files are served.
struct document_urls {
  std::string data, metadata;
};

/// A document with its sources, the licences that it states, and the other documents with equal data that these crawls have. Without the digest of its file.
/// Errors: those of the journal and the store.
[[nodiscard]] result<listed_document> list_document(journal& from, const clean_store& store,
                                                    const clean_record& clean,
                                                    std::span<const clean_source> sources, crawl_scope crawls,
                                                    const document_urls& urls);

}  // namespace laundromat
