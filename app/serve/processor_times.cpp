// Reads clocks.
// SPDX-License-Identifier: Apache-2.0
#include "app/serve/processor_times.hpp"

#include <unistd.h>

#include <ctime>
#include <fstream>
#include <string>

namespace laundromat {

namespace {

/// 0 for a clock that cannot be read.
double seconds_of(clockid_t clock) {
  timespec used{};
  if (::clock_gettime(clock, &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
}

}  // namespace

double read_thread_seconds() {
  return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

processor_seconds read_processor_times() {
  processor_seconds total;
  total.used = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  std::ifstream machine{"/proc/stat"};
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, waiting_for_disk = 0;
  if (machine >> name >> user >> nice >> system >> idle >> waiting_for_disk)
    total.idle = (idle + waiting_for_disk) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  return total;
}

}  // namespace laundromat
