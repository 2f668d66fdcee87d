// Finds hosts that answer one crawl after the other with a refusal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "storage/webhooks/webhook_records.hpp"

namespace laundromat {

/// Counts refusals in a row: HTTP 403, 429 and 451 as the end of a crawl. Any other answer of the host ends the row; what is no answer changes nothing.
/// Memory: one text for each host of the last `most_hosts` with a refusal.
class refusing_hosts {
 public:
  static constexpr std::uint32_t refusals_to_tell = 20;
  static constexpr std::size_t most_hosts = 10'000;

  enum class finding : std::uint8_t { nothing, refuses, answers };
  /// `refuses` with the refusal that makes the row long enough, and none of the later ones; `answers` for each other answer.
  [[nodiscard]] finding add(const ended_crawl& crawl);

 private:
  std::map<std::string, std::uint32_t, std::less<>> rows_;
};

}  // namespace laundromat
