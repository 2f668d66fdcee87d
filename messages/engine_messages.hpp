// The plain structs that only travel between the engine's own actors.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/records/change.hpp"
#include "core/records/jobs.hpp"

namespace laundromat {

/// Asks the journal for work that may start at `now`.
struct due_query {
  timestamp now{};
  std::uint32_t limit = 0;
  std::vector<std::string> excluded;  ///< authorities that cannot take more for the moment
  bool resuming = false;              ///< after a start: trees that were being worked on come too …
  record_hash resume_after;           ///< … those behind this download, in the order of hashes
};

/// A download that goes on: its seed and its root entry.
struct resumed_download {
  seed_record seed;
  entry_record root;
};

struct due_work {
  std::vector<seed_record> seeds;           ///< stale seeds, best first
  std::vector<resumed_download> downloads;  ///< retries whose time has come, and unfinished trees
  std::vector<seed_record> ended;           ///< seeds whose tree rests although they are not `added` again
  record_hash resumed_to;                   ///< the last unfinished tree of this answer
  bool resumed_all = false;
  timestamp next_due{};  ///< when more becomes due; the epoch for never
};

/// How many of a list of seeds were new.
struct seeds_added {
  std::uint64_t added = 0, known = 0, refused = 0;
};

/// Whether somebody who was not admitted may come again.
enum class comes_again : std::uint8_t {
  never,
  defer,  ///< nothing failed: the host is not to be asked yet. It is not counted
  retry,  ///< its robots.txt could not be had. It is counted
};

/// The politeness scheduler's answer: go, or why not.
struct permit_answer {
  /// `ok`: go. `cancelled`: the host is busy for long, ask again, unless `engine_stops`. Everything else is the cause, and `later` says
  /// whether it is final.
  errc verdict = errc::ok;
  std::string detail;
  timestamp not_before{};     ///< when to come again
  std::uint64_t permit = 0;   ///< of one request: its slot lasts until somebody gives it back
  bool engine_stops = false;  ///< with `cancelled`: nobody is to ask again
  comes_again later = comes_again::never;
  /// Of the network address at which this request has its slot, see `place_of_address`; empty: not known; or `any_place`.
  std::string place = {};

  [[nodiscard]] bool may_go() const { return verdict == errc::ok && later == comes_again::never; }
};

/// How a request ended that the politeness scheduler had admitted. What is said of a permit a second time says nothing.
struct request_end {
  std::uint64_t permit = 0;
  milliseconds took{};
  errc error = errc::ok;
  std::string status;
  std::string retry_after;     ///< the header as sent
  std::string address = {};    ///< the peer's, or the one that had no room
  bool found_no_room = false;  ///< too many requests go to that address already: nothing was sent
};

/// Gives a slot back that nobody uses.
[[nodiscard]] inline request_end never_sent(std::uint64_t permit) {
  return {permit, milliseconds{0}, errc::cancelled, "", "", "", false};
}

/// What is remembered of a host's robots.txt, see `robots_memory`.
struct robots_record {
  timestamp fetched{};  ///< when it was asked for last; the epoch for never
  timestamp expires{};
  std::string status;  ///< of that answer: of HTTP, or the name of the error, with `: ` and more
  /// Of the last file that could be read, empty where there is none. To be saved: nothing when that is the one that the journal has.
  std::optional<std::string> body = {};
  timestamp read{};            ///< when it could be read last; the epoch for never
  timestamp failing_since{};   ///< the first failure since then
  std::uint32_t failures = 0;  ///< in a row
};

/// What is remembered of a host across restarts, so that a restart stays polite.
struct host_record {
  std::string authority;
  timestamp next_allowed{};
  timestamp suspended_until{};
  std::uint32_t failures = 0;  ///< of the network, in a row
  errc waits_for = errc::ok;   ///< of `next_allowed`, see `host_state`
  std::string detail;          ///< of both times
  std::string place;           ///< of its network address when it was asked last
  timestamp last_fetch{};
  robots_record robots = {};  ///< to be saved: with no `fetched` when it is as it was
};

/// A grant of one worker for one job.
struct lease {
  std::uint64_t id = 0;
  timestamp deadline{};
};

/// What kept a stage from its work: a fault of our own machine.
struct machine_trouble {
  failure why;
  std::uint32_t times = 0;       ///< in a row that this entry has met one
  bool repeats_request = false;  ///< another try asks a stranger's server again
};

/// What the reporter counts: one committed transition.
struct reported_transition {
  transition what;
  errc cause = errc::ok;
  std::string detail = {};           ///< of the cause
  std::uint64_t received_bytes = 0;  ///< for `body_stored`
  std::uint64_t statements = 0;      ///< clean, for `statements_stored`
  std::string uri;
  record_hash hash = {};  ///< of the seed or entry
  timestamp at{};         ///< when it happened, by the engine's clock
  rdf_format format = rdf_format::unknown;
  std::uint64_t size_bytes = 0;  ///< of the document's file; 0: not known
};

/// Requests that wait for one host.
struct host_wait {
  std::string authority;
  std::uint64_t requests = 0;
  timestamp until{};  ///< when the first of them may go
  std::string reason;

  friend bool operator==(const host_wait&, const host_wait&) = default;
};

/// What waits for hosts: the hosts with most requests, and how many requests wait in all.
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

/// A moment of a run.
struct run_counts {
  std::array<stage_gauge, 4> stages{};  ///< fetch first
  std::uint64_t waiting = 0;            ///< live entries that wait for a worker
  std::uint64_t documents = 0;          ///< entries that came to rest, of any kind but archives
  std::uint64_t cleaned = 0, failed = 0, refused = 0, archives = 0, unchanged = 0;
  std::uint64_t lossy_archives = 0;  ///< of the archives, those that lost members
  std::uint64_t bytes = 0;           ///< received
  std::uint64_t statements = 0;      ///< clean
  std::uint64_t refused_seeds = 0;   ///< of the campaign's list, new in this run
  std::uint64_t added_seeds = 0;     ///< of the campaign's list, new in this run and to be fetched
  std::uint64_t ended_crawls = 0;    ///< seeds whose whole tree is finished
  waiting_requests waits;            ///< for hosts
  std::string trouble;  ///< why nothing is handed out, or who waits for our own machine; empty: all is well
  milliseconds elapsed{};
};

}  // namespace laundromat
