// Sends notifications through libsystemd.
// SPDX-License-Identifier: Apache-2.0
#include "app/run/service_notifier.hpp"

#include <systemd/sd-daemon.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace laundromat {

namespace {

constexpr service_notifier::duration usual_interval = std::chrono::seconds{1};

/// Keeps the environment variable set, because it is read for each message.
void notify(const std::string& message) {
  (void)::sd_notify(0, message.c_str());
}

/// A line of a message, without line breaks.
std::string status_line(std::string_view text) {
  std::string line = "STATUS=";
  line.append(text.substr(0, text.find('\n')));
  return line;
}

}  // namespace

service_notifier::service_notifier() {
  const char* socket = std::getenv("NOTIFY_SOCKET");
  if (!socket || !*socket) return;
  std::uint64_t watchdog_us = 0;
  has_watchdog_ = ::sd_watchdog_enabled(0, &watchdog_us) > 0;
  interval_ = has_watchdog_ ? std::min(usual_interval, duration{std::max<std::uint64_t>(1, watchdog_us / 3)})
                            : usual_interval;
}

void service_notifier::starting(std::string_view what) const {
  if (interval_) notify(status_line(what));
}

void service_notifier::ready() const {
  if (interval_) notify("READY=1");
}

void service_notifier::set_status(std::string line) {
  const std::scoped_lock alone{lock_};
  if (line == status_) return;
  status_ = std::move(line);
  is_sent_ = false;
}

void service_notifier::beat() {
  if (!interval_) return;
  std::string message;
  {
    const std::scoped_lock alone{lock_};
    if (!std::exchange(is_sent_, true)) message = status_line(status_);
  }
  if (has_watchdog_) message.append(message.empty() ? "" : "\n").append("WATCHDOG=1");
  if (!message.empty()) notify(message);
}

void service_notifier::stopping(std::string_view what) const {
  if (interval_) notify("STOPPING=1\n" + status_line(what));
}

}  // namespace laundromat
