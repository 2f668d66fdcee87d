// When a seed is crawled again: its interval after a crawl, by what the crawls before have found.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/time.hpp"

namespace laundromat {

/// What a campaign says about intervals.
struct interval_rules {
  bool adaptive = false;                        ///< else each seed keeps the interval that was given for it
  seconds usual{86'400};                        ///< of seeds without an interval of their own
  seconds shortest{3'600}, longest{7'776'000};  ///< the bounds of an interval that adapts
  seconds longest_fresh{604'800};  ///< freshness that a server states is obeyed for at most so long

  friend bool operator==(const interval_rules&, const interval_rules&) = default;
};

/// What a crawl says about how often its document changes.
enum class crawl_finding : std::uint8_t {
  nothing,    ///< it failed
  first,      ///< it brought the first document
  changed,    ///< it brought other data
  unchanged,  ///< it brought the same data, or nothing had been modified
};

/// What is known of a seed when a crawl of it ends.
struct interval_facts {
  seconds current{86'400};  ///< the interval that this function returned last, or the given one
  seconds given{86'400};    ///< that of the seed list, or announced by a sitemap
  crawl_finding found = crawl_finding::nothing;
  std::optional<seconds> age = {};  ///< from Last-Modified to now
};

/// The interval of a seed after a crawl.
/// Not adaptive: the given one. Adaptive: after the first document the given one, where the seed has one of its own, else the age of the
/// document, because what has not changed for long seldom changes; later half of the current one after a change, and twice the current one
/// without. So it comes to the time in which the document changes with a probability of one half. It stays within the bounds, and after a
/// failure it is kept.
[[nodiscard]] seconds next_interval(const interval_facts& facts, const interval_rules& rules);

/// The interval by which the seed is due: at least the freshness that the server states, within its bound.
[[nodiscard]] seconds due_interval(seconds interval, seconds fresh, const interval_rules& rules);

}  // namespace laundromat
