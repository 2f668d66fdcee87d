// Follows the order of removals, and looks at all of them where that does not explain what there is.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/removal_watch.hpp"

namespace laundromat {

/// The order of removals is that of clocks, which may be set.
void removal_watch::follow(std::int64_t last, removal& noticed, const changes& change) {
  if (last == 0 || !differs(last)) return;
  remove_new_ones(last, noticed, change);
  if (!differs(last)) return;
  noticed = {};
  remove_new_ones(last, noticed, change);
  add_republished_ones(change);
}

void removal_watch::note_gone(std::int64_t document) {
  index_.run("INSERT OR IGNORE INTO gone VALUES (?1)", document);
}

bool removal_watch::differs(std::int64_t last) {
  auto c = index_.query("SELECT count(*), " LAUNDROMAT_MIXED_ROWS("row") " FROM gone");
  const auto known = c.next() ? removed_sum{c.integer(0), c.integer(1)} : removed_sum{};
  return of_journal(rows_.removed_sum_of(last)) != known;
}

void removal_watch::remove_new_ones(std::int64_t last, removal& noticed, const changes& change) {
  constexpr std::size_t rows_at_once = 1'000;
  for (;;) {
    const auto some = of_journal(rows_.removed_after(noticed, rows_at_once));
    for (const auto& one : some) {
      const bool is_known =
          one.clean > last || index_.query("SELECT 1 FROM gone WHERE row = ?1", one.clean).next();
      if (!is_known) {
        change.remove(one.clean);
        note_gone(one.clean);
      }
      noticed = one;
      if (!is_known) change.between();
    }
    if (some.size() < rows_at_once) return;
  }
}

void removal_watch::add_republished_ones(const changes& change) {
  for (std::int64_t after = 0;;) {
    {
      auto c = index_.query("SELECT row FROM gone WHERE row > ?1 ORDER BY row LIMIT 1", after);
      if (!c.next()) return;
      after = c.integer(0);
    }
    const auto page = of_journal(rows_.documents(after - 1, 1));
    if (page.rows.empty() || page.rows.front().is_removed) continue;
    index_.run("DELETE FROM gone WHERE row = ?1", after);
    change.add(page.rows.front());
    change.between();
  }
}

}  // namespace laundromat
