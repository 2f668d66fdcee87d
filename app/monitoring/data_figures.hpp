// What the journal and the data folder tell about a campaign, with or without a running engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/terminal/json.hpp"
#include "core/monitoring/disk_forecast.hpp"
#include "storage/journal/host_list.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

/// Counts that the journal keeps: reading them takes microseconds, whatever the number of records.
struct kept_figures {
  std::vector<status_count> records;
  document_totals documents;
};

/// Errors of both: those of the journal.
[[nodiscard]] result<kept_figures> read_kept_figures(journal& from);

/// Figures for which the journal is searched: some 0.3 us a due seed.
struct queue_figures {
  std::uint64_t due_seeds = 0;  ///< at most `journal_reader::most_counted_seeds`
  std::map<standing, standing_sum> seeds;
  std::map<errc, std::uint64_t> paused_hosts;  ///< by cause; `ok`: a pause of the campaign
  host_list hosts;                             ///< the hosts with the longest queues
  std::array<std::uint64_t, static_cast<std::size_t>(segment_kind::last)> segment_bytes{};  ///< by kind
};

[[nodiscard]] result<queue_figures> read_queue_figures(journal& from, std::size_t top_hosts, timestamp now);

/// A worker node. Its name is in its certificate, which the operator has made.
struct node_figures {
  std::string name, state;
  std::uint64_t slots = 0;  ///< for parsing
  std::uint64_t leases = 0, finished = 0;
};

struct cluster_figures {
  std::vector<node_figures> nodes;                ///< at most `most_named_nodes`, in the order of the file
  std::map<std::string, std::uint64_t> by_state;  ///< of all nodes
  std::uint64_t granted = 0, finished = 0, expired = 0, crashed = 0, late_results = 0;  ///< leases
  std::uint64_t refused = 0;                                                            ///< nodes
};
inline constexpr std::size_t most_named_nodes = 64;

/// The figures in `nodes.json`, see `read_nodes`; nothing when no engine accepts nodes. What is missing or no number is 0.
[[nodiscard]] std::optional<cluster_figures> cluster_figures_of(const json_fact& nodes);

struct disk_figures {
  std::uint64_t size_bytes = 0, free_bytes = 0;  ///< of the file system of the data folder
  std::uint64_t journal_bytes = 0;               ///< of the files of the journal
  std::optional<seconds> full_in;                ///< see `disk_forecast`; nothing: not in sight
};

/// Measures the file system, and the files of the journal. Errors: `io_failed`.
[[nodiscard]] result<disk_figures> read_disk(const std::filesystem::path& data);

}  // namespace laundromat
