// Reads candidates from the index, and rows of the journal behind it.
// SPDX-License-Identifier: Apache-2.0
#include "app/fragments/document_walk.hpp"

#include <limits>
#include <utility>

#include "core/rdf/model/triple_term.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {

namespace {

constexpr std::size_t at_once = 256;

/// The IRI of a term without delimiters; empty: it is none that the index has.
std::string_view indexed_iri(std::string_view term) {
  if (!term.starts_with('<') || term.starts_with(triple_term_begin)) return {};
  const auto iri = term.substr(1, term.size() - 2);
  return is_genid(iri) ? std::string_view{} : iri;
}

}  // namespace

document_walk::document_walk(journal& from_journal, const mention_index& index, const quad_pattern& pattern,
                             std::int64_t from)
    : rows_(from_journal), reader_(from_journal), index_(index), pattern_(pattern), next_row_(from) {}

result<void> document_walk::choose_iri(const quad_pattern& pattern) {
  auto least = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t i = 0; i < positions; ++i) {
    const auto iri = indexed_iri(pattern.terms[i]);
    if (iri.empty()) continue;
    const auto documents = index_.count(iri);
    if (!documents) return tl::unexpected(documents.error());
    if (*documents >= least) continue;
    least = *documents;
    iri_ = iri;
    named_ = *documents;
    roles_ = static_cast<std::uint8_t>(all_mention_roles[i]);
  }
  return {};
}

result<void> document_walk::read_more() {
  if (!iri_.empty() && next_row_ <= index_.indexed()) {
    const auto mentions = index_.find(iri_, static_cast<std::uint32_t>(next_row_), at_once);
    if (!mentions) return tl::unexpected(mentions.error());
    for (const auto& one : *mentions) {
      if ((one.roles & roles_) == 0) continue;
      const auto row = rows_.documents(one.document - 1, 1);
      if (!row) return tl::unexpected(row.error());
      found_.insert(found_.end(), row->rows.begin(), row->rows.end());
    }
    next_row_ = mentions->size() < at_once ? index_.indexed() + 1 : mentions->back().document + 1;
    return {};
  }
  const auto page = rows_.documents(next_row_ - 1, at_once);
  if (!page) return tl::unexpected(page.error());
  found_.insert(found_.end(), page->rows.begin(), page->rows.end());
  next_row_ = page->last + 1;
  is_over_ = page->is_last;
  return {};
}

result<bool> document_walk::is_present(const numbered_document& document) {
  if (document.is_removed) return false;
  const auto sources = reader_.sources(document.hash, crawl_scope::present, 1);
  if (!sources) return tl::unexpected(sources.error());
  return !sources->empty();
}

result<std::optional<numbered_document>> document_walk::next() {
  if (!std::exchange(has_chosen_, true))
    if (auto chosen = choose_iri(pattern_); !chosen) return tl::unexpected(chosen.error());
  for (;;) {
    while (!found_.empty()) {
      const auto document = found_.front();
      found_.pop_front();
      const auto present = is_present(document);
      if (!present) return tl::unexpected(present.error());
      if (*present) return std::optional{document};
    }
    if (is_over_) return std::optional<numbered_document>{};
    if (auto read = read_more(); !read) return tl::unexpected(read.error());
  }
}

}  // namespace laundromat
