// The HTTP server of a run: a process of its own, which the engine starts, restarts and tells what happens.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "actors/reporter.hpp"
#include "app/serve/serve_data.hpp"
#include "storage/sharing/descriptor_channel.hpp"

namespace laundromat {

/// Sends facts and counts to `laundromat serve --engine` in a child process. When that ends it is started again at the same port, with growing pauses; facts of that time
/// are lost to its clients, who find them in the journal. Nothing here waits for the child: what it does not take at once is left out.
class engine_server final : public run_observer {
 public:
  /// `reserve_bytes`: of the disk. `program`: the path of this program.
  engine_server(serve_options options, std::uint64_t reserve_bytes, std::string program);
  /// Ends the process.
  ~engine_server() override;
  engine_server(const engine_server&) = delete;
  engine_server& operator=(const engine_server&) = delete;

  void on_fact(const reported_transition& fact) override;
  void on_counts(const run_counts&) override {}
  void on_pulse(const run_counts& counts) override;

 private:
  void keep();
  [[nodiscard]] result<int> spawn(const descriptor_channel& there) const;
  bool serve_once();
  /// False: it was not sent, because the child does not take it now, or there is none.
  [[nodiscard]] bool send(const std::string& frame);

  serve_options options_;
  std::uint64_t reserve_bytes_;
  std::string program_;
  std::string events_;         ///< of this second; only the reporter's thread uses it
  std::uint64_t skipped_ = 0;  ///< facts that were left out since the last frame that was sent
  std::size_t facts_ = 0;
  std::mutex mutex_;                             ///< of `channel_`
  std::unique_ptr<descriptor_channel> channel_;  ///< to the child; null while there is none
  std::atomic<bool> is_ending_ = false;
  std::atomic<int> process_ = -1;
  std::thread keeper_;
};

/// Tells two observers.
class two_observers final : public run_observer {
 public:
  two_observers(std::shared_ptr<run_observer> first, std::shared_ptr<run_observer> second)
      : first_(std::move(first)), second_(std::move(second)) {}

  void on_fact(const reported_transition& fact) override {
    first_->on_fact(fact);
    second_->on_fact(fact);
  }
  void on_counts(const run_counts& counts) override {
    first_->on_counts(counts);
    second_->on_counts(counts);
  }
  void on_pulse(const run_counts& counts) override {
    first_->on_pulse(counts);
    second_->on_pulse(counts);
  }

 private:
  std::shared_ptr<run_observer> first_, second_;
};

}  // namespace laundromat
