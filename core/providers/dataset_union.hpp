// A graph with several full datasets is their union: which documents make it, and what becomes of other subjects.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "core/base/digest.hpp"
#include "core/providers/stored_provider.hpp"
#include "core/rdf/merge/absent_subjects.hpp"

namespace laundromat {

/// The clean documents of which an import makes a graph.
struct dump_documents {
  std::vector<content_digest> documents;  ///< each once
  bool is_damaged = false;                ///< something of them is missing
};

/// Adds what the last imports of the other full datasets have read, when `dataset` is a full one, too. `is_there`: whether a document can be opened;
/// one that cannot is missing.
void add_other_dumps(const stored_dataset& dataset, const std::vector<stored_dataset>& all,
                     const std::function<bool(const content_digest& document)>& is_there, dump_documents& to);

/// What becomes of the subjects that the dumps of `dataset` do not name, where `wanted` is for full dumps: they stay when one of `all` datasets is
/// partial, because what partial dumps have brought is in no full one, and when something of the dumps is missing.
[[nodiscard]] absent_subjects absent_of(const stored_dataset& dataset, const std::vector<stored_dataset>& all,
                                        absent_subjects wanted, bool is_damaged);

}  // namespace laundromat
