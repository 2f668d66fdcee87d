// Tells a service manager that a run is ready, how far it is, that it is alive, and that it stops.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace laundromat {

/// The protocol of sd_notify(3), which `Type=notify` and `WatchdogSec=` of systemd use. Where NOTIFY_SOCKET is not set nothing is sent; what
/// cannot be sent is dropped, since it changes nothing in the run. Thread-safe.
class service_notifier {
 public:
  using duration = std::chrono::microseconds;

  service_notifier();

  /// What the run does before it is ready; sent at once.
  void starting(std::string_view what) const;
  /// The run works from now on.
  void ready() const;
  /// One line about the run. It is sent by the next `beat`, and only when it is another one than before.
  void set_status(std::string line);
  /// Says that the run is alive. Call it every `beat_interval`; whoever calls no more is killed where the service has a watchdog.
  void beat();
  /// The run was asked to stop, or is over.
  void stopping(std::string_view what) const;

  /// A second, less where the watchdog is impatient; nothing when nobody listens.
  [[nodiscard]] std::optional<duration> beat_interval() const { return interval_; }

 private:
  std::optional<duration> interval_;
  bool has_watchdog_ = false;
  std::mutex lock_;
  std::string status_;
  bool is_sent_ = true;
};

}  // namespace laundromat
