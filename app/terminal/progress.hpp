// Shows how a run gets on: one live line on a terminal, a plain line now and then elsewhere.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <string>

#include "app/terminal/terminal.hpp"

namespace laundromat {

/// A moment of a run, as the engine counts it.
struct progress {
  std::uint64_t queued = 0;               ///< records that wait
  std::array<std::uint64_t, 4> active{};  ///< at work per stage: fetch, unpack, guess, parse
  std::uint64_t done = 0;                 ///< documents that are clean
  std::uint64_t failed = 0;
  std::uint64_t refused = 0;
  std::uint64_t bytes = 0;  ///< received
  std::uint64_t statements = 0;
  double documents_per_s = 0;
  std::chrono::milliseconds elapsed{};
  std::string waits_for;  ///< of our own machine; empty: nothing
};

/// One line without its end: `done 12  failed 1  …`, cut to the terminal.
[[nodiscard]] std::string progress_line(const progress& p, const terminal_info& to);
/// The same without time and rate, which soon are no longer true, for whoever shows it until something changes.
[[nodiscard]] std::string lasting_line(const progress& p);

/// Writes to one stream. `update` may be called as often as one likes.
class progress_display {
 public:
  progress_display(std::ostream& out, terminal_info to, bool quiet) : out_(out), to_(to), quiet_(quiet) {}

  /// On a terminal replaces the live line, at most ten times a second; elsewhere writes a line every ten
  /// seconds, and only when something changed.
  void update(const progress& now);
  /// Writes a line of its own above the live one.
  void say(std::string_view fact);
  /// Leaves the last state standing.
  void finish(const progress& last);

 private:
  void wipe();

  std::ostream& out_;
  terminal_info to_;
  bool quiet_;
  bool live_ = false;  ///< a live line stands on the terminal
  bool shown_ = false;
  std::chrono::milliseconds shown_at_{};
  std::string last_counts_;
};

}  // namespace laundromat
