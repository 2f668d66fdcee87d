// The interface that finds the files of clean documents in segments.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/digest.hpp"
#include "core/base/result.hpp"
#include "core/records/segment_place.hpp"

namespace laundromat {

/// Implemented by the journal (`journal_places`). A null place: the file is not in a segment, or nothing is known of it.
/// Errors: those of the journal.
class document_places {
 public:
  virtual ~document_places() = default;
  [[nodiscard]] virtual result<segment_place> document(const content_digest& clean) = 0;
  [[nodiscard]] virtual result<segment_place> ledger(const content_digest& clean,
                                                     const content_digest& ledger) = 0;
  /// The changes from the document `previous` to the document `clean`.
  [[nodiscard]] virtual result<segment_place> delta(const content_digest& clean,
                                                    const content_digest& previous) = 0;
};

}  // namespace laundromat
