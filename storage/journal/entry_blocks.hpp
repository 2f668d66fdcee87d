// Summaries of 4,096 consecutive entries each, by which lists of documents pass over entries that they cannot contain.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/format.hpp"
#include "storage/journal/document_list.hpp"
#include "storage/journal/repeated_texts.hpp"
#include "storage/journal/sqlite.hpp"

namespace laundromat {

/// Block `n` has the entries from row `n * entries_a_block` on.
inline constexpr row_id entries_a_block = 4'096;

/// What the parsed entries of a block have in common: a row of the table `entry_blocks`. It is stored when all entries of the block rest, and
/// what it says of them does not change afterwards.
struct entry_block {
  row_id number = 0;
  std::int64_t least_ms = 0, greatest_ms = 0;  ///< `begun_ms`
  std::uint64_t formats = 0;                   ///< a bit for the number of each format; 0: no entry is parsed
  row_id least_root = 0, greatest_root = 0;    ///< downloads of the entries

  [[nodiscard]] row_id first() const { return number * entries_a_block; }
  [[nodiscard]] row_id last() const { return first() + entries_a_block - 1; }
  friend bool operator==(const entry_block&, const entry_block&) = default;
};

/// Where the entries of a block with a value are.
struct block_positions {
  /// Listed when there are less than this; to find one of more, few rows are read in vain.
  static constexpr std::size_t most_listed = 255;

  std::int64_t value = 0;
  std::size_t count = 0;
  std::vector<std::uint16_t> listed;  ///< in their order; empty when there are more
};

/// The texts of a row of `entry_blocks`, each a binary one.
struct block_texts {
  /// For each format, then for each authority, in ascending order: the difference of its number to the one before, the number of entries, and if they are listed the
  /// differences of their positions. Numbers have 7 bits in a byte, the lowest first, and the highest bit where another byte follows. Before
  /// each of both lists is its length.
  std::string places;
  /// The positions by URI, then row: 12 bits each, the lowest first. Empty when that is the order of the rows.
  std::string by_uri;

  friend bool operator==(const block_texts&, const block_texts&) = default;
};

struct summarised_block {
  entry_block block;
  block_texts texts;

  friend bool operator==(const summarised_block&, const summarised_block&) = default;
};

/// The places of a format, or of authorities, in a block. Nothing when the text cannot be read.
[[nodiscard]] std::optional<block_positions> places_of_format(std::string_view places, rdf_format format);
[[nodiscard]] std::optional<std::vector<block_positions>> places_of_authorities(
    std::string_view places, const std::set<std::int64_t>& authorities);
/// The positions in `by_uri`; empty for the order of the rows.
[[nodiscard]] std::vector<std::uint16_t> positions_by_uri(std::string_view by_uri);

/// Reads the entries of a block. Throws `storage_fault`.
[[nodiscard]] summarised_block summarise(database& db, row_id number);

/// Whether the journal has summaries: one of an earlier program that was not opened to write since has none.
[[nodiscard]] bool has_block_table(database& db);
/// All stored summaries without their texts, in their order.
[[nodiscard]] std::vector<entry_block> stored_blocks(database& db);
/// The texts of a stored summary; nothing when the block has none. Throws `storage_fault`.
[[nodiscard]] std::optional<block_texts> stored_texts(database& db, row_id number);
/// Whether a list of parsed documents can have one of the block. Its authority is not looked at. Throws `storage_fault`.
[[nodiscard]] bool may_have(database& db, const entry_block& block, const document_filter& filter);
/// Whether each stored summary is the one of its entries. Within a transaction.
[[nodiscard]] bool blocks_match(database& db);

/// Stores the summaries of blocks whose entries all rest.
class block_keeper {
 public:
  /// Call it before a COMMIT: it seldom has to do anything. Throws `storage_fault`.
  void keep(database& db);
  /// After a rollback.
  void forget() { is_loaded_ = false; }

 private:
  /// Blocks without a summary are looked at after so many new entries, or so many commits.
  static constexpr row_id entries_a_look = 1'024;
  static constexpr int commits_a_look = 64;
  static constexpr int most_at_once = 4;

  void load(database& db, row_id newest);
  [[nodiscard]] bool has_open(database& db, row_id number);

  bool is_loaded_ = false;
  std::set<row_id> missing_;  ///< complete blocks without a summary
  row_id next_ = 0;           ///< the block that is not complete
  row_id look_at_ = 0;        ///< when the newest entry has this number
  int commits_ = 0;           ///< since the last look
  row_id search_from_ = 0;    ///< the block that is searched next for an entry that does not rest
};

}  // namespace laundromat
