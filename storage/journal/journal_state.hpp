// Internal declarations of the journal: its connection, the open group, and loaded rows.
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

/// A row number, used only in the storage folder.
using row_id = std::int64_t;

/// The place of a `content_meta`. Numbers are stored.
enum class content_role : std::uint8_t { wire = 1, decoded = 2, clean = 3 };

struct journal::state {
  database db;
  journal_mode mode = journal_mode::read_only;
  bool group_open = false;
  std::optional<failure> lost;    ///< why the open group is lost
  std::optional<failure> broken;  ///< why the connection must not write any more
};

/// The fields of an entry that events need.
struct loaded_entry {
  row_id id = 0, parent = 0, root = 0,
         seed = 0;  ///< for a download `parent` is 0 and `root` the entry itself
  record_hash hash;
  status current{};
  std::uint32_t attempt = 1, crashes = 0;
  std::int64_t open = 0;
  row_id open_attempt = 0;
};

/// Runs the body of a public function and returns its result, or the fault that it threw.
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
    throw;  // the caller's callback failed; this is not a fault of the journal
  } catch (const std::exception& e) {
    return fail(errc::journal_failed, e.what());
  }
}

[[noreturn]] inline void refuse(errc code, std::string detail) {
  throw storage_fault{{code, std::move(detail)}, fault_reach::change};
}

/// All rows of a statement.
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
/// The stage of a working status; nothing for others.
[[nodiscard]] std::optional<stage> stage_of(status s);
/// Creates the root entry of a download.
void insert_download(database& db, row_id seed, std::string_view uri, const record_hash& download,
                     timestamp at);

/// Each stores the fact of an event of an entry, and returns the number of entries that it created.
std::int64_t store_fact(database& db, const loaded_entry& row, const fetch_outcome& fact, const change& c);
std::int64_t store_fact(database& db, const loaded_entry& row, const unpack_outcome& fact, const change& c);
std::int64_t store_fact(database& db, const loaded_entry& row, const guess_outcome& fact, const change& c);
std::int64_t store_fact(database& db, const loaded_entry& row, const parse_outcome& fact, const change& c);

/// Stores where a ledger or delta of a document is; nothing for a null place.
void store_part(database& db, row_id clean, segment_kind kind, const content_digest& other,
                const segment_place& place);
/// Forgets where the ledgers of a removed document were.
void forget_ledgers(database& db, const content_digest& clean);

/// Each applies one change; throws `storage_fault`.
[[nodiscard]] committed apply_to_seed(database& db, const change& c);
[[nodiscard]] committed apply_to_entry(database& db, const change& c);

/// `kind:ordinal/…` with stored numbers; a layer that is not a member has no ordinal.
[[nodiscard]] std::string encode_chain(const decode_chain& chain);
[[nodiscard]] decode_chain decode_stored_chain(std::string_view text);

/// The clean document with the same seed and path in the previous crawl; null when there is none.
[[nodiscard]] content_digest previous_clean(database& db, const loaded_entry& row);

/// The query of a list of documents, whose plan is tested.
[[nodiscard]] std::string document_query(const document_filter& filter, document_sorting sorting);

/// The columns that `read_seed` and `read_entry` read, as a SELECT up to its FROM clause.
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
/// The column of `LAUNDROMAT_SELECT_ENTRY` with the authority of the seed.
inline constexpr int entry_authority_column = 24;
/// The column with the damage of its bytes, one line each.
inline constexpr int entry_damage_column = 25;
inline constexpr int entry_share_column = 26;

}  // namespace laundromat
