// Compares the seed list with the journal.
// SPDX-License-Identifier: Apache-2.0
#include "app/run/campaign_seeds.hpp"

#include "app/campaign/seed_file.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

namespace {

struct seed_comparison {
  campaign settings;
  listed_seeds listed;
  std::optional<journal> known_by;
};

result<seed_piece> next_piece(seed_comparison& from, std::size_t limit) {
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
  if (const auto changed = from.listed.changed_file())
    return fail(
        errc::invalid_argument,
        *changed +
            " was written while its seeds were added: run again; to change a list beside a run, write a "
            "new file and rename it");
  return piece;
}

}  // namespace

result<seed_source> seeds_of(const campaign& c, const std::filesystem::path& known_by) {
  const auto from = std::make_shared<seed_comparison>(c, listed_seeds{c.seeds, c.seed_files}, std::nullopt);
  if (!known_by.empty()) {
    auto db = journal::open(known_by, journal_mode::read_only);
    if (!db) return tl::unexpected(db.error());
    from->known_by = *std::move(db);
  }
  return [from](std::size_t limit) { return next_piece(*from, limit); };
}

}  // namespace laundromat
