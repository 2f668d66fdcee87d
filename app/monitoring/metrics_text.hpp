// The page that Prometheus scrapes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "app/monitoring/data_figures.hpp"
#include "app/monitoring/health.hpp"
#include "net/http/http_server.hpp"

namespace laundromat {

/// The media type of `metrics_text`.
inline constexpr const char* metrics_media_type = "text/plain; version=0.0.4; charset=utf-8";

/// All that a page tells. What is null is left out.
struct metrics_input {
  timestamp now{};
  const served_engine* engine = nullptr;  ///< never null
  bool is_engine_running = false;         ///< some engine has locked the data folder
  bool is_paused = false;                 ///< that engine pauses because of its machine, see `read_waits`
  health_verdict readiness;
  const kept_figures* kept = nullptr;
  const queue_figures* queue = nullptr;
  const cluster_figures* cluster = nullptr;
  const disk_figures* disk = nullptr;
  const http_counts* server = nullptr;
};

/// Prints metrics in the text format of Prometheus. Names and units: https://prometheus.io/docs/practices/naming/. Sums begin with the start of the engine;
/// what the journal counts goes up and down, because a new crawl replaces an older one. Labels are bounded: kinds, statuses, causes and stages by
/// the program, HTTP statuses to 100 … 599 and `other`, nodes to `most_named_nodes`, hosts to those in `queue`. Some 30 KiB.
[[nodiscard]] std::string metrics_text(const metrics_input& input);

}  // namespace laundromat
