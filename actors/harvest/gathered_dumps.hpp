// What the crawls of the dumps of a dataset have brought.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/providers/dataset_union.hpp"
#include "storage/graphs/seed_crawl.hpp"

namespace laundromat {

struct gathered_dumps {
  dump_documents found;
  std::string fault;      ///< why nothing can be imported; empty: nothing hinders it
  errc cause = errc::ok;  ///< of the fault, where it has one
};

/// `crawls` are those of the dumps, in their order. What was noticed goes into the import.
[[nodiscard]] gathered_dumps gather_dumps(const provider_dataset& dataset,
                                          const std::vector<seed_crawl>& crawls, graph_import& import);

/// Why a crawl failed, as its provider is told: not to which addresses names lead in the network of this machine.
[[nodiscard]] std::string told_reason(const seed_crawl& crawl);

}  // namespace laundromat
