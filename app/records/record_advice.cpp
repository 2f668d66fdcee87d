// Implements advice_on_entry and advice_on_seed.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/record_advice.hpp"

#include "app/extraction/claiming_advice.hpp"

namespace laundromat {

namespace {

/// Nothing about the documents in an archive.
result<std::string> own_advice(journal_reader& from, const entry_record& entry) {
  if (entry.cause != errc::non_rdf_format) return std::string();
  const auto head = from.head(entry.hash);
  if (!head) return tl::unexpected(head.error());
  return claiming_advice(entry.uri, entry.media_type, *head);
}

}  // namespace

result<std::string> advice_on_entry(journal_reader& from, const entry_record& entry) {
  constexpr std::size_t most_children = 100;
  auto advice = own_advice(from, entry);
  if (!advice || !advice->empty()) return advice;
  const auto children = from.children(entry.hash, std::nullopt, most_children);
  if (!children) return tl::unexpected(children.error());
  for (const auto& child : *children)
    if (advice = own_advice(from, child); !advice || !advice->empty()) break;
  return advice;
}

result<std::string> advice_on_seed(journal_reader& from, const record_hash& seed) {
  const auto downloads = from.downloads(seed, 1);
  if (!downloads) return tl::unexpected(downloads.error());
  return downloads->empty() ? result<std::string>{} : advice_on_entry(from, downloads->front());
}

}  // namespace laundromat
