// Asks the journal for seeds, retries and unfinished trees.
// SPDX-License-Identifier: Apache-2.0
#include "actors/journal/due_work.hpp"

#include <algorithm>
#include <map>

namespace laundromat {

namespace {

result<void> collect_unfinished(journal& db, const due_query& query, due_work& out) {
  const auto roots = db.unfinished_roots(query.resume_after, query.limit);
  if (!roots) return tl::unexpected(roots.error());
  out.resumed_all = roots->size() < query.limit;
  for (const auto& root : *roots) {
    out.resumed_to = root.hash;
    const auto owner = db.seed(root.seed);
    if (!owner) return tl::unexpected(owner.error());
    out.downloads.push_back({*owner, root});
  }
  return {};
}

}  // namespace

result<due_work> collect_due_work(journal& db, const due_query& query) {
  const authority_set excluded{query.excluded.begin(), query.excluded.end()};
  seed_set live{query.live.begin(), query.live.end()};
  const seed_set paused{query.paused.begin(), query.paused.end()};
  std::map<std::string, std::uint64_t, std::less<>> loads;
  due_work out;
  out.resumed_to = query.resume_after;
  if (query.resuming) {
    if (auto done = collect_unfinished(db, query, out); !done) return tl::unexpected(done.error());
    auto ended = db.seeds_crawling();
    if (!ended) return tl::unexpected(ended.error());
    out.ended = std::move(*ended);
  }
  const auto retries = db.due_downloads(query.now, query.limit, excluded);
  if (!retries) return tl::unexpected(retries.error());
  for (const auto& root : *retries) {
    if (paused.contains(root.seed)) continue;
    const auto owner = db.seed(root.seed);
    if (!owner) return tl::unexpected(owner.error());
    out.downloads.push_back({*owner, root});
  }
  const auto room = query.limit - std::min<std::size_t>(query.limit, out.downloads.size());
  for (const auto& one : out.downloads) live.insert(one.seed.hash);  // they will use the budget, too
  for (const auto& host : query.loads) loads[host.authority] += host.live;
  for (const auto& one : out.downloads) ++loads[one.seed.authority];
  db.note_loads(std::move(loads));
  auto seeds = db.due_seeds(query.now, room, excluded, live, query.per_host, paused, query.crawled_before);
  if (!seeds) return tl::unexpected(seeds.error());
  out.seeds = std::move(*seeds);
  return out;
}

}  // namespace laundromat
