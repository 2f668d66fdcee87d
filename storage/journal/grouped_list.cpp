// Finds the hosts and formats of documents, and lists one after another.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/grouped_list.hpp"

#include <optional>
#include <string>

#include "storage/journal/document_query.hpp"

namespace laundromat {

namespace {

/// The documents of a smaller host are found by its seeds.
constexpr std::int64_t least_large_host = 2'000;

/// The next authorities in the order of their names, the empty one too; without `last` the first.
std::vector<std::string> authorities_from(database& db, const std::optional<std::string>& last,
                                          bool is_reversed) {
  constexpr std::int64_t at_once = 256;
  const auto sql = std::string("SELECT name FROM authorities ")
                       .append(!last         ? ""
                               : is_reversed ? "WHERE name < ?1 "
                                             : "WHERE name > ?1 ")
                       .append(is_reversed ? "ORDER BY name DESC LIMIT ?2" : "ORDER BY name LIMIT ?2");
  std::vector<std::string> names;
  for (auto c = db.query_text(sql, last.value_or(""), at_once); c.next();) names.push_back(c.text(0));
  return names;
}

/// The formats of the parsed entries.
std::uint64_t formats_of(database& db, const std::vector<entry_block>& blocks) {
  std::uint64_t all = 0;
  auto next = row_id{0};
  const auto add_rows = [&](row_id first, row_id last) {
    if (first > last) return;
    auto c =
        db.query("SELECT DISTINCT format FROM entries NOT INDEXED WHERE id BETWEEN ?1 AND ?2 AND status = 10",
                 first, last);
    while (c.next()) all |= std::uint64_t{1} << static_cast<unsigned>(c.integer(0) & 63);
  };
  for (const auto& block : blocks) {
    all |= block.formats;
    add_rows(next, block.first() - 1);
    next = block.last() + 1;
  }
  add_rows(next, db.number("SELECT coalesce(max(id), 0) FROM entries"));
  return all;
}

}  // namespace

std::set<std::int64_t> authorities_of(database& db, const document_filter& filter) {
  std::set<std::int64_t> all;
  if (!has_authority(filter)) return all;
  auto c = names_whole_authority(filter)
               ? db.query("SELECT id FROM authorities WHERE name = ?1", filter.authority)
               : db.query("SELECT id FROM authorities WHERE name > ?1 AND name < ?2", filter.authority + ':',
                          filter.authority + ';');
  while (c.next()) all.insert(c.integer(0));
  return all;
}

bool is_large_host(database& db, const document_filter& filter) {
  const auto& authority = filter.authority;
  const auto names = names_whole_authority(filter) ? "name = ?1" : "name > ?2 AND name < ?3";
  for (const auto* rows : {"seeds s",
                           "seeds s CROSS JOIN entries e INDEXED BY members_by_seed ON e.seed = s.id AND "
                           "e.parent IS NOT NULL"}) {
    auto c = db.query_text(
        std::string("SELECT count(*) FROM (SELECT 1 FROM ") + rows +
            " WHERE s.present IS NOT NULL AND s.authority IN (SELECT id FROM authorities WHERE " + names +
            ") LIMIT ?4)",
        authority, authority + ':', authority + ';', least_large_host);
    if (c.next() && c.integer(0) == least_large_host) return true;
  }
  return false;
}

void list_by_host(database& db, const document_filter& filter, bool is_reversed, std::size_t& limit,
                  const list_group& list_found, const document_consumer& take) {
  for (std::optional<std::string> last;;) {
    const auto names = authorities_from(db, last, is_reversed);
    if (names.empty()) return;
    for (const auto& name : names) {
      auto of_host = filter;
      of_host.authority = name;
      of_host.is_whole_authority = true;
      if (is_large_host(db, of_host)) {
        if (!list_found(of_host)) return;
        continue;
      }
      auto c = ask(db, document_query(of_host, {document_order::found, is_reversed}), of_host, record_hash{},
                   limit);
      while (c.next()) {
        --limit;
        if (!take(read_document(c)) || limit == 0) return;
      }
    }
    last = names.back();
  }
}

void list_by_format(database& db, const document_filter& filter, bool is_reversed,
                    const std::vector<entry_block>& blocks, const list_group& list_found) {
  auto formats = formats_of(db, blocks);
  if (filter.format != rdf_format::unknown)
    formats &= std::uint64_t{1} << static_cast<unsigned>(filter.format);
  for (unsigned i = 0; i < 64; ++i) {
    const auto number = is_reversed ? 63 - i : i;
    if ((formats >> number & 1U) == 0) continue;
    auto of_format = filter;
    of_format.format = static_cast<rdf_format>(number);
    if (!list_found(of_format)) return;
  }
}

}  // namespace laundromat
