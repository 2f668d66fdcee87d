// Lists documents, and the documents that a store must have.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "storage/journal/block_list.hpp"
#include "storage/journal/defects_list.hpp"
#include "storage/journal/document_query.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/journal/one_state.hpp"

namespace laundromat {

result<void> journal_reader::each_document(const document_filter& filter, const document_sorting& sorting,
                                           std::size_t limit, const document_consumer& take) {
  return answered([&] {
    if (sorting.after && !fits(*sorting.after, filter, sorting.by))
      refuse(errc::invalid_argument, "the place is not one of this list");
    const one_state same{state_->db};
    if (list_by_blocks(state_->db, filter, sorting, limit, take)) return;
    if (list_by_defects(state_->db, filter, sorting, limit, take)) return;
    const auto sql = document_query(filter, sorting);
    auto c = sorting.after && sorting.after->text
                 ? ask(state_->db, sql, filter, record_hash{}, limit, *sorting.after->text)
                 : ask(state_->db, sql, filter, record_hash{}, limit);
    while (c.next() && take(read_document(c))) {
    }
  });
}

result<std::vector<document_row>> journal_reader::documents(const document_filter& filter, std::size_t limit,
                                                            const record_hash& after) {
  return answered([&] {
    auto where = conditions(filter);
    constexpr auto id_after = LAUNDROMAT_ENTRY_ROW("?4"),
                   root_after = "(SELECT coalesce(x.root, x.id) FROM entries x WHERE " LAUNDROMAT_HAS_HASH(
                       "x", "?4") ")";
    const bool by_root = walks_documents(filter, document_order::found);
    where.add(!after.is_null() && by_root, std::string("s.document >= ").append(root_after));
    where.add(
        !after.is_null(),
        by_root
            ? std::string("(s.document > ").append(root_after).append(" OR e.id > ").append(id_after) + ")"
            : std::string("e.id > ").append(id_after));
    const auto sql = std::string(document_columns) + tables(filter, document_order::found) + where.text() +
                     sorted_by(filter, {}) + " LIMIT ?5";
    return collect<document_row>(ask(state_->db, sql, filter, after, limit), read_document);
  });
}

result<document_sums> journal_reader::sum_documents(const document_filter& filter) {
  return answered([&] {
    const auto sql = "SELECT count(*), coalesce(sum(c.statements), 0), coalesce(sum(c.bytes), 0) " +
                     tables(filter, document_order::found) + conditions(filter).text() + " LIMIT ?5";
    auto c = ask(state_->db, sql, filter, record_hash{}, 1);
    if (!c.next()) return document_sums{};
    return document_sums{c.as<std::uint64_t>(0), c.as<std::uint64_t>(1), c.as<std::uint64_t>(2)};
  });
}

result<std::vector<content_digest>> journal_reader::clean_documents(const document_filter& filter,
                                                                    std::size_t limit,
                                                                    const content_digest& after) {
  return answered([&] {
    auto where = conditions(filter);
    where.add(true, "e.clean = o.id");
    const auto sql =
        "SELECT o.hash FROM cleans o WHERE o.statements > 0 AND o.removed_ms = 0 AND " LAUNDROMAT_HASH_BEHIND("o", "?4") "AND EXISTS "
        "(SELECT 1 FROM entries e CROSS JOIN seeds s ON s.id = e.seed " +
        std::string(authority_and_clean) + where.text() + ")" LAUNDROMAT_BY_HASH("o") "LIMIT ?5";
    return collect<content_digest>(ask(state_->db, sql, filter, after, limit),
                                   [](const cursor& c) { return c.digest<content_digest>(0); });
  });
}

result<std::vector<kept_document>> journal_reader::kept_documents(std::size_t limit,
                                                                  const content_digest& after) {
  const auto digest = [](const cursor& c) { return c.digest<content_digest>(0); };
  auto& db = state_->db;
  const auto hashes = answered([&] {
    return collect<content_digest>(db.query("SELECT c.hash FROM cleans c WHERE " LAUNDROMAT_HASH_BEHIND(
                                                "c", "?1") LAUNDROMAT_BY_HASH("c") "LIMIT ?2",
                                            after, as_limit(limit)),
                                   digest);
  });
  if (!hashes) return tl::unexpected(hashes.error());
  std::vector<kept_document> all;
  for (const auto& hash : *hashes) {
    auto found = clean(hash);
    if (!found) return tl::unexpected(found.error());
    const bool is_removed = to_ms(found->removed) != 0;
    all.push_back({*std::move(found), is_removed, {}, {}});
    auto listed = answered([&] {
      all.back().ledgers = collect<content_digest>(
          db.query("SELECT DISTINCT e.ledger FROM entries e WHERE e.clean = " LAUNDROMAT_CLEAN_ROW(
                       "?1") " AND e.ledger <> x'' ORDER BY 1",
                   hash),
          digest);
      all.back().deltas_from = collect<content_digest>(
          db.query("SELECT DISTINCT p.hash FROM entries e JOIN cleans p ON p.id = e.delta_from WHERE e.clean "
                   "= " LAUNDROMAT_CLEAN_ROW("?1") " ORDER BY 1",
                   hash),
          digest);
    });
    if (!listed) return tl::unexpected(listed.error());
  }
  return all;
}

}  // namespace laundromat
