// The numbers of matches that were counted lately.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "core/fragments/quad_pattern.hpp"

namespace laundromat {

/// Keeps those that were asked for last. A clean document never changes, and so does its count. May be used by several threads.
class match_counts {
 public:
  explicit match_counts(std::size_t most = 10'000) : most_(most) {}

  [[nodiscard]] std::optional<std::uint64_t> find(const std::string& dataset, const quad_pattern& pattern);
  void keep(const std::string& dataset, const quad_pattern& pattern, std::uint64_t matches);

 private:
  using entry = std::pair<std::string, std::uint64_t>;

  std::size_t most_;
  std::mutex mutex_;
  std::list<entry> counts_;  ///< the last one asked for first
  std::map<std::string, std::list<entry>::iterator> by_key_;
};

}  // namespace laundromat
