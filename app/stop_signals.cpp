// Signals by signalfd.
// SPDX-License-Identifier: Apache-2.0
#include "app/stop_signals.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "app/exit_code.hpp"

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

/// Until `over` can be read.
void watch(int over, const std::function<void()>& on_first, const std::function<void()>& on_status) {
  const auto set = watched();
  const int signals = ::signalfd(-1, &set, SFD_CLOEXEC);
  bool asked = false;
  pollfd both_ends[] = {{over, POLLIN, 0}, {signals, POLLIN, 0}};
  while (true) {
    if (::poll(both_ends, 2, -1) < 0) continue;
    if (both_ends[0].revents != 0) break;
    signalfd_siginfo one;
    if (::read(signals, &one, sizeof one) != sizeof one) continue;
    if (one.ssi_signo == SIGUSR1) {
      if (on_status) on_status();
      continue;
    }
    if (asked) ::_exit(exit_interrupted);
    asked = true;
    on_first();
  }
  ::close(signals);
}

}  // namespace

void block_stop_signals() {
  const auto set = watched();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
}

stop_signals::stop_signals(std::function<void()> on_first, std::function<void()> on_status)
    : over_(::eventfd(0, EFD_CLOEXEC)),
      watcher_([over = over_, on_first = std::move(on_first), on_status = std::move(on_status)] {
        watch(over, on_first, on_status);
      }) {}

stop_signals::~stop_signals() {
  const std::uint64_t one = 1;
  (void)!::write(over_, &one, sizeof one);
  watcher_.join();
  ::close(over_);
}

}  // namespace laundromat
