// Reads and writes how far stores have graphs.
// SPDX-License-Identifier: Apache-2.0
#include "storage/graphs/records_group.hpp"

namespace laundromat {

namespace {

store_cursor read_store_cursor(const cursor& c) {
  store_cursor read;
  read.version = c.as<std::uint64_t>(1);
  read.target = c.as<std::uint64_t>(2);
  read.batch = c.as<std::uint64_t>(3);
  read.is_whole = c.integer(4) != 0;
  read.batch_statements = c.as<std::uint64_t>(5);
  read.unsent = c.as<std::uint64_t>(6);
  read.repairs = c.as<std::uint32_t>(7);
  read.not_before = c.time(8);
  read.at = c.time(9);
  read.problem = c.text(10);
  read.note = c.text(11);
  read.place = c.text(12);
  return read;
}

}  // namespace

result<store_cursor> graph_records::cursor_of(std::string_view store, std::int64_t provider) {
  auto all = cursors(provider);
  if (!all) return tl::unexpected(all.error());
  for (auto& [name, found] : *all)
    if (name == store) return std::move(found);
  return store_cursor{};
}

result<std::vector<std::pair<std::string, store_cursor>>> graph_records::cursors(std::int64_t provider) {
  return answered([&] {
    return collect<std::pair<std::string, store_cursor>>(
        db_.state_->db.query(
            "SELECT store, version, target, batch, is_whole, batch_statements, unsent, repairs, "
            "not_before_ms, at_ms, problem, note, place FROM graph_stores WHERE provider = ?1 ORDER BY store",
            provider),
        [](const cursor& c) {
          return std::pair{c.text(0), read_store_cursor(c)};
        });
  });
}

result<void> graph_records::save_cursor(std::string_view store, std::int64_t provider,
                                        const store_cursor& at) {
  return in_group([&](database& db) {
    if (!db.query("SELECT 1 FROM providers WHERE id = ?1", provider).next())
      refuse(errc::not_found, "the provider was dropped");
    db.run(
        "INSERT OR REPLACE INTO graph_stores (store, provider, version, target, batch, is_whole, "
        "batch_statements, unsent, repairs, not_before_ms, at_ms, problem, note, place) VALUES (?1, ?2, ?3, "
        "?4, "
        "?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
        store, provider, at.version, at.target, at.batch, at.is_whole, at.batch_statements, at.unsent,
        at.repairs, at.not_before, at.at, at.problem, at.note, at.place);
  });
}

}  // namespace laundromat
