// Which components of a dataset its sample URIs reach.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/discovery/announcement.hpp"
#include "core/rdf/metrics/graph_components.hpp"
#include "storage/journal/journal.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

/// A component that no sample URI is in.
struct unreached_component {
  std::string example;  ///< the first of its subjects in the first clean document that has one
  std::uint64_t documents = 0;
};

struct component_report {
  std::uint64_t clean_documents = 0;  ///< of its dumps
  bool is_cut = false;                ///< there are more nodes than the limit: nothing else is known
  std::uint64_t documents = 0;        ///< nodes, see `graph_components`
  std::uint64_t components = 0, reached = 0;
  std::uint64_t unreached_documents = 0;
  std::vector<unreached_component> unreached;  ///< the largest ones
  std::vector<std::string> other_samples;      ///< sample URIs that are no subject in the dumps
};

struct component_settings {
  std::uint64_t most_nodes = 16'000'000;
  std::size_t shown = 20;
};

/// Reads the clean documents of the dumps three times: for the subjects, for what connects them (objects, but for the classes of rdf:type, which say
/// nothing about each other), and for the examples. Memory: that of `graph_components`, and the longest line. Errors: those of the stores, and of damage.
[[nodiscard]] result<component_report> find_components(journal& from, const clean_store& store,
                                                       const announced_dataset& dataset,
                                                       const component_settings& settings);

}  // namespace laundromat
