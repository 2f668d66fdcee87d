// Keeps a queue of what is to be counted.
// SPDX-License-Identifier: Apache-2.0
#include "app/console/counted_answers.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "app/terminal/wall_clock.hpp"

namespace laundromat {

namespace {

constexpr int pause_times = 20;

/// Nothing where this machine lacks threads or memory: the question may be asked again.
std::optional<counted_answer> answer_to(const counted_answers::question& count) {
  try {
    return counted_answer{count(), wall_now()};
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace

counted_answers::counted_answers(clock::duration quick, std::size_t most_known)
    : quick_(quick), most_known_(most_known), worker_([this](const std::stop_token& over) { run(over); }) {}

std::optional<counted_answer> counted_answers::ask(const std::string& name, const question& count,
                                                   clock::time_point until) {
  std::unique_lock lock{mutex_};
  if (!all_.contains(name)) forget_oldest();
  if (!all_.contains(name) && all_.size() >= most_known_) return std::nullopt;
  auto& one = all_[name];
  const bool is_new_enough =
      one.last && one.took >= quick_ && clock::now() - one.ended < one.took * pause_times;
  if (is_new_enough) return one.last;
  one.count = count;
  const auto asked = clock::now();
  if (!std::exchange(one.is_waiting, true)) {
    waiting_.push_back(name);
    changed_.notify_all();
  }
  const auto is_done = [&] {
    const auto found = all_.find(name);
    return found == all_.end() || (!found->second.is_waiting && found->second.ended >= asked);
  };
  changed_.wait_until(lock, until, is_done);
  const auto found = all_.find(name);
  return found == all_.end() ? std::nullopt : found->second.last;
}

std::size_t counted_answers::size() {
  const std::lock_guard lock{mutex_};
  return all_.size();
}

void counted_answers::run(const std::stop_token& over) {
  std::unique_lock lock{mutex_};
  while (changed_.wait(lock, over, [&] { return !waiting_.empty(); }) && !over.stop_requested()) {
    const auto name = waiting_.front();
    waiting_.pop_front();
    const auto count = all_[name].count;
    lock.unlock();
    const auto begun = clock::now();
    auto made = answer_to(count);
    lock.lock();
    auto& one = all_[name];
    one.ended = clock::now();
    one.took = made ? one.ended - begun : clock::duration{};
    if (made) one.last = std::move(made);
    one.is_waiting = false;
    changed_.notify_all();
  }
}

void counted_answers::forget_oldest() {
  if (all_.size() < most_known_) return;
  const auto oldest = std::ranges::min_element(all_, {}, [](const auto& one) {
    return one.second.is_waiting ? clock::time_point::max() : one.second.ended;
  });
  if (!oldest->second.is_waiting) all_.erase(oldest);
}

}  // namespace laundromat
