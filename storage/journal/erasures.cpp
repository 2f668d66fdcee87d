// Reads and changes the rows of what is to be removed.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/erasures.hpp"

#include "storage/journal/journal_state.hpp"

namespace laundromat {

void store_erasure(database& db, const erasure& one) {
  db.run("INSERT OR IGNORE INTO erasures VALUES (?1, ?2)", one.what, std::string_view{one.name});
}

result<bool> erasure_list::is_empty() {
  return answered([&] { return !from_->state_->db.query("SELECT 1 FROM erasures LIMIT 1").next(); });
}

result<erasures_left> erasure_list::left() {
  return answered([&] {
    erasures_left out;
    auto c = from_->state_->db.query("SELECT what, count(*) FROM erasures GROUP BY what");
    while (c.next()) {
      const auto count = c.as<std::uint64_t>(1);
      const auto what = c.as<erasure_kind>(0);
      (what == erasure_kind::takedown      ? out.takedowns
       : what == erasure_kind::seed        ? out.seeds
       : what <= erasure_kind::raw_segment ? out.segments
                                           : out.files) += count;
    }
    return out;
  });
}

result<std::vector<erasure>> erasure_list::first(erasure_kind from, erasure_kind to, std::size_t most) {
  return answered([&] {
    return collect<erasure>(
        from_->state_->db.query(
            "SELECT what, name FROM erasures WHERE what BETWEEN ?1 AND ?2 ORDER BY what, name LIMIT ?3", from,
            to, most),
        [](const cursor& c) {
          return erasure{c.as<erasure_kind>(0), c.text(1)};
        });
  });
}

result<bool> erasure_list::is_unnamed(const erasure& one) {
  if (one.what != erasure_kind::document) return true;
  const auto clean = content_digest::from_hex(one.name);
  return answered([&] {
    return !from_->state_->db
                .query("SELECT 1 FROM cleans c WHERE " LAUNDROMAT_HAS_HASH("c", "?1") "AND c.removed_ms = 0",
                       clean.value_or(content_digest{}))
                .next();
  });
}

result<bool> erasure_list::is_older_version(const erasure& one) {
  const auto clean = content_digest::from_hex(one.name);
  return answered([&] {
    return from_->state_->db
        .query("SELECT 1 FROM cleans c WHERE " LAUNDROMAT_HAS_HASH(
                   "c", "?1") "AND c.removed_ms > 0 AND c.taken_down = 0",
               clean.value_or(content_digest{}))
        .next();
  });
}

result<void> erasure_list::add(const erasure& one) {
  return answered([&] { store_erasure(from_->state_->db, one); });
}

result<void> erasure_list::finish(const erasure& one) {
  return answered([&] {
    from_->state_->db.run("DELETE FROM erasures WHERE what = ?1 AND name = ?2", one.what,
                          std::string_view{one.name});
  });
}

}  // namespace laundromat
