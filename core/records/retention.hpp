// Which received bodies are removed again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/base/time.hpp"
#include "core/campaign/campaign.hpp"

namespace laundromat {

/// 0: no body is removed for this reason.
struct retention_rules {
  seconds most_age{};
  std::uint64_t most_bytes = 0;   ///< of all bodies, as stored
  std::uint32_t most_bodies = 0;  ///< of one URI

  [[nodiscard]] bool remove_any() const { return most_age > seconds{0} || most_bytes > 0 || most_bodies > 0; }
  friend bool operator==(const retention_rules&, const retention_rules&) = default;
};

[[nodiscard]] inline retention_rules retention_of(const campaign& c) {
  return {std::chrono::days{c.raw.keep_days}, c.raw.keep_mib << 20, c.raw.keep_newest};
}

/// What decides about the body of a download.
struct retained_body {
  bool is_waiting = false;     ///< the tree of the download is unfinished: its documents need the body
  bool is_of_present = false;  ///< the download has the present documents of its seed
  bool has_documents = true;   ///< none of its clean documents was removed
  milliseconds age{};          ///< since the download began
  std::uint32_t newer = 0;     ///< bodies of the same seed
  bool is_one_too_many =
      false;  ///< all bodies together are larger than the rules allow, and this is the oldest
};

/// Whether the rules remove a body: never one that waits. The one of the present documents has to be older, or one too many, and its documents must be
/// there.
[[nodiscard]] constexpr bool is_removed_by(const retention_rules& rules, const retained_body& body) {
  if (body.is_waiting) return false;
  const bool is_old = rules.most_age > seconds{0} && body.age > rules.most_age;
  if (is_old || (rules.most_bytes > 0 && body.is_one_too_many))
    return !body.is_of_present || body.has_documents;
  return rules.most_bodies > 0 && body.newer >= rules.most_bodies && !body.is_of_present;
}

}  // namespace laundromat
