// Keeps the small bodies that were stored last, because a washer needs each of them a moment later.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/records/segment_place.hpp"

namespace laundromat {

/// The bodies of the last records of this process. A body is given away once; later it is read from its segment. Memory: `most_bytes`.
class recent_bodies {
 public:
  static constexpr std::size_t most_bytes = std::size_t{8} << 20;
  static constexpr std::size_t most_body_bytes = std::size_t{128} << 10;

  void keep(const segment_place& place, std::string_view body) {
    if (body.size() > most_body_bytes) return;
    const auto key = key_of(place);
    const auto [at, is_new] = bodies_.try_emplace(key, body);
    if (!is_new) return;
    order_.push_back(key);
    bytes_ += body.size();
    while (bytes_ > most_bytes || order_.size() > most_bodies) forget_oldest();
  }
  [[nodiscard]] std::optional<std::string> take(const segment_place& place) {
    auto found = bodies_.extract(key_of(place));
    if (found.empty()) return std::nullopt;
    bytes_ -= found.mapped().size();
    return std::move(found.mapped());
  }

 private:
  /// Also of those that were taken.
  static constexpr std::size_t most_bodies = 16'384;
  using place_key = std::pair<std::uint32_t, std::uint64_t>;

  static place_key key_of(const segment_place& place) { return {place.serial, place.offset_bytes}; }
  void forget_oldest() {
    if (const auto found = bodies_.find(order_.front()); found != bodies_.end()) {
      bytes_ -= found->second.size();
      bodies_.erase(found);
    }
    order_.pop_front();
  }

  std::map<place_key, std::string> bodies_;
  std::deque<place_key> order_;
  std::size_t bytes_ = 0;
};

}  // namespace laundromat
