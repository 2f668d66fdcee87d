// Which small jobs are sent together to one worker, and when.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include "core/base/time.hpp"

namespace laundromat {

/// The limits of letters: a letter is what one worker gets under one lease.
struct letter_limits {
  std::size_t most_jobs = 16;
  std::size_t letters = 1;       ///< under way at once: more than processors do not finish them sooner
  milliseconds usual_time{50};   ///< a letter that takes longer does not delay others
  milliseconds first_time{250};  ///< the same for the first letter of a worker, which starts its process
};

/// A letter that is under way.
struct sent_letter {
  timestamp at{};
  bool is_first = false;  ///< of its worker
};

/// Whether a letter may be sent while `waiting` jobs wait. While letters are under way the jobs that arrive are collected, until there are
/// enough for another letter.
[[nodiscard]] inline bool may_send_letter(std::size_t waiting, std::span<const sent_letter> sent,
                                          timestamp now, const letter_limits& limits) {
  std::size_t under_way = 0;
  for (const auto& [at, is_first] : sent)
    if (now - at < (is_first ? limits.first_time : limits.usual_time)) ++under_way;
  return waiting > 0 && under_way < (waiting < limits.most_jobs ? 1 : limits.letters);
}

/// The small jobs that wait, in the order of their arrival. Those of a letter that ended without a result are each sent alone, before the
/// others, so that a document that crashes its worker costs no other an attempt.
template <class Job>
class letter_queue {
 public:
  struct letter {
    std::vector<Job> jobs;
    bool is_repeated = false;  ///< its only job was in a letter without a result
  };

  void add(Job job) { waiting_.push_back({std::move(job), false}); }
  /// Takes the next letter, of at most so many jobs; at least one waits.
  [[nodiscard]] letter take(std::size_t most_jobs) {
    letter taken;
    do {
      taken.is_repeated = waiting_.front().is_repeated;
      taken.jobs.push_back(std::move(waiting_.front().job));
      waiting_.pop_front();
    } while (!taken.is_repeated && !waiting_.empty() && taken.jobs.size() < most_jobs &&
             !waiting_.front().is_repeated);
    return taken;
  }
  /// Takes back a letter that ended without a result. Returns a job that was alone in it, which is not repeated.
  [[nodiscard]] std::vector<Job> take_back(letter ended) {
    if (ended.jobs.size() == 1) return std::move(ended.jobs);
    for (auto& job : std::views::reverse(ended.jobs)) waiting_.push_front({std::move(job), true});
    return {};
  }
  /// Removes all jobs.
  [[nodiscard]] std::vector<Job> clear() {
    std::vector<Job> all;
    for (auto& one : std::exchange(waiting_, {})) all.push_back(std::move(one.job));
    return all;
  }
  [[nodiscard]] std::size_t size() const { return waiting_.size(); }

 private:
  struct waiting_job {
    Job job;
    bool is_repeated = false;
  };
  std::deque<waiting_job> waiting_;
};

}  // namespace laundromat
