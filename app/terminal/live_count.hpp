// Shows a growing count on a terminal during a long command.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <ostream>
#include <string>

#include "app/commands/cli.hpp"

namespace laundromat {

/// Writes to the error stream, and only on a terminal. Used by one thread.
class live_count {
 public:
  live_count(console& io, std::string what, std::uint64_t of = 0)
      : io_(io), what_(std::move(what)), of_(of) {}

  void count(std::uint64_t more = 1) {
    counted_ += more;
    const auto now = std::chrono::steady_clock::now();
    if (!io_.err_terminal.interactive || now - shown_at_ < period) return;
    shown_at_ = now;
    wipe_line(io_.err);
    io_.err << human_count(counted_) << (of_ > 0 ? " of " + human_count(of_) : std::string{}) << ' ' << what_
            << std::flush;
  }
  /// Removes the line.
  void finish() {
    if (shown_at_ == std::chrono::steady_clock::time_point{}) return;
    wipe_line(io_.err);
    io_.err.flush();
  }
  [[nodiscard]] std::uint64_t counted() const { return counted_; }

 private:
  static constexpr std::chrono::milliseconds period{100};

  console& io_;
  std::string what_;
  std::uint64_t of_, counted_ = 0;
  std::chrono::steady_clock::time_point shown_at_{};
};

}  // namespace laundromat
