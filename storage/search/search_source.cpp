// Queries by row numbers, and what of the journal is not to be found.
// SPDX-License-Identifier: Apache-2.0
#include "storage/search/search_source.hpp"

#include "storage/journal/dataset_facts.hpp"
#include "storage/journal/document_query.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/journal/one_state.hpp"

namespace laundromat {

namespace {

void append_word(std::string& to, std::string_view word) {
  if (word.empty()) return;
  if (!to.empty()) to += ' ';
  to += word;
}

source_dataset source_of(std::int64_t row, const announced_dataset& d) {
  source_dataset out{row, d.label, {}, {}};
  append_word(out.uris, d.key == d.label ? "" : d.key);
  append_word(out.uris, d.iri == d.key ? "" : d.iri);
  for (const auto* list : {&d.dumps, &d.other_files, &d.descriptions})
    for (const auto& uri : *list) append_word(out.uris, uri);
  for (const auto& one : d.endpoints) append_word(out.uris, one.uri);
  append_word(out.about, d.publisher);
  append_word(out.about, d.licence);
  for (const auto& one : d.more_licences) append_word(out.about, one);
  append_word(out.about, d.version);
  return out;
}

// Stored numbers of statuses: 6 depleted, 10 parsed, 12 failed, 13 refused.
/// Whether the newest document of a seed `s` is finished and was not taken down.
constexpr const char* seed_query =
    "SELECT s.hash, s.uri, EXISTS (SELECT 1 FROM entries e LEFT JOIN cleans c ON c.id = e.clean WHERE e.id = "
    "s.document AND e.status IN (6, 10, 12, 13) AND coalesce(c.taken_down, 0) = 0) FROM seeds s WHERE s.id = "
    "?1";

/// Behind the columns of a document: those of the exclusions, the seed, whether it is of the present, and its dataset.
const std::string& entry_query() {
  static const std::string text =
      std::string(document_columns) +
      ", s.uri, coalesce(r.base_uri, ''), coalesce(e.uri, ''), coalesce(e.base_uri, ''), s.hash, "
      "coalesce(e.root, e.id) = s.document, coalesce(c.taken_down, 0), (SELECT d.label FROM announcements n "
      "JOIN datasets d ON d.id = n.dataset WHERE n.seed = s.id ORDER BY d.id LIMIT 1) " +
      std::string(from_entries) + std::string(authority_and_clean) +
      "LEFT JOIN entries r ON r.id = e.root WHERE e.id = ?1";
  return text;
}
constexpr int first_uri_column = column_behind_document, uri_columns = 4;
constexpr int seed_column = first_uri_column + uri_columns, present_column = seed_column + 1,
              taken_down_column = seed_column + 2, label_column = seed_column + 3;

constexpr const char* dataset_query =
    "SELECT d.id, s.hash, s.uri, d.facts, d.first_ms, d.last_ms, EXISTS (SELECT 1 FROM entries e JOIN cleans "
    "c ON c.id = e.clean WHERE e.id = s.document AND c.taken_down = 1) FROM datasets d JOIN seeds s ON s.id "
    "= "
    "d.announced_by WHERE d.id = ?1";

announced_dataset facts_in(const std::string& text) {
  auto read = dataset_of(text);
  if (!read) refuse(read.error().code, read.error().detail);
  return *std::move(read);
}

}  // namespace

search_source::search_source(journal& from) : from_(&from), tables_(announcement_reader{from}.state_) {}
search_source::search_source(search_source&&) noexcept = default;
search_source::~search_source() = default;

result<search_source> search_source::open(journal& from) {
  search_source opened{from};
  auto rules = answered([&] { return stored_rules(opened.tables_->db); });
  if (!rules) return tl::unexpected(rules.error());
  opened.rules_ = steering_rules{*std::move(rules)};
  return opened;
}

result<void> search_source::hold() {
  return answered([&] {
    if (!held_) held_ = std::make_unique<one_state>(tables_->db);
  });
}

result<std::string> search_source::identity() {
  const auto known = from_->identity();
  if (!known) return tl::unexpected(known.error());
  return known->id;
}

result<std::vector<source_seed>> search_source::seeds(std::int64_t first, std::int64_t last,
                                                      std::size_t limit) {
  return answered([&] {
    return collect<source_seed>(
        tables_->db.query("SELECT id, hash, uri FROM seeds WHERE id BETWEEN ?1 AND ?2 ORDER BY id LIMIT ?3",
                          first, last, limit),
        [](const cursor& c) {
          return source_seed{c.integer(0), c.digest<record_hash>(1), c.text(2)};
        });
  });
}

result<std::vector<source_entry>> search_source::entries(std::int64_t first, std::int64_t last,
                                                         std::size_t limit) {
  return answered([&] {
    return collect<source_entry>(
        tables_->db.query(
            "SELECT e.id, e.hash, e.seed, e.status, coalesce(e.uri, s.uri), coalesce(e.base_uri, ''), "
            "e.format, coalesce((SELECT text FROM texts WHERE id = e.media_type), '') FROM entries e CROSS "
            "JOIN seeds s ON s.id = e.seed WHERE e.id BETWEEN ?1 AND ?2 ORDER BY e.id LIMIT ?3",
            first, last, limit),
        [](const cursor& c) {
          source_entry out{
              c.integer(0), c.digest<record_hash>(1), c.integer(2), c.as<status>(3), c.text(4), {}};
          append_word(out.uri, c.bytes(5));
          if (const auto format = c.as<rdf_format>(6); format != rdf_format::unknown)
            append_word(out.kind, to_string(format));
          append_word(out.kind, c.bytes(7));
          return out;
        });
  });
}

result<std::vector<source_dataset>> search_source::datasets(std::int64_t seed) {
  return answered([&] {
    return collect<source_dataset>(
        tables_->db.query("SELECT id, facts FROM datasets WHERE announced_by = ?1 ORDER BY id", seed),
        [](const cursor& c) { return source_of(c.integer(0), facts_in(c.text(1))); });
  });
}

result<std::optional<found_record>> search_source::look_up(found_kind kind, std::int64_t row,
                                                           crawl_scope crawls) {
  return answered([&] {
    return kind == found_kind::seed       ? find_seed(row)
           : kind == found_kind::document ? find_document(row, crawls)
                                          : find_dataset(row);
  });
}

result<std::vector<found_record>> search_source::documents(const record_hash& seed, std::size_t limit) {
  return answered([&] {
    const auto rows = collect<std::int64_t>(
        tables_->db.query(
            "SELECT e.id FROM seeds s JOIN entries e ON e.id IN (SELECT s.document UNION ALL SELECT m.id "
            "FROM entries m WHERE m.seed = s.id AND m.root = s.document AND m.parent IS NOT NULL) WHERE "
            "e.status = 10 AND " LAUNDROMAT_IS_SEED("s", "?1") " ORDER BY e.id LIMIT ?2",
            seed, limit),
        [](const cursor& c) { return c.integer(0); });
    std::vector<found_record> found;
    for (const auto row : rows)
      if (auto one = find_document(row, crawl_scope::present)) found.push_back(*std::move(one));
    return found;
  });
}

std::optional<found_record> search_source::find_seed(std::int64_t row) {
  auto c = tables_->db.query(seed_query, row);
  if (!c.next() || c.integer(2) != 0) return std::nullopt;
  found_record found{.kind = found_kind::seed, .seed = c.digest<record_hash>(0), .seed_uri = c.text(1)};
  if (rules_.excludes(found.seed_uri)) return std::nullopt;
  return found;
}

std::optional<found_record> search_source::find_document(std::int64_t row, crawl_scope crawls) {
  auto c = tables_->db.query_text(entry_query(), row);
  if (!c.next() || c.integer(taken_down_column) != 0) return std::nullopt;
  if (crawls == crawl_scope::present && c.integer(present_column) == 0) return std::nullopt;
  for (int i = first_uri_column; i < first_uri_column + uri_columns; ++i)
    if (const auto uri = c.text(i); !uri.empty() && rules_.excludes(uri)) return std::nullopt;
  return found_record{.kind = found_kind::document,
                      .seed = c.digest<record_hash>(seed_column),
                      .seed_uri = c.text(first_uri_column),
                      .title = c.text(label_column),
                      .document = read_document(c)};
}

std::optional<found_record> search_source::find_dataset(std::int64_t row) {
  auto c = tables_->db.query(dataset_query, row);
  if (!c.next() || c.integer(6) != 0 || rules_.excludes(c.text(2))) return std::nullopt;
  auto taken = taken_way_of(c.text(3));
  if (!taken) refuse(taken.error().code, taken.error().detail);
  found_record found{.kind = found_kind::dataset, .seed = c.digest<record_hash>(1), .seed_uri = c.text(2)};
  found.dataset = {c.integer(0),      found.seed, found.seed_uri, facts_in(c.text(3)),
                   *std::move(taken), c.time(4),  c.time(5)};
  found.title = found.dataset.dataset.label;
  return found;
}

}  // namespace laundromat
