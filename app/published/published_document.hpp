// A clean document with all that is told about it beside its statements.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/metadata/public_identity.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

/// An entry that gave the document, and what was wrong with it.
struct published_source {
  clean_source from;
  bool has_ledger = false;
  std::vector<defect_count_row> defects;
};

struct published_document {
  clean_record clean;
  std::uint64_t sources = 0;             ///< how many there are
  std::vector<published_source> listed;  ///< the first of them, those of present crawls first
  std::set<std::string> licences;  ///< that it states for these, where that is known without much reading
};

/// Errors: those of the journal; `not_found` for an unknown document. Licences are left out when they cannot be read.
[[nodiscard]] result<published_document> describe_published(journal& from, const clean_store& store,
                                                            const content_digest& digest);

}  // namespace laundromat
