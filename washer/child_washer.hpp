// Runs the washing stages in a washer process, where hostile documents can do no harm.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <limits>
#include <optional>
#include <string>

#include "core/base/worker_pool.hpp"
#include "core/monitoring/engine_meters.hpp"
#include "storage/sharing/file_broker.hpp"
#include "storage/stores/raw_store.hpp"
#include "washer/washer_protocol.hpp"

namespace laundromat {

/// How a washer process is started, and when it is replaced.
struct child_terms {
  std::string program = "/proc/self/exe";
  washer_setup setup;
  std::chrono::milliseconds longest{};  ///< of a job; then the process is killed
  std::uint32_t most_jobs = 10'000;     ///< a process takes as much time to start as some 300 small documents
  std::uint64_t most_resident_bytes = std::uint64_t{512} << 20;
  /// Processor time of all its jobs. The limit of its sandbox is higher, so that one more job can be finished.
  std::uint64_t most_processor_s = std::numeric_limits<std::uint64_t>::max();
  washer_meter* meter = nullptr;  ///< counts the processes, and outlives them; null: none does
};

/// A washer process. It is started with its first job, and again after it has crashed or reached a limit. Not thread-safe.
class child_washer {
 public:
  /// All references must outlive it. `threads` are the threads that all washers share for large documents.
  child_washer(child_terms terms, raw_store& raw, broker_stores stores, thread_share& threads,
               const std::atomic<bool>& cancelled);
  ~child_washer();
  child_washer(const child_washer&) = delete;
  child_washer& operator=(const child_washer&) = delete;

  /// The stages of `core/washing/stages.hpp`. Errors: theirs; `worker_crashed` when the process crashed, `lease_expired` when the job
  /// took too long, `cancelled` when the engine stops, `io_failed` when no process can be started.
  [[nodiscard]] result<unpack_outcome> unpack(const unpack_job& job);
  /// Small bodies in few frames. Errors: when the process crashed, or all together took long; then nothing is known of any of them.
  [[nodiscard]] result<unpack_answers> unpack_together(const std::vector<unpack_job>& jobs);
  [[nodiscard]] result<guess_outcome> guess(const guess_job& job);
  [[nodiscard]] result<parse_outcome> parse(const parse_job& job);

 private:
  struct process;
  struct joint_frame;
  template <class Outcome, class Job>
  [[nodiscard]] result<Outcome> run(stage which, const Job& job, std::uint32_t threads_wanted = 0,
                                    content_digest clean = {});
  [[nodiscard]] joint_frame join(const std::vector<unpack_job>& jobs, std::size_t first);
  [[nodiscard]] result<void> start();
  [[nodiscard]] result<void> send_jobs(std::string_view frame, int body,
                                       const std::vector<broker_grant>& grants);
  [[nodiscard]] result<std::string> take_answer(std::chrono::milliseconds longest);
  template <class Outcome>
  [[nodiscard]] result<Outcome> read_outcome(std::string_view bytes);
  [[nodiscard]] failure reap(const failure& why);
  [[nodiscard]] bool is_used_up(bool was_large) const;
  void pause_after_deaths() const;

  child_terms terms_;
  raw_store& raw_;
  broker_stores stores_;
  thread_share& threads_;
  const std::atomic<bool>& cancelled_;
  std::unique_ptr<process> child_;
  std::uint32_t deaths_ = 0;  ///< crashes since the last finished job
};

}  // namespace laundromat
