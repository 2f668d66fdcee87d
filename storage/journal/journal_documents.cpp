// Builds queries for lists of documents so that an index returns the first rows without reading the others.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "storage/journal/journal_reader.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

// Texts and hashes are bound, numbers are part of the query: ?1 authority, ?2 and ?3 the range of a host's authorities, ?4 the hash after
// which a page begins. Every query has `LIMIT ?5`, so that all five can be bound.
constexpr std::string_view columns =
    "SELECT e.hash, c.hash, e.status, e.cause, coalesce(c.statements, 0), coalesce(c.bytes, 0), e.format, "
    "coalesce(e.uri, s.uri), a.name, (SELECT coalesce(sum(d.count), 0) FROM defect_counts d WHERE d.entry = "
    "e.id), "
    "e.begun_ms, coalesce(c.removed_ms, 0) > 0, e.detail ";
constexpr std::string_view defects_column = "10";

/// So many seeds with documents are looked at, in the order found, before those of a host are sorted.
constexpr std::size_t most_looked_at = 20'000;

constexpr std::string_view authority_and_clean =
    "CROSS JOIN authorities a ON a.id = s.authority LEFT JOIN cleans c ON c.id = e.clean ";
constexpr std::string_view from_entries = "FROM entries e CROSS JOIN seeds s ON s.id = e.seed ";
constexpr std::string_view from_seeds =
    "FROM seeds s CROSS JOIN entries e ON e.id IN (SELECT id FROM entries WHERE seed = s.id AND parent IS "
    "NULL "
    "UNION ALL SELECT id FROM entries WHERE seed = s.id AND parent IS NOT NULL) ";
constexpr std::string_view from_documents =
    "FROM seeds s INDEXED BY seeds_by_document CROSS JOIN entries e ON e.id IN (SELECT s.document UNION ALL "
    "SELECT "
    "id FROM entries WHERE seed = s.id AND parent IS NOT NULL AND root = s.document) ";
constexpr std::string_view sources_of_clean =
    "CROSS JOIN entries e ON e.clean = c.id CROSS JOIN seeds s ON s.id = e.seed CROSS JOIN authorities a ON "
    "a.id = "
    "s.authority ";

bool is_parsed(const document_filter& filter) {
  return filter.current == status::parsed;
}

bool is_present(const document_filter& filter) {
  return filter.crawls == crawl_scope::present;
}

/// Whether the query starts from the newest documents of the seeds, without older crawls.
bool walks_documents(const document_filter& filter, document_order by) {
  return is_parsed(filter) && is_present(filter) && filter.authority.empty() &&
         by != document_order::statements && by != document_order::bytes;
}

bool has_port(std::string_view authority) {
  const auto colon = authority.rfind(':');
  return colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos;
}

/// The FROM clause: the first table and its index.
std::string tables(const document_filter& filter, document_order by) {
  if (!filter.authority.empty()) return std::string(from_seeds).append(authority_and_clean);
  if (walks_documents(filter, by)) return std::string(from_documents).append(authority_and_clean);
  if (is_parsed(filter) && (by == document_order::statements || by == document_order::bytes))
    return std::string("FROM cleans c ").append(sources_of_clean);
  return std::string(from_entries).append(authority_and_clean);
}

std::string sorted_by(const document_filter& filter, document_sorting sorting) {
  const bool walks_cleans = is_parsed(filter) && filter.authority.empty();
  const bool falls = sorting.by == document_order::statements || sorting.by == document_order::bytes ||
                     sorting.by == document_order::defects || sorting.by == document_order::date;
  const std::string way = falls != sorting.reversed ? " DESC" : "";
  const auto keys = [&]() -> std::vector<std::string_view> {
    switch (sorting.by) {
      case document_order::found:
        if (walks_documents(filter, sorting.by)) return {"s.document", "e.id"};
        return {"e.id"};
      case document_order::statements:
        if (walks_cleans) return {"c.statements", "c.id", "e.id"};
        return {"5", "e.id"};
      case document_order::bytes:
        if (walks_cleans) return {"c.bytes", "c.id", "e.id"};
        return {"6", "e.id"};
      case document_order::defects:
        return {defects_column, "e.id"};
      case document_order::format:
        return {"e.format", "e.id"};
      case document_order::host:
        return {"a.name", "e.id"};
      case document_order::uri:
        return {"8", "e.id"};
      case document_order::date:
        break;
    }
    return {"e.begun_ms", "e.id"};
  }();
  std::string text = " ORDER BY ";
  for (const auto key : keys) text.append(key).append(way).append(key == keys.back() ? "" : ", ");
  return text;
}

class condition_list {
 public:
  condition_list& add(bool wanted, std::string condition) {
    if (wanted) text_.append(text_.empty() ? "WHERE " : " AND ").append(condition);
    return *this;
  }
  condition_list& add_range(std::string_view column, std::uint64_t low, std::uint64_t high) {
    constexpr auto most = document_filter::no_limit;
    add(low > 0, std::string(column) + " >= " + std::to_string(std::min(low, most)));
    return add(high < most, std::string(column) + " <= " + std::to_string(high));
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string number(auto value) {
  return std::to_string(static_cast<std::int64_t>(value));
}

condition_list conditions(const document_filter& filter) {
  condition_list all;
  all.add(is_present(filter), is_parsed(filter) ? LAUNDROMAT_IS_PRESENT_DOCUMENT : LAUNDROMAT_IS_PRESENT);
  // Most documents are parsed, so the index by status would only lose the order; `+` disables it. The index has the others (10: parsed).
  if (filter.current)
    all.add(true, (is_parsed(filter) ? "+e.status = " : "e.status <> 10 AND e.status = ") +
                      number(*filter.current));
  all.add(!filter.authority.empty(),
          has_port(filter.authority)
              ? "s.authority = (SELECT id FROM authorities WHERE name = ?1)"
              : "s.authority IN (SELECT id FROM authorities WHERE name > ?2 AND name < ?3)");
  all.add(filter.format != rdf_format::unknown, "e.format = " + number(filter.format));
  all.add(filter.is_removed, "c.removed_ms > 0");
  const auto identity = "x'" + filter.identity.hex() + "'";
  all.add(!filter.identity.is_null(),
          "c.id IN (SELECT x.id FROM cleans x WHERE x.identity = " + identity +
              " UNION ALL SELECT x.id FROM cleans x WHERE x.identity_kind = 1 AND substr(x.hash, 1, 6) "
              "= substr(" +
              identity + ", 1, 6) AND x.hash = " + identity + ")");
  all.add_range("coalesce(c.statements, 0)", filter.min_statements, filter.max_statements);
  all.add_range("coalesce(c.bytes, 0)", filter.min_bytes, filter.max_bytes);
  all.add_range("(SELECT coalesce(sum(d.count), 0) FROM defect_counts d WHERE d.entry = e.id)",
                filter.min_defects, document_filter::no_limit);
  all.add(
      filter.rule != errc::ok,
      "EXISTS (SELECT 1 FROM defect_counts d WHERE d.entry = e.id AND d.rule = " + number(filter.rule) + ")");
  all.add(to_ms(filter.since) != 0, "e.begun_ms >= " + number(to_ms(filter.since)));
  all.add(filter.until != document_filter{}.until, "e.begun_ms < " + number(to_ms(filter.until)));
  return all;
}

std::int64_t as_limit(std::size_t limit) {
  return static_cast<std::int64_t>(std::min<std::uint64_t>(limit, document_filter::no_limit));
}

template <class Hash>
cursor ask(database& db, const std::string& sql, const document_filter& filter, const Hash& after,
           std::size_t limit) {
  // All authorities of a host are between `host:` and `host;`, the next character.
  return db.query_text(sql, filter.authority, filter.authority + ':', filter.authority + ';', after,
                       as_limit(limit));
}

document_row read_document(const cursor& c) {
  return {c.digest<record_hash>(0),
          c.digest<content_digest>(1),
          c.as<status>(2),
          c.as<errc>(3),
          c.as<std::uint64_t>(4),
          c.as<std::uint64_t>(5),
          c.as<rdf_format>(6),
          c.text(7),
          c.text(8),
          c.as<std::uint64_t>(9),
          c.time(10),
          c.integer(11) != 0,
          c.text(12)};
}

/// The documents of a host can only be sorted when all are known, which takes seconds for a host with a million. Those of a large host are usually
/// also among the first of all.
std::vector<document_row> first_documents_of_host(database& db, const document_filter& filter,
                                                  document_sorting sorting, std::size_t limit) {
  const bool is_of_host = !filter.authority.empty() && is_parsed(filter) && is_present(filter);
  if (!is_of_host || sorting.by != document_order::found || sorting.reversed || limit > most_looked_at)
    return {};
  std::string end;
  {
    auto c = db.query(
        "SELECT document FROM seeds INDEXED BY seeds_by_document WHERE document IS NOT NULL ORDER BY "
        "document "
        "LIMIT 1 OFFSET ?1",
        most_looked_at);
    if (!c.next()) return {};
    end = std::to_string(c.integer(0));
  }
  // A document up to this row belongs to a seed whose download is up to it, too.
  auto where = conditions(filter);
  where.add(true, "s.document <= " + end + " AND e.id <= " + end);
  const auto sql = std::string(columns).append(from_documents).append(authority_and_clean) + where.text() +
                   " ORDER BY e.id LIMIT ?5";
  return collect<document_row>(ask(db, sql, filter, record_hash{}, limit), read_document);
}

}  // namespace

std::string document_query(const document_filter& filter, document_sorting sorting) {
  return std::string(columns) + tables(filter, sorting.by) + conditions(filter).text() +
         sorted_by(filter, sorting) + " LIMIT ?5";
}

result<void> journal_reader::each_document(const document_filter& filter, document_sorting sorting,
                                           std::size_t limit, const document_consumer& take) {
  return answered([&] {
    const auto first = first_documents_of_host(state_->db, filter, sorting, limit);
    if (!first.empty() && first.size() == limit) return void(std::ranges::all_of(first, take));
    auto c = ask(state_->db, document_query(filter, sorting), filter, record_hash{}, limit);
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
    const auto sql = std::string(columns) + tables(filter, document_order::found) + where.text() +
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
