// What people ask of a journal: counts, lists, one record with all that is known of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/declared_prefixes.hpp"
#include "core/records/standing.hpp"
#include "storage/journal/document_list.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// Names any record: a seed or entry by `record`, a clean document by `clean`.
struct record_ref {
  record_kind kind{};
  record_hash record;
  content_digest clean;

  [[nodiscard]] std::string hex() const { return kind == record_kind::clean ? clean.hex() : record.hex(); }
  friend bool operator==(const record_ref&, const record_ref&) = default;
};

struct status_count {
  record_kind kind{};
  status current = status::none;
  errc cause = errc::ok;
  std::uint64_t count = 0;
  std::string http_status = {};  ///< of the cause `http_status`: three digits, or empty for words of a server
};

/// A seed with what its crawls came to.
struct seed_row {
  seed_record seed;
  crawl_result crawled;
  record_hash present;        ///< the download that says how it stands; null before the first
  record_hash document;       ///< the download whose documents are its newest ones; null before the first
  bool has_document = false;  ///< that download led to a document or an archive
};

/// A host that is not to be asked for a while.
struct waiting_host {
  std::string authority;
  errc cause = errc::ok;  ///< `ok`: the campaign's own pause
  std::string detail;
  timestamp until{};

  friend bool operator==(const waiting_host&, const waiting_host&) = default;
};

/// What is left to do when no engine works on it.
struct pending_work {
  timestamp now{};                ///< when this was so
  std::uint64_t in_progress = 0;  ///< downloads that a worker held, or whose documents are not all washed
  std::uint64_t waiting = 0;      ///< downloads that wait for their time, those of `retries` among them
  std::uint64_t retries = 0;      ///< downloads that wait for another try after a failed one
  timestamp first_retry{}, last_retry{};  ///< when these may be made; the epoch when there is none
  /// The earliest moment at which a seed or download is due and its host may be asked, and which host that one waits for, if any.
  std::optional<timestamp> next;
  waiting_host waits_for;
};

/// One line of the history of a record, which is only ever appended to.
struct history_row {
  timestamp at{};
  transition change;
  errc cause = errc::ok;
  std::string detail;
};

/// One attempt of one stage (T04).
struct attempt_row {
  stage of{};
  std::uint32_t attempt = 1;
  timestamp begun{};
  std::optional<timestamp> ended;  ///< nothing while a worker holds the entry
  errc code = errc::ok;
  std::string description;  ///< the detail that was reported, else the event that ended the attempt
};

/// A content record and where it was taken.
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

/// How a clean document came out of an entry.
struct clean_source {
  record_hash entry;
  std::string uri;
  std::uint64_t read = 0;  ///< statements before duplicates were removed
  std::uint64_t duplicates = 0;
  bool is_present = true;  ///< it is of the present of its seed, and no history
};

/// What changed from one crawl to the next, kept beside the document that it leads to; the first may be removed.
struct kept_change {
  record_hash entry;  ///< of the later crawl
  content_digest from, to;
};

/// A clean document with what stands beside it in the clean store.
struct kept_document {
  clean_record clean;
  bool is_removed = false;                  ///< only deltas are left of it
  std::vector<content_digest> ledgers;      ///< of the entries that it comes from, each once
  std::vector<content_digest> deltas_from;  ///< the older documents, each once
};

/// What the newest download with a body left behind: to ask a server whether anything changed, and to see it
/// otherwise.
struct stored_body {
  entry_record download;
  content_meta wire;
  http_hop last_hop;  ///< its headers hold the validators (RFC 9110 section 8.8)
};

/// Reads from a journal that outlives it, in either mode. Errors of every function: `journal_failed`; of
/// those that name a record: also `not_found`. Lists are in the order in which things happened or lie in
/// their file.
class journal_reader {
 public:
  explicit journal_reader(journal& from) : state_(from.state_.get()) {}

  [[nodiscard]] result<std::vector<status_count>> counts(crawl_scope crawls = crawl_scope::present);
  /// How many URIs on the seed list are relative (L18).
  [[nodiscard]] result<std::uint64_t> relative_seeds();
  /// How many entries have damage in their compressed stream or archive, by rule, and with `ok` in all.
  [[nodiscard]] result<std::vector<defect_count>> damaged_streams(crawl_scope crawls = crawl_scope::present);
  /// Hosts that wait at `now`, the one that waits longest first: because they failed, asked for it, or because their robots.txt cannot be
  /// had. Pauses of a few seconds between requests are none.
  [[nodiscard]] result<std::vector<waiting_host>> waiting_hosts(timestamp now);
  /// Walks due seeds whose host waits, and all downloads that wait.
  [[nodiscard]] result<pending_work> pending(timestamp now);
  /// More due seeds are not counted: it would take too long.
  static constexpr std::uint64_t most_counted_seeds = 1'000'000;
  /// How many seeds may be crawled at `now`, counted up to `most_counted_seeds`.
  [[nodiscard]] result<std::uint64_t> due_seeds(timestamp now);
  /// Documents from behind `after` on (the null hash: from the first), in the order in which they were found.
  [[nodiscard]] result<std::vector<document_row>> documents(const document_filter& filter, std::size_t limit,
                                                            const record_hash& after = {});
  /// Gives at most `limit` documents to `take`, as they are read. Memory: one row, and what SQLite needs to sort.
  [[nodiscard]] result<void> each_document(const document_filter& filter, document_sorting sorting,
                                           std::size_t limit, const document_consumer& take);
  [[nodiscard]] result<document_sums> sum_documents(const document_filter& filter);
  /// The clean documents with a statement that such documents led to, each once, by their hashes from behind `after` on.
  [[nodiscard]] result<std::vector<content_digest>> clean_documents(const document_filter& filter,
                                                                    std::size_t limit,
                                                                    const content_digest& after = {});
  /// The one record whose hash begins with these hexadecimal digits, at least 4. Errors: `invalid_argument`
  /// (too few, no digits, or several records: then the detail lists up to 8 of them), `not_found`.
  [[nodiscard]] result<record_ref> find(std::string_view prefix);

  /// Gives every seed of a host (`host:port`, or `host` for any port; empty: of all) to `take`, in the order of the list, until it
  /// wants no more. Memory: one row.
  [[nodiscard]] result<void> each_seed(std::string_view authority,
                                       const std::function<bool(const seed_row&)>& take);
  [[nodiscard]] result<seed_row> seed_stands(const record_hash& seed);
  /// The download whose documents are the newest ones of a seed, see `crawl_scope`; nothing before the first.
  [[nodiscard]] result<std::optional<entry_record>> newest_document(const record_hash& seed);
  /// Whether an entry is of the present of its seed, see `crawl_scope`.
  [[nodiscard]] result<bool> is_present(const record_hash& entry);
  /// How many documents were removed as older versions.
  [[nodiscard]] result<std::uint64_t> removed_documents();

  /// What has an address: the seed with that URI, as it was given or normalised; else the members of its newest archive with it, or of
  /// the newest one that had such a member; else the seeds of which a crawl was redirected there. Nothing when there is none.
  [[nodiscard]] result<std::vector<record_ref>> find_uri(std::string_view uri);
  /// The entry of the same seed and path in the newest crawl before that led to something; nothing when there is none.
  [[nodiscard]] result<std::optional<entry_record>> previous_entry(const record_hash& entry);

  /// The downloads of a seed, the newest first (L10).
  [[nodiscard]] result<std::vector<entry_record>> downloads(const record_hash& seed, std::size_t limit,
                                                            crawl_scope crawls = crawl_scope::all);
  /// The entries that lie directly in an archive, from behind the ordinal `after` on (L29).
  [[nodiscard]] result<std::vector<entry_record>> children(const record_hash& archive,
                                                           std::optional<std::uint64_t> after,
                                                           std::size_t limit);
  [[nodiscard]] result<std::uint64_t> count_downloads(const record_hash& seed,
                                                      crawl_scope crawls = crawl_scope::all);
  [[nodiscard]] result<std::uint64_t> count_children(const record_hash& archive);
  [[nodiscard]] result<std::vector<history_row>> history(const record_ref& record);
  [[nodiscard]] result<std::vector<attempt_row>> attempts(const record_hash& entry);
  [[nodiscard]] result<std::vector<http_hop>> hops(const record_hash& entry);
  /// Nothing when the seed never gave a body.
  [[nodiscard]] result<std::optional<stored_body>> last_body(const record_hash& seed);
  [[nodiscard]] result<std::vector<content_row>> contents(const record_ref& record);
  [[nodiscard]] result<std::vector<evidence>> evidence_of(const record_hash& entry);
  /// The whole listing of an archive, skipped members included.
  [[nodiscard]] result<std::vector<archive_member>> members(const record_hash& archive,
                                                            std::optional<std::uint64_t> after,
                                                            std::size_t limit);
  /// Those that stand in the journal: of archives, and of documents that have no ledger because an older version washed them.
  [[nodiscard]] result<std::vector<defect_row>> defects(const record_hash& entry, std::size_t limit);
  /// The digest of the ledger of an entry; null when it has none.
  [[nodiscard]] result<content_digest> ledger(const record_hash& entry);
  /// What that ledger does not hold, because it would be too large: rows and bytes.
  [[nodiscard]] result<ledger_cut> ledger_left_out(const record_hash& entry);
  /// What became of the bytes of a document that was read; all 0 for others.
  [[nodiscard]] result<span_sums> spans(const record_hash& entry);
  [[nodiscard]] result<std::vector<defect_count_row>> defect_counts(const record_hash& entry);
  /// The first characters of what turned out to be no RDF.
  [[nodiscard]] result<std::string> head(const record_hash& entry);

  [[nodiscard]] result<clean_record> clean(const content_digest& hash);
  /// The entries that a clean document comes from: `dirty` (L39-L41). The way back is
  /// `entry_record::clean`.
  [[nodiscard]] result<std::vector<clean_source>> sources(const content_digest& clean,
                                                          crawl_scope crawls = crawl_scope::all);
  /// The other clean documents, removed ones aside, with the same dataset identity. Where it is exact there is none: the same data is the same document.
  [[nodiscard]] result<std::vector<content_digest>> same_data(const content_digest& clean);
  /// The prefixes that a source of a clean document declares: `entry` if it is one and declares some, else the first source that does.
  [[nodiscard]] result<std::vector<prefix>> prefixes(const content_digest& clean,
                                                     const record_hash& entry = {});
  /// Whether references of a document were resolved against its base.
  [[nodiscard]] result<bool> used_base(const record_hash& entry);
  /// The clean document of the crawl before, when what changed since is kept; else null.
  [[nodiscard]] result<content_digest> delta_from(const record_hash& entry);
  /// What is kept of the changes from a clean document and to it.
  [[nodiscard]] result<std::vector<kept_change>> changes_of(const content_digest& clean);
  /// Every clean document that holds a statement and was not removed, thus has a file in the clean store; 32 bytes each.
  [[nodiscard]] result<std::vector<content_digest>> all_clean();
  /// All clean documents, by their hashes from behind `after` on.
  [[nodiscard]] result<std::vector<kept_document>> kept_documents(std::size_t limit,
                                                                  const content_digest& after = {});

 private:
  journal::state* state_;
};

}  // namespace laundromat
