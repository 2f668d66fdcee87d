// Reads and writes the rows of providers.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/recorded_attempts.hpp"
#include "storage/graphs/records_group.hpp"

namespace laundromat {

namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& one : lines) text += (text.empty() ? "" : "\n") + one;
  return text;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

constexpr const char* all_providers =
    "SELECT id, name, graph, void_uri, version, statements, void_read_ms, problem, inbox, generation FROM "
    "providers "
    "ORDER BY "
    "name";
constexpr const char* one_provider =
    "SELECT id, name, graph, void_uri, version, statements, void_read_ms, problem, inbox, generation FROM "
    "providers "
    "WHERE name "
    "= ?1";

stored_provider read_provider(const cursor& c) {
  stored_provider read;
  read.id = c.integer(0);
  read.name = c.text(1);
  read.graph = c.text(2);
  read.void_uri = c.text(3);
  read.version = c.as<std::uint64_t>(4);
  read.statements = c.as<std::uint64_t>(5);
  read.void_read = c.time(6);
  read.problem = c.text(7);
  read.inbox = c.text(8);
  read.generation = c.as<std::uint64_t>(9);
  return read;
}

void_violation read_violation(const cursor& c) {
  return {c.as<void_rule>(0), c.text(1), c.text(2)};
}

void add_violations(database& db, stored_provider& to) {
  to.violations = collect<void_violation>(
      db.query("SELECT rule, dataset, value FROM provider_violations WHERE provider = ?1 ORDER BY number",
               to.id),
      read_violation);
}

/// Refuses what was begun before the graph was bound to another location.
void require_location(database& db, std::int64_t provider, const std::string& void_uri) {
  auto c = db.query("SELECT void_uri FROM providers WHERE id = ?1", provider);
  if (!c.next()) refuse(errc::not_found, "the provider was dropped");
  if (c.text(0) != void_uri) refuse(errc::invalid_argument, "the graph belongs to " + c.text(0) + " by now");
}

void write_dataset(database& db, std::int64_t provider, const stored_dataset& one) {
  db.run(
      "INSERT OR REPLACE INTO provider_datasets (provider, key, modified_ms, extent, dumps, formats, "
      "harvested_ms, "
      "running_ms, begun_ms, pending_ms, not_before_ms, failures, is_written, is_forced, documents, "
      "is_damaged) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
      provider, one.announced.key, one.announced.modified, one.announced.extent, joined(one.announced.dumps),
      joined(one.announced.formats), one.harvested, one.running, one.begun, one.pending, one.not_before,
      one.failures, one.is_written, one.is_forced, joined(one.documents), one.is_damaged);
}

std::int64_t write_import(database& db, std::int64_t provider, const graph_import& one) {
  const auto notice = is_told(one.outcome) ? one.notice.state : notice_state::unwanted;
  db.run(
      "INSERT INTO imports (provider, dataset, modified_ms, begun_ms, ended_ms, outcome, extent, version, "
      "removed, added, statements, defects, skipped_bytes, foreign_statements, cause, detail, documents, "
      "notice) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
      provider, one.dataset, one.modified, one.begun, one.ended, one.outcome, one.extent, one.version,
      one.removed, one.added, one.statements, one.defects, one.skipped_bytes, one.foreign_statements,
      one.cause, one.detail, joined(one.documents), notice);
  const auto id = db.last_row();
  std::int64_t number = 0;
  for (const auto& broken : one.violations)
    db.run("INSERT INTO import_violations (import, number, rule, dataset, value) VALUES (?1, ?2, ?3, ?4, ?5)",
           id, ++number, broken.rule, broken.dataset, broken.value);
  return id;
}

#define LAUNDROMAT_SELECT_IMPORTS                                                                           \
  "SELECT i.id, p.name, i.dataset, i.modified_ms, i.begun_ms, i.ended_ms, i.outcome, i.extent, i.version, " \
  "i.removed, i.added, i.statements, i.defects, i.skipped_bytes, i.foreign_statements, i.cause, i.detail, " \
  "i.documents, i.digest, i.has_receipt, i.notice, i.notice_tries, i.notice_not_before_ms, "                \
  "i.notice_problem FROM imports i JOIN providers p ON p.id = i.provider WHERE "

/// A row with these columns; its violations are in another table.
graph_import import_row(const cursor& c) {
  graph_import read;
  read.id = c.integer(0);
  read.provider = c.text(1);
  read.dataset = c.text(2);
  read.modified = c.time(3);
  read.begun = c.time(4);
  read.ended = c.time(5);
  read.outcome = c.as<import_outcome>(6);
  read.extent = c.as<dump_extent>(7);
  read.version = c.as<std::uint64_t>(8);
  read.removed = c.as<std::uint64_t>(9);
  read.added = c.as<std::uint64_t>(10);
  read.statements = c.as<std::uint64_t>(11);
  read.defects = c.as<std::uint64_t>(12);
  read.skipped_bytes = c.as<std::uint64_t>(13);
  read.foreign_statements = c.as<std::uint64_t>(14);
  read.cause = c.as<errc>(15);
  read.detail = c.text(16);
  read.documents = split(c.text(17));
  read.digest = c.digest<content_digest>(18);
  read.has_receipt = c.integer(19) != 0;
  read.notice = {c.as<notice_state>(20), c.as<std::uint32_t>(21), c.time(22), c.text(23)};
  return read;
}

/// The imports that a query with these columns finds, with their violations.
std::vector<graph_import> read_imports(database& db, cursor found) {
  std::vector<graph_import> imports;
  while (found.next()) imports.push_back(import_row(found));
  for (auto& one : imports)
    one.violations = collect<void_violation>(
        db.query("SELECT rule, dataset, value FROM import_violations WHERE import = ?1 ORDER BY number",
                 one.id),
        read_violation);
  return imports;
}

void write_files(database& db, std::int64_t provider, const std::vector<graph_file>& files) {
  for (const auto& one : files)
    db.run(
        "INSERT INTO graph_files (provider, first, last, is_whole, lines, bytes, digest) VALUES (?1, ?2, ?3, "
        "?4, "
        "?5, ?6, ?7)",
        provider, one.first, one.last, one.is_whole, one.lines, one.bytes, one.digest);
}

}  // namespace

std::string graph_file::name() const {
  if (is_whole) return "version-" + std::to_string(last) + ".nq.gz";
  return "changes-" + std::to_string(first) + "-" + std::to_string(last) + ".patch.gz";
}

result<std::vector<stored_provider>> graph_records::providers() {
  return answered([&] {
    auto& db = db_.state_->db;
    auto all = collect<stored_provider>(db.query(all_providers), read_provider);
    for (auto& one : all) add_violations(db, one);
    return all;
  });
}

result<stored_provider> graph_records::provider(std::string_view name) {
  return answered([&] {
    auto& db = db_.state_->db;
    auto found = collect<stored_provider>(db.query(one_provider, name), read_provider);
    if (found.empty()) refuse(errc::not_found, "no provider `" + std::string(name) + "` was registered");
    add_violations(db, found.front());
    return found.front();
  });
}

result<stored_provider> graph_records::add_provider(const std::string& name, const std::string& graph,
                                                    const std::string& void_uri) {
  auto added = in_group([&](database& db) {
    std::string owner;
    if (auto c = db.query("SELECT name FROM providers WHERE graph = ?1 AND name <> ?2", graph, name);
        c.next())
      owner = c.text(0);
    if (!owner.empty())
      refuse(errc::invalid_argument, "the graph " + graph + " belongs to the provider `" + owner + "`");
    db.run(
        "INSERT INTO providers (name, graph, void_uri, generation) VALUES (?1, ?2, ?3, coalesce((SELECT "
        "times "
        "FROM dropped_providers WHERE name = ?1), 0)) ON CONFLICT (name) DO NOTHING",
        name, graph, void_uri);
  });
  if (!added) return tl::unexpected(added.error());
  return provider(name);
}

result<void> graph_records::bind(std::int64_t provider, const std::string& void_uri) {
  return in_group([&](database& db) {
    db.run("UPDATE providers SET void_uri = ?2, void_read_ms = 0, problem = '' WHERE id = ?1", provider,
           void_uri);
    db.run("DELETE FROM provider_datasets WHERE provider = ?1", provider);
  });
}

result<void> graph_records::note_problem(std::int64_t provider, const std::string& problem) {
  return in_group([&](database& db) {
    db.run("UPDATE providers SET problem = ?2 WHERE id = ?1 AND problem <> ?2", provider, problem);
  });
}

result<std::vector<stored_dataset>> graph_records::datasets(std::int64_t provider) {
  return answered([&] {
    return collect<stored_dataset>(
        db_.state_->db.query(
            "SELECT key, modified_ms, extent, dumps, formats, harvested_ms, running_ms, begun_ms, "
            "pending_ms, "
            "not_before_ms, failures, is_written, is_forced, documents, is_damaged FROM provider_datasets "
            "WHERE provider = ?1 ORDER "
            "BY key",
            provider),
        [](const cursor& c) {
          stored_dataset read;
          read.announced = {c.text(0), c.time(1), c.as<dump_extent>(2), split(c.text(3)), split(c.text(4))};
          read.harvested = c.time(5);
          read.running = c.time(6);
          read.begun = c.time(7);
          read.pending = c.time(8);
          read.not_before = c.time(9);
          read.failures = c.as<std::uint32_t>(10);
          read.is_written = c.integer(11) != 0;
          read.is_forced = c.integer(12) != 0;
          read.documents = split(c.text(13));
          read.is_damaged = c.integer(14) != 0;
          return read;
        });
  });
}

result<void> graph_records::save_dataset(const stored_provider& provider, const stored_dataset& dataset) {
  return in_group([&](database& db) {
    require_location(db, provider.id, provider.void_uri);
    write_dataset(db, provider.id, dataset);
  });
}

result<void> graph_records::save_void(const stored_provider& provider,
                                      const std::vector<stored_dataset>& datasets,
                                      const std::vector<graph_import>& attempts) {
  return in_group([&](database& db) {
    require_location(db, provider.id, provider.void_uri);
    db.run("UPDATE providers SET void_read_ms = ?2, problem = ?3 WHERE id = ?1", provider.id,
           provider.void_read, provider.problem);
    db.run("DELETE FROM provider_violations WHERE provider = ?1", provider.id);
    std::int64_t number = 0;
    for (const auto& one : provider.violations)
      db.run(
          "INSERT INTO provider_violations (provider, number, rule, dataset, value) VALUES (?1, ?2, ?3, ?4, "
          "?5)",
          provider.id, ++number, one.rule, one.dataset, one.value);
    db.run("DELETE FROM provider_datasets WHERE provider = ?1", provider.id);
    for (const auto& one : datasets) write_dataset(db, provider.id, one);
    for (const auto& one : attempts) write_import(db, provider.id, one);
  });
}

result<std::int64_t> graph_records::commit(std::int64_t provider, const import_commit& what) {
  std::int64_t id = 0;
  auto done = in_group([&](database& db) {
    std::uint64_t version = 0;
    {
      auto c = db.query("SELECT version FROM providers WHERE id = ?1", provider);
      if (!c.next()) refuse(errc::not_found, "no such provider");
      version = c.as<std::uint64_t>(0);
    }
    if (what.import.version > 0 && version != what.version_before)
      refuse(errc::invalid_argument, "the graph was changed meanwhile: it has version " +
                                         std::to_string(version) + ", not " +
                                         std::to_string(what.version_before));
    if (!what.void_uri.empty()) require_location(db, provider, what.void_uri);
    if (what.import.version > 0)
      db.run("UPDATE providers SET version = ?2, statements = ?3 WHERE id = ?1", provider,
             what.import.version, what.import.statements);
    if (what.dataset) write_dataset(db, provider, *what.dataset);
    write_files(db, provider, what.files);
    id = write_import(db, provider, what.import);
  });
  if (!done) return tl::unexpected(done.error());
  return id;
}

result<void> graph_records::note_receipt(std::int64_t import) {
  return in_group([&](database& db) { db.run("UPDATE imports SET has_receipt = 1 WHERE id = ?1", import); });
}

result<void> graph_records::note_notice(std::int64_t import, const import_notice& notice) {
  return in_group([&](database& db) {
    db.run(
        "UPDATE imports SET notice = ?2, notice_tries = ?3, notice_not_before_ms = ?4, notice_problem = ?5 "
        "WHERE id = ?1",
        import, notice.state, notice.tries, notice.not_before, notice.problem);
  });
}

#define LAUNDROMAT_WAITING_NOTICES "WHERE provider = ?1 AND notice = 0 AND has_receipt = 1"

result<std::uint64_t> graph_records::give_up_notices(std::int64_t provider, const std::string& problem) {
  std::uint64_t given_up = 0;
  const auto done = in_group([&](database& db) {
    if (auto c = db.query("SELECT count(*) FROM imports " LAUNDROMAT_WAITING_NOTICES, provider); c.next())
      given_up = c.as<std::uint64_t>(0);
    db.run("UPDATE imports SET notice = ?2, notice_problem = ?3 " LAUNDROMAT_WAITING_NOTICES, provider,
           notice_state::given_up, problem);
  });
  if (!done) return tl::unexpected(done.error());
  return given_up;
}

result<void> graph_records::note_inbox(std::int64_t provider, const std::string& inbox) {
  return in_group([&](database& db) {
    db.run("UPDATE providers SET inbox = ?2 WHERE id = ?1", provider, inbox);
    db.run(
        "UPDATE imports SET notice_tries = 0, notice_not_before_ms = 0, notice_problem = "
        "'' " LAUNDROMAT_WAITING_NOTICES,
        provider);
  });
}

result<void> graph_records::note_digest(std::int64_t import, const content_digest& digest) {
  return in_group(
      [&](database& db) { db.run("UPDATE imports SET digest = ?2 WHERE id = ?1", import, digest); });
}

result<std::vector<graph_import>> graph_records::imports(std::int64_t provider, std::size_t limit,
                                                         bool with_versions) {
  return answered([&] {
    auto& db = db_.state_->db;
    return read_imports(db, db.query(LAUNDROMAT_SELECT_IMPORTS
                                     "i.provider = ?1 AND i.version >= ?2 ORDER BY i.id DESC LIMIT ?3",
                                     provider, with_versions ? 1 : 0, limit));
  });
}

result<std::vector<graph_import>> graph_records::imports_after(std::int64_t provider, std::int64_t after,
                                                               std::size_t limit) {
  return answered([&] {
    auto& db = db_.state_->db;
    return read_imports(
        db, db.query(LAUNDROMAT_SELECT_IMPORTS "i.provider = ?1 AND i.id > ?2 ORDER BY i.id LIMIT ?3",
                     provider, after, limit));
  });
}

result<std::vector<graph_import>> graph_records::imports_without_receipt(std::int64_t provider,
                                                                         std::size_t limit) {
  return answered([&] {
    auto& db = db_.state_->db;
    return read_imports(
        db, db.query(LAUNDROMAT_SELECT_IMPORTS "i.provider = ?1 AND i.has_receipt = 0 ORDER BY i.id LIMIT ?2",
                     provider, limit));
  });
}

result<std::vector<graph_import>> graph_records::imports_to_tell(std::int64_t after, timestamp now,
                                                                 std::size_t limit) {
  return answered([&] {
    auto& db = db_.state_->db;
    return read_imports(db, db.query(LAUNDROMAT_SELECT_IMPORTS
                                     "i.notice = 0 AND i.has_receipt = 1 AND i.id > ?1 AND "
                                     "NOT EXISTS (SELECT 1 FROM imports o WHERE o.provider = i.provider AND "
                                     "o.notice = 0 AND o.has_receipt = 1 AND o.notice_not_before_ms > ?2) "
                                     "ORDER BY i.id LIMIT ?3",
                                     after, now, limit));
  });
}

result<std::vector<graph_import>> graph_records::imports_without_digest(std::int64_t provider,
                                                                        std::uint64_t most_statements,
                                                                        std::size_t limit) {
  return answered([&] {
    auto& db = db_.state_->db;
    return read_imports(
        db, db.query(LAUNDROMAT_SELECT_IMPORTS "i.provider = ?1 AND i.version > 0 AND i.digest = x'' AND "
                                               "i.statements <= ?2 ORDER BY i.id LIMIT ?3",
                     provider, most_statements, limit));
  });
}

result<std::vector<graph_import>> graph_records::void_attempts(std::int64_t provider, timestamp since) {
  return answered([&] {
    auto& db = db_.state_->db;
    return read_imports(
        db, db.query(LAUNDROMAT_SELECT_IMPORTS "i.provider = ?1 AND i.dataset = '' AND i.version = 0 AND "
                                               "i.ended_ms >= ?2 ORDER BY i.id DESC LIMIT ?3",
                     provider, since, most_void_attempts_a_day));
  });
}

result<std::vector<graph_file>> graph_records::files(std::int64_t provider) {
  return answered([&] {
    return collect<graph_file>(db_.state_->db.query("SELECT first, last, is_whole, lines, bytes, digest FROM "
                                                    "graph_files WHERE provider = ?1 ORDER BY "
                                                    "is_whole, first, last",
                                                    provider),
                               [](const cursor& c) {
                                 return graph_file{c.as<std::uint64_t>(0), c.as<std::uint64_t>(1),
                                                   c.integer(2) != 0,      c.as<std::uint64_t>(3),
                                                   c.as<std::uint64_t>(4), c.digest<content_digest>(5)};
                               });
  });
}

result<void> graph_records::replace_files(std::int64_t provider, const std::vector<graph_file>& added,
                                          const std::vector<graph_file>& removed) {
  return in_group([&](database& db) {
    for (const auto& one : removed)
      db.run("DELETE FROM graph_files WHERE provider = ?1 AND is_whole = ?2 AND first = ?3 AND last = ?4",
             provider, one.is_whole, one.first, one.last);
    write_files(db, provider, added);
  });
}

result<void> graph_records::force_harvests(std::int64_t provider) {
  return in_group([&](database& db) {
    db.run("UPDATE provider_datasets SET not_before_ms = 0, is_forced = 1 WHERE provider = ?1", provider);
  });
}

}  // namespace laundromat
