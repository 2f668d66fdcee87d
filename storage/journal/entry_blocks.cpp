// Forms, stores and reads summaries of entries.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/entry_blocks.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/base/short_numbers.hpp"

namespace laundromat {

namespace {

/// Reads numbers one after the other; `is_whole` becomes false when the text ends before a number does.
class number_reader {
 public:
  explicit number_reader(std::string_view text) : text_(text) {}

  std::uint64_t next() {
    std::uint64_t number = 0;
    is_whole_ = is_whole_ && take_number(text_, number);
    return is_whole_ ? number : 0;
  }
  [[nodiscard]] bool is_whole() const { return is_whole_; }

 private:
  std::string_view text_;
  bool is_whole_ = true;
};

using positions_of_values = std::map<std::int64_t, std::vector<std::uint16_t>>;

void append_places(std::string& to, const positions_of_values& all) {
  append_number(to, all.size());
  std::int64_t last_value = 0;
  for (const auto& [value, positions] : all) {
    append_number(to, static_cast<std::uint64_t>(value - last_value));
    append_number(to, positions.size());
    last_value = value;
    if (positions.size() >= block_positions::most_listed) continue;
    unsigned last = 0;
    for (const unsigned position : positions) append_number(to, position - std::exchange(last, position));
  }
}

/// Passes the values of a list for which `is_wanted`.
template <class Wanted, class Take>
void read_places(number_reader& from, Wanted is_wanted, Take take) {
  std::int64_t value = 0;
  for (auto left = from.next(); left > 0 && from.is_whole(); --left) {
    value += static_cast<std::int64_t>(from.next());
    block_positions one{value, from.next(), {}};
    const bool is_taken = is_wanted(value);
    std::uint64_t position = 0;
    if (one.count < block_positions::most_listed)
      for (std::size_t i = 0; i < one.count && from.is_whole(); ++i) {
        position += from.next();
        if (is_taken) one.listed.push_back(static_cast<std::uint16_t>(position));
      }
    if (is_taken) take(std::move(one));
  }
}

constexpr unsigned position_bits = 12;

std::string packed(std::span<const std::uint16_t> positions) {
  std::string out;
  std::uint32_t bits = 0;
  unsigned filled = 0;
  for (const auto position : positions) {
    bits |= std::uint32_t{position} << filled;
    for (filled += position_bits; filled >= 8; filled -= 8, bits >>= 8U) out += static_cast<char>(bits);
  }
  if (filled > 0) out += static_cast<char>(bits);
  return out;
}

/// The parsed entries of a block, with the URI of each.
constexpr const char* parsed_entries =
    "SELECT e.id, e.begun_ms, e.format, coalesce(e.root, e.id), s.authority, coalesce(e.uri, s.uri) FROM "
    "entries e NOT INDEXED CROSS JOIN seeds s ON s.id = e.seed WHERE e.id BETWEEN ?1 AND ?2 AND e.status = "
    "10 "
    "ORDER BY e.id";

constexpr const char* block_columns =
    "SELECT block, least_ms, greatest_ms, formats, least_root, greatest_root FROM entry_blocks ";

entry_block read_block(const cursor& c) {
  return {c.integer(0), c.integer(1), c.integer(2), c.as<std::uint64_t>(3), c.integer(4), c.integer(5)};
}

void store(database& db, const summarised_block& one) {
  const auto& b = one.block;
  db.run("INSERT OR REPLACE INTO entry_blocks VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", b.number, b.least_ms,
         b.greatest_ms, b.formats, b.least_root, b.greatest_root, blob{one.texts.places},
         blob{one.texts.by_uri});
}

}  // namespace

std::optional<block_positions> places_of_format(std::string_view places, rdf_format format) {
  number_reader from{places};
  block_positions found{static_cast<std::int64_t>(format), 0, {}};
  read_places(
      from, [&](std::int64_t value) { return value == found.value; },
      [&](block_positions one) { found = std::move(one); });
  return from.is_whole() ? std::optional{std::move(found)} : std::nullopt;
}

std::optional<std::vector<block_positions>> places_of_authorities(std::string_view places,
                                                                  const std::set<std::int64_t>& authorities) {
  number_reader from{places};
  std::vector<block_positions> found;
  read_places(
      from, [](std::int64_t) { return false; }, [](const block_positions&) {});
  read_places(
      from, [&](std::int64_t value) { return authorities.contains(value); },
      [&](block_positions one) { found.push_back(std::move(one)); });
  return from.is_whole() ? std::optional{std::move(found)} : std::nullopt;
}

std::vector<std::uint16_t> positions_by_uri(std::string_view by_uri) {
  std::vector<std::uint16_t> positions;
  std::uint32_t bits = 0;
  unsigned filled = 0;
  for (const char byte : by_uri) {
    bits |= std::uint32_t{static_cast<std::uint8_t>(byte)} << filled;
    filled += 8;
    if (filled < position_bits) continue;
    positions.push_back(static_cast<std::uint16_t>(bits & (entries_a_block - 1)));
    bits >>= position_bits;
    filled -= position_bits;
  }
  return positions;
}

summarised_block summarise(database& db, row_id number) {
  summarised_block out;
  auto& block = out.block;
  block.number = number;
  positions_of_values formats, authorities;
  std::vector<std::uint16_t> positions;
  std::vector<std::string> uris;
  for (auto c = db.query(parsed_entries, block.first(), block.last()); c.next();) {
    const auto position = static_cast<std::uint16_t>(c.integer(0) - block.first());
    const auto begun = c.integer(1), root = c.integer(3);
    const bool is_first = positions.empty();
    block.least_ms = is_first ? begun : std::min(block.least_ms, begun);
    block.greatest_ms = is_first ? begun : std::max(block.greatest_ms, begun);
    block.least_root = is_first ? root : std::min(block.least_root, root);
    block.greatest_root = is_first ? root : std::max(block.greatest_root, root);
    block.formats |= std::uint64_t{1} << static_cast<unsigned>(c.integer(2) & 63);
    formats[c.integer(2)].push_back(position);
    authorities[c.integer(4)].push_back(position);
    positions.push_back(position);
    uris.push_back(c.text(5));
  }
  append_places(out.texts.places, formats);
  append_places(out.texts.places, authorities);
  std::vector<std::uint16_t> order(positions.size());
  std::iota(order.begin(), order.end(), std::uint16_t{0});
  std::ranges::stable_sort(order, {}, [&](std::uint16_t i) -> const std::string& { return uris[i]; });
  if (std::ranges::is_sorted(order)) return out;
  for (auto& one : order) one = positions[one];
  out.texts.by_uri = packed(order);
  return out;
}

bool has_block_table(database& db) {
  return db.number("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'entry_blocks')") != 0;
}

std::vector<entry_block> stored_blocks(database& db) {
  std::vector<entry_block> all;
  for (auto c = db.query_text(std::string(block_columns) + "ORDER BY block"); c.next();)
    all.push_back(read_block(c));
  return all;
}

std::optional<block_texts> stored_texts(database& db, row_id number) {
  auto c = db.query("SELECT places, by_uri FROM entry_blocks WHERE block = ?1", number);
  if (!c.next()) return std::nullopt;
  return block_texts{c.text(0), c.text(1)};
}

bool may_have(database& db, const entry_block& block, const document_filter& filter) {
  const auto bit = std::uint64_t{1} << (static_cast<unsigned>(filter.format) & 63U);
  if (block.formats == 0 || (filter.format != rdf_format::unknown && (block.formats & bit) == 0))
    return false;
  if (block.greatest_ms < to_ms(filter.since) || block.least_ms >= to_ms(filter.until)) return false;
  if (filter.crawls != crawl_scope::present) return true;
  auto c =
      db.query("SELECT 1 FROM seeds INDEXED BY seeds_by_document WHERE document BETWEEN ?1 AND ?2 LIMIT 1",
               block.least_root, block.greatest_root);
  return c.next();
}

bool blocks_match(database& db) {
  if (!has_block_table(db)) return true;
  const auto all = stored_blocks(db);
  return std::ranges::all_of(all, [&](const entry_block& block) {
    const auto needed = summarise(db, block.number);
    return needed.block == block && stored_texts(db, block.number) == needed.texts;
  });
}

void block_keeper::load(database& db, row_id newest) {
  missing_.clear();
  next_ = newest / entries_a_block;
  for (row_id number = 0; number < next_; ++number) missing_.insert(number);
  for (const auto& one : stored_blocks(db)) missing_.erase(one.number);
  look_at_ = 0;
  is_loaded_ = true;
}

bool block_keeper::has_open(database& db, row_id number) {
  auto c = db.query("SELECT 1 FROM entries NOT INDEXED WHERE id BETWEEN ?1 AND ?2 AND open > 0",
                    number * entries_a_block, (number + 1) * entries_a_block - 1);
  return c.next();
}

void block_keeper::keep(database& db) {
  const auto newest = db.number("SELECT max(id) FROM entries");
  if (!is_loaded_) load(db, newest);
  for (; (next_ + 1) * entries_a_block <= newest; ++next_) missing_.insert(next_);
  ++commits_;
  if (missing_.empty() || (newest < look_at_ && commits_ < commits_a_look)) return;
  look_at_ = newest + entries_a_look;
  commits_ = 0;
  // Members are inserted after their download, which is open while one of them is.
  const auto oldest_open = db.number(
      "SELECT coalesce(min(id), 9223372036854775807) FROM entries INDEXED BY roots_open WHERE parent IS NULL "
      "AND open > 0");
  std::vector<row_id> chosen;
  for (const auto number : missing_)
    if ((number + 1) * entries_a_block <= oldest_open && std::ssize(chosen) < most_at_once)
      chosen.push_back(number);
  if (chosen.empty()) {  // one block is searched, in turn
    auto next = missing_.lower_bound(search_from_);
    if (next == missing_.end()) next = missing_.begin();
    search_from_ = *next + 1;
    if (!has_open(db, *next)) chosen.push_back(*next);
  }
  for (const auto number : chosen) {
    store(db, summarise(db, number));
    missing_.erase(number);
  }
}

}  // namespace laundromat
