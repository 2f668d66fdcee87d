// How a seed stands: what people want to know of it, beside its place in the lifecycle.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/records/records.hpp"

namespace laundromat {

enum class standing : std::uint8_t {
  never_crawled,  ///< no crawl has ended yet
  fine,           ///< the newest crawl led to a document or an archive, or found it unchanged
  failing,        ///< the newest crawl failed
  overdue,        ///< fine, but its next crawl is due, and has not begun or is held back
  refused,        ///< policy forbids it: robots.txt, the address guard, the scheme
  relative,       ///< a relative URI, which is counted and never fetched
};

[[nodiscard]] std::string_view to_string(standing s);
[[nodiscard]] std::optional<standing> standing_from_name(std::string_view name);

/// What the crawls of a seed came to.
struct crawl_result {
  status current = status::none;  ///< of the download that says how the seed stands; `none` before the first
  errc cause = errc::ok;          ///< why that failed
  std::string detail;
  timestamp
      failing_since{};  ///< the end of the first crawl in a row of failed ones; the epoch: the newest did not fail
  /// What holds back the next crawl: a try of it that failed, or a pause of its host; `ok`: nothing does.
  errc held_by = errc::ok;
  std::string held_detail = {};
  timestamp held_until = {};  ///< the end of that pause; the epoch: of no pause
};

struct seed_standing {
  standing is = standing::never_crawled;
  timestamp since{};  ///< of what is failing, overdue or refused; the epoch where there is no moment
  errc cause =
      errc::ok;        ///< of what is failing or refused, of what lost members, and what holds back a crawl
  std::string detail;  ///< of the cause
};

/// What counts first: a seed that is never to be fetched, then one that was never crawled, then failures, then the date.
[[nodiscard]] seed_standing stand(const seed_record& seed, const crawl_result& crawled, timestamp now);

/// `failing since 2026-11-20T12:00:00.000Z: host_not_found`, with the words of `cause_name`.
[[nodiscard]] std::string to_string(const seed_standing& stands);

}  // namespace laundromat
