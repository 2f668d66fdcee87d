// Searches the statements about each source.
// SPDX-License-Identifier: Apache-2.0
#include "app/publish/document_licences.hpp"

#include "core/metadata/licence.hpp"
#include "core/rdf/wash/subject_search.hpp"

namespace laundromat {

result<std::set<std::string>> licences_of(const clean_store& store, const content_digest& clean,
                                          std::span<const std::string> source_uris, std::size_t most_asked) {
  std::set<std::string> found;
  const auto index = store.read_index(clean);
  if (!index) return tl::unexpected(index.error());
  const auto compressed = store.open(clean);
  if (!compressed) return tl::unexpected(compressed.error());
  for (const auto& uri : source_uris.first(std::min(source_uris.size(), most_asked))) {
    const auto subject = std::string_view{uri}.substr(0, uri.find('#'));
    auto read = read_subject(*index, **compressed, subject, [&](std::string_view lines) -> result<void> {
      found.merge(stated_licences(lines, subject));
      return {};
    });
    if (!read) return tl::unexpected(read.error());
  }
  return found;
}

}  // namespace laundromat
