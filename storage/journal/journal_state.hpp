// What the sources of the journal share: its connection, the open group, and rows as they are loaded.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <ios>
#include <type_traits>
#include <utility>

#include "storage/journal/document_list.hpp"
#include "storage/journal/journal.hpp"
#include "storage/journal/sqlite.hpp"

namespace laundromat {

/// Row numbers, which never leave the storage folder.
using row_id = std::int64_t;

/// Where a `content_meta` was taken. Numbers are stored.
enum class content_role : std::uint8_t { wire = 1, decoded = 2, clean = 3 };

struct journal::state {
  database db;
  journal_mode mode = journal_mode::read_only;
  bool group_open = false;
  std::optional<failure> lost;    ///< why the open group is lost
  std::optional<failure> broken;  ///< why nothing may be written any more
};

/// What an event needs to know of an entry.
struct loaded_entry {
  row_id id = 0, parent = 0, root = 0, seed = 0;  ///< `parent` is 0 for a download, `root` is itself then
  record_hash hash;
  status current{};
  std::uint32_t attempt = 1, crashes = 0;
  std::int64_t open = 0;
  row_id open_attempt = 0;
};

/// Ends a public function: runs `work` and answers what it returns, or the fault that it threw.
template <class Work>
[[nodiscard]] auto answered(Work&& work) -> result<std::invoke_result_t<Work>> {
  try {
    if constexpr (std::is_void_v<std::invoke_result_t<Work>>) {
      work();
      return {};
    } else {
      return work();
    }
  } catch (const storage_fault& fault) {
    return tl::unexpected<failure>(fault.what);
  } catch (const std::bad_alloc&) {
    return fail(errc::out_of_memory, "journal");
  } catch (const std::ios_base::failure&) {
    throw;  // whoever was given a row could not write it: that is no fault of the journal
  } catch (const std::exception& e) {
    return fail(errc::journal_failed, e.what());
  }
}

[[noreturn]] inline void refuse(errc code, std::string detail) {
  throw storage_fault{{code, std::move(detail)}, fault_reach::change};
}

/// All rows that a statement gives.
template <class Row, class Read>
std::vector<Row> collect(cursor c, Read read) {
  std::vector<Row> rows;
  while (c.next()) rows.push_back(read(c));
  return rows;
}

/// Appends to the history.
void write_transition(database& db, row_id record, const transition& t, timestamp at, errc cause,
                      std::string_view detail);
/// Throws `not_found`.
[[nodiscard]] loaded_entry load_entry(database& db, const record_hash& hash);
/// Opens an attempts row, and names it in the entry.
row_id open_attempt(database& db, row_id entry, stage of, std::uint32_t attempt, timestamp now);
/// The stage that works in a status; nothing for the others.
[[nodiscard]] std::optional<stage> stage_of(status s);
/// Creates the root entry of a download.
void insert_download(database& db, row_id seed, std::string_view uri, const record_hash& download,
                     timestamp at);

/// Stores what comes with an event of an entry. Each answers how many entries it created.
std::int64_t store_fact(database& db, const loaded_entry& row, const fetch_outcome& fact, const change& c);
std::int64_t store_fact(database& db, const loaded_entry& row, const unpack_outcome& fact, const change& c);
std::int64_t store_fact(database& db, const loaded_entry& row, const guess_outcome& fact, const change& c);
std::int64_t store_fact(database& db, const loaded_entry& row, const parse_outcome& fact, const change& c);

/// One change each; they throw `storage_fault`.
[[nodiscard]] committed apply_to_seed(database& db, const change& c);
[[nodiscard]] committed apply_to_entry(database& db, const change& c);

/// `kind:ordinal/…` with stored numbers; a layer that is no member has no ordinal.
[[nodiscard]] std::string encode_chain(const decode_chain& chain);
[[nodiscard]] decode_chain decode_stored_chain(std::string_view text);

/// The clean document of the same seed and path one crawl before; null when there is none.
[[nodiscard]] content_digest previous_clean(database& db, const loaded_entry& row);

/// The question behind a list of documents, whose plan tests look at.
[[nodiscard]] std::string document_query(const document_filter& filter, document_sorting sorting);

/// The columns that `read_seed` and `read_entry` take, as a SELECT up to its FROM clause.
#define LAUNDROMAT_SELECT_SEED                                                                     \
  "SELECT s.hash, s.uri, s.relative, s.status, s.cause, s.authority, s.added_ms, s.processed_ms, " \
  "s.interval_s, s.priority, s.crawls FROM seeds s "
#define LAUNDROMAT_SELECT_ENTRY                                                                              \
  "SELECT e.hash, p.hash, r.hash, s.hash, e.status, e.attempt, e.crashes, e.cause, e.detail, "               \
  "e.path, e.ordinal, e.size_bytes, e.uri, e.base_uri, e.media_type, e.charset, "                            \
  "coalesce(r.raw_path, e.raw_path), e.chain, e.encoding, e.format, c.hash, e.begun_ms, "                    \
  "e.ended_ms, e.not_before_ms, s.authority, "                                                               \
  "(SELECT group_concat(d.rule || ' ' || d.offset_bytes || ' ' || replace(d.message, char(10), ' '), "       \
  "char(10)) FROM defects d "                                                                                \
  "WHERE d.entry = e.id AND d.stage IN (1, 2)), e.share_bytes FROM entries e JOIN seeds s ON s.id = e.seed " \
  "LEFT JOIN entries p ON p.id = e.parent LEFT JOIN entries r ON r.id = e.root "                             \
  "LEFT JOIN cleans c ON c.id = e.clean "
[[nodiscard]] seed_record read_seed(const cursor& c);
[[nodiscard]] entry_record read_entry(const cursor& c);
/// The column of `LAUNDROMAT_SELECT_ENTRY` that holds the authority of the seed.
inline constexpr int entry_authority_column = 24;
/// The one that holds what was wrong with its bytes, a line each.
inline constexpr int entry_damage_column = 25;
inline constexpr int entry_share_column = 26;

}  // namespace laundromat
