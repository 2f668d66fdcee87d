// Stands for the engine in builds without it.
// SPDX-License-Identifier: Apache-2.0
#include "app/engine_port.hpp"

#include <iostream>

#include "app/exit_code.hpp"

namespace laundromat {

int run_campaign(const campaign& /*c*/, const run_options& /*options*/) {
  std::cerr << "laundromat: engine not linked\n";
  return exit_usage;
}

int wash_files(const wash_options& /*options*/) {
  std::cerr << "laundromat: engine not linked\n";
  return exit_usage;
}

}  // namespace laundromat
