// Derives the standing of a seed from dates and outcomes.
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

std::vector<std::string> standing_names() {
  std::vector<std::string> all;
  for (const auto& [is, name] : names) std::ranges::replace(all.emplace_back(name), ' ', '-');
  return all;
}

seed_standing standing_of(const seed_record& seed, const crawl_result& crawled, timestamp now) {
  const bool is_over = to_ms(crawled.delayed_until) != 0 && crawled.delayed_until <= now;
  const auto delayed_by = is_over ? errc::ok : crawled.delayed_by;
  const auto delay_detail = delayed_by == errc::ok ? std::string{} : crawled.delay_detail;
  if (seed.relative) return {standing::relative, {}, errc::ok, {}};
  if (seed.current == status::refused) {
    const bool is_known = to_ms(crawled.failing_since) != 0;
    return {standing::refused, is_known ? crawled.failing_since : seed.added, seed.cause, {}};
  }
  if (seed.crawls == 0) return {standing::never_crawled, {}, delayed_by, delay_detail};
  if (to_ms(crawled.failing_since) != 0)
    return {crawled.current == status::refused ? standing::refused : standing::failing, crawled.failing_since,
            crawled.cause, crawled.detail};
  if ((seed.current != status::downloading || delayed_by != errc::ok) && is_stale(seed, now))
    return {standing::overdue, seed.processed + seed.interval, delayed_by, delay_detail};
  if (crawled.current == status::depleted) return {standing::fine, {}, crawled.cause, crawled.detail};
  return {standing::fine, {}, errc::ok, {}};
}

std::string to_string(const seed_standing& seed) {
  std::string text{to_string(seed.is)};
  if (to_ms(seed.since) != 0) text += " since " + to_iso8601(seed.since);
  if (seed.cause != errc::ok) text += ": " + cause_name(seed.cause, seed.detail);
  return text;
}

}  // namespace laundromat
