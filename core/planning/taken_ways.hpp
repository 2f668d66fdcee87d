// Which way a campaign takes to each dataset of a document, and which announced URIs belong to its other ways.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/discovery/discovery_policy.hpp"
#include "core/planning/access_plan.hpp"

namespace laundromat {

/// The way that is taken to a dataset.
struct taken_way {
  access_way way{};
  std::string why;  ///< sentences

  friend bool operator==(const taken_way&, const taken_way&) = default;
};

/// What is known about a dump before it is requested.
struct dump_finding {
  errc refused = errc::ok;  ///< why the campaign does not follow it
  errc failed = errc::ok;   ///< why its newest crawl gave nothing, and will not when it is repeated
  std::string detail = {};  ///< of the failure
};

/// Chooses one way to each dataset of a document. A URI costs a look-up, however many datasets there are.
class taken_ways {
 public:
  /// `find_dump` is called for each dump while a dataset is added.
  taken_ways(const discovery_policy& policy, std::function<dump_finding(const std::string& uri)> find_dump);

  /// Chooses the way to a dataset. Nothing: the campaign takes all ways, or none is possible; then all URIs of the dataset are judged like others.
  std::optional<taken_way> add(const announced_dataset& dataset);
  /// Whether a URI of the same document leads to a dataset of which another way is taken: its sample, a document below one of its prefixes, or
  /// its dump. What a taken way needs is none, nor is a description.
  [[nodiscard]] bool is_of_other_way(const announcement& one) const;
  /// Whether a URI is a sample from which the taken way begins, that of Linked Data: it is followed where pages are, even if samples are not.
  [[nodiscard]] bool is_start(const announcement& one) const;

 private:
  /// What is below a prefix. A URI may be below prefixes of several datasets.
  struct prefix_use {
    std::string prefix;
    bool takes_documents = false;  ///< of a dataset whose way they are
    std::size_t parent = 0;  ///< the longest other prefix that this one begins with, counted from 1; 0: none
  };

  [[nodiscard]] std::string refusal(access_way way, const std::string& uri) const;

  void sort_prefixes() const;
  [[nodiscard]] const prefix_use* longest_prefix_of(std::string_view uri) const;

  const discovery_policy& policy_;
  std::function<dump_finding(const std::string& uri)> find_dump_;
  keyed_map<std::string, access_way> ways_;  ///< by the key of the dataset
  keyed_set<std::string> needed_;            ///< URIs of taken ways; of Linked Data their prefixes
  /// In order, each once, when they are asked for; `takes_documents` is then also that of all parents.
  mutable std::vector<prefix_use> prefixes_;
  mutable bool is_sorted_ = true;
};

}  // namespace laundromat
