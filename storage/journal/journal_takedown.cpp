// Takes what was published of a seed out of the journal.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

std::vector<content_digest> documents_of(database& db, row_id seed) {
  return collect<content_digest>(
      db.query("SELECT DISTINCT c.hash FROM entries e JOIN cleans c ON c.id = e.clean WHERE e.seed = ?1 AND "
               "c.removed_ms = 0 AND c.statements > 0",
               seed),
      [](const cursor& c) { return c.digest<content_digest>(0); });
}

/// The addresses of all seeds that have published a document.
std::vector<std::string> publishers_of(database& db, const content_digest& clean) {
  return collect<std::string>(
      db.query("SELECT DISTINCT s.uri FROM entries e JOIN seeds s ON s.id = e.seed WHERE e.clean "
               "= " LAUNDROMAT_CLEAN_ROW("?1"),
               clean),
      [](const cursor& c) { return c.text(0); });
}

/// No delta of the document is offered any more; an old one could be applied to get it back.
void forget_deltas(database& db, const content_digest& clean) {
  db.run("UPDATE entries SET delta_from = NULL WHERE clean = " LAUNDROMAT_CLEAN_ROW(
             "?1") "OR delta_from = " LAUNDROMAT_CLEAN_ROW("?1"),
         clean);
  db.run("DELETE FROM segment_parts WHERE kind = ?2 AND clean = " LAUNDROMAT_CLEAN_ROW("?1"), clean,
         segment_kind::delta);
}

std::vector<std::string> forget_bodies(database& db, row_id seed) {
  auto paths = collect<std::string>(db.query("SELECT raw_path FROM entries WHERE seed = ?1 AND parent IS "
                                             "NULL AND open = 0 AND raw_path <> '' AND "
                                             "raw_path NOT GLOB 'removed:*'",
                                             seed),
                                    [](const cursor& c) { return c.text(0); });
  db.run(
      "UPDATE entries SET raw_path = '' WHERE seed = ?1 AND parent IS NULL AND open = 0 AND raw_path NOT "
      "GLOB 'removed:*'",
      seed);
  return paths;
}

}  // namespace

result<taken_down> journal::take_down(const record_hash& seed,
                                      const std::function<bool(std::string_view uri)>& is_taken_down,
                                      timestamp now) {
  return answered([&] {
    auto& db = state_->db;
    taken_down out;
    const auto row = row_of_seed(db, seed);
    if (row == 0) refuse(errc::not_found, "no seed " + seed.hex());
    for (const auto& clean : documents_of(db, row)) {
      if (!std::ranges::all_of(publishers_of(db, clean), is_taken_down)) {
        ++out.kept;
        continue;
      }
      mark_removed(*state_, clean, now);
      forget_deltas(db, clean);
      out.documents.push_back(clean);
    }
    out.bodies = forget_bodies(db, row);
    state_->counts.keep();
    return out;
  });
}

}  // namespace laundromat
