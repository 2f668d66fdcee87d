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

/// A document with its sources, and the other documents with equal data that these crawls have. Without licences, and the digest of its file.
/// Errors: those of the journal.
[[nodiscard]] result<listed_document> list_document(journal& from, const clean_record& clean,
                                                    std::span<const clean_source> sources, crawl_scope crawls,
                                                    const document_urls& urls);
/// Adds the licences that the document states. Errors: those of the store, also where the document is damaged; nothing is added then.
[[nodiscard]] result<void> add_licences(listed_document& listed, const clean_store& store);

}  // namespace laundromat
