// How many of something each client has, with a limit for one client and for all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

#include "core/web/ip_address.hpp"

namespace laundromat {

/// Counts per site of addresses (core/http/address_site.hpp). Thread-safe.
class site_counts {
 public:
  site_counts(std::size_t most, std::size_t most_of_site) : most_(most), most_of_site_(most_of_site) {}

  [[nodiscard]] bool has_room(const ip_address& site) const;
  /// Counts one more, even without room.
  void add(const ip_address& site);
  /// Counts one more if there is room.
  [[nodiscard]] bool try_add(const ip_address& site);
  void remove(const ip_address& site);
  [[nodiscard]] std::size_t total() const;

 private:
  using key = std::pair<bool, std::array<std::uint8_t, 16>>;

  [[nodiscard]] bool is_below_limits(const key& site) const;

  const std::size_t most_, most_of_site_;
  mutable std::mutex mutex_;
  std::size_t total_ = 0;
  std::map<key, std::size_t> of_site_;
};

}  // namespace laundromat
