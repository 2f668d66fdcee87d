// Compares the seed list with the journal.
// SPDX-License-Identifier: Apache-2.0
#include "app/run/campaign_seeds.hpp"

#include <algorithm>

#include "app/campaign/seed_file.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

namespace {

/// A larger piece is a batch.
constexpr std::size_t largest_small_piece = 2'000;

struct seed_comparison {
  campaign settings;
  listed_seeds listed;
  std::optional<journal> known_by;
  std::vector<record_hash> last_batch;  ///< what the journal may not have stored yet
};

std::optional<failure> changed_list(const seed_comparison& from) {
  const auto changed = from.listed.changed_file();
  if (!changed) return std::nullopt;
  return failure{
      errc::invalid_argument,
      *changed +
          " was written while its seeds were added: run again; to change a list beside a run, write a "
          "new file and rename it"};
}

result<seed_piece> next_batch(seed_comparison& from, std::size_t limit) {
  seed_piece piece;
  piece.batch = seed_batch{limit};
  const auto allowed = schemes_of(from.settings);
  while (!piece.batch.is_full()) {
    auto listed = from.listed.next();
    if (!listed) return fail(errc::invalid_argument, to_string(listed.error()));
    piece.is_last = !*listed;
    if (piece.is_last) break;
    const auto seed = seed_to_crawl(from.settings, **std::move(listed));
    piece.batch.add(seed.uri, seconds{static_cast<std::int64_t>(seed.interval_s)}, seed.priority, allowed);
  }
  if (auto changed = changed_list(from)) return tl::unexpected(*std::move(changed));
  const auto known = piece.batch.leave_out_known(from.known_by ? &*from.known_by : nullptr, from.last_batch);
  if (!known) return tl::unexpected(known.error());
  piece.known = *known + from.listed.take_passed();
  for (auto& list : from.listed.take_ended()) piece.batch.end_list(std::move(list));
  from.last_batch = piece.batch.sorted_hashes();
  return piece;
}

result<seed_piece> next_piece(seed_comparison& from, std::size_t limit) {
  if (limit > largest_small_piece) return next_batch(from, limit);
  seed_piece piece;
  for (std::size_t lines = 0; lines < limit; ++lines) {
    auto listed = from.listed.next();
    if (!listed) return fail(errc::invalid_argument, to_string(listed.error()));
    piece.is_last = !*listed;
    if (piece.is_last) break;
    auto seed = seed_to_crawl(from.settings, **std::move(listed));
    const auto known =
        from.known_by ? journal_reader{*from.known_by}.has_seed(seed_hash(seed.uri)) : result<bool>{false};
    if (!known) return tl::unexpected(known.error());
    if (*known)
      ++piece.known;
    else
      piece.seeds.push_back(
          {std::move(seed.uri), seconds{static_cast<std::int64_t>(seed.interval_s)}, seed.priority});
  }
  if (auto changed = changed_list(from)) return tl::unexpected(*std::move(changed));
  for (const auto& seed : piece.seeds) from.last_batch.push_back(seed_hash(seed.uri));
  std::ranges::sort(from.last_batch);
  piece.known += from.listed.take_passed();
  for (auto& list : from.listed.take_ended()) piece.batch.end_list(std::move(list));
  return piece;
}

}  // namespace

result<seed_source> seeds_of(const campaign& c, const std::filesystem::path& known_by) {
  std::optional<journal> known;
  std::vector<read_list> read;
  if (!known_by.empty()) {
    auto db = journal::open(known_by, journal_mode::read_only);
    if (!db) return tl::unexpected(db.error());
    auto lists = journal_reader{*db}.read_lists();
    if (!lists) return tl::unexpected(lists.error());
    read = *std::move(lists);
    known = *std::move(db);
  }
  const auto from = std::make_shared<seed_comparison>(
      seed_comparison{c, listed_seeds{c.seeds, c.seed_files, std::move(read)}, std::move(known), {}});
  return [from](std::size_t limit) { return next_piece(*from, limit); };
}

}  // namespace laundromat
