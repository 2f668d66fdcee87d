// Reads the journal, and the statements about licences.
// SPDX-License-Identifier: Apache-2.0
#include "app/published/published_document.hpp"

#include <algorithm>

#include "app/publish/document_licences.hpp"

namespace laundromat {

namespace {

constexpr std::size_t most_listed = 20, most_searched = 4;
/// Sources of the present come first of so many; the page of an error may have millions.
constexpr std::uint32_t most_read = 1'000;
/// The index of a longer document is too long to be read for each request.
constexpr std::uint64_t most_searched_bytes = std::uint64_t{64} << 20;

result<published_source> describe_source(journal_reader& reader, clean_source from) {
  const auto ledger = reader.ledger(from.entry);
  if (!ledger) return tl::unexpected(ledger.error());
  auto defects = reader.defect_counts(from.entry);
  if (!defects) return tl::unexpected(defects.error());
  return published_source{std::move(from), !ledger->is_null(), *std::move(defects)};
}

}  // namespace

result<published_document> describe_published(journal& from, const clean_store& store,
                                              const content_digest& digest) {
  journal_reader reader{from};
  auto clean = reader.clean(digest);
  if (!clean) return tl::unexpected(clean.error());
  auto sources = reader.sources(digest, crawl_scope::all, most_read);
  if (!sources) return tl::unexpected(sources.error());
  const auto count = reader.count_sources(digest);
  if (!count) return tl::unexpected(count.error());
  std::ranges::stable_partition(*sources, &clean_source::is_present);
  published_document known{*std::move(clean), *count, {}, {}};
  std::vector<std::string> uris;
  sources->resize(std::min(sources->size(), most_listed));
  for (auto& source : *sources) {
    uris.push_back(source.uri);
    auto described = describe_source(reader, std::move(source));
    if (!described) return tl::unexpected(described.error());
    known.listed.push_back(*std::move(described));
  }
  const bool has_text = known.clean.statements > 0 && to_ms(known.clean.removed) == 0;
  if (has_text && known.clean.compressed_bytes <= most_searched_bytes)
    if (auto found = licences_of(store, digest, uris, most_searched)) known.licences = *std::move(found);
  return known;
}

}  // namespace laundromat
