// The one place that turns dates and outcomes of a seed into a word.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/standing.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/records/cause_name.hpp"

namespace laundromat {

namespace {

constexpr std::array<std::pair<standing, std::string_view>, 6> names{
    {{standing::never_crawled, "never crawled"},
     {standing::fine, "fine"},
     {standing::failing, "failing"},
     {standing::overdue, "overdue"},
     {standing::refused, "refused"},
     {standing::relative, "relative"}}};

}  // namespace

std::string_view to_string(standing s) {
  const auto found = std::ranges::find(names, s, &decltype(names)::value_type::first);
  return found == names.end() ? "unknown" : found->second;
}

std::optional<standing> standing_from_name(std::string_view name) {
  std::string words{name};
  std::ranges::replace(words, '_', ' ');
  std::ranges::replace(words, '-', ' ');
  const auto found = std::ranges::find(names, words, &decltype(names)::value_type::second);
  return found == names.end() ? std::nullopt : std::optional{found->first};
}

seed_standing stand(const seed_record& seed, const crawl_result& crawled, timestamp now) {
  const bool is_over = to_ms(crawled.held_until) != 0 && crawled.held_until <= now;
  const auto held_by = is_over ? errc::ok : crawled.held_by;
  const auto held_detail = held_by == errc::ok ? std::string{} : crawled.held_detail;
  if (seed.relative) return {standing::relative, {}, errc::ok, {}};
  if (seed.current == status::refused) return {standing::refused, seed.added, seed.cause, {}};
  if (seed.crawls == 0) return {standing::never_crawled, {}, held_by, held_detail};
  if (to_ms(crawled.failing_since) != 0)
    return {crawled.current == status::refused ? standing::refused : standing::failing, crawled.failing_since,
            crawled.cause, crawled.detail};
  if ((seed.current != status::downloading || held_by != errc::ok) && is_stale(seed, now))
    return {standing::overdue, seed.processed + seed.interval, held_by, held_detail};
  if (crawled.current == status::depleted) return {standing::fine, {}, crawled.cause, crawled.detail};
  return {standing::fine, {}, errc::ok, {}};
}

std::string to_string(const seed_standing& stands) {
  std::string text{to_string(stands.is)};
  if (to_ms(stands.since) != 0) text += " since " + to_iso8601(stands.since);
  if (stands.cause != errc::ok) text += ": " + cause_name(stands.cause, stands.detail);
  return text;
}

}  // namespace laundromat
