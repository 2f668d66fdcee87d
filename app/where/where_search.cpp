// Reads candidates from the index, and one block of each document.
// SPDX-License-Identifier: Apache-2.0
#include "app/where/where_search.hpp"

#include <algorithm>

#include "core/codec/compression/block_gzip.hpp"
#include "core/mentions/mention_scan.hpp"
#include "core/rdf/write/canonical.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/segment_rows.hpp"
#include "storage/stores/data_stores.hpp"

namespace laundromat {

namespace {

/// The roles of a term in the document of a mention; 0: it is not there, or the document is not there any more.
result<std::uint8_t> verified(const clean_store& store, const content_digest& document,
                              const mention& claimed, std::string_view term) {
  const auto index = store.read_index(document);
  if (!index)
    return index.error().code == errc::not_found ? result<std::uint8_t>{0} : tl::unexpected(index.error());
  if (claimed.block >= index->blocks.size()) return std::uint8_t{0};
  const auto text = store.open(document);
  if (!text)
    return text.error().code == errc::not_found ? result<std::uint8_t>{0} : tl::unexpected(text.error());
  const auto lines = read_block(**text, *index, claimed.block);
  if (!lines) return tl::unexpected(lines.error());
  const auto roles = roles_in(*lines, term);
  if (roles == 0) return std::uint8_t{0};
  return index->blocks.size() == 1 ? roles : static_cast<std::uint8_t>(roles | claimed.roles);
}

}  // namespace

result<where_page> find_mentions_of(const mention_index& index, journal& from, const clean_store& store,
                                    const where_question& question) {
  std::string term;
  append_canonical_term(term, {term_kind::iri, question.iri, {}, {}});
  const auto inside = std::string_view{term}.substr(1, term.size() - 2);
  constexpr std::size_t at_once = 256;
  segment_rows rows{from};
  where_page page;
  for (auto next = static_cast<std::uint32_t>(question.after + 1);;) {
    const auto found = index.find(inside, next, at_once);
    if (!found) return tl::unexpected(found.error());
    for (const auto& one : *found) {
      next = one.document + 1;
      if ((one.roles & question.roles) == 0) continue;
      const auto known = rows.documents(one.document - 1, 1);
      if (!known) return tl::unexpected(known.error());
      if (known->rows.empty() || known->rows.front().is_removed) continue;
      const auto& document = known->rows.front().hash;
      const auto roles = verified(store, document, one, term);
      if (!roles) return tl::unexpected(roles.error());
      if ((*roles & question.roles) == 0) continue;
      if (page.documents.size() == question.limit) {
        page.has_more = true;
        return page;
      }
      page.documents.push_back({one.document, document, *roles});
    }
    if (found->size() < at_once) return page;
  }
}

result<void> update_mentions_of(const std::filesystem::path& data, std::function<bool()> goes_on) {
  auto from = open_journal_to_read(data);
  if (!from) return tl::unexpected(from.error());
  const auto store = open_documents_to_read(data);
  if (!store) return tl::unexpected(store.error());
  auto index = mention_index::open(data, *from);
  if (!index) return tl::unexpected(index.error());
  mention_index_options options;
  options.goes_on = std::move(goes_on);
  const auto done = index->update(*from, *store, options);
  return done ? result<void>{} : tl::unexpected(done.error());
}

}  // namespace laundromat
