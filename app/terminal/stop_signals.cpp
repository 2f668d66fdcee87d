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
  ::sigaddset(&set, SIGUSR2);
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

bool has_terminal() {
  return ::isatty(STDIN_FILENO) != 0 || ::isatty(STDERR_FILENO) != 0;
}

void watch(const std::atomic<bool>& over, const signal_handlers& handlers) {
  auto set = watched();
  ::sigaddset(&set, wake_up());
  bool asked = false;
  while (true) {
    const int number = ::sigwaitinfo(&set, nullptr);
    if (over) return;
    if (number < 0 || number == wake_up()) continue;
    if (number == SIGUSR1) {
      if (handlers.on_status) handlers.on_status();
      continue;
    }
    if (number == SIGUSR2 || (number == SIGHUP && handlers.on_reload && !has_terminal())) {
      if (handlers.on_reload) handlers.on_reload();
      continue;
    }
    if (asked) stop_at_once();
    asked = true;
    handlers.on_first();
  }
}

}  // namespace

void block_stop_signals() {
  const auto set = watched();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
}

stop_signals::stop_signals(signal_handlers handlers) {
  sigset_t wake, before;
  ::sigemptyset(&wake);
  ::sigaddset(&wake, wake_up());
  ::pthread_sigmask(SIG_BLOCK, &wake, &before);  // the thread inherits it
  watcher_ = std::thread{[this, handlers = std::move(handlers)] { watch(over_, handlers); }};
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

stop_signals::~stop_signals() {
  over_ = true;
  ::pthread_kill(watcher_.native_handle(), wake_up());
  watcher_.join();
}

}  // namespace laundromat
