// Which documents may have a match of a pattern, in the order of their rows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "core/fragments/quad_pattern.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/segment_rows.hpp"
#include "storage/mentions/mention_index.hpp"

namespace laundromat {

/// Uses the index of IRIs for the rarest IRI of the pattern, as far as documents are indexed, and names all later ones; without an IRI in the pattern, all. Documents that were removed, or that only older crawls have, are left out.
class document_walk {
 public:
  /// `index` outlives it. `from`: the first row.
  document_walk(journal& from_journal, const mention_index& index, const quad_pattern& pattern,
                std::int64_t from);

  /// Nothing: there are no more. Errors: those of the journal and the index.
  [[nodiscard]] result<std::optional<numbered_document>> next();
  /// After `next`: about how many documents it names; nothing where it names all.
  [[nodiscard]] std::optional<std::uint64_t> named() const { return named_; }

 private:
  [[nodiscard]] result<void> choose_iri(const quad_pattern& pattern);
  [[nodiscard]] result<void> read_more();
  [[nodiscard]] result<bool> is_present(const numbered_document& document);

  segment_rows rows_;
  journal_reader reader_;
  const mention_index& index_;
  quad_pattern pattern_;
  std::int64_t next_row_;
  bool has_chosen_ = false, is_over_ = false;
  std::string iri_;         ///< without delimiters; empty: all documents are named
  std::uint8_t roles_ = 0;  ///< of the IRI
  std::optional<std::uint64_t> named_;
  std::deque<numbered_document> found_;
};

}  // namespace laundromat
