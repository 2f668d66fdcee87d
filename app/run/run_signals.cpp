// Dispatches signals to handlers that may change.
// SPDX-License-Identifier: Apache-2.0
#include "app/run/run_signals.hpp"
#include "actors/log.hpp"

#include <utility>

namespace laundromat {

run_signals::run_signals()
    : signals_{signal_handlers{[this] { stop(); }, [this] { print_status(); }, [this] { reload(); }}} {}

void run_signals::set_handlers(std::function<void()> stop, std::function<void()> print_status,
                               std::function<void()> reload) {
  const std::scoped_lock alone{lock_};
  stop_ = std::move(stop);
  print_status_ = std::move(print_status);
  reload_ = std::move(reload);
  if (is_asked_ && stop_) stop_();
}

void run_signals::stop() {
  log_info("stopping: work in progress is finished first; a second signal stops at once");
  const std::scoped_lock alone{lock_};
  is_asked_ = true;
  if (stop_) stop_();
}

void run_signals::reload() {
  const std::scoped_lock alone{lock_};
  if (reload_) reload_();
}

void run_signals::print_status() {
  const std::scoped_lock alone{lock_};
  if (print_status_) return print_status_();
  log_info("no work in progress: the data folder is being opened, or the run has ended");
}

}  // namespace laundromat
