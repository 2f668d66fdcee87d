// Finds the clean documents that have an IRI, by the index, and verifies each in the document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/mentions/mention_index.hpp"

namespace laundromat {

struct mentioning_document {
  std::int64_t row = 0;
  content_digest hash;
  std::uint8_t roles = 0;  ///< of `mention_role`
};

struct where_question {
  std::string iri;
  std::uint8_t roles = 15;    ///< any of these
  std::int64_t after = 0;     ///< the row of the last document of the page before
  std::size_t limit = 1'000;  ///< documents
};

struct where_page {
  std::vector<mentioning_document> documents;  ///< in the order of their rows
  bool has_more = false;
};

/// Asks an index that may be older than the journal. The IRI is a term of every document that is returned: it was seen in the block that the index names. Of a document with several blocks
/// the roles are those of the index. Removed documents are left out. Errors: those of the index, the journal and the store.
[[nodiscard]] result<where_page> find_mentions_of(const mention_index& index, journal& from,
                                                  const clean_store& store, const where_question& question);

/// Adds the documents of a data folder that its index does not have. `goes_on` is asked between documents. Errors: those of `open_journal_to_read` and `mention_index`.
[[nodiscard]] result<void> update_mentions_of(const std::filesystem::path& data,
                                              std::function<bool()> goes_on);

}  // namespace laundromat
