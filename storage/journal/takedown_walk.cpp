// Walks over the seeds of a takedown.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/takedown_walk.hpp"

#include <algorithm>
#include <charconv>
#include <span>

namespace laundromat {

namespace {

constexpr std::size_t seeds_a_piece = 1'000, seeds_a_group = 50;

std::optional<steering_rule> rule_of(const erasure& one) {
  const std::string_view name = one.name;
  const auto space = name.find(' ');
  std::uint32_t kind = 0;
  if (space == name.npos || std::from_chars(name.data(), name.data() + space, kind).ec != std::errc{})
    return std::nullopt;
  return steering_rule{static_cast<steering_kind>(kind), std::string{name.substr(space + 1)}, {}, {}};
}

}  // namespace

result<void> takedown_walk::note(journal& db, const steering_rule& rule) {
  if (auto begun = db.begin(); !begun) return begun;
  if (auto added = erasure_list{db}.add(erasure::of_rule(rule)); !added) return db.roll_back(), added;
  return db.commit();
}

result<std::optional<takedown_walk>> takedown_walk::first(journal& db) {
  const auto rows = erasure_list{db}.first(erasure_kind::takedown, erasure_kind::takedown, 1);
  if (!rows) return tl::unexpected(rows.error());
  if (rows->empty()) return std::nullopt;
  auto rule = rule_of(rows->front());
  if (!rule) return fail(errc::journal_damaged, "no rule is named `" + rows->front().name + '`');
  return takedown_walk{db, *std::move(rule)};
}

result<bool> takedown_walk::step(timestamp now) {
  steering_store store{*db_};
  auto listed = store.rules();
  if (!listed) return tl::unexpected(listed.error());
  const auto is_rule = [&](const steering_rule& one) {
    return one.kind == rule_.kind && one.what == rule_.what;
  };
  if (walk_.is_over || std::ranges::none_of(*listed, is_rule)) {
    if (auto done = finish(); !done) return tl::unexpected(done.error());
    return false;
  }
  const steering_rules all{*std::move(listed)}, own{{rule_}};
  auto walk = walk_;
  const auto seeds = store.excluded_seeds(own, walk, seeds_a_piece);
  if (!seeds) return tl::unexpected(seeds.error());
  for (std::size_t at = 0; at < seeds->size(); at += seeds_a_group)
    if (auto done =
            take_down(std::span{*seeds}.subspan(at, std::min(seeds_a_group, seeds->size() - at)), all, now);
        !done)
      return tl::unexpected(done.error());
  walk_ = walk;
  return true;
}

result<void> takedown_walk::take_down(std::span<const record_hash> seeds, const steering_rules& all,
                                      timestamp now) {
  if (auto begun = db_->begin(); !begun) return begun;
  auto sums = sums_;
  for (const auto& seed : seeds) {
    const auto gone = db_->take_down(
        seed, [&](std::string_view uri) { return all.excludes(uri); }, now);
    if (!gone) return db_->roll_back(), tl::unexpected(gone.error());
    sums += {1, gone->documents, gone->bodies, gone->kept, gone->is_crawled ? 1U : 0U};
  }
  if (auto done = db_->commit(); !done) return done;
  sums_ = sums;
  return {};
}

result<void> takedown_walk::finish() {
  if (auto begun = db_->begin(); !begun) return begun;
  if (auto done = erasure_list{*db_}.finish(erasure::of_rule(rule_)); !done) return db_->roll_back(), done;
  return db_->commit();
}

}  // namespace laundromat
