// Copies the counts of a run, and reads /proc/self.
// SPDX-License-Identifier: Apache-2.0
#include "app/monitoring/snapshot_of_run.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "core/campaign/campaign.hpp"

namespace laundromat {

namespace {

run_figures run_of(const run_counts& counts) {
  run_figures out;
  out.documents = counts.documents;
  out.cleaned = counts.cleaned;
  out.failed = counts.failed;
  out.refused = counts.refused;
  out.unchanged = counts.unchanged;
  out.lists = counts.lists;
  out.archives = counts.archives;
  out.lossy_archives = counts.lossy_archives;
  out.received_bytes = counts.bytes;
  out.statements = counts.statements;
  out.ended_crawls = counts.ended_crawls;
  out.added_seeds = counts.added_seeds;
  out.refused_seeds = counts.refused_seeds;
  return out;
}

wait_figures waits_of(const waiting_requests& waits) {
  wait_figures out{waits.requests, waits.hosts, {}};
  for (const auto& host : waits.longest) out.longest.push_back({host.authority, host.requests, host.until});
  return out;
}

milliseconds in_ms(const timeval& time) {
  return seconds{time.tv_sec} +
         std::chrono::duration_cast<milliseconds>(std::chrono::microseconds{time.tv_usec});
}

std::uint64_t count_descriptors() {
  std::error_code ignored;
  std::uint64_t found = 0;
  for (std::filesystem::directory_iterator one{"/proc/self/fd", ignored}, end; one != end && !ignored;
       one.increment(ignored))
    ++found;
  return found == 0 ? 0 : found - 1;  // without that of the listing
}

std::uint32_t count_threads() {
  std::ifstream status{"/proc/self/status"};
  std::uint32_t threads = 0;
  for (std::string word; status >> word;)
    if (word == "Threads:") status >> threads;
  return threads;
}

}  // namespace

engine_snapshot snapshot_of(const run_counts& counts, const process_figures& process,
                            std::uint64_t reserve_bytes, timestamp now) {
  engine_snapshot out;
  out.taken = now;
  out.started = counts.started;
  out.version = program_version;
  out.draining = counts.draining;
  out.run = run_of(counts);
  for (std::size_t i = 0; i < out.stages.size(); ++i)
    out.stages[i] = {counts.stages[i].waiting, counts.stages[i].active, counts.stages[i].workers,
                     counts.work[i]};
  out.commits = counts.commits;
  out.fetched = counts.fetched;
  out.failures = counts.failures;
  out.washers = counts.washers;
  out.live_seeds = counts.live_seeds;
  out.live_entries = counts.live_entries;
  out.waiting_entries = counts.waiting;
  out.waits = waits_of(counts.waits);
  out.machine = {counts.free_bytes, reserve_bytes, counts.trouble, counts.intake};
  out.process = process;
  return out;
}

process_figures read_own_process() {
  process_figures out;
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  std::ifstream memory{"/proc/self/statm"};
  std::uint64_t pages = 0, resident = 0;
  if (memory >> pages >> resident) {
    out.virtual_bytes = pages * page;
    out.resident_bytes = resident * page;
  }
  out.open_descriptors = count_descriptors();
  rlimit most{};
  if (::getrlimit(RLIMIT_NOFILE, &most) == 0 && most.rlim_cur != RLIM_INFINITY)
    out.most_descriptors = most.rlim_cur;
  rusage used{};
  if (::getrusage(RUSAGE_SELF, &used) == 0) out.processor = in_ms(used.ru_utime) + in_ms(used.ru_stime);
  out.threads = count_threads();
  return out;
}

}  // namespace laundromat
