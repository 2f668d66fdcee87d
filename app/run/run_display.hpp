// What a person or a machine sees of a run: facts, progress, log lines, and the sum at the end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "actors/reporter.hpp"
#include "app/run/engine_port.hpp"
#include "app/run/waits_file.hpp"
#include "app/terminal/log_lines.hpp"
#include "app/terminal/progress.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

/// Shows facts and progress. On a terminal only what needs attention gets a line of its own. Thread-safe.
class console_observer final : public run_observer {
 public:
  console_observer(const run_options& options, const std::filesystem::path& data);

  void on_fact(const reported_transition& fact) override;
  void on_counts(const run_counts& counts) override;
  /// Writes a line of the log above the live line.
  void say(const std::string& line);
  /// `act` is called once when nobody reads the facts any more.
  void when_output_is_gone(std::function<void()> act);
  /// `act` is given the counts and what is waited for, without time and rate, whenever something changed.
  void when_counted(std::function<void(std::string line)> act);
  /// The counts and what is waited for, as one line.
  [[nodiscard]] std::string in_one_line();
  /// Whether the facts could be written until now.
  [[nodiscard]] bool is_output_gone();
  /// The seeds that were due when the run began: with `--once` they tell how much time is left.
  void expect(std::uint64_t due_seeds) { due_seeds_ = due_seeds; }
  /// Writes the last state as a line that stays.
  void finish();
  [[nodiscard]] const run_counts& counts() const { return counts_; }

 private:
  void print(const std::string& line);

  std::mutex mutex_;
  std::function<void()> on_output_gone_;
  std::function<void(std::string)> on_counted_;
  bool is_output_gone_ = false;
  waits_file waits_;
  run_options options_;
  terminal_info terminal_;
  log_reader reader_;
  progress_display display_;
  progress last_;
  run_counts counts_;
  std::chrono::steady_clock::time_point counted_at_ = std::chrono::steady_clock::now();
  rate_meter documents_, crawls_;
  std::uint64_t due_seeds_ = 0;
};

/// `19 wait for example.org until 19:14 (Crawl-delay of 30 s), 4 for 2 other hosts`; empty when nothing waits. Times are UTC.
[[nodiscard]] std::string describe_waits(const waiting_requests& waits);

/// Sends the log to the observer while a run lasts, in the way of `log_lines.hpp`.
void log_to(const std::shared_ptr<console_observer>& observer, const run_options& options);
/// Sends the log to standard error again.
void log_to_stderr();

/// What the journal holds after the run, as a table or as one JSON object on standard output. `left`: what is to be done later; nothing
/// when the run failed, since then nobody knows.
void sum_up(journal& db, const run_options& options, const run_counts& counts,
            const std::optional<pending_work>& left);

}  // namespace laundromat
