// The interface that finds the files of clean documents in segments.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/base/digest.hpp"
#include "core/base/result.hpp"
#include "core/records/segment_place.hpp"

namespace laundromat {

/// Implemented by the journal (`make_journal_places`).
class document_places {
 public:
  virtual ~document_places() = default;
  /// The place of a clean document, or of its ledger `other`, or of the delta to it from the document `other`. A null place: it has a file of
  /// its own; nothing: the journal does not know. Errors: those of the journal.
  [[nodiscard]] virtual result<std::optional<segment_place>> place_of(segment_kind kind,
                                                                      const content_digest& clean,
                                                                      const content_digest& other) = 0;
};

}  // namespace laundromat
