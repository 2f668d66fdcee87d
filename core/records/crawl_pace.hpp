// How the crawl of a seed begins, how many are live, and when the journal is asked for more.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/records/records.hpp"
#include "core/web/politeness.hpp"

namespace laundromat {

/// Whether the begin of a crawl is stored before it acts. Ahead of that, a stop loses the crawl, and the seed is due as before.
enum class crawl_start : std::uint8_t { stored, ahead };

/// How the crawl of a due seed begins. It is stored where the document may stop the engine: without processes for the work, or when a crash
/// has ended its last crawl.
[[nodiscard]] inline crawl_start start_of(const seed_record& due, bool was_cut_off, bool has_washers) {
  return due.crawls == 0 && !was_cut_off && has_washers ? crawl_start::ahead : crawl_start::stored;
}

/// How many crawls of one host may be live: enough to keep it busy, few enough to leave room for other hosts. Of an own host, which usually has no
/// delay, most live crawls wait for the journal.
[[nodiscard]] inline std::uint32_t most_live_at(const host_policy& host) {
  return host.connections * (host.is_own ? 8 : 4);
}

/// So many seeds are selected at once at most when hosts have their turns: each is read at another place of the journal.
inline constexpr std::size_t most_in_turn = 128;

/// Whether there may be more due seeds than were selected.
[[nodiscard]] inline bool may_be_more(std::size_t selected, std::size_t asked_for) {
  return selected >= std::min(asked_for, most_in_turn);
}

/// The live crawls of a host, or of all.
struct live_crawls {
  std::size_t now = 0;
  std::size_t at_last_answer = 0;  ///< of the journal, with the crawls that it started

  /// The journal is asked again when a quarter has ended: early enough to keep the hosts busy, and not for each crawl.
  [[nodiscard]] bool has_room() const { return 4 * now <= 3 * at_last_answer; }
  /// The number of seeds to ask for: twice as many as have ended since the last answer, and 256 at least. `most_live` is above `now`.
  [[nodiscard]] std::size_t seeds_to_ask_for(std::size_t most_live) const {
    constexpr std::size_t least = 256;
    const auto ended = at_last_answer - std::min(at_last_answer, now);
    return std::min(most_live - now, std::max(least, 2 * ended));
  }
};

/// Whether a host is to get further crawls at once, not with the next question in half a second. A host of others is kept busy by one crawl for longer than that.
[[nodiscard]] inline bool is_short_of_work(const live_crawls& host, const host_policy& policy) {
  if (host.at_last_answer < 2) return false;
  return policy.is_own ? host.has_room() : 4 * host.now <= host.at_last_answer;
}

}  // namespace laundromat
