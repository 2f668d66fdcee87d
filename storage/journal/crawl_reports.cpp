// Groups rows of the journal.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/crawl_reports.hpp"

#include "core/discovery/announcement.hpp"
#include "storage/journal/document_query.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

constexpr const char* seeds_by_origin =
    "SELECT found_as, status, count(*), 0 FROM seeds GROUP BY found_as, status ORDER BY 3 DESC LIMIT ?1";
constexpr const char* documents_by_host =
    "SELECT name, documents, bytes FROM authorities WHERE documents > 0 OR busy_us > 0 ORDER BY 2 DESC, 3 "
    "DESC, 1 LIMIT ?1";
constexpr const char* bodies_by_media_type =
    "SELECT coalesce((SELECT text FROM texts WHERE id = e.media_type), ''), count(*), "
    "coalesce(sum(size_bytes), 0) FROM entries e WHERE e.parent IS NULL AND e.size_bytes > 0 GROUP BY "
    "e.media_type ORDER BY 2 DESC LIMIT ?1";
/// Present documents with their clean documents, by an expression.
std::string documents_by(std::string_view key) {
  return "SELECT " + std::string{key} + ", count(*), coalesce(sum(c.bytes), 0) " +
         std::string{from_documents} + "LEFT JOIN cleans c ON c.id = e.clean WHERE +e.status = 10 GROUP BY 1 ";
}
constexpr std::string_view most_first = "ORDER BY 2 DESC LIMIT ?1";
/// The number of digits; 0 for no statement.
constexpr std::string_view digits_of_statements =
    "iif(coalesce(c.statements, 0) = 0, 0, length(c.statements))";

/// `1 to 9`, `10 to 99`.
std::string range_of_digits(std::int64_t digits) {
  if (digits == 0) return "none";
  const auto zeros = static_cast<std::size_t>(digits - 1);
  return '1' + std::string(zeros, '0') + " to " + std::string(zeros + 1, '9');
}

constexpr const char* requests_by_status =
    "SELECT status, error, count(*), coalesce(sum(wire_bytes), 0) FROM hops GROUP BY status, error ORDER BY "
    "3 DESC LIMIT ?1";

std::string origin_of(const cursor& c) {
  const auto found_as = c.as<announced_as>(0);
  return c.integer(0) == 0 ? "list" : std::string{to_string(found_as)};
}

}  // namespace

std::optional<report_kind> report_kind_from_name(std::string_view name) {
  if (name == "seeds") return report_kind::seeds;
  if (name == "hosts") return report_kind::hosts;
  if (name == "mime") return report_kind::mime;
  if (name == "formats") return report_kind::formats;
  if (name == "encodings") return report_kind::encodings;
  if (name == "sizes") return report_kind::sizes;
  if (name == "codes") return report_kind::codes;
  return std::nullopt;
}

result<std::vector<report_row>> crawl_reports::rows(report_kind kind, std::size_t limit) {
  return answered([&] {
    auto& db = state_->db;
    const auto named = [](const cursor& c) {
      return report_row{c.text(0), {}, c.as<std::uint64_t>(1), c.as<std::uint64_t>(2)};
    };
    switch (kind) {
      case report_kind::seeds:
        return collect<report_row>(db.query(seeds_by_origin, limit), [](const cursor& c) {
          return report_row{origin_of(c), std::string{to_string(c.as<status>(1))}, c.as<std::uint64_t>(2)};
        });
      case report_kind::hosts:
        return collect<report_row>(db.query(documents_by_host, limit), named);
      case report_kind::mime:
        return collect<report_row>(db.query(bodies_by_media_type, limit), named);
      case report_kind::formats:
        return collect<report_row>(db.query_text(documents_by("e.format") + std::string{most_first}, limit),
                                   [](const cursor& c) {
                                     return report_row{std::string{to_string(c.as<rdf_format>(0))},
                                                       {},
                                                       c.as<std::uint64_t>(1),
                                                       c.as<std::uint64_t>(2)};
                                   });
      case report_kind::encodings:
        return collect<report_row>(
            db.query_text(
                documents_by("(SELECT text FROM texts WHERE id = e.encoding)") + std::string{most_first},
                limit),
            named);
      case report_kind::sizes:
        return collect<report_row>(
            db.query_text(documents_by(digits_of_statements) + "ORDER BY 1 LIMIT ?1", limit),
            [](const cursor& c) {
              return report_row{
                  range_of_digits(c.integer(0)), {}, c.as<std::uint64_t>(1), c.as<std::uint64_t>(2)};
            });
      case report_kind::codes:
        break;
    }
    return collect<report_row>(db.query(requests_by_status, limit), [](const cursor& c) {
      const auto error = c.as<errc>(1);
      return report_row{error == errc::ok ? c.text(0) : std::string{to_string(error)},
                        {},
                        c.as<std::uint64_t>(2),
                        c.as<std::uint64_t>(3)};
    });
  });
}

}  // namespace laundromat
