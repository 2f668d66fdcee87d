// The standing of a seed: a summary of its crawls for people, in addition to its lifecycle status.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/records/records.hpp"

namespace laundromat {

enum class standing : std::uint8_t {
  never_crawled,  ///< no crawl has ended yet
  fine,           ///< the newest crawl led to a document or an archive, or found it unchanged
  failing,        ///< the newest crawl failed
  overdue,        ///< fine, but its next crawl is due, and has not begun or is delayed
  refused,        ///< policy forbids it: robots.txt, the address guard, the scheme
  relative,       ///< a relative URI, which is counted and not fetched
};

[[nodiscard]] std::string_view to_string(standing s);
[[nodiscard]] std::optional<standing> standing_from_name(std::string_view name);
/// All of them, with `-` between words.
[[nodiscard]] std::vector<std::string> standing_names();

/// The result of the crawls of a seed.
struct crawl_result {
  status current = status::none;  ///< of the download that decides the standing; `none` before the first
  errc cause = errc::ok;          ///< why it failed
  std::string detail;
  /// The end of the first of the latest failed crawls, or when the seed was refused; the epoch: the newest did not fail.
  timestamp failing_since{};
  /// What delays the next crawl: a failed try of it, or a pause of its host; `ok`: nothing.
  errc delayed_by = errc::ok;
  std::string delay_detail = {};
  timestamp delayed_until = {};  ///< the end of that pause; the epoch if there is none
};

struct seed_standing {
  standing is = standing::never_crawled;
  timestamp since{};  ///< since when it is failing, overdue or refused; the epoch where there is no such time
  errc cause = errc::ok;  ///< why it is failing or refused, lost members, or is delayed
  std::string detail;     ///< of the cause
};

/// In this order: a seed that is never fetched, one that was never crawled, failures, the date.
[[nodiscard]] seed_standing standing_of(const seed_record& seed, const crawl_result& crawled, timestamp now);

/// `failing since 2026-11-20T12:00:00.000Z: host_not_found`, with the text of `cause_name`.
[[nodiscard]] std::string to_string(const seed_standing& seed);

}  // namespace laundromat
