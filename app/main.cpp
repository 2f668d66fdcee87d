// The program: hands its arguments and streams to the command line.
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <iostream>

#include "app/cli.hpp"

int main(int argc, char** argv) {
  laundromat::console io{std::cin, std::cout, std::cerr, laundromat::inspect_terminal(STDOUT_FILENO),
                         laundromat::inspect_terminal(STDERR_FILENO)};
  return laundromat::run_cli({argv + 1, argv + argc}, io);
}
