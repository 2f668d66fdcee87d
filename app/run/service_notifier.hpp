// Reports start, progress, heartbeat and stop of a run to the service manager.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace laundromat {

/// The protocol of sd_notify(3) for `Type=notify` and `WatchdogSec=` of systemd. Without NOTIFY_SOCKET nothing is sent; messages
/// that cannot be sent are dropped. Thread-safe.
class service_notifier {
 public:
  using duration = std::chrono::microseconds;

  service_notifier();

  /// Reports a step of the start; sent at once.
  void starting(std::string_view what) const;
  /// Reports that the start is complete.
  void ready() const;
  /// Sets the status line, which the next `beat` sends if it has changed.
  void set_status(std::string line);
  /// Sends a heartbeat. Call it every `beat_interval`; otherwise the watchdog of the service kills the process.
  void beat();
  /// Reports that the run is stopping.
  void stopping(std::string_view what) const;

  /// One second, or less for a short watchdog interval; nothing without a service manager.
  [[nodiscard]] std::optional<duration> beat_interval() const { return interval_; }

 private:
  std::optional<duration> interval_;
  bool has_watchdog_ = false;
  std::mutex lock_;
  std::string status_;
  bool is_sent_ = true;
};

}  // namespace laundromat
