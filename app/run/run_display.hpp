// The output of a run: facts, progress, log lines, and the totals at the end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "actors/reporter.hpp"
#include "app/run/run_engine.hpp"
#include "app/run/waits_file.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/log_lines.hpp"
#include "app/terminal/progress.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

/// A fact of `run --json`.
[[nodiscard]] json_fact fact_of(const reported_transition& fact);

/// Prints facts and progress. On a terminal only failures and warnings get their own lines. Thread-safe.
class console_observer final : public run_observer {
 public:
  console_observer(const run_options& options, const std::filesystem::path& data);

  void on_fact(const reported_transition& fact) override;
  void on_counts(const run_counts& counts) override;
  /// Writes a log line above the live line.
  void print_log_line(const std::string& line);
  /// `act` is called once when the reader of the facts is gone.
  void when_output_is_gone(std::function<void()> act);
  /// Documents for which `is_routine` says so get no line when they have not changed, unless the log has debug lines or is JSON.
  void leave_out_unchanged(std::function<bool(std::string_view uri)> is_routine);
  /// `act` is called after each change with the counts and waits, without time and rate.
  void when_counted(std::function<void(std::string line)> act);
  /// The counts and waits as one line.
  [[nodiscard]] std::string in_one_line();
  /// The counts as they are now. `counts` is for when the run has ended.
  [[nodiscard]] run_counts current_counts();
  /// Whether writing facts has failed.
  [[nodiscard]] bool is_output_gone();
  /// The number of seeds due when the run began, from which `--once` estimates the time left.
  void expect(std::uint64_t due_seeds) { due_seeds_ = due_seeds; }
  /// Writes the final state as a permanent line.
  void finish();
  [[nodiscard]] const run_counts& counts() const { return counts_; }

 private:
  void print_json_line(const std::string& line);

  std::mutex mutex_;
  std::function<void()> on_output_gone_;
  std::function<bool(std::string_view)> is_routine_;
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

/// Sends the log to the observer during a run, in the format of `log_lines.hpp`.
void log_to(const std::shared_ptr<console_observer>& observer, const run_options& options);
/// Sends the log to standard error, before and after a run.
void log_to_stderr(const run_options& options = {});

/// Prints the counts of the journal after the run on standard output, as a table or as one JSON object. `left`: work for a later run; nothing
/// when the run failed.
void sum_up(journal& db, const run_options& options, const run_counts& counts,
            const std::optional<pending_work>& left);
/// That object. Errors: those of the journal.
[[nodiscard]] result<json_fact> summary_of(journal& db, const run_counts& counts,
                                           const std::optional<pending_work>& left);

}  // namespace laundromat
