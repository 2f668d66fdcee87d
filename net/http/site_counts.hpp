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

/// A site of addresses (core/http/address_site.hpp) in an order.
using site_key = std::pair<bool, std::array<std::uint8_t, 16>>;
inline site_key key_of(const ip_address& site) {
  return {site.is_v6, site.bytes};
}

/// Counts per site. Thread-safe.
class site_counts {
 public:
  site_counts(std::size_t most, std::size_t most_of_site) : most_(most), most_of_site_(most_of_site) {}

  /// Counts one more if there is room.
  [[nodiscard]] bool try_add(const ip_address& site);
  void remove(const ip_address& site);
  [[nodiscard]] std::size_t total() const;

 private:
  const std::size_t most_, most_of_site_;
  mutable std::mutex mutex_;
  std::size_t total_ = 0;
  std::map<site_key, std::size_t> of_site_;
};

}  // namespace laundromat
