// Answers that count all documents, which a page does not wait for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/console/console_facts.hpp"

namespace laundromat {

/// Counts on a thread of its own, and remembers what it has counted. What is counted quickly is counted for each page; what takes long is counted again when the last time is
/// twenty times as long ago as it took, so that it uses a twentieth of a processor; one question after another. May be used by several threads.
class counted_answers {
 public:
  using clock = std::chrono::steady_clock;
  /// Called on the thread.
  using question = std::function<console_answer()>;

  /// What takes less than `quick` is counted for each page. At most `most_known` questions are remembered, of hosts, too, which strangers name.
  explicit counted_answers(clock::duration quick = std::chrono::milliseconds{50},
                           std::size_t most_known = 256);

  /// The answer to the question with this name, as new as it is known at `until`; nothing where it is still counted for the first time.
  [[nodiscard]] std::optional<counted_answer> ask(const std::string& name, const question& count,
                                                  clock::time_point until);
  /// How many questions it remembers.
  [[nodiscard]] std::size_t size();

 private:
  struct known {
    std::optional<counted_answer> last;
    question count;
    clock::time_point ended{};
    clock::duration took{};
    bool is_waiting = false;
  };
  void run(const std::stop_token& over);
  void forget_oldest();

  const clock::duration quick_;
  const std::size_t most_known_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::map<std::string, known> all_;
  std::deque<std::string> waiting_;
  std::jthread worker_;  ///< ends before the others
};

}  // namespace laundromat
