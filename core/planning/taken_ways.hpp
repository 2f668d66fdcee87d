// Which way a campaign takes to each dataset of a document, and which announced URIs belong to its other ways.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// Chooses one way to each dataset of a document.
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
  struct choice {
    std::string key;
    access_way way{};
    std::vector<std::string> needed;    ///< URIs of the taken way; of Linked Data its prefix
    std::vector<std::string> prefixes;  ///< of the dataset
  };

  [[nodiscard]] std::string refusal(access_way way, const std::string& uri) const;

  const discovery_policy& policy_;
  std::function<dump_finding(const std::string& uri)> find_dump_;
  std::vector<choice> choices_;
};

}  // namespace laundromat
