// Recovers from an unclean stop: returns records in progress to waiting, and ends the tree of a lost body.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

constexpr std::size_t group_size = 1'000;

struct cut_off {
  record_hash hash;
  status current{};
  std::uint32_t crashes = 0;
};

/// Entries in a working status; of downloads only those with a worker.
std::vector<cut_off> find_cut_off(database& db) {
  std::vector<cut_off> rows;
  auto c = db.query(
      "SELECT hash, status, crashes FROM entries INDEXED BY entries_not_parsed WHERE status IN (?1, ?2, ?3, "
      "?4) AND status <> 10 AND (status <> ?1 OR has_worker = 1) LIMIT ?5",
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
    c.on = once_too_often ? event::attempts_exhausted : event::worker_crashed;
    c.cause = once_too_often ? errc::poison : errc::worker_crashed;
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

/// The waiting entries in the tree of a download.
std::vector<record_hash> waiting_below(database& db, const record_hash& download) {
  return collect<record_hash>(
      db.query(
          "WITH RECURSIVE tree(id) AS (SELECT x.id FROM entries x WHERE " LAUNDROMAT_HAS_HASH(
              "x",
              "?1") "UNION ALL SELECT e.id FROM "
                    "tree JOIN entries e ON e.parent = tree.id WHERE e.open > 0) "
                    "SELECT e.hash FROM tree JOIN entries e ON e.id = tree.id WHERE e.status IN (?2, ?3, ?4)",
          download, status::filed, status::unarchived, status::guessed),
      [](const cursor& c) { return c.digest<record_hash>(0); });
}

change loss(record_kind kind, const record_hash& hash, event on, std::string_view why, timestamp now) {
  change c;
  c.kind = kind;
  c.hash = hash;
  c.on = on;
  c.at = now;
  c.cause = errc::digest_mismatch;
  c.detail = why;
  return c;
}

}  // namespace

result<std::vector<body_to_wash>> journal::bodies_to_wash(const record_hash& after, std::size_t limit) {
  return answered([&] {
    return collect<body_to_wash>(
        state_->db.query(
            "SELECT e.hash, e.raw_path, e.size_bytes, e.wire_digest FROM entries e INDEXED BY roots_open "
            "WHERE e.parent IS NULL AND e.open > 0 AND e.status <> ?1 AND e.id > "
            "coalesce(" LAUNDROMAT_ENTRY_ROW("?2") ", 0) "
                                                   "ORDER BY e.id LIMIT ?3",
            status::downloading, after, limit),
        [](const cursor& c) {
          return body_to_wash{c.digest<record_hash>(0), c.text(1), c.as<std::uint64_t>(2),
                              c.digest<content_digest>(3)};
        });
  });
}

result<std::uint64_t> journal::lose_body(const record_hash& download, std::string_view why, timestamp now) {
  if (auto begun = begin(); !begun) return tl::unexpected<failure>(begun.error());
  const auto give_up = [&](const failure& reason) {
    roll_back();
    return tl::unexpected<failure>(reason);
  };
  const auto root = entry(download);
  if (!root) return give_up(root.error());
  const auto owner = seed(root->seed);
  const auto waiting = answered([&] { return waiting_below(state_->db, download); });
  if (!owner || !waiting) return give_up(owner ? waiting.error() : owner.error());
  for (const auto& hash : *waiting)
    if (auto done = apply(loss(record_kind::entry, hash, event::body_lost, why, now)); !done)
      return give_up(done.error());
  if (!waiting->empty() && owner->current == status::downloading)
    if (auto done = apply(loss(record_kind::seed, root->seed, event::crawl_lost, why, now)); !done)
      return give_up(done.error());
  if (auto done = commit(); !done) return tl::unexpected<failure>(done.error());
  return waiting->size();
}

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
