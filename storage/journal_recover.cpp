// After an unclean stop: whatever was being worked on goes back to where it may be claimed.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal_state.hpp"

namespace laundromat {

namespace {

constexpr std::size_t group_size = 1'000;

struct cut_off {
  record_hash hash;
  status current{};
  std::uint32_t crashes = 0;
};

/// Entries in a working status; of the downloads only those that a worker held.
std::vector<cut_off> find_cut_off(database& db) {
  std::vector<cut_off> rows;
  auto c = db.query(
      "SELECT hash, status, crashes FROM entries INDEXED BY entries_by_status WHERE status IN (?1, ?2, ?3, "
      "?4) AND "
      "(status <> ?1 OR open_attempt IS NOT NULL) LIMIT ?5",
      status::downloading, status::unarchiving, status::guessing, status::parsing, group_size);
  while (c.next()) rows.push_back({c.digest<record_hash>(0), c.as<status>(1), c.as<std::uint32_t>(2)});
  return rows;
}

change way_back(const cut_off& row, bool crashed, std::uint32_t crash_limit, timestamp now) {
  change c;
  c.kind = record_kind::entry;
  c.hash = row.hash;
  c.at = now;
  c.on = event::lease_expired;
  c.cause = errc::unclean_stop;
  if (crashed) {
    const bool once_too_often = row.crashes + 1 >= crash_limit;
    c.on = once_too_often ? event::attempts_exhausted : event::worker_lost;
    c.cause = once_too_often ? errc::poison : errc::worker_lost;
  }
  return c;
}

void count(recovered& counts, const cut_off& row, const change& c) {
  if (row.current == status::downloading) ++counts.downloading;
  if (row.current == status::unarchiving) ++counts.unarchiving;
  if (row.current == status::guessing) ++counts.guessing;
  if (row.current == status::parsing) ++counts.parsing;
  if (c.on == event::attempts_exhausted) ++counts.poisoned;
}

}  // namespace

result<recovered> journal::recover(timestamp now, std::optional<record_hash> crashed,
                                   std::uint32_t crash_limit) {
  recovered counts;
  for (;;) {
    if (auto begun = begin(); !begun) return tl::unexpected<failure>(begun.error());
    const auto rows = answered([&] { return find_cut_off(state_->db); });
    for (std::size_t i = 0; rows && i < rows->size(); ++i) {
      const auto& row = (*rows)[i];
      const auto c = way_back(row, crashed == row.hash, crash_limit, now);
      if (auto done = apply(c); !done) {
        roll_back();
        return tl::unexpected<failure>(done.error());
      }
      count(counts, row, c);
    }
    if (!rows) {
      roll_back();
      return tl::unexpected<failure>(rows.error());
    }
    if (auto done = commit(); !done) return tl::unexpected<failure>(done.error());
    if (rows->size() < group_size) return counts;
  }
}

}  // namespace laundromat
