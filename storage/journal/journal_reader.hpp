// Queries of the command line: counts, lists, and single records with all details.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/declared_prefixes.hpp"
#include "core/records/history.hpp"
#include "core/records/request_wait.hpp"
#include "core/records/standing.hpp"
#include "storage/journal/document_list.hpp"
#include "storage/journal/journal.hpp"
#include "storage/journal/seed_batch.hpp"

namespace laundromat {

/// Names any record: a seed or entry by `record`, a clean document by `clean`.
struct record_ref {
  record_kind kind{};
  record_hash record;
  content_digest clean;

  [[nodiscard]] std::string hex() const { return kind == record_kind::clean ? clean.hex() : record.hex(); }
  friend bool operator==(const record_ref&, const record_ref&) = default;
};

/// Distinct clean documents that were not removed, and the defects of all their sources.
struct document_totals {
  std::uint64_t documents = 0, statements = 0;
  std::uint64_t bytes = 0;  ///< of canonical N-Quads
  std::uint64_t defects = 0;
};

/// The number of seeds with one standing, the earliest begin, and how many of them have a document of an earlier crawl.
struct standing_sum {
  std::uint64_t count = 0;
  timestamp since{};
  std::uint64_t with_document = 0;

  friend bool operator==(const standing_sum&, const standing_sum&) = default;
};

struct status_count {
  record_kind kind{};
  status current = status::none;
  errc cause = errc::ok;
  std::uint64_t count = 0;
  std::string http_status =
      {};  ///< for the cause `http_status`: three digits, or empty for a status in words
};

/// A seed with the results of its crawls.
struct seed_row {
  seed_record seed;
  crawl_result crawled;
  record_hash present;        ///< the download that determines its standing; null before the first
  record_hash document;       ///< the download with its newest documents; null before the first
  bool has_document = false;  ///< that download has a document or an archive
  timestamp received{};       ///< when `present` had arrived; the epoch before the first
};

/// A pause that the operator has not ended.
struct lasting_pause {
  steering_rule rule;
  std::string uri = {};  ///< of a paused seed
};

/// The remaining work when no engine runs.
struct pending_work {
  timestamp now{};                ///< time of this query
  std::uint64_t in_progress = 0;  ///< downloads with a worker, or with unwashed documents
  std::uint64_t waiting = 0;  ///< downloads that wait for their time, including `retries` and `interrupted`
  std::uint64_t interrupted = 0;  ///< downloads that a crash of the engine interrupted; they are due at once
  std::uint64_t retries = 0;      ///< downloads that wait for another attempt after a failure
  timestamp first_retry{}, last_retry{};  ///< times of the first and last retry; the epoch when there is none
  /// The earliest time at which a seed or download is due and its host may be requested, and the host that delays it, if any.
  std::optional<timestamp> next;
  waiting_host waits_for;
  std::string used_budget = {};  ///< of the campaign, `100 of 100 documents`; then there is no `next`
  /// What the operator has paused, that of the campaign first, with which there is no `next`. A paused seed is never `next`, and a paused host is
  /// `waits_for` when nothing else is due.
  std::vector<lasting_pause> pauses = {};
  [[nodiscard]] bool is_campaign_paused() const {
    return !pauses.empty() && pauses.front().rule.kind == steering_kind::pause_campaign;
  }
};

/// A content record and its place.
struct content_row {
  enum class place : std::uint8_t { wire = 1, decoded = 2, clean = 3 };
  place taken{};
  content_meta meta;
};

struct defect_row {
  stage found_by{};
  defect found;
};

struct defect_count_row {
  stage found_by{};
  defect_count counted;
};

/// What of a reading changes its statements, besides the document itself.
struct document_reading {
  bool used_base = false;  ///< references were resolved against its base
  rdf_forms forms;         ///< of what only RDF 1.2 can say
};

/// The relation of a clean document to a source entry.
struct clean_source {
  record_hash entry;
  std::string uri;
  std::uint64_t read = 0;  ///< statements before duplicates were removed
  std::uint64_t duplicates = 0;
  bool is_present = true;  ///< it belongs to the present of its seed
};

/// The changes from one crawl to the next, stored with the newer document; the older one may be removed.
struct kept_change {
  record_hash entry;  ///< entry of the later crawl
  content_digest from, to;
};

/// A clean document with its sidecar files in the clean store.
struct kept_document {
  clean_record clean;
  bool is_removed = false;                  ///< as an older version: deltas are kept
  std::vector<content_digest> ledgers;      ///< distinct ledgers of its sources
  std::vector<content_digest> deltas_from;  ///< distinct older documents
};

/// A ledger or a delta of a clean document in a segment.
struct document_part {
  segment_kind kind{};
  content_digest other;  ///< the digest of the ledger, or the older document
  segment_place place;
};

/// A clean document with the places of its files in segments.
struct placed_document {
  kept_document kept;
  std::vector<document_part> parts;
};

/// Some clean documents with neighbouring rows.
struct placed_documents {
  std::vector<placed_document> documents;
  std::int64_t last_row = 0;  ///< the next ones begin after it
};

/// The body of a download in the raw store.
struct kept_body {
  record_hash download;
  std::string raw_path;
  std::uint64_t bytes = 0;
  content_digest digest;  ///< null where it was not measured
};

/// Bodies of downloads with neighbouring rows.
struct kept_bodies {
  std::vector<kept_body> bodies;
  std::int64_t last_row = 0;  ///< the next ones begin after it
};

/// The newest download with a body, for conditional requests and for detecting equal
/// bodies.
struct stored_body {
  entry_record download;
  content_meta wire;
  http_hop last_hop;  ///< its headers contain the validators (RFC 9110 section 8.8)
};

/// A body in the raw store.
struct known_body {
  std::string raw_path;
  content_digest digest;  ///< as received
};

/// Reads from a journal that outlives it, in any mode. Errors of every function: `journal_failed`; of
/// functions with a record: also `not_found`. Lists are in chronological order or in the order of the
/// file.
class journal_reader {
 public:
  explicit journal_reader(journal& from) : state_(from.state_.get()) {}

  [[nodiscard]] result<std::vector<status_count>> counts(crawl_scope crawls = crawl_scope::present);
  [[nodiscard]] result<document_totals> totals(crawl_scope crawls = crawl_scope::present);
  /// Seeds by standing. Reads the seeds that are being crawled, and counts the overdue ones in an index.
  [[nodiscard]] result<std::map<standing, standing_sum>> standings(timestamp now);
  /// The number of relative URIs on the seed list (L18).
  [[nodiscard]] result<std::uint64_t> relative_seeds();
  /// The numbers of entries with damage in their compressed stream or archive, by rule; `ok`: the total.
  [[nodiscard]] result<std::vector<defect_count>> damaged_streams(crawl_scope crawls = crawl_scope::present);
  /// Hosts to which requests pause at `now`, the longest pause first: after failures, at their request, or because their robots.txt cannot
  /// be fetched. Short pauses between requests do not count.
  [[nodiscard]] result<std::vector<waiting_host>> waiting_hosts(timestamp now);
  /// Reads all due seeds of pausing hosts, and all waiting downloads.
  [[nodiscard]] result<pending_work> pending(timestamp now);
  /// Marks the seeds of a batch that the journal has. `known` has a place for each.
  [[nodiscard]] result<void> mark_known(seed_batch& batch, std::vector<bool>& known);
  /// Looks up the rows of the hosts of a batch, so that the writer has less to do.
  [[nodiscard]] result<void> find_hosts(seed_batch& batch);
  /// The lists that were read to their end.
  [[nodiscard]] result<std::vector<read_list>> read_lists();
  /// The limit up to which due seeds are counted, because counting all would take too long.
  static constexpr std::uint64_t most_counted_seeds = 1'000'000;
  /// The number of seeds that may be crawled at `now`, counted up to `most_counted_seeds`.
  [[nodiscard]] result<std::uint64_t> due_seeds(timestamp now);
  /// Documents after `after` (the null hash: from the first), in the order in which they were found.
  [[nodiscard]] result<std::vector<document_row>> documents(const document_filter& filter, std::size_t limit,
                                                            const record_hash& after = {});
  /// Calls `take` with at most `limit` documents. Memory: one row, and SQLite's memory for sorting. Errors: `invalid_argument` for a place of another list.
  [[nodiscard]] result<void> each_document(const document_filter& filter, const document_sorting& sorting,
                                           std::size_t limit, const document_consumer& take);
  [[nodiscard]] result<document_sums> sum_documents(const document_filter& filter);
  /// The distinct clean documents, with statements, of the filtered documents, in the order of hashes, after `after`.
  [[nodiscard]] result<std::vector<content_digest>> clean_documents(const document_filter& filter,
                                                                    std::size_t limit,
                                                                    const content_digest& after = {});
  /// The record whose hash begins with these hexadecimal digits, at least 4. Errors: `invalid_argument`
  /// (too few digits, other characters, or several records: then the detail lists up to 8 of them), `not_found`.
  [[nodiscard]] result<record_ref> find(std::string_view prefix);

  /// Calls `take` with every seed of a host (`host:port`, or `host` for any port; empty: all hosts), in the order of the list, until it
  /// returns false; after the seed `after`, or from the first. With `only`, seeds that cannot have this standing may be left out. Memory: one row. Errors: `not_found` when
  /// there is no seed `after`.
  [[nodiscard]] result<void> each_seed(std::string_view authority, const std::optional<record_hash>& after,
                                       const std::function<bool(const seed_row&)>& take,
                                       std::optional<standing> only = {});
  [[nodiscard]] result<bool> has_seed(const record_hash& seed);
  [[nodiscard]] result<seed_row> listed_seed(const record_hash& seed);
  /// The download with the newest documents of a seed, see `crawl_scope`; nothing before the first.
  [[nodiscard]] result<std::optional<entry_record>> newest_document(const record_hash& seed);
  /// Whether an entry belongs to the present of its seed, see `crawl_scope`.
  [[nodiscard]] result<bool> is_present(const record_hash& entry);
  /// The number of documents removed as older versions.
  [[nodiscard]] result<std::uint64_t> removed_documents();
  /// The number of documents that the operator had removed (`journal::take_down`).
  [[nodiscard]] result<std::uint64_t> taken_down_documents();
  [[nodiscard]] result<bool> was_taken_down(const content_digest& clean);

  /// The records with an address: the seed with that URI, as given or normalised; else the members with that URI of the newest archive of the seed,
  /// or of the newest archive that had such a member; else the seeds with a crawl redirected to it. Empty when there is none.
  [[nodiscard]] result<std::vector<record_ref>> find_uri(std::string_view uri);
  /// The path in the raw store of the last body of a seed with this digest; empty when there is none.
  [[nodiscard]] result<std::string> earlier_body(const record_hash& seed, const content_digest& payload);
  /// The last bodies of `least_bytes` or more, newest first, of the last `2 * limit` entries.
  [[nodiscard]] result<std::vector<known_body>> newest_bodies(std::size_t limit, std::uint64_t least_bytes);
  /// The entry with the same seed and path in the newest earlier crawl with a result; nothing when there is none.
  [[nodiscard]] result<std::optional<entry_record>> previous_entry(const record_hash& entry);

  /// The downloads of a seed, newest first (L10).
  [[nodiscard]] result<std::vector<entry_record>> downloads(const record_hash& seed, std::size_t limit,
                                                            crawl_scope crawls = crawl_scope::all);
  /// The direct members of an archive, after the ordinal `after` (L29).
  [[nodiscard]] result<std::vector<entry_record>> children(const record_hash& archive,
                                                           std::optional<std::uint64_t> after,
                                                           std::size_t limit);
  [[nodiscard]] result<std::uint64_t> count_downloads(const record_hash& seed,
                                                      crawl_scope crawls = crawl_scope::all);
  [[nodiscard]] result<std::uint64_t> count_children(const record_hash& archive);
  [[nodiscard]] result<std::vector<history_row>> history(const record_ref& record);
  [[nodiscard]] result<std::vector<attempt_row>> attempts(const record_hash& entry);
  [[nodiscard]] result<std::vector<http_hop>> hops(const record_hash& entry);
  /// Nothing when the seed never had a body.
  [[nodiscard]] result<std::optional<stored_body>> last_body(const record_hash& seed);
  [[nodiscard]] result<std::vector<content_row>> contents(const record_ref& record);
  [[nodiscard]] result<std::vector<evidence>> evidence_of(const record_hash& entry);
  /// The complete listing of an archive, including skipped members.
  [[nodiscard]] result<std::vector<archive_member>> members(const record_hash& archive,
                                                            std::optional<std::uint64_t> after,
                                                            std::size_t limit);
  /// The defects stored in the journal: of archives, and of documents that an older version washed without a ledger.
  [[nodiscard]] result<std::vector<defect_row>> defects(const record_hash& entry, std::size_t limit);
  /// The digest of the ledger of an entry; null when it has none.
  [[nodiscard]] result<content_digest> ledger(const record_hash& entry);
  /// The numbers of rows and bytes left out of that ledger because of its limits.
  [[nodiscard]] result<ledger_cut> ledger_left_out(const record_hash& entry);
  /// The account of the bytes of a document that was read; all 0 for others.
  [[nodiscard]] result<span_sums> spans(const record_hash& entry);
  [[nodiscard]] result<std::vector<defect_count_row>> defect_counts(const record_hash& entry);
  /// What the counters of records counted, by specification; of an entry in the order of names, with the records first.
  [[nodiscard]] result<std::vector<counter_value>> record_counts(const record_hash& entry);
  [[nodiscard]] result<std::vector<counter_value>> record_counts(crawl_scope crawls = crawl_scope::present);
  /// The first characters of a document that is not RDF.
  [[nodiscard]] result<std::string> head(const record_hash& entry);

  [[nodiscard]] result<clean_record> clean(const content_digest& hash);
  /// The source entries of a clean document: `dirty` (L39-L41), the first so many. The reverse is
  /// `entry_record::clean`.
  [[nodiscard]] result<std::vector<clean_source>> sources(
      const content_digest& clean, crawl_scope crawls = crawl_scope::all,
      std::uint32_t most = std::numeric_limits<std::uint32_t>::max());
  /// How many there are.
  [[nodiscard]] result<std::uint64_t> count_sources(const content_digest& clean);
  /// Other clean documents, except removed ones, with the same dataset identity. For exact identities there is none, because equal data are the same
  /// document.
  [[nodiscard]] result<std::vector<content_digest>> same_data(const content_digest& clean);
  /// The version of the program that washed at a time, as it was noted then (`journal::note_washing`); empty: unknown.
  [[nodiscard]] result<std::string> version_at(timestamp at);
  /// The prefixes declared by a source of a clean document: by `entry` if it is a source with prefixes, else by the first such source.
  [[nodiscard]] result<std::vector<prefix>> prefixes(const content_digest& clean,
                                                     const record_hash& entry = {});
  /// How a document was read.
  [[nodiscard]] result<document_reading> reading_of(const record_hash& entry);
  /// The clean document of the previous crawl, when the delta since is kept; else null.
  [[nodiscard]] result<content_digest> delta_from(const record_hash& entry);
  /// The kept deltas from and to a clean document.
  [[nodiscard]] result<std::vector<kept_change>> changes_of(const content_digest& clean);
  /// Every clean document with a file in the clean store, which has statements and was not removed; 32 bytes each.
  [[nodiscard]] result<std::vector<content_digest>> all_clean();
  /// All clean documents in the order of hashes, after `after`.
  [[nodiscard]] result<std::vector<kept_document>> kept_documents(std::size_t limit,
                                                                  const content_digest& after = {});
  /// At most `limit` bodies of downloads behind the row, of any crawl, in the order of their rows; none at the end.
  [[nodiscard]] result<kept_bodies> kept_bodies_after(std::int64_t row, std::size_t limit);
  /// All clean documents in the order in which they were stored, after a row (0: from the first): no more than `limit`, none at the end. Much
  /// faster than `kept_documents`, because it reads rows in their order.
  [[nodiscard]] result<placed_documents> placed_documents_after(std::int64_t row, std::size_t limit);

 private:
  journal::state* state_;
};

}  // namespace laundromat
