// The parts of queries for lists of documents.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "storage/journal/document_list.hpp"
#include "storage/journal/sqlite.hpp"

namespace laundromat {

// Texts and hashes are bound, numbers are part of the query: ?1 authority, ?2 and ?3 the range of a host's authorities, ?4 the hash after
// which a page begins. Every query has `LIMIT ?5`, so that all five can be bound.
inline constexpr std::string_view document_columns =
    "SELECT e.hash, c.hash, e.status, e.cause, coalesce(c.statements, 0), coalesce(c.bytes, 0), e.format, "
    "coalesce(e.uri, s.uri), a.name, (SELECT coalesce(sum(d.count), 0) FROM defect_counts d WHERE d.entry = "
    "e.id), e.begun_ms, coalesce(c.removed_ms, 0) > 0, e.detail, e.id, coalesce(e.root, e.id), "
    "coalesce(c.id, 0) ";

inline constexpr std::string_view defects_sum =
    "(SELECT coalesce(sum(d.count), 0) FROM defect_counts d WHERE d.entry = e.id)";

/// The column of these with the row of the entry.
inline constexpr int entry_row_column = 13;
/// The first column behind these.
inline constexpr int column_behind_document = 16;

inline constexpr std::string_view authority_and_clean =
    "CROSS JOIN authorities a ON a.id = s.authority LEFT JOIN cleans c ON c.id = e.clean ";
inline constexpr std::string_view from_entries = "FROM entries e CROSS JOIN seeds s ON s.id = e.seed ";
inline constexpr std::string_view from_seeds =
    "FROM seeds s CROSS JOIN entries e ON e.id IN (SELECT id FROM entries WHERE seed = s.id AND parent IS "
    "NULL UNION ALL SELECT id FROM entries WHERE seed = s.id AND parent IS NOT NULL) ";
inline constexpr std::string_view from_documents =
    "FROM seeds s INDEXED BY seeds_by_document CROSS JOIN entries e ON s.document IS NOT NULL AND e.id IN "
    "(SELECT s.document UNION ALL SELECT id FROM entries WHERE seed = s.id AND parent IS NOT NULL AND root = "
    "s.document) ";
inline constexpr std::string_view sources_of_clean =
    "CROSS JOIN entries e ON e.clean = c.id CROSS JOIN seeds s ON s.id = e.seed CROSS JOIN authorities a ON "
    "a.id = s.authority ";

/// Whether the list is of parsed documents, and of the present ones.
inline bool is_parsed(const document_filter& filter) {
  return filter.current == status::parsed;
}

inline bool is_present(const document_filter& filter) {
  return filter.crawls == crawl_scope::present;
}

/// Whether the list is of one authority or host.
inline bool has_authority(const document_filter& filter) {
  return filter.is_whole_authority || !filter.authority.empty();
}

/// Whether the list is of a format or of a time.
inline bool has_format_or_time(const document_filter& filter) {
  const document_filter all;
  return filter.format != all.format || filter.since != all.since || filter.until != all.until;
}

/// Whether the query starts from the newest documents of the seeds, without older crawls. Not in the order found for a format or a time: blocks
/// of entries give such a list in the order of rows.
[[nodiscard]] bool walks_documents(const document_filter& filter, document_order by);
/// Whether an authority has a port. An IPv6 address must be in brackets, whose colons are not taken for that of a port.
[[nodiscard]] bool has_port(std::string_view authority);
/// Whether the filter names an authority and not a host with all its ports.
[[nodiscard]] bool names_whole_authority(const document_filter& filter);

/// The FROM clause: the first table and its index.
[[nodiscard]] std::string tables(const document_filter& filter, document_order by);
/// The ORDER BY clause. The order found: a list that `walks_documents` has members of an archive behind their archive, any other one is in the
/// order of the rows of entries, in which members come when they were found.
[[nodiscard]] std::string sorted_by(const document_filter& filter, const document_sorting& sorting);
/// The condition for the rows behind `sorting.after`; empty without one. A text of it is ?6. Errors are refused before: `fits`.
[[nodiscard]] std::string behind_place(const document_filter& filter, const document_sorting& sorting);

/// A WHERE clause.
class condition_list {
 public:
  /// Adds an SQL condition that must hold together with the others, unless it is not wanted.
  condition_list& add(bool wanted, std::string condition);
  condition_list& add_range(std::string_view column, std::uint64_t low, std::uint64_t high);
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// What the rows `e` of entries, `s` of seeds and `c` of clean documents must fulfil; with the parameters above.
[[nodiscard]] condition_list conditions(const document_filter& filter);

/// A number of rows for LIMIT, which takes a negative one for no limit: at most 2^63 - 1.
inline std::int64_t as_limit(std::size_t limit) {
  return static_cast<std::int64_t>(std::min<std::uint64_t>(limit, document_filter::no_limit));
}

/// Binds the texts of a filter, and `more` as ?6 and so on. All authorities of a host are between `host:` and `host;`, the next character.
template <class Hash, class... More>
cursor ask(database& db, const std::string& sql, const document_filter& filter, const Hash& after,
           std::size_t limit, const More&... more) {
  return db.query_text(sql, filter.authority, filter.authority + ':', filter.authority + ';', after,
                       as_limit(limit), more...);
}

/// The query of a list of documents, whose plan is tested.
[[nodiscard]] std::string document_query(const document_filter& filter, const document_sorting& sorting);

/// Reads the columns above.
[[nodiscard]] document_row read_document(const cursor& c);

}  // namespace laundromat
