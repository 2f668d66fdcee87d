// Signals by sigtimedwait.
// SPDX-License-Identifier: Apache-2.0
#include "app/stop_signals.hpp"

#include <signal.h>
#include <unistd.h>

#include <ctime>

#include "app/exit_code.hpp"

namespace laundromat {

namespace {

sigset_t both() {
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGINT);
  ::sigaddset(&set, SIGTERM);
  return set;
}

}  // namespace

void block_stop_signals() {
  const auto set = both();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
}

stop_signals::stop_signals(std::function<void()> on_first)
    : watcher_([on_first = std::move(on_first)](const std::stop_token& over) {
        const auto set = both();
        bool asked = false;
        while (!over.stop_requested()) {
          const timespec patience{0, 100'000'000};
          if (::sigtimedwait(&set, nullptr, &patience) < 0) continue;
          if (asked) ::_exit(exit_interrupted);
          asked = true;
          on_first();
        }
      }) {}

stop_signals::~stop_signals() = default;

}  // namespace laundromat
