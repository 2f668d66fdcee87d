// Gathers the input of a page of metrics.
// SPDX-License-Identifier: Apache-2.0
#include "app/monitoring/metrics_source.hpp"

#include <algorithm>

#include "core/base/machine_reading.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {

namespace {

constexpr int times_of_pause = 50;  // of the time that a search took
constexpr std::chrono::minutes longest_pause{10};

}  // namespace

metrics_source::metrics_source(std::filesystem::path data, engine_files files, metrics_settings settings)
    : data_(std::move(data)), files_(std::move(files)), settings_(settings) {}

/// With the mutex held.
std::optional<disk_figures> metrics_source::measure_disk(const served_engine& engine, timestamp now) {
  auto disk = read_disk(data_);
  if (!disk) return std::nullopt;
  samples_.add({now, disk->free_bytes});
  const auto wanted = engine.last ? engine.last->machine.reserve_bytes : settings_.reserve_bytes;
  disk->full_in = disk_forecast(samples_.all(), reserve_of(wanted, disk->size_bytes));
  return *disk;
}

/// With the mutex held. Searches again when the last search was long ago, measured by how long it took.
void metrics_source::read_queue(journal& from, timestamp now) {
  if (now < next_search_ && now + longest_pause > next_search_) return;
  const auto begun = std::chrono::steady_clock::now();
  auto queue = read_queue_figures(from, settings_.top_hosts, now);
  const auto took = std::chrono::ceil<milliseconds>(std::chrono::steady_clock::now() - begun);
  queue_ = queue ? std::optional{*std::move(queue)} : std::nullopt;
  const milliseconds least = std::min<milliseconds>(settings_.queue_every, longest_pause);
  next_search_ = now + std::clamp<milliseconds>(took * times_of_pause, least, longest_pause);
}

void metrics_source::watch_disk(timestamp now) {
  const std::lock_guard lock{mutex_};
  if (const auto disk = read_disk(data_)) samples_.add({now, disk->free_bytes});
}

std::optional<disk_figures> metrics_source::disk(const served_engine& engine, timestamp now) {
  const std::lock_guard lock{mutex_};
  return measure_disk(engine, now);
}

health_verdict metrics_source::readiness(journal& from, const served_engine& engine, timestamp now) const {
  const auto kept = read_kept_figures(from);
  return readiness_of(engine, kept ? std::nullopt : std::optional{kept.error()}, now);
}

std::string metrics_source::print(result<journal>& from, const served_engine& engine,
                                  const http_counts* server, timestamp now) {
  const std::lock_guard lock{mutex_};
  const auto kept = from ? read_kept_figures(*from) : tl::unexpected(from.error());
  if (from) read_queue(*from, now);
  const auto cluster = cluster_figures_of(files_.nodes(data_));
  const auto disk = measure_disk(engine, now);
  metrics_input input;
  input.now = now;
  input.engine = &engine;
  input.is_engine_running = data_folder::holder(data_).has_value();
  input.is_paused = !files_.waits(data_).empty();
  input.readiness = readiness_of(engine, kept ? std::nullopt : std::optional{kept.error()}, now);
  input.kept = kept ? &*kept : nullptr;
  input.queue = from && queue_ ? &*queue_ : nullptr;
  input.cluster = cluster ? &*cluster : nullptr;
  input.disk = disk ? &*disk : nullptr;
  input.server = server;
  return metrics_text(input);
}

}  // namespace laundromat
