// Stores and reads counts of announced URIs, and the refused ones that are kept.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/announced_sums.hpp"

#include <algorithm>
#include <charconv>

namespace laundromat {

namespace {

/// On one line, and not too long.
std::string kept_text(std::string_view uri) {
  auto end = std::min(uri.size(), longest_refused_uri_bytes);
  while (end < uri.size() && end > 0 && (static_cast<unsigned char>(uri[end]) & 0xC0U) == 0x80U) --end;
  std::string out;
  out.reserve(end);
  for (const char c : uri.substr(0, end)) {
    if (c == '\n')
      out += "%0A";
    else
      out += c;
  }
  if (end < uri.size()) out += "…";
  return out;
}

std::string lines_of(const std::vector<refused_uri>& refused_uris) {
  std::string out;
  for (const auto& one : refused_uris)
    out.append(out.empty() ? "" : "\n")
        .append(std::to_string(static_cast<int>(one.kind)))
        .append(" ")
        .append(one.uri);
  return out;
}

refused_uri read_refused_uri(std::string_view line) {
  int kind = 0;
  const auto space = std::min(line.find(' '), line.size());
  const auto read = std::from_chars(line.data(), line.data() + space, kind);
  if (read.ec != std::errc{} || read.ptr != line.data() + space || space == line.size() || kind < 1 ||
      kind > static_cast<int>(announced_as::last))
    refuse(errc::journal_damaged, "a sample of announced URIs cannot be read");
  return {static_cast<announced_as>(kind), std::string{line.substr(space + 1)}};
}

}  // namespace

void verdict_sums::count(errc cause, announced_as kind, std::string_view uri) {
  auto& of = sums_[cause];
  ++of.count;
  if (cause == errc::ok || of.refused_uris.size() == most_refused_uris) return;
  refused_uri one{kind, kept_text(uri)};
  if (std::ranges::find(of.refused_uris, one) == of.refused_uris.end())
    of.refused_uris.push_back(std::move(one));
}

void verdict_sums::store(database& db, row_id entry) const {
  for (const auto& [cause, of] : sums_) {
    db.run(
        "INSERT INTO announced (entry, cause, count, refused_uris) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO "
        "NOTHING",
        entry, cause, of.count, lines_of(of.refused_uris));
    if (db.changed() > 0) continue;
    std::vector<refused_uri> refused_uris;
    {
      auto c = db.query("SELECT refused_uris FROM announced WHERE entry = ?1 AND cause = ?2", entry, cause);
      if (c.next()) refused_uris = read_refused_uris(c.text(0));
    }
    for (const auto& one : of.refused_uris)
      if (refused_uris.size() < most_refused_uris &&
          std::ranges::find(refused_uris, one) == refused_uris.end())
        refused_uris.push_back(one);
    db.run("UPDATE announced SET count = count + ?3, refused_uris = ?4 WHERE entry = ?1 AND cause = ?2",
           entry, cause, of.count, lines_of(refused_uris));
  }
}

std::vector<refused_uri> read_refused_uris(std::string_view text) {
  std::vector<refused_uri> out;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    out.push_back(read_refused_uri(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace laundromat
