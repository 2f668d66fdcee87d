// Reads clocks.
// SPDX-License-Identifier: Apache-2.0
#include "app/serve/processor_times.hpp"

#include <unistd.h>

#include <ctime>
#include <fstream>
#include <string>

namespace laundromat {

processor_seconds read_processor_times() {
  processor_seconds total;
  timespec used{};
  if (::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) == 0)
    total.used = static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
  std::ifstream machine{"/proc/stat"};
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, waiting_for_disk = 0;
  if (machine >> name >> user >> nice >> system >> idle >> waiting_for_disk)
    total.idle = (idle + waiting_for_disk) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  return total;
}

}  // namespace laundromat
