// The journal: every transition of every record, committed to SQLite before anything acts on it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/base/result.hpp"
#include "core/metadata/public_identity.hpp"
#include "core/records/change.hpp"
#include "storage/stores/folder_identity.hpp"

namespace laundromat {

/// `unchecked` is `read_only` with pages that do not have their checksums: what it reads is as good as SQLite's own check says.
enum class journal_mode { read_write, read_only, unchecked };

/// A row for the seed list, with what only a URI parser knows of it.
struct new_seed {
  seed_request request;
  record_hash hash;       ///< MD5 of the normalised URI (L12-L16)
  std::string authority;  ///< `host:port` of the normalised URI; empty for a relative one
  bool relative = false;
};

/// What must survive a restart so that it stays polite. The epoch stands for "no such moment".
struct stored_host {
  std::string authority;
  timestamp next_allowed{};
  timestamp suspended_until{};
  std::uint32_t failures = 0;  ///< in a row
  timestamp last_fetch{};
  errc waits_for = errc::ok;  ///< of `next_allowed`, see `host_state`
  std::string detail = {};    ///< of both times
  std::string place = {};     ///< of its network address when it was asked last, see `place_of_address`

  friend bool operator==(const stored_host&, const stored_host&) = default;
};

/// What is known of a robots.txt (RFC 9309 section 2.4): the last answer, and the last file that could be read.
struct stored_robots {
  std::string authority;
  timestamp fetched{};  ///< the last answer
  timestamp expires{};
  std::string status;  ///< of the last answer: as sent, or the name of an error, with `: ` and more
  /// Of the last file that could be read, at most 512 KiB, empty where there is none. In `save_robots` nothing keeps the stored one.
  std::optional<std::string> body;
  timestamp read = {};           ///< when it could be read last; the epoch for never
  timestamp failing_since = {};  ///< the first failure since then; the epoch for none
  std::uint32_t failures = 0;    ///< in a row

  friend bool operator==(const stored_robots&, const stored_robots&) = default;
};

/// What the tree of one download has used up of its `unpack_budget`.
struct budget_spent_so_far {
  std::uint64_t bytes = 0;
  std::uint64_t entries = 0;  ///< members of any kind, skipped ones included
};

/// How many records `recover` put back, by the work that was cut off.
struct recovered {
  std::uint64_t downloading = 0, unarchiving = 0, guessing = 0, parsing = 0;
  std::uint64_t poisoned = 0;  ///< among them: failed, because they crashed the program once too often

  [[nodiscard]] std::uint64_t total() const { return downloading + unarchiving + guessing + parsing; }
};

/// A body as it was committed, that documents are still to be made of.
struct body_to_wash {
  record_hash download;
  std::string raw_path;
  std::uint64_t bytes = 0;
  content_digest digest;  ///< null when nothing was measured
};

using authority_set = keyed_set<std::string>;

/// One connection to `journal.sqlite`: WAL, synchronous=FULL. Used by one thread at a time.
///
/// Changes are written in groups: `begin`, any number of changes, `commit`. A change that cannot be made (an
/// illegal transition, an unknown record) is undone alone and answered with its error; the others stand. When
/// the disk is full the whole group is rolled back, every later call of the group and `commit` answer
/// `journal_full`, and the next `begin` starts afresh. After a failed fsync the connection writes nothing
/// more: what reached the disk is unknown. Destroying the journal, or dying, within a group loses exactly
/// that group.
///
/// Errors of every function: `journal_failed` and `journal_full` from SQLite, besides those that it names.
class journal {
 public:
  /// Opens the journal; `read_write` creates it and brings it to this version. `read_only` works beside a
  /// running engine and without one. Errors: `not_found` (read_only, no journal there), `journal_foreign`,
  /// `journal_newer`.
  [[nodiscard]] static result<journal> open(const std::filesystem::path& path, journal_mode mode);
  journal(journal&&) noexcept;
  journal& operator=(journal&&) noexcept;
  ~journal();

  // --- writing, within a group
  // ---------------------------------------------------------------------------------------
  [[nodiscard]] result<void> begin();
  /// Advances the record by the event and stores the transition and the fact that comes with it.
  /// `came_due` needs a `download_fact`, and creates the root entry in `downloading` with its first attempt.
  /// Members of an archive enter as `filed`. A cause or detail that the change leaves empty is taken from the
  /// outcome in it. Errors: `not_found`, `illegal_transition` (also for `crawl_ended` while the tree does not
  /// rest), `invalid_argument` (the fact does not belong to the event), `relative_uri` (a relative seed never
  /// comes due).
  [[nodiscard]] result<committed> apply(const change& c);
  /// True when the seed is new; a known hash changes nothing. Errors: `invalid_argument` (a negative
  /// interval).
  [[nodiscard]] result<bool> add_seed(const new_seed& seed, timestamp now);
  /// Opens an attempts row for a download that is tried again; the other stages open theirs by `claimed`.
  /// Errors: `not_found`, `illegal_transition` (not in that stage, or an attempt is open).
  [[nodiscard]] result<void> begin_attempt(const record_hash& entry, stage of, timestamp now);
  [[nodiscard]] result<void> save_host(const stored_host& host);
  /// Errors: `limit_exceeded` (a body over 512 KiB).
  [[nodiscard]] result<void> save_robots(const stored_robots& robots);
  [[nodiscard]] result<void> commit();
  /// Gives the group up.
  void roll_back() noexcept;

  // --- what the engine asks
  // ------------------------------------------------------------------------------------------
  /// Seeds with `processed + interval < now`, by priority (highest first), then longest unprocessed, then
  /// added. Costs one index step per row passed over, 0.1 to 0.3 us.
  [[nodiscard]] result<std::vector<seed_record>> due_seeds(timestamp now, std::size_t limit,
                                                           const authority_set& excluded = {});
  /// The earliest moment at which a seed or a retry becomes due; `now` when one is already; nothing when none
  /// ever will.
  [[nodiscard]] result<std::optional<timestamp>> next_due(timestamp now);
  /// Downloads that no worker holds and whose `not_before` is reached, the longest waiting first.
  [[nodiscard]] result<std::vector<entry_record>> due_downloads(timestamp now, std::size_t limit,
                                                                const authority_set& excluded = {});
  /// Downloads whose body arrived and whose tree does not rest, by hash, from behind `after` on.
  [[nodiscard]] result<std::vector<entry_record>> unfinished_roots(const record_hash& after,
                                                                   std::size_t limit);
  /// Members of an archive whose subtree does not rest, by ordinal, from behind `after` on; nothing means
  /// from the first.
  [[nodiscard]] result<std::vector<entry_record>> open_children(const record_hash& parent,
                                                                std::optional<std::uint64_t> after,
                                                                std::size_t limit);
  /// Seeds in `downloading` whose whole tree rests: a stop came between the last entry and `crawl_ended`.
  [[nodiscard]] result<std::vector<seed_record>> seeds_crawling();
  /// Errors of both: `not_found`.
  [[nodiscard]] result<entry_record> entry(const record_hash& hash);
  [[nodiscard]] result<seed_record> seed(const record_hash& hash);
  /// Errors: `not_found`.
  [[nodiscard]] result<budget_spent_so_far> budget_spent(const record_hash& root);
  /// What the same place became in the crawl before, see `parse_job::previous`; null: nothing. Errors: `not_found`.
  [[nodiscard]] result<content_digest> previous_clean(const record_hash& entry);
  [[nodiscard]] result<std::vector<stored_host>> hosts();
  [[nodiscard]] result<std::optional<stored_host>> host(std::string_view authority);
  [[nodiscard]] result<std::optional<stored_robots>> robots(std::string_view authority);

  /// Marks the clean documents of a seed that no crawl among the newest `versions` of any seed refers to as removed, and answers them;
  /// their files are to go after COMMIT. At most those of eight crawls a call. Within a group.
  [[nodiscard]] result<std::vector<content_digest>> supersede(const record_hash& seed, std::uint32_t versions,
                                                              timestamp now);

  // --- start and stop
  // ------------------------------------------------------------------------------------------------
  /// Puts every entry that was being worked on back to where it may be claimed, by `lease_expired` with the
  /// cause `unclean_stop`; the `crashed` one by `worker_lost`, and when that is its crash number
  /// `crash_limit`, by `attempts_exhausted` with the cause `poison`. Opens and commits its own groups. Doing
  /// it twice changes nothing more.
  [[nodiscard]] result<recovered> recover(timestamp now, std::optional<record_hash> crashed = std::nullopt,
                                          std::uint32_t crash_limit = 3);
  /// The bodies of downloads whose tree does not rest, by the hashes of these, from behind `after` on.
  [[nodiscard]] result<std::vector<body_to_wash>> bodies_to_wash(const record_hash& after, std::size_t limit);
  /// After `recover`: the body of a download is torn or gone. Everything of its tree that waits comes to rest by `body_lost`, and the seed
  /// is due at once by `crawl_lost`: its next crawl fetches again. In one group of its own; done twice, it changes nothing more. Answers
  /// how many entries came to rest. Errors: `not_found`.
  [[nodiscard]] result<std::uint64_t> lose_body(const record_hash& download, std::string_view why,
                                                timestamp now);
  /// Where the bodies of all crawls before lie that brought the same bytes as this download, the newest first. Errors: `not_found`.
  [[nodiscard]] result<std::vector<std::string>> same_bodies_before(const record_hash& download);
  /// A download has a body: those of the crawls before that were lost (`lose_body`) are no longer named, and their files may go. Answers
  /// where they lie. In a group of its own, when there is one. Errors: `not_found`.
  [[nodiscard]] result<std::vector<std::string>> forget_lost_bodies(const record_hash& download);
  /// Reads the whole file and says whether it is sound (`PRAGMA quick_check`, and the checksum of each page). Errors: `journal_damaged` with
  /// the finding.
  [[nodiscard]] result<void> check();
  /// Looks for damage more slowly: SQLite's own check with all indexes, and every row that names another: of each finding a sentence, at
  /// most `limit`. In either mode.
  [[nodiscard]] result<std::vector<std::string>> find_damage(std::size_t limit = 100);
  /// Which data folder it belongs to, and how old it is.
  [[nodiscard]] result<folder_identity> identity();
  /// In a group.
  [[nodiscard]] result<void> set_identity(const folder_identity& known);
  /// Who publishes what is here, as the last run said it; of a journal without a data folder what nobody has said.
  [[nodiscard]] result<public_identity> published_as();
  /// After `set_identity`, and outside of groups.
  [[nodiscard]] result<void> publish_as(const public_identity& known);
  /// Whether anything was ever downloaded.
  [[nodiscard]] result<bool> knows_documents();
  /// Moves the write-ahead log into the database file and empties it, as far as readers allow.
  [[nodiscard]] result<void> checkpoint();
  /// Copies the log into the file without waiting for readers: whether all of it.
  [[nodiscard]] result<bool> copy_log();
  /// What `identity` says of a file without the log beside it. Errors: those of `open`, also for a file of an older version.
  [[nodiscard]] static result<std::uint64_t> generation_in_file(const std::filesystem::path& path);
  /// Bounds the database file: what does not fit is answered with `journal_full`. 0 takes the bound away.
  [[nodiscard]] result<void> limit_size(std::uint64_t bytes);

 private:
  friend class journal_reader;
  struct state;
  explicit journal(std::unique_ptr<state> s);

  std::unique_ptr<state> state_;
};

}  // namespace laundromat
