// Which way to a dataset is taken: dump, Linked Data or SPARQL endpoint, with what each costs and why.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/planning/access_cost.hpp"

namespace laundromat {

/// What is wanted of a dataset (M27).
struct access_wish {
  enum class purpose : std::uint8_t {
    whole = 1,  ///< all of its data
    uris = 2,   ///< the descriptions of `uris` of its URIs
    query = 3,  ///< answers to queries, without a copy
  };
  purpose what = purpose::whole;
  std::uint64_t uris = 0;
  timestamp not_older_than{};  ///< the epoch: of any age
};

/// How much of what is wanted a way gives.
enum class coverage : std::uint8_t {
  whole = 1,      ///< all
  reachable = 2,  ///< what links reach from the sample URIs; components without a sample are missed (M29)
};

/// How old the data of a way is.
struct data_age {
  bool is_current = false;  ///< the server answers with its current data
  timestamp
      as_of{};  ///< of a dump: its announced date; the epoch: not announced (a dump may lag behind, M04)

  friend bool operator==(const data_age&, const data_age&) = default;
};

/// One way with its predicted costs. They are without robots.txt itself, and without what is here already.
struct planned_way {
  access_way way{};
  std::vector<std::string> uris;  ///< dump parts, listed documents, prefix and samples, or endpoint
  std::uint64_t here = 0;         ///< of dump parts and listed documents: how many need not be requested
  std::uint64_t here_bytes = 0;   ///< of these
  figure requests, bytes;
  milliseconds time{};
  coverage gives = coverage::whole;
  data_age age;
  std::string refusal;               ///< why the way cannot be taken, a sentence; empty: it can
  std::vector<std::string> remarks;  ///< sentences

  [[nodiscard]] bool is_possible() const { return refusal.empty(); }
  [[nodiscard]] bool is_estimate() const { return requests.is_estimate() || bytes.is_estimate(); }
};

struct access_plan {
  std::string dataset;  ///< its label, else its key
  access_wish wish;
  dataset_size size;
  std::vector<planned_way>
      ways;  ///< in the order of their announcement: dump, documents, Linked Data, endpoints
  std::optional<std::size_t> chosen;
  std::string why;  ///< sentences

  [[nodiscard]] const planned_way* choice() const { return chosen ? &ways[*chosen] : nullptr; }
};

/// Plans the access to a dataset. For the whole dataset, and for some URIs, the possible way that takes the least time is chosen, complete ways
/// before incomplete ones; where times are equal, the one with fewer requests. For queries it is an endpoint, else the way to the whole dataset.
/// Errors: none; a dataset without a possible way gives a plan without a choice.
/// Source: Semantic Sitemaps, sections 4 and 5 (M04, M27 to M30).
[[nodiscard]] access_plan plan_access(const announced_dataset& dataset, const access_wish& wish,
                                      const planning_policy& policy = {});

}  // namespace laundromat
