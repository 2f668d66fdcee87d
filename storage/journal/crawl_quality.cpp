// Adds up the defects and failures of a host.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/crawl_reports.hpp"
#include "storage/journal/document_query.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/journal/one_state.hpp"

namespace laundromat {

namespace {

// Stored numbers of statuses: 10 parsed, 12 failed, 13 refused.
constexpr std::string_view is_document = "e.status IN (10, 12, 13) ";
constexpr std::string_view of_entry =
    "(SELECT coalesce(sum(d.count), 0) FROM defect_counts d WHERE d.entry = e.id)";

/// The entries of a host, with any port, or of `host:port`; ?1 is bound in any case.
std::string of_host(std::string_view host) {
  if (host.empty()) return std::string{from_entries} + "WHERE ?1 = '' ";
  return std::string{from_seeds} +
         "WHERE s.authority IN (SELECT id FROM authorities WHERE name = ?1 OR (name > ?1 || ':' AND name < "
         "?1 "
         "|| ';')) ";
}

std::string present_of(std::string_view host) {
  return of_host(host) + "AND " LAUNDROMAT_IS_PRESENT " AND ";
}

/// The same from the defects, of which most documents have none.
std::string present_defects_of(std::string_view host) {
  if (!host.empty()) {
    auto text = of_host(host);
    text.insert(from_seeds.size(), "CROSS JOIN defect_counts d ON d.entry = e.id ");
    return text + "AND " LAUNDROMAT_IS_PRESENT " ";
  }
  return "FROM defect_counts d CROSS JOIN entries e ON e.id = d.entry CROSS JOIN seeds s ON s.id = e.seed "
         "WHERE "
         "?1 = '' AND " LAUNDROMAT_IS_PRESENT " ";
}

}  // namespace

result<host_quality> crawl_reports::quality(std::string_view host, std::size_t most_days) {
  return answered([&] {
    auto& db = state_->db;
    const one_state same{db};
    const auto asked = [&](const std::string& sql, const auto&... values) {
      return db.query_text(sql, host, values...);
    };
    host_quality out;
    auto documents = asked(
        "SELECT count(*), coalesce(sum(e.status <> 10), 0), coalesce(sum(coalesce((SELECT "
        "c.statements FROM cleans c WHERE c.id = e.clean), 0)), 0) " +
        present_of(host) + std::string{is_document});
    if (documents.next()) {
      out.documents = documents.as<std::uint64_t>(0);
      out.failed = documents.as<std::uint64_t>(1);
      out.statements = documents.as<std::uint64_t>(2);
    }
    auto defects =
        asked("SELECT count(DISTINCT d.entry), coalesce(sum(d.count), 0) " + present_defects_of(host));
    if (defects.next()) {
      out.with_defects = defects.as<std::uint64_t>(0);
      out.defects = defects.as<std::uint64_t>(1);
    }
    out.rules = collect<quality_rule>(
        asked("SELECT d.rule, sum(d.count), count(DISTINCT d.entry), e.hash, coalesce(e.uri, s.uri), "
              "max(d.count) " +
              present_defects_of(host) + "GROUP BY d.rule ORDER BY 2 DESC, 1"),
        [](const cursor& c) {
          return quality_rule{c.as<errc>(0),
                              c.as<std::uint64_t>(1),
                              c.as<std::uint64_t>(2),
                              {c.digest<record_hash>(3), c.text(4)}};
        });
    out.failures = collect<quality_failure>(
        asked("SELECT e.cause, count(*), e.hash, coalesce(e.uri, s.uri), e.detail, max(e.id) " +
              present_of(host) + "e.status IN (12, 13) GROUP BY e.cause ORDER BY 2 DESC, 1"),
        [](const cursor& c) {
          return quality_failure{
              c.as<errc>(0), c.as<std::uint64_t>(1), {c.digest<record_hash>(2), c.text(3)}, c.text(4)};
        });
    constexpr std::int64_t day_ms = 86'400'000;
    out.days = collect<quality_day>(
        asked("SELECT e.begun_ms / 86400000, sum(e.status IN (10, 12, 13)), sum(e.status IN (12, 13)), "
              "sum(coalesce((SELECT c.statements FROM cleans c WHERE c.id = e.clean), 0)), sum(" +
                  std::string{of_entry} + "), max(e.begun_ms) " + of_host(host) +
                  "GROUP BY 1 ORDER BY 1 DESC LIMIT ?2",
              most_days),
        [&](const cursor& c) {
          out.newest = std::max(out.newest, c.time(5));
          return quality_day{from_ms(c.integer(0) * day_ms), c.as<std::uint64_t>(1), c.as<std::uint64_t>(2),
                             c.as<std::uint64_t>(3), c.as<std::uint64_t>(4)};
        });
    return out;
  });
}

}  // namespace laundromat
