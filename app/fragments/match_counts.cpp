// A list in the order of use, and an index of it.
// SPDX-License-Identifier: Apache-2.0
#include "app/fragments/match_counts.hpp"

#include "core/base/digest.hpp"

namespace laundromat {

namespace {

/// A digest, because patterns may be long. No term has a line feed.
std::string key_of(const std::string& dataset, const quad_pattern& pattern) {
  auto text = dataset;
  for (const auto& term : pattern.terms) text.append("\n").append(term);
  for (const auto other : pattern.same_as) text.push_back(static_cast<char>('0' + static_cast<int>(other)));
  return sha256(text).hex();
}

}  // namespace

std::optional<std::uint64_t> match_counts::find(const std::string& dataset, const quad_pattern& pattern) {
  const auto key = key_of(dataset, pattern);
  const std::lock_guard lock{mutex_};
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return std::nullopt;
  counts_.splice(counts_.begin(), counts_, found->second);
  return found->second->second;
}

void match_counts::keep(const std::string& dataset, const quad_pattern& pattern, std::uint64_t matches) {
  auto key = key_of(dataset, pattern);
  const std::lock_guard lock{mutex_};
  if (by_key_.contains(key)) return;
  counts_.emplace_front(key, matches);
  by_key_.emplace(std::move(key), counts_.begin());
  if (counts_.size() <= most_) return;
  by_key_.erase(counts_.back().first);
  counts_.pop_back();
}

}  // namespace laundromat
