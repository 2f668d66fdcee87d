// Asks the journal for documents, a page at a time.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/chosen_documents.hpp"

#include "app/records/clean_document.hpp"
#include "app/records/open_journal.hpp"

namespace laundromat {

std::optional<std::set<content_digest>> documents_named(journal& from,
                                                        const std::vector<std::string>& records,
                                                        command_context& context) {
  std::set<content_digest> found;
  for (const auto& hash : records) {
    const auto record = find_record(from, hash, context);
    const auto digest = record ? clean_of(from, *record, context) : std::nullopt;
    if (!digest) return std::nullopt;
    const auto clean = journal_reader{from}.clean(*digest);
    if (!clean) return refuse(clean.error(), context), std::nullopt;
    if (clean->statements > 0) found.insert(*digest);
  }
  return found;
}

result<void> each_selected(journal& from, const document_filter& filter,
                           const std::function<result<void>(const content_digest&)>& take,
                           content_digest after) {
  constexpr std::size_t page = 1'000;
  journal_reader reader{from};
  for (;;) {
    const auto digests = reader.clean_documents(filter, page, after);
    if (!digests) return tl::unexpected(digests.error());
    for (const auto& digest : *digests)
      if (auto done = take(digest); !done) return done;
    if (digests->size() < page) return {};
    after = digests->back();
  }
}

}  // namespace laundromat
