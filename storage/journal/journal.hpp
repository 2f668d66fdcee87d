// The journal: every transition of every record, committed to SQLite before anything acts on it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/base/result.hpp"
#include "core/discovery/discovery_policy.hpp"
#include "core/labels/label_choice.hpp"
#include "core/metadata/public_identity.hpp"
#include "core/records/change.hpp"
#include "core/records/crawl_budget.hpp"
#include "core/records/kept_crawl.hpp"
#include "core/steering/steering_rules.hpp"
#include "core/web/revisit_interval.hpp"
#include "core/webhooks/webhook_event.hpp"
#include "storage/stores/folder_identity.hpp"

namespace laundromat {

/// `unchecked` is `read_only` without page checksums, so only SQLite's own check applies.
enum class journal_mode { read_write, read_only, unchecked };

/// A row for the seed list, with the results of parsing its URI.
struct new_seed {
  seed_request request;
  record_hash hash;       ///< MD5 of the normalised URI (L12-L16)
  std::string authority;  ///< `host:port` of the normalised URI; empty for a relative one
  bool relative = false;
};

/// The state of politeness that must survive a restart. The epoch means "not set".
struct stored_host {
  std::string authority;
  timestamp next_allowed{};
  timestamp suspended_until{};
  std::uint32_t failures = 0;  ///< in a row
  timestamp last_fetch{};
  errc waits_for = errc::ok;  ///< reason of `next_allowed`, see `host_state`
  std::string detail = {};    ///< text about both times
  std::string place = {};     ///< its network address at the last request, see `place_of_address`

  friend bool operator==(const stored_host&, const stored_host&) = default;
};

/// The stored robots.txt of a host (RFC 9309 section 2.4): the last answer, and the last file that was read successfully.
struct stored_robots {
  std::string authority;
  timestamp fetched{};  ///< the last answer
  timestamp expires{};
  std::string
      status;  ///< status of the last answer, or the name of an error, optionally followed by `: ` and details
  /// The last file that was read successfully, at most 512 KiB; empty without one. In `save_robots` nullopt keeps the stored one.
  std::optional<std::string> body;
  timestamp read = {};           ///< time of the last successful read; the epoch for never
  timestamp failing_since = {};  ///< time of the first failure since then; the epoch for none
  std::uint32_t failures = 0;    ///< in a row

  friend bool operator==(const stored_robots&, const stored_robots&) = default;
};

/// The used part of the `unpack_budget` of one download.
struct budget_spent_so_far {
  std::uint64_t bytes = 0;
  std::uint64_t entries = 0;  ///< members of any kind, skipped ones included
};

/// The number of records that `recover` returned to waiting, by interrupted work.
struct recovered {
  std::uint64_t downloading = 0, unarchiving = 0, guessing = 0, parsing = 0;
  std::uint64_t poisoned = 0;  ///< those of them that failed because they crashed the program too often

  [[nodiscard]] std::uint64_t total() const { return downloading + unarchiving + guessing + parsing; }
};

/// What `take_down` took out.
struct taken_down {
  std::uint64_t documents = 0;
  std::uint64_t bodies = 0;
  std::uint64_t kept = 0;   ///< documents that others published, too
  bool is_crawled = false;  ///< now: what comes of that is taken down when it has ended
};

/// A committed body whose documents are not all washed.
struct body_to_wash {
  record_hash download;
  std::string raw_path;
  std::uint64_t bytes = 0;
  content_digest digest;  ///< null when not computed
};

class file_descriptor;
class seed_batch_writer;
struct following_terms;

using authority_set = keyed_set<std::string>;
using seed_set = keyed_set<record_hash>;

/// One connection to `journal.sqlite`: WAL, synchronous=FULL. Used by one thread at a time.
///
/// Changes are written in groups: `begin`, any number of changes, `commit`. A change that fails (an
/// illegal transition, an unknown record) is rolled back alone and returns its error; the others are kept. When
/// the disk is full the whole group is rolled back, every later call of the group and `commit` return
/// `journal_full`, and the next `begin` starts a new group. After a failed fsync the connection writes nothing
/// more, because the state of the disk is unknown. Destroying the journal, or a crash, within a group loses exactly
/// that group.
///
/// Errors of every function: `journal_failed` and `journal_full` from SQLite, in addition to those listed.
class journal {
 public:
  /// Opens the journal; `read_write` creates it and upgrades it to this version. `read_only` works with and
  /// without a running engine. Errors: `not_found` (read_only, no journal), `journal_foreign`,
  /// `journal_newer`.
  [[nodiscard]] static result<journal> open(const std::filesystem::path& path, journal_mode mode);
  journal(journal&&) noexcept;
  journal& operator=(journal&&) noexcept;
  ~journal();

  /// Keeps a file with a lock open as long as the connection is.
  void hold(file_descriptor lock);

  /// Which announced URIs become seeds; before it is called, none do.
  void follow(const discovery_policy& policy);

  /// The rules of the operator: what they exclude never becomes a seed. The caller reads them, see `steering_store`.
  void steer(std::shared_ptr<const steering_rules> rules);
  /// Why those rules exclude a URI; `ok` when they do not.
  [[nodiscard]] steering_verdict exclusion_of(std::string_view uri) const;

  // --- writing, within a group
  // ---------------------------------------------------------------------------------------
  [[nodiscard]] result<void> begin();
  /// Applies the event to the record and stores the transition and its fact.
  /// `came_due` needs a `download_fact`, and creates the root entry in `downloading` with its first attempt.
  /// Members of an archive enter as `filed`. A cause or detail that the change leaves empty is taken from the
  /// outcome in it. Errors: `not_found`, `illegal_transition` (also for `crawl_ended` before the tree is
  /// finished), `invalid_argument` (the fact does not belong to the event), `relative_uri` (a relative seed is never
  /// due).
  [[nodiscard]] result<committed> apply(const change& c);
  /// Applies changes that belong together, all or none: usually those of one entry, and the end of the crawl. Answers each. Errors: as above.
  [[nodiscard]] result<std::vector<committed>> apply(const std::vector<change>& together);
  /// Adds a seed. True when it is new; a known one changes only so far that it is on the list from now on, if it was found. Errors: `invalid_argument` (a negative
  /// interval).
  [[nodiscard]] result<bool> add_seed(const new_seed& seed, timestamp now);
  /// Adds seeds that no document announces: by the robots.txt of a host, or by its usual places; `announcement::by` says which.
  [[nodiscard]] result<void> announce(const announcements& found, timestamp now);
  /// Sets what intervals seeds get when their crawls end. Not stored. Without it each keeps the interval that it has.
  void use_intervals(const interval_rules& rules);
  /// Sets of which kinds events are kept for webhooks, each in the transaction of what it tells. Not stored; without it none are.
  void keep_events(webhook_events kinds);
  /// Puts budgets in force, which are stored; what was spent stays. A host whose budget is used gives no due seed and no due download any more, and
  /// none does when that of the campaign is used. Within a group.
  [[nodiscard]] result<void> use_budgets(const crawl_budgets& budgets);
  /// `100 of 100 documents` when the budget of the campaign is used; else empty.
  [[nodiscard]] result<std::string> used_budget();
  /// Remembers the product whose groups of robots.txt are obeyed. Within a group.
  [[nodiscard]] result<void> crawl_as(std::string_view product);
  /// Remembers with what documents are washed from now on, see `washing_signature`, and by which specifications those that are no RDF, see
  /// `specs_signature`. Within a group.
  [[nodiscard]] result<void> note_washing(std::string_view signature, std::string_view specs, timestamp now);
  /// Remembers what decides about announced URIs from now on, and returns the causes of which earlier refusals may be lifted by it. What announced
  /// such a URI is read again when it is due, see `kept_of`. Within a group. Errors: `journal_failed`.
  [[nodiscard]] result<std::vector<errc>> note_following(const std::vector<following_terms>& terms,
                                                         timestamp now);
  /// Writes the next piece of a list, in some 50 ms; false when that was the last one. Known seeds change nothing.
  [[nodiscard]] result<bool> add_seeds(seed_batch_writer& of, timestamp now);
  /// Makes a step of the upkeep of the lists of seeds, of some milliseconds; false when there is none. `after_list`: much was added. In its own group.
  [[nodiscard]] result<bool> tidy_seeds(bool after_list);
  /// Opens an attempts row for the retry of a download; other stages open theirs by `claimed`.
  /// Errors: `not_found`, `illegal_transition` (not in that stage, or an attempt is already open).
  [[nodiscard]] result<void> begin_attempt(const record_hash& entry, stage of, timestamp now);
  [[nodiscard]] result<void> save_host(const stored_host& host);
  /// Errors: `limit_exceeded` (a body over 512 KiB).
  [[nodiscard]] result<void> save_robots(const stored_robots& robots);
  /// Stores the end of the last segment of a kind.
  [[nodiscard]] result<void> save_segment(segment_kind kind, const segment_end& end);
  [[nodiscard]] result<void> commit();
  /// Rolls the group back.
  void roll_back() noexcept;

  // --- queries of the engine
  // ------------------------------------------------------------------------------------------
  /// Seeds with `processed + interval < now`, by `rank_of` (first crawls before others, then the highest priority), then longest unprocessed, then
  /// added, without those that are live or paused. What is live counts against the budget of the campaign.
  /// When the first ones wait for their hosts, the first seeds of other hosts in turn, at most `per_host` of each and `most_in_turn` in all: the order is then
  /// a rough one, over some hundred hosts.
  /// Never reads all that wait. May answer fewer than there are, but none only if none may start, or if some are live. `crawled_before`: without those whose
  /// last crawl ended at this time or later, unless they were made due since.
  [[nodiscard]] result<std::vector<seed_record>> due_seeds(timestamp now, std::size_t limit,
                                                           const authority_set& excluded = {},
                                                           const seed_set& live = {},
                                                           std::size_t per_host = SIZE_MAX,
                                                           const seed_set& paused = {},
                                                           timestamp crawled_before = timestamp::max());
  /// How many crawls go on at hosts from now on, so that `due_seeds` selects no more than their budgets allow.
  void note_loads(std::map<std::string, std::uint64_t, std::less<>> loads);
  /// Puts at most so many seeds that are due into the queue of due seeds, which `due_seeds` otherwise does when the queue is short. Within a group.
  [[nodiscard]] result<void> queue_due(timestamp now, std::size_t most);
  /// Remembers the seeds that are crawled, of which nothing may be stored yet, instead of those remembered before. Within a group.
  [[nodiscard]] result<void> save_live_seeds(const std::vector<record_hash>& seeds);
  /// The remembered seeds of which nothing was stored.
  [[nodiscard]] result<seed_set> live_seeds();
  /// The earliest time at which a seed or a retry is due; `now` when one is due already; nothing when there is
  /// none.
  [[nodiscard]] result<std::optional<timestamp>> next_due(timestamp now);
  /// Downloads without a worker whose `not_before` has passed, the longest waiting first.
  [[nodiscard]] result<std::vector<entry_record>> due_downloads(timestamp now, std::size_t limit,
                                                                const authority_set& excluded = {});
  /// Downloads with a body and an unfinished tree, in the order of hashes, after `after`.
  [[nodiscard]] result<std::vector<entry_record>> unfinished_roots(const record_hash& after,
                                                                   std::size_t limit);
  /// Members of an archive with an unfinished subtree, in the order of ordinals, after `after`; nullopt: from
  /// the first.
  [[nodiscard]] result<std::vector<entry_record>> open_children(const record_hash& parent,
                                                                std::optional<std::uint64_t> after,
                                                                std::size_t limit);
  /// Seeds in `downloading` with a finished tree, after a stop between the last entry and `crawl_ended`.
  [[nodiscard]] result<std::vector<seed_record>> seeds_crawling();
  /// Errors of both: `not_found`.
  [[nodiscard]] result<entry_record> entry(const record_hash& hash);
  [[nodiscard]] result<seed_record> seed(const record_hash& hash);
  /// Errors: `not_found`.
  [[nodiscard]] result<budget_spent_so_far> budget_spent(const record_hash& root);
  /// The clean document of the same entry in the previous crawl, see `parse_job::previous`; null: none. Errors: `not_found`.
  [[nodiscard]] result<content_digest> previous_clean(const record_hash& entry);
  /// What the newest successful crawl of a seed left. It is nothing (`is_there`) before the first one; after a later crawl whose body failed; when a document of it
  /// was removed or its body lost; when it was washed otherwise than now, see `note_washing`, or one of its documents failed or became records when
  /// there were other specifications; and when it announced what was not followed then, and
  /// may be now, see `note_following`. Errors: `not_found`.
  [[nodiscard]] result<kept_crawl> kept_of(const record_hash& seed);
  [[nodiscard]] result<revisit_facts> revisits_of(const record_hash& seed);
  /// See `document_places`. Removed documents are not known.
  [[nodiscard]] result<std::optional<segment_place>> place_of(segment_kind kind, const content_digest& clean,
                                                              const content_digest& other = {});
  /// The committed ends of all segments of a kind, in their order.
  [[nodiscard]] result<std::vector<segment_end>> segments(segment_kind kind);
  [[nodiscard]] result<std::vector<stored_host>> hosts();
  [[nodiscard]] result<std::optional<stored_host>> host(std::string_view authority);
  [[nodiscard]] result<std::optional<stored_robots>> robots(std::string_view authority);

  /// Marks as removed the clean documents of a seed to which none of the newest `versions` crawls of any seed refers, and returns them;
  /// the caller removes their files after COMMIT. Handles at most eight crawls per call. Within a group.
  [[nodiscard]] result<std::vector<content_digest>> supersede(const record_hash& seed, std::uint32_t versions,
                                                              timestamp now);

  /// Takes what a seed brought from URIs for which `is_taken_down` holds, in all its crawls, out of the journal: clean documents, except those that somebody else
  /// published, too, their ledgers and deltas, bodies, and the excerpts of them in the journal. The URIs are that of the seed, those that its redirects led to,
  /// and those of the records of a web archive. What is to be removed from the disk is stored in
  /// the same group (`erasure_list`). Within a group. Errors: `not_found`.
  [[nodiscard]] result<taken_down> take_down(const record_hash& seed,
                                             const std::function<bool(std::string_view uri)>& is_taken_down,
                                             timestamp now);

  // --- start and stop
  // ------------------------------------------------------------------------------------------------
  /// Returns every entry in a working status to its waiting status, by `lease_expired` with the
  /// cause `unclean_stop`; the `crashed` one by `worker_crashed`, and when that is its crash number
  /// `crash_limit`, by `attempts_exhausted` with the cause `poison`. Opens and commits its own groups.
  /// Idempotent.
  [[nodiscard]] result<recovered> recover(timestamp now, std::optional<record_hash> crashed = std::nullopt,
                                          std::uint32_t crash_limit = 3);
  /// The bodies of downloads with an unfinished tree, in the order of the downloads' hashes, after `after`.
  [[nodiscard]] result<std::vector<body_to_wash>> bodies_to_wash(const record_hash& after, std::size_t limit);
  /// After `recover`, for a damaged or missing body of a download: ends all waiting entries of its tree by `body_lost`, and makes the seed
  /// due at once by `crawl_lost`, so that its next crawl fetches again. In its own group; idempotent. Returns
  /// the number of ended entries. Errors: `not_found`.
  [[nodiscard]] result<std::uint64_t> lose_body(const record_hash& download, std::string_view why,
                                                timestamp now);
  /// The raw paths of bodies of earlier crawls with the same bytes as this download, newest first. Errors: `not_found`.
  [[nodiscard]] result<std::vector<std::string>> same_bodies_before(const record_hash& download);
  /// After a download has a body: clears the paths of lost bodies (`lose_body`) of earlier crawls, and returns them, so that the caller can
  /// remove the files. In its own group, when there is any. Errors: `not_found`.
  [[nodiscard]] result<std::vector<std::string>> forget_lost_bodies(const record_hash& download);
  /// Checks the whole file (`PRAGMA quick_check`, and the checksum of each page). Errors: `journal_damaged` with
  /// the finding.
  [[nodiscard]] result<void> check();
  /// What `find_damage` checks: the file, the records with every reference between rows, and the kept counts. Of the file, the
  /// checksum of each page and all that SQLite's full check finds (`PRAGMA integrity_check`): `pages` and `indexes`, see `indexes_match`.
  enum class damage_scope : std::uint8_t { all, without_counts, pages, indexes, records };
  /// Checks more slowly. Returns one sentence per finding, at most `limit`. In any mode. Kept counts differ when another program changed
  /// records; `count_anew` corrects them.
  [[nodiscard]] result<std::vector<std::string>> find_damage(std::size_t limit = 100,
                                                             damage_scope scope = damage_scope::all);
  /// Counts all records again, and deletes all summaries of entries when one is wrong; runs after it make them again, some at a commit. Within a group.
  [[nodiscard]] result<void> count_anew();
  /// The identity of its data folder, and its generation.
  [[nodiscard]] result<folder_identity> identity();
  /// Within a group.
  [[nodiscard]] result<void> set_identity(const folder_identity& known);
  /// The publisher set by the last run; default values in a journal without a data folder.
  [[nodiscard]] result<public_identity> published_as();
  /// Call it after `set_identity` and outside of groups.
  [[nodiscard]] result<void> publish_as(const public_identity& known);
  /// The labels that are indexed, set by the last run; the default in a journal without a choice.
  [[nodiscard]] result<label_choice> indexed_labels();
  /// Outside of groups.
  [[nodiscard]] result<void> index_labels(const label_choice& choice);
  /// Whether there is any entry.
  [[nodiscard]] result<bool> has_documents();
  /// Whether seeds were ever started, so that there may be files: a first crawl and its files have rows only when it is stored.
  [[nodiscard]] result<bool> has_begun_crawls();
  /// Copies the write-ahead log into the database file and empties it, as far as readers allow.
  [[nodiscard]] result<void> checkpoint();
  /// Copies the log into the file without waiting for readers; returns whether all was copied.
  [[nodiscard]] result<bool> copy_log();
  /// The generation in a file without its log. Errors: those of `open`, also for a file of an older version.
  [[nodiscard]] static result<std::uint64_t> generation_in_file(const std::filesystem::path& path);
  /// Limits the size of the database file; a write beyond it fails with `journal_full`. 0: no limit.
  [[nodiscard]] result<void> limit_size(std::uint64_t bytes);

 private:
  friend class announcement_reader;
  friend class crawl_reports;
  friend class erasure_list;
  friend class graph_records;
  friend class seed_crawls;
  friend class host_lister;
  friend class journal_reader;
  friend class journal_snapshot;
  friend class retained_bodies;
  friend class segment_rows;
  friend class steering_store;
  friend class webhook_records;
  struct state;
  explicit journal(std::unique_ptr<state> s);

  std::unique_ptr<state> state_;
};

}  // namespace laundromat
