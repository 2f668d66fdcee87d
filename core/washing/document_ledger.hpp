// The ledger of a document that a stage reads: opened with it, and completed with the damage below its text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "core/washing/kept_ledger.hpp"
#include "core/washing/leaf_text.hpp"
#include "core/washing/stages.hpp"

namespace laundromat {

/// Opens the text of the document of a job, with the damage that was known before in `warnings`.
[[nodiscard]] result<byte_source_ptr> open_document(const parse_job& job, const washing_ports& ports,
                                                    warning_log& warnings,
                                                    std::optional<std::string_view> decoded);

/// How much the ledger of the document may take.
[[nodiscard]] ledger_room ledger_room_of(const parse_job& job, const ledger_bounds& bounds);

/// Completes the ledger; opens the document again when the ledger needs bytes of it. `read`: the document as read.
[[nodiscard]] result<staged_ledger> finish_ledger(kept_ledger& ledger, const parse_job& job,
                                                  const washing_ports& ports, const parse_settings& settings,
                                                  const warning_log& warnings, const content_meta& read,
                                                  bool used_base, std::optional<std::string_view> decoded);

/// Merges stream damage and the defects of a reader into one list. Damage comes first, because it affects everything after it.
template <class Outcome>
void add_warnings(Outcome& out, const warning_log& warnings, std::size_t detail_limit) {
  auto damage = to_defects(warnings);
  out.defects.insert(out.defects.begin(), std::make_move_iterator(damage.begin()),
                     std::make_move_iterator(damage.end()));
  if (out.defects.size() > detail_limit) out.defects.resize(detail_limit);
  for (const auto& [code, count] : warnings.counts()) {
    const auto done = treatment_of_warning(code);
    if (done != treatment::note) (done == treatment::skip ? out.skips : out.repairs) += count;
    const auto same = std::ranges::find(out.defect_counts, code, &defect_count::rule);
    if (same != out.defect_counts.end())
      same->count += count;
    else
      out.defect_counts.push_back({code, count});
  }
}

}  // namespace laundromat
