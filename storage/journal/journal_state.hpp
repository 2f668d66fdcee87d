// Internal declarations of the journal: its connection, the open group, and loaded rows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <ios>
#include <type_traits>
#include <utility>

#include "core/discovery/discovery_policy.hpp"
#include "core/records/history.hpp"
#include "core/steering/steering_rules.hpp"
#include "storage/files/posix_file.hpp"
#include "storage/journal/budget_keeper.hpp"
#include "storage/journal/document_list.hpp"
#include "storage/journal/entry_blocks.hpp"
#include "storage/journal/journal.hpp"
#include "storage/journal/kept_counts.hpp"
#include "storage/journal/repeated_texts.hpp"
#include "storage/journal/seed_hash_merge.hpp"
#include "storage/journal/seed_queue.hpp"
#include "storage/journal/sqlite.hpp"

namespace laundromat {

/// Some 3,000 years, so that sums stay far from overflow.
inline constexpr std::int64_t longest_interval_s = 100'000'000'000;

/// The rows that were reserved for the last list of seeds.
struct listed_rows {
  row_id first = 0, last = 0;

  /// Whether all rows behind `checked`, up to `newest`, are of that list.
  [[nodiscard]] bool has_only(row_id checked, row_id newest) const {
    return first > 0 && checked + 1 >= first && newest <= last;
  }
};

/// A connection, the numbers of repeated texts that it knows, and the counts of the open group.
struct journal_tables {
  file_descriptor held;  ///< see `journal::hold`; it outlives the connection
  database db;
  repeated_texts texts{"SELECT id FROM texts WHERE text = ?1", "INSERT INTO texts (text) VALUES (?1)"};
  repeated_texts authorities{"SELECT id FROM authorities WHERE name = ?1",
                             "INSERT INTO authorities (name) VALUES (?1)"};

  count_changes counts;
  block_keeper blocks;
  budget_keeper budgets;
  discovery_policy discovery;  ///< what becomes of announcements
  std::shared_ptr<const steering_rules> steering = std::make_shared<const steering_rules>();
  webhook_events kept_events = 0;           ///< see `journal::keep_events`
  std::optional<interval_rules> intervals;  ///< see `journal::use_intervals`
  seed_round due_round;
  row_maker made;
  listed_rows listed;
  seed_hash_merge hash_merge;

  /// After a rollback to a savepoint.
  void forget_texts() {
    texts.forget();
    authorities.forget();
    budgets.forget();
  }
  /// After a rollback of the group.
  void forget_group() {
    forget_texts();
    counts.forget();
    blocks.forget();
  }
};

struct journal::state : journal_tables {
  journal_mode mode = journal_mode::read_only;
  bool group_open = false;
  int spills_before = 0;          ///< of the connection, when the group was opened
  std::optional<failure> lost;    ///< why the open group is lost
  std::optional<failure> broken;  ///< why the connection must not write any more
};

/// The fields of an entry that events need.
struct loaded_entry {
  row_id id = 0, parent = 0, root = 0,
         seed = 0;  ///< for a download `parent` is 0 and `root` the entry itself
  record_hash hash;
  status current{};
  errc cause = errc::ok;
  std::string detail;  ///< only of the cause `http_status`
  std::uint32_t attempt = 1, crashes = 0;
  std::int64_t open = 0, defects = 0;
  bool has_worker = false;
  timestamp begun{};
  std::string uri;        ///< of a download; empty for a member
  record_hash seed_hash;  ///< of its seed
  status seed_status{};
  bool was_crawled = false;          ///< while it is crawled: its seed had an earlier crawl
  std::int64_t crawls = 0;           ///< ended crawls of its seed
  row_id present = 0;                ///< the download that determines the standing of the seed
  row_id document = 0;               ///< the download with the newest documents of the seed
  std::optional<content_meta> wire;  ///< of a body as received
};

/// Keeps an event for webhooks, if events of its kind are kept. `seed` and `entry` are rows; 0: none.
void keep_event(journal_tables& s, webhook_event_kind kind, row_id seed, row_id entry, timestamp at);

/// The rules of the operator, by kind.
[[nodiscard]] std::vector<steering_rule> stored_rules(database& db);

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

/// Whether a set of hosts, with their port or by name, has the host `host:port`.
[[nodiscard]] inline bool is_excluded(const authority_set& hosts, std::string_view authority) {
  return !hosts.empty() && (hosts.contains(std::string{authority}) ||
                            hosts.contains(std::string{authority.substr(0, authority.rfind(':'))}));
}

/// All rows of a statement.
template <class Row, class Read>
std::vector<Row> collect(cursor c, Read read) {
  std::vector<Row> rows;
  while (c.next()) rows.push_back(read(c));
  return rows;
}

/// Compares a hash, by means of its index.
#define LAUNDROMAT_HAS_HASH(TABLE, HASH) \
  "substr(" TABLE ".hash, 1, 6) = substr(" HASH ", 1, 6) AND " TABLE ".hash = " HASH " "
#define LAUNDROMAT_HASH_BEHIND(TABLE, HASH) \
  "substr(" TABLE ".hash, 1, 6) >= substr(" HASH ", 1, 6) AND " TABLE ".hash > " HASH " "
#define LAUNDROMAT_BY_HASH(TABLE) " ORDER BY substr(" TABLE ".hash, 1, 6), " TABLE ".hash "
/// The seed with a hash, see `define_seed_row`. It compares the hash as well, so that damage of the runs leads to no other seed.
#define LAUNDROMAT_IS_SEED(TABLE, HASH) TABLE ".id = seed_row(" HASH ") AND " TABLE ".hash = " HASH " "
/// The row with a hash.
#define LAUNDROMAT_SEED_ROW(HASH) "(SELECT x.id FROM seeds x WHERE " LAUNDROMAT_IS_SEED("x", HASH) ")"
#define LAUNDROMAT_ENTRY_ROW(HASH) "(SELECT x.id FROM entries x WHERE " LAUNDROMAT_HAS_HASH("x", HASH) ")"
#define LAUNDROMAT_CLEAN_ROW(HASH) "(SELECT x.id FROM cleans x WHERE " LAUNDROMAT_HAS_HASH("x", HASH) ")"

/// A seed as it is added.
struct added_seed {
  record_hash hash;
  std::string_view uri;
  row_id authority = 0;
  bool relative = false;
  status current{};
  timestamp added{};
  std::int64_t interval_s = 0;
  std::int32_t priority = 0;
  std::uint32_t depth = 0;
  announced_as found_as{};  ///< 0: it is on a list
};
/// Adds a seed that there is not, with its hash, and to the queue if it is due.
[[nodiscard]] row_id insert_seed(database& db, const added_seed& seed);

/// Throws `not_found`.
[[nodiscard]] loaded_entry load_entry(database& db, const record_hash& hash);
/// Appends a step to the history of an entry that began at `begun`.
void append_to_history(database& db, row_id entry, const history_step& step, timestamp begun);
/// A step as text, see the column `history`.
[[nodiscard]] std::string step_text(const history_step& step, timestamp begun);
/// Throws `journal_damaged`.
[[nodiscard]] std::vector<history_step> read_steps(std::string_view history, timestamp begun);

/// The limit of bytes that are counted, so that the sum of two fits into an SQLite integer.
inline constexpr std::uint64_t largest_sum = std::uint64_t{1} << 60;

/// What changes of an entry set besides the fields of `loaded_entry`; nothing keeps a value.
struct entry_columns {
  std::optional<timestamp> not_before, ended, final_at;
  std::optional<std::uint64_t> size_bytes, read, duplicates, ledger_rows_left_out, ledger_bytes_left_out;
  std::optional<rdf_format> format;
  std::optional<row_id> clean, encoding, media_type, charset, encodings, formats;
  std::optional<row_id> delta_from, declares;  ///< 0: none
  std::optional<span_sums> spans;
  std::optional<content_meta> wire;
  std::optional<bool> decoded_is_wire, used_base;
  std::optional<rdf_forms> forms;
  std::optional<std::string> chain, base_uri, raw_path, head, ledger, described_by;
  std::uint64_t unpacked_bytes = 0, unpacked_entries = 0;  ///< to add
  std::int64_t open = 0;                                   ///< to add: new members, and its own end
  std::int64_t defects = 0;                                ///< change of the sum of its defects
  std::string history;                                     ///< steps to append
};

/// Writes the row of an entry.
void write_entry(database& db, const loaded_entry& row, const entry_columns& set);
/// Inserts the row of a download; returns its number.
[[nodiscard]] row_id insert_entry(database& db, const loaded_entry& row, const entry_columns& set);

/// Each sets the columns of an entry to the fact of an event. `row` is the entry before the event.
void set_columns(journal_tables& s, const loaded_entry& row, entry_columns& set, const fetch_outcome& fact,
                 const change& c);
void set_columns(journal_tables& s, const loaded_entry& row, entry_columns& set, const unpack_outcome& fact,
                 const change& c);
void set_columns(journal_tables& s, const loaded_entry& row, entry_columns& set, const guess_outcome& fact,
                 const change& c);
void set_columns(journal_tables& s, const loaded_entry& row, entry_columns& set, const parse_outcome& fact,
                 const change& c);
/// Each stores the rows of a fact beside the row of the entry, which is written already.
void store_rows(journal_tables& s, const loaded_entry& row, entry_columns& set, const fetch_outcome& fact,
                const change& c);
void store_rows(journal_tables& s, const loaded_entry& row, entry_columns& set, const unpack_outcome& fact,
                const change& c);
void store_rows(journal_tables& s, const loaded_entry& row, entry_columns& set, const guess_outcome& fact,
                const change& c);
void store_rows(journal_tables& s, const loaded_entry& row, entry_columns& set, const parse_outcome& fact,
                const change& c);
/// The members of an archive that the change creates.
[[nodiscard]] std::int64_t new_members(const change& c);

/// Stores where a ledger or delta of a document is; nothing for a null place.
void store_part(database& db, row_id clean, segment_kind kind, const content_digest& other,
                const segment_place& place);
/// Makes a seed that is not crawled now due, as if its last crawl were long ago; its downloads keep the true times. Whether it did.
bool make_seed_due(database& db, row_id seed, timestamp now);
/// Marks a clean document as removed, so that its files may be.
void mark_removed(journal_tables& s, const content_digest& clean, timestamp at);
/// Forgets where the ledgers of a removed document were.
void forget_ledgers(database& db, const content_digest& clean);

/// Applies changes that belong together, all or none, and answers each. Throws `storage_fault`.
[[nodiscard]] std::vector<committed> apply_together(journal_tables& s, const std::vector<change>& all);
/// Whether nothing of these changes is written before all are checked: they are of one record, or of a download and its seed, and list no members.
[[nodiscard]] bool are_checked_first(const std::vector<change>& all);

/// `kind:ordinal/…` with stored numbers; a layer that is not a member has no ordinal.
[[nodiscard]] std::string encode_chain(const decode_chain& chain);
[[nodiscard]] decode_chain decode_stored_chain(std::string_view text);

/// The clean document with the same seed and path in the previous crawl; null when there is none.
[[nodiscard]] content_digest previous_clean(database& db, const loaded_entry& row);

/// `name: value` lines, each ended by CR LF, as the column `headers` of a hop has them.
[[nodiscard]] std::string header_lines(const std::vector<http_header>& headers);

/// The columns that `read_seed` and `read_entry` read, as a SELECT up to its FROM clause.
#define LAUNDROMAT_SEED_COLUMNS                                                               \
  "SELECT s.hash, s.uri, s.relative, s.status, s.cause, a.name, s.added_ms, s.processed_ms, " \
  "s.interval_s, s.priority, s.crawls, s.found_as "
#define LAUNDROMAT_SELECT_SEED \
  LAUNDROMAT_SEED_COLUMNS "FROM seeds s JOIN authorities a ON a.id = s.authority "
#define LAUNDROMAT_SELECT_ENTRY                                                                             \
  "SELECT e.hash, p.hash, r.hash, s.hash, e.status, e.attempt, e.crashes, e.cause, e.detail, "              \
  "e.path, e.ordinal, e.size_bytes, coalesce(e.uri, s.uri), coalesce(e.base_uri, e.uri, s.uri), "           \
  "(SELECT text FROM texts WHERE id = e.media_type), (SELECT text FROM texts WHERE id = e.charset), "       \
  "coalesce(r.raw_path, e.raw_path), e.chain, (SELECT text FROM texts WHERE id = e.encoding), e.format, "   \
  "c.hash, e.begun_ms, coalesce(e.begun_ms + e.took_ms, 0), e.not_before_ms, a.name, "                      \
  "(SELECT group_concat(d.rule || ' ' || d.offset_bytes || ' ' || replace(d.message, char(10), ' '), "      \
  "char(10)) FROM defects d "                                                                               \
  "WHERE d.entry = e.id AND d.stage IN (1, 2)), e.share_bytes, s.found_as, e.described_by FROM entries e "  \
  "JOIN seeds s ON "                                                                                        \
  "s.id = e.seed "                                                                                          \
  "JOIN authorities a ON a.id = s.authority LEFT JOIN entries p ON p.id = e.parent LEFT JOIN entries r ON " \
  "r.id = e.root LEFT JOIN cleans c ON c.id = e.clean "
[[nodiscard]] seed_record read_seed(const cursor& c);
[[nodiscard]] entry_record read_entry(const cursor& c);
/// The column of `LAUNDROMAT_SELECT_ENTRY` with the authority of the seed.
inline constexpr int entry_authority_column = 24;
/// The column with the damage of its bytes, one line each.
inline constexpr int entry_damage_column = 25;
inline constexpr int entry_share_column = 26;
inline constexpr int entry_found_column = 27;
inline constexpr int entry_described_column = 28;

}  // namespace laundromat
