// Gathers what is known of a document.
// SPDX-License-Identifier: Apache-2.0
#include "app/publish/list_document.hpp"

#include <vector>

#include "app/publish/document_licences.hpp"
#include "app/records/describe_metadata.hpp"

namespace laundromat {

result<listed_document> list_document(journal& from, const clean_record& clean,
                                      std::span<const clean_source> sources, crawl_scope crawls,
                                      const document_urls& urls) {
  journal_reader reader{from};
  listed_document listed{clean, {}, {}, {}, {}, urls.data, urls.metadata};
  for (const auto& source : sources) listed.sources.push_back({source.entry, source.uri});
  auto same = reader.same_data(clean.hash);
  if (!same) return tl::unexpected(same.error());
  listed.same_data = *std::move(same);
  std::erase_if(listed.same_data, [&](const content_digest& other) {
    const auto sources_of_other = reader.sources(other, crawls, 1);
    return sources_of_other && sources_of_other->empty();
  });
  if (sources.empty()) return listed;
  auto washed = washing_of(from, sources.front().entry);
  if (!washed) return tl::unexpected(washed.error());
  listed.washed = *std::move(washed);
  return listed;
}

result<void> add_licences(listed_document& listed, const clean_store& store) {
  std::vector<std::string> uris;
  for (const auto& source : listed.sources) uris.push_back(source.uri);
  const auto licences = licences_of(store, listed.clean.hash, uris);
  if (!licences) return tl::unexpected(licences.error());
  listed.licences.assign(licences->begin(), licences->end());
  return {};
}

}  // namespace laundromat
