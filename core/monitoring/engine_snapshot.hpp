// What only the process of a running engine knows about itself, at one time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/errc.hpp"
#include "core/base/time.hpp"
#include "core/monitoring/duration_histogram.hpp"

namespace laundromat {

/// The stages, in the order of all arrays of stages.
inline constexpr std::array<std::string_view, 4> monitored_stages{"fetch", "unpack", "guess", "parse"};

/// Numbers by cause: of `errc::ok`, what went well.
struct cause_counts {
  std::array<std::uint64_t, 256> of{};

  void add(errc cause) { ++of[static_cast<std::uint8_t>(cause)]; }
  [[nodiscard]] std::uint64_t at(errc cause) const { return of[static_cast<std::uint8_t>(cause)]; }

  friend bool operator==(const cause_counts&, const cause_counts&) = default;
};

/// Numbers by status of HTTP. What is no number from 100 to 599 is counted together, so that servers cannot make new names.
struct http_status_counts {
  static constexpr std::uint16_t least = 100, most = 599;
  std::array<std::uint64_t, most - least + 1> of{};
  std::uint64_t other = 0;

  void add(std::uint16_t status) { ++(status < least || status > most ? other : of[status - least]); }

  friend bool operator==(const http_status_counts&, const http_status_counts&) = default;
};

/// The results of one stage, as they were committed.
struct stage_work {
  std::uint64_t finished = 0;  ///< results, also those that say why a document fails
  std::uint64_t failed = 0;    ///< of these: the document fails
  std::uint64_t lost = 0;      ///< jobs without a result: the worker crashed, or took too long
  /// Of jobs. A job that did the work of the next stages as well is counted here only at its first stage. Small documents that were
  /// sent together have all the time of all.
  duration_histogram durations;

  friend bool operator==(const stage_work&, const stage_work&) = default;
};

struct stage_figures {
  std::uint32_t waiting = 0, active = 0, workers = 0;
  stage_work work;

  friend bool operator==(const stage_figures&, const stage_figures&) = default;
};

/// The groups of changes that the journal has committed.
struct commit_figures {
  std::uint64_t transitions = 0;        ///< of seeds, entries and documents
  std::uint64_t failed = 0;             ///< groups that could not be stored, and were tried again
  std::chrono::microseconds longest{};  ///< since the start
  duration_histogram durations;         ///< with the syncs of the files that the group names

  friend bool operator==(const commit_figures&, const commit_figures&) = default;
};

/// The results of fetches, retries included.
struct fetch_figures {
  http_status_counts by_status;  ///< of the last answer, where there was one
  cause_counts by_cause;
  std::uint64_t hops = 0;  ///< requests, redirects included

  friend bool operator==(const fetch_figures&, const fetch_figures&) = default;
};

/// Washer processes.
struct washer_figures {
  std::uint64_t started = 0;
  std::uint64_t crashed = 0;  ///< with a job, or killed because it took too long
  std::uint32_t running = 0;

  friend bool operator==(const washer_figures&, const washer_figures&) = default;
};

/// Sums since the start of the engine.
struct run_figures {
  std::uint64_t documents = 0;  ///< finished entries except archives: the sum of the next five
  std::uint64_t cleaned = 0, failed = 0, refused = 0, unchanged = 0, lists = 0;
  std::uint64_t archives = 0, lossy_archives = 0;
  std::uint64_t received_bytes = 0, statements = 0;
  std::uint64_t ended_crawls = 0;
  std::uint64_t added_seeds = 0, refused_seeds = 0;  ///< of the campaign's list

  friend bool operator==(const run_figures&, const run_figures&) = default;
};

/// A host for which requests wait. Its name comes from strangers.
struct waited_host {
  std::string authority;
  std::uint64_t requests = 0;
  timestamp until{};

  friend bool operator==(const waited_host&, const waited_host&) = default;
};

/// Requests that wait because of politeness.
struct wait_figures {
  std::uint64_t requests = 0, hosts = 0;
  std::vector<waited_host> longest;  ///< a few, most requests first

  friend bool operator==(const wait_figures&, const wait_figures&) = default;
};

struct machine_figures {
  std::optional<std::uint64_t> free_bytes;  ///< of the file system of the data folder that has least
  std::uint64_t reserve_bytes = 0;          ///< that must stay free, or work pauses
  std::string trouble;                      ///< why all work pauses; empty: it does not
  std::string intake;                       ///< why no new crawl begins for want of disk; empty: they do

  friend bool operator==(const machine_figures&, const machine_figures&) = default;
};

/// The engine's process, as the system counts it.
struct process_figures {
  std::uint64_t resident_bytes = 0, virtual_bytes = 0;
  std::uint64_t open_descriptors = 0, most_descriptors = 0;  ///< `most_descriptors` 0: without a limit
  milliseconds processor{};
  std::uint32_t threads = 0;

  friend bool operator==(const process_figures&, const process_figures&) = default;
};

/// What the journal and the data folder cannot tell other processes.
struct engine_snapshot {
  timestamp taken{};
  timestamp started{};
  std::string version;    ///< of the program
  bool draining = false;  ///< the engine stops: no new work is started
  run_figures run;
  std::array<stage_figures, monitored_stages.size()> stages{};
  commit_figures commits;
  fetch_figures fetched;
  cause_counts failures;  ///< of documents that failed or were refused
  washer_figures washers;
  std::uint64_t live_seeds = 0, live_entries = 0;
  std::uint64_t waiting_entries = 0;  ///< live ones without a worker
  wait_figures waits;
  machine_figures machine;
  process_figures process;

  friend bool operator==(const engine_snapshot&, const engine_snapshot&) = default;
};

}  // namespace laundromat
