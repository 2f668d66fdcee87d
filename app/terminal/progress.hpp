// Shows the progress of a run: one live line on a terminal, a plain line from time to time elsewhere.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <iosfwd>
#include <optional>
#include <string>

#include "app/terminal/terminal.hpp"

namespace laundromat {

/// The counts of a run at one time.
struct progress {
  std::uint64_t queued = 0;               ///< entries that wait for a worker
  std::array<std::uint64_t, 4> active{};  ///< entries being processed, per stage: fetch, unpack, guess, parse
  std::uint64_t done = 0;                 ///< clean documents
  std::uint64_t failed = 0;
  std::uint64_t refused = 0;
  std::uint64_t bytes = 0;  ///< received
  std::uint64_t statements = 0;
  double documents_per_s = 0;  ///< see `rate_meter`
  std::chrono::milliseconds elapsed{};
  std::optional<std::chrono::milliseconds> left;  ///< an estimate; none when the end is not known
  std::string waits_for;  ///< why the engine pauses because of this machine; empty: it does not
  std::string hosts;      ///< waiting requests by host, see `describe_waits`; empty: none
};

/// The rate per second over the last minute, or since the start of the run when that is shorter.
/// Memory: one sample per second.
class rate_meter {
 public:
  static constexpr std::chrono::milliseconds window{60'000};

  /// Neither `done` nor `elapsed`, the time since the start, may decrease.
  void add(std::chrono::milliseconds elapsed, std::uint64_t done);
  [[nodiscard]] double per_second() const;
  /// The time for `remaining` more at this rate; none when nothing was done in the window.
  [[nodiscard]] std::optional<std::chrono::milliseconds> time_for(std::uint64_t remaining) const;

 private:
  struct sample {
    std::chrono::milliseconds elapsed{};
    std::uint64_t done = 0;
  };
  std::deque<sample> samples_{{}};
};

/// One line without its end: `done 12  failed 1  …`, cut to the terminal.
[[nodiscard]] std::string progress_line(const progress& p, const terminal_info& to);
/// The same without time and rate, for a display that is updated only on changes.
[[nodiscard]] std::string lasting_line(const progress& p);

/// Writes to one stream. `update` may be called at any rate.
class progress_display {
 public:
  /// `prefix` begins each line of progress that is not a live one.
  progress_display(std::ostream& out, terminal_info to, bool quiet, std::string_view prefix = {})
      : out_(out), to_(to), quiet_(quiet), prefix_(prefix) {}

  /// On a terminal replaces the live line, at most ten times per second; elsewhere writes a line every ten
  /// seconds, and only when something changed.
  void update(const progress& now);
  /// Writes a line of its own above the live one.
  void print(std::string_view fact);
  /// Writes the final state as a permanent line.
  void finish(const progress& last);

 private:
  void wipe();

  std::ostream& out_;
  terminal_info to_;
  bool quiet_;
  std::string prefix_;
  bool live_ = false;  ///< the terminal shows a live line
  bool shown_ = false;
  std::chrono::milliseconds shown_at_{};
  std::string last_counts_;
};

}  // namespace laundromat
