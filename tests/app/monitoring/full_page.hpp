// A page of metrics on which every metric has a value.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <sstream>

#include "app/monitoring/metrics_text.hpp"
#include "tests/core/monitoring/made_snapshot.hpp"

namespace laundromat {

/// The input of a page, whose parts a test may change.
struct page_parts {
  page_parts() {
    engine.is_expected = true;
    engine.last = made_snapshot();
    engine.last->draining = false;
    engine.last_came = engine.last->taken;
    kept.records = {{record_kind::seed, status::added, errc::ok, 7},
                    {record_kind::entry, status::parsed, errc::ok, 100},
                    {record_kind::entry, status::failed, errc::http_status, 3, "404"},
                    {record_kind::entry, status::failed, errc::http_status, 2, "999"},
                    {record_kind::entry, status::failed, errc::http_status, 1, ""},
                    {record_kind::entry, status::refused, errc::robots_refused, 4}};
    kept.documents = {90, 12'345, 678'901, 23};
    queue.due_seeds = 17;
    queue.seeds[standing::never_crawled] = {5, {}, 0};
    queue.paused_hosts[errc::host_suspended] = 2;
    queue.hosts.all = 40;
    host_row host;
    host.authority = "slow.example:80";
    host.queued = 12;
    host.live = 1;
    host.state.failures = 3;
    queue.hosts.rows = {host, {}};
    queue.segment_bytes = {1, 2, 3, 4};
    cluster = cluster_figures_of(json_fact::parse(R"({"address": "a:1", "refused": 1,
        "leases": {"granted": 9, "finished": 7, "expired": 1, "crashed": 0, "late_results": 1},
        "nodes": [{"name": "node-1", "state": "in", "slots": {"parse": 4}, "holds": {"fetch": 1, "parse": 2},
                   "finished": 6},
                  {"name": "node-2", "state": "backing off", "slots": {"parse": 2}, "holds": {}, "finished": 1}]})"));
    disk = {1'000'000, 400'000, 5'000, seconds{7'200}};
  }

  [[nodiscard]] std::string print() const {
    metrics_input input;
    input.now = engine.last_came + seconds{2};
    input.engine = &engine;
    input.readiness = readiness_of(engine, std::nullopt, input.now);
    input.kept = &kept;
    input.queue = &queue;
    input.cluster = cluster ? &*cluster : nullptr;
    input.disk = &disk;
    input.server = &server;
    return metrics_text(input);
  }

  served_engine engine;
  kept_figures kept;
  queue_figures queue;
  std::optional<cluster_figures> cluster;
  disk_figures disk;
  http_counts server;
};

/// The families of a page: type and help text, `gauge Worker nodes by state.`
inline std::map<std::string, std::string> families_of(const std::string& page) {
  std::map<std::string, std::string> types, help;
  std::istringstream lines{page};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words{line};
    std::string hash, what, name, rest;
    if (!(words >> hash >> what >> name) || hash != "#") continue;
    std::getline(words >> std::ws, rest);
    (what == "TYPE" ? types : help)[name] = rest;
  }
  for (auto& [name, type] : types) type += ' ' + help[name];
  return types;
}

/// The names of the series of a page: a histogram has three.
inline std::set<std::string> series_of(const std::string& page) {
  std::set<std::string> found;
  for (const auto& [name, text] : families_of(page)) {
    const bool is_histogram = text.starts_with("histogram ");
    if (!is_histogram) found.insert(name);
    for (const char* suffix : {"_bucket", "_sum", "_count"})
      if (is_histogram) found.insert(name + suffix);
  }
  return found;
}

}  // namespace laundromat
