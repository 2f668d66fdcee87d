// Joins the documents of full datasets.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/dataset_union.hpp"

#include <algorithm>

namespace laundromat {

void add_other_dumps(const stored_dataset& dataset, const std::vector<stored_dataset>& all,
                     const std::function<bool(const content_digest& document)>& is_there,
                     dump_documents& to) {
  if (dataset.announced.extent != dump_extent::full) return;
  for (const auto& other : all) {
    if (other.announced.extent != dump_extent::full || other.announced.key == dataset.announced.key ||
        other.harvested == timestamp{})
      continue;
    to.is_damaged = to.is_damaged || other.is_damaged;
    for (const auto& one : other.documents) {
      const auto document = content_digest::from_hex(one);
      if (!document || !is_there(*document))
        to.is_damaged = true;
      else if (std::ranges::find(to.documents, *document) == to.documents.end())
        to.documents.push_back(*document);
    }
  }
}

absent_subjects absent_of(const stored_dataset& dataset, const std::vector<stored_dataset>& all,
                          absent_subjects wanted, bool is_damaged) {
  const bool has_partial = std::ranges::any_of(
      all, [](const stored_dataset& one) { return one.announced.extent == dump_extent::partial; });
  if (has_partial || is_damaged || dataset.announced.extent == dump_extent::partial)
    return absent_subjects::stay;
  return wanted;
}

}  // namespace laundromat
