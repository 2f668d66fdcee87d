// Looking for damage: what SQLite finds, and rows that name others that are not there.
// SPDX-License-Identifier: Apache-2.0
#include <sqlite3.h>

#include <algorithm>
#include <sstream>

#include "storage/journal/journal_pages.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

/// Tables whose `record` is a row of the table that `kind` names: no foreign key can say so.
constexpr const char* lost_records[] = {
    "SELECT 'transitions: a row of record ' || t.record || ', which is not there' FROM transitions t WHERE "
    "NOT ((t.kind = 1 AND t.record IN (SELECT id FROM seeds)) OR (t.kind = 2 AND t.record IN (SELECT id FROM "
    "entries)) OR (t.kind = 3 AND t.record IN (SELECT id FROM cleans))) LIMIT ?1",
    "SELECT 'contents: a row of record ' || t.record || ', which is not there' FROM contents t WHERE "
    "NOT ((t.kind = 2 AND t.record IN (SELECT id FROM entries)) OR (t.kind = 3 AND t.record IN (SELECT id "
    "FROM "
    "cleans))) LIMIT ?1",
};

/// Rows that say what the lifecycle does not know.
constexpr const char* odd_rows[] = {
    "SELECT 'entries: ' || lower(hex(hash)) || ' is parsed, and names no clean document' FROM entries WHERE "
    "status "
    "= 10 AND clean IS NULL LIMIT ?1",
    "SELECT 'entries: ' || lower(hex(hash)) || ' has the status ' || status || ', which there is not' FROM "
    "entries "
    "WHERE status NOT BETWEEN 2 AND 14 LIMIT ?1",
    "SELECT 'cleans: ' || lower(hex(hash)) || ' comes from no entry' FROM cleans c WHERE NOT EXISTS (SELECT "
    "1 FROM "
    "clean_sources s WHERE s.clean = c.id) LIMIT ?1",
};

void add_rows(database& db, const char* question, std::size_t limit, std::vector<std::string>& found) {
  if (found.size() >= limit) return;
  auto c = db.query(question, limit - found.size());
  while (c.next()) found.push_back(c.text(0));
}

void check_pages(database& db, std::size_t limit, std::vector<std::string>& found) {
  const auto unreadable = "error code=" + std::to_string(SQLITE_IOERR_DATA);
  std::size_t without_checksum = 0;
  auto c = db.query_text("PRAGMA integrity_check(" + std::to_string(limit) + ")");
  while (c.next()) {
    std::istringstream lines{c.text(0)};
    for (std::string line; std::getline(lines, line);)
      if (line.ends_with(unreadable))
        ++without_checksum;
      else if (line != "ok" && !line.starts_with("***"))
        found.push_back(std::move(line));
  }
  if (without_checksum > 0)
    found.insert(found.begin(),
                 std::string{page_words} + " (" + std::to_string(without_checksum) + " found)");
}

/// Of pages without checksums one finding is enough: each question that meets one ends with it.
bool is_reported(const std::string& finding, const std::vector<std::string>& found) {
  const auto speaks_of_pages = [](const std::string& one) { return one.find(page_words) != one.npos; };
  return speaks_of_pages(finding) && std::ranges::any_of(found, speaks_of_pages);
}

void check_keys(database& db, std::size_t limit, std::vector<std::string>& found) {
  auto c = db.query("PRAGMA foreign_key_check");
  while (found.size() < limit && c.next())
    found.push_back(c.text(0) + ": row " + std::to_string(c.integer(1)) + " names a row of " + c.text(2) +
                    " that is not there");
}

}  // namespace

result<std::vector<std::string>> journal::find_damage(std::size_t limit) {
  std::vector<std::string> found;
  const auto look = [&](auto check) {
    // A page that cannot be read ends one question, and the others are asked all the same.
    const auto done = answered([&] { check(); });
    if (!done && done.error().code != errc::journal_damaged) return done;
    if (!done && found.size() < limit && !is_reported(done.error().detail, found))
      found.push_back(done.error().detail);
    return result<void>{};
  };
  auto& db = state_->db;
  auto done = look([&] { check_pages(db, limit, found); });
  if (done) done = look([&] { check_keys(db, limit, found); });
  for (const auto* question : lost_records)
    if (done) done = look([&] { add_rows(db, question, limit, found); });
  for (const auto* question : odd_rows)
    if (done) done = look([&] { add_rows(db, question, limit, found); });
  if (!done) return tl::unexpected(done.error());
  return found;
}

}  // namespace laundromat
