// Waits for signals with sigwaitinfo(2).
// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/stop_signals.hpp"

#include <signal.h>
#include <unistd.h>

#include <iostream>

#include "app/terminal/exit_code.hpp"

namespace laundromat {

namespace {

sigset_t watched() {
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGINT);
  ::sigaddset(&set, SIGTERM);
  ::sigaddset(&set, SIGHUP);
  ::sigaddset(&set, SIGUSR1);
  return set;
}

/// Only wakes the waiting thread.
int wake_up() {
  return SIGRTMIN;
}

[[noreturn]] void stop_at_once() {
  std::cerr << "\nlaundromat: stopped at once; run again to continue\n" << std::flush;
  ::_exit(exit_interrupted);
}

void watch(const std::atomic<bool>& over, const std::function<void()>& on_first,
           const std::function<void()>& on_status) {
  auto set = watched();
  ::sigaddset(&set, wake_up());
  bool asked = false;
  while (true) {
    const int number = ::sigwaitinfo(&set, nullptr);
    if (over) return;
    if (number < 0 || number == wake_up()) continue;
    if (number == SIGUSR1) {
      if (on_status) on_status();
      continue;
    }
    if (asked) stop_at_once();
    asked = true;
    on_first();
  }
}

}  // namespace

void block_stop_signals() {
  const auto set = watched();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
}

stop_signals::stop_signals(std::function<void()> on_first, std::function<void()> on_status) {
  sigset_t wake, before;
  ::sigemptyset(&wake);
  ::sigaddset(&wake, wake_up());
  ::pthread_sigmask(SIG_BLOCK, &wake, &before);  // the thread inherits it
  watcher_ = std::thread{[this, on_first = std::move(on_first), on_status = std::move(on_status)] {
    watch(over_, on_first, on_status);
  }};
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

stop_signals::~stop_signals() {
  over_ = true;
  ::pthread_kill(watcher_.native_handle(), wake_up());
  watcher_.join();
}

}  // namespace laundromat
