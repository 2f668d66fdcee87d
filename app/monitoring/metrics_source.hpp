// Reads what a page of metrics tells, and keeps what is costly for some seconds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <mutex>

#include "app/monitoring/metrics_text.hpp"

namespace laundromat {

struct metrics_settings {
  std::size_t top_hosts = 10;  ///< so many hosts, those with the longest queues
  seconds queue_every{
      15};  ///< what is searched in the journal is read again after so long, or 50 times as long as the search took
  std::uint64_t reserve_bytes = 0;  ///< of the disk, where no snapshot tells it
};

/// How the files are read that an engine keeps for other processes: `read_nodes` of app/cluster/nodes.hpp, `read_waits` of app/run/waits_file.hpp.
struct engine_files {
  std::function<json_fact(const std::filesystem::path&)> nodes;
  std::function<std::string(const std::filesystem::path&)> waits;
};

/// Thread-safe: two scrapes at once wait for each other.
class metrics_source {
 public:
  metrics_source(std::filesystem::path data, engine_files files, metrics_settings settings = {});

  /// The page for a scrape. Reads from the journal, which the caller has tried to open for reading, and which no other thread uses meanwhile. Takes a millisecond, and every
  /// `queue_every` some more. What cannot be read is left out, and `laundromat_journal_readable` says so.
  [[nodiscard]] std::string print(result<journal>& from, const served_engine& engine,
                                  const http_counts* server, timestamp now);
  /// The answers of /healthz and /readyz.
  [[nodiscard]] health_verdict readiness(journal& from, const served_engine& engine, timestamp now) const;
  /// Measures the disk for the forecast. Each page does so, too; call it each minute, so that the forecast does not depend on who scrapes.
  void watch_disk(timestamp now);
  /// The disk now, with the forecast; nothing where it cannot be measured.
  [[nodiscard]] std::optional<disk_figures> disk(const served_engine& engine, timestamp now);

 private:
  void read_queue(journal& from, timestamp now);
  [[nodiscard]] std::optional<disk_figures> measure_disk(const served_engine& engine, timestamp now);

  std::filesystem::path data_;
  engine_files files_;
  metrics_settings settings_;
  std::mutex mutex_;  ///< of all below
  disk_samples samples_;
  std::optional<queue_figures> queue_;
  timestamp next_search_{};  ///< of the queue; the epoch: at once
};

}  // namespace laundromat
