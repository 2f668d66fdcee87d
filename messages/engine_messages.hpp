// The structs of messages between the actors of one engine. `permit_answer` and `request_end` are also sent between engine and nodes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/monitoring/engine_snapshot.hpp"
#include "core/records/change.hpp"
#include "core/records/jobs.hpp"
#include "core/web/robots_record.hpp"

namespace laundromat {

/// Crawls that are going on at a host.
struct host_load {
  std::string authority;
  std::uint64_t live = 0;
};

/// Asks the journal for work that may start at `now`.
struct due_query {
  timestamp now{};
  std::uint32_t limit = 0;
  std::uint32_t per_host = 0;            ///< of one host, as far as hosts have their turns
  std::vector<std::string> excluded;     ///< authorities that cannot take another download now
  std::vector<record_hash> live;         ///< seeds that are being crawled, of which nothing may be stored yet
  std::vector<record_hash> paused = {};  ///< seeds that the operator has paused
  bool resuming = false;                 ///< also return unfinished trees of former runs …
  record_hash resume_after;              ///< … after this download, in the order of hashes
  std::vector<host_load> loads = {};     ///< only when hosts have budgets
  timestamp crawled_before =
      timestamp::max();  ///< only seeds whose last crawl ended before, or that had none
};

/// An unfinished download: its seed and its root entry.
struct resumed_download {
  seed_record seed;
  entry_record root;
};

struct due_work {
  std::vector<seed_record> seeds;  ///< due seeds, in the order in which they are to start
  std::vector<record_hash>
      cut_off;  ///< those whose last crawl a crash cut off before anything of it was stored
  std::vector<resumed_download> downloads;  ///< retries that are due, and unfinished trees
  std::vector<seed_record> ended;  ///< seeds that are still `downloading` although their tree is finished
  record_hash resumed_to;          ///< the last unfinished tree of this answer
  bool resumed_all = false;
};

/// Seeds of a list that were prepared for the journal, which takes them out of it (storage/journal/seed_batch.hpp).
class seed_batch;
using seed_batch_ptr = std::shared_ptr<seed_batch>;

/// How many seeds of a list were new, known and refused.
struct seeds_added {
  std::uint64_t added = 0, known = 0, refused = 0;
};

/// Whether and how a refused request is sent again.
enum class retry_rule : std::uint8_t {
  never,
  put_off,  ///< later, without a failure: the host takes no request yet. No attempt is counted
  retry,    ///< later: the robots.txt could not be read. An attempt is counted
  last = retry,
};

/// The answer of the politeness scheduler: the request may be sent, or why not.
struct permit_answer {
  /// `ok`: send it. `cancelled`: the host has been busy for long; ask again, unless `engine_stops`. Else why it is refused; `later` tells
  /// whether that is final.
  errc verdict = errc::ok;
  std::string detail;
  timestamp not_before{};     ///< when to ask again
  std::uint64_t permit = 0;   ///< of one request, which has a slot until `release`
  bool engine_stops = false;  ///< with `cancelled`: do not ask again
  retry_rule later = retry_rule::never;
  /// The network address at which this request has its slot, see `place_of_address`; empty when it is not known; or `any_place`.
  std::string place = {};

  [[nodiscard]] bool may_go() const { return verdict == errc::ok && later == retry_rule::never; }
};

/// How a permitted request ended. A second message about the same permit has no effect.
struct request_end {
  std::uint64_t permit = 0;
  milliseconds took{};
  errc error = errc::ok;
  std::string status;
  std::string retry_after;     ///< the header as sent
  std::string address = {};    ///< of the peer, or the address that had no free slot
  bool found_no_room = false;  ///< no request was sent, because that address had no free slot
};

/// The end of a permitted request that was not sent.
[[nodiscard]] inline request_end never_sent(std::uint64_t permit) {
  return {permit, milliseconds{0}, errc::cancelled, "", "", "", false};
}

/// The stored state of a host, which keeps the engine polite after a restart.
struct host_record {
  std::string authority;
  timestamp next_allowed{};
  timestamp suspended_until{};
  std::uint32_t failures = 0;  ///< network failures in a row
  errc waits_for = errc::ok;   ///< of `next_allowed`, see `host_state`
  std::string detail;          ///< the reason for both times
  std::string place;           ///< the network address of its last connection, see `place_of_address`
  timestamp last_fetch{};
  robots_record robots = {};  ///< in a record to be saved: without `fetched` when it has not changed
};

/// The right to use one worker for one job.
struct lease {
  std::uint64_t id = 0;
  timestamp deadline{};
};

/// A fault of our own machine that an entry met.
struct machine_fault_report {
  failure why;
  std::uint32_t times = 0;       ///< how many this entry has met in a row
  bool repeats_request = false;  ///< another attempt sends another request to a Web server
};

/// The result of a stage, as it is counted.
struct reported_work {
  stage of{};
  bool failed = false;  ///< the document fails
  outcome_work by{};
  milliseconds took{};            ///< of the job
  errc cause = errc::ok;          ///< of a fetch
  std::uint32_t hops = 0;         ///< of a fetch
  bool was_answered = false;      ///< of a fetch: by its last hop, with …
  std::uint16_t http_status = 0;  ///< … this status; 0: words, or a number that is none
};

/// One committed transition, as the reporter counts it.
struct reported_transition {
  transition what;
  errc cause = errc::ok;
  std::string detail = {};           ///< of the cause
  std::uint64_t received_bytes = 0;  ///< for `body_stored`
  std::uint64_t statements = 0;      ///< clean, for `statements_stored`
  std::string uri;
  record_hash hash = {};  ///< of the seed or entry
  timestamp at{};         ///< by the engine's clock
  rdf_format format = rdf_format::unknown;
  std::uint64_t size_bytes = 0;              ///< of the document's file; 0: unknown
  std::vector<counter_value> counters = {};  ///< of a document of records
  std::optional<reported_work> work = {};    ///< of an outcome that a worker made
};

/// Requests that wait for one host.
struct host_wait {
  std::string authority;
  std::uint64_t requests = 0;
  timestamp until{};  ///< when the first of them may be sent
  std::string reason;

  friend bool operator==(const host_wait&, const host_wait&) = default;
};

/// The requests that wait for hosts: the hosts with most of them, and their number in all.
struct waiting_requests {
  std::vector<host_wait> longest;  ///< at most `most_shown_hosts`, most requests first
  std::uint64_t requests = 0, hosts = 0;

  friend bool operator==(const waiting_requests&, const waiting_requests&) = default;
};
inline constexpr std::size_t most_shown_hosts = 3;

/// How busy a stage is.
struct stage_gauge {
  stage which{};
  std::uint32_t waiting = 0, active = 0, workers = 0;

  friend bool operator==(const stage_gauge&, const stage_gauge&) = default;
};

/// The counts of a run at one time.
struct run_counts {
  std::array<stage_gauge, all_stages.size()> stages{};  ///< fetch first
  std::uint64_t waiting = 0;                            ///< live entries that wait for a worker
  std::uint64_t documents = 0;                          ///< finished entries except archives
  std::uint64_t cleaned = 0, failed = 0, refused = 0, archives = 0, unchanged = 0;
  std::uint64_t lists = 0;              ///< sitemaps and other lists of URIs
  std::uint64_t lossy_archives = 0;     ///< archives of which members were lost
  std::uint64_t bytes = 0;              ///< received
  std::uint64_t statements = 0;         ///< clean
  std::uint64_t refused_seeds = 0;      ///< of the campaign's list, new in this run
  std::uint64_t added_seeds = 0;        ///< of the campaign's list, new in this run, without the refused ones
  std::vector<counter_value> counters;  ///< of the documents of records, added up
  std::uint64_t ended_crawls = 0;       ///< crawls whose whole tree is finished
  waiting_requests waits;               ///< for hosts
  std::string trouble;                  ///< what is wrong with our own machine; empty: nothing
  std::string intake;                   ///< why no new crawl begins for want of disk; empty: they do
  std::array<stage_work, all_stages.size()> work{};  ///< fetch first
  fetch_figures fetched;
  cause_counts failures;   ///< of documents that failed or were refused
  commit_figures commits;  ///< this and the rest as read last
  washer_figures washers;
  std::uint64_t live_seeds = 0, live_entries = 0;
  std::optional<std::uint64_t> free_bytes;  ///< of the file system below the data folder that has least
  bool draining = false;                    ///< no new work is started
  timestamp started{};                      ///< when the engine started
  milliseconds elapsed{};
};

}  // namespace laundromat
