// The program: hands its arguments and streams to the command line.
// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>

#include "app/cli.hpp"
#include "app/exit_code.hpp"

int main(int argc, char** argv) {
  ::signal(SIGXFSZ, SIG_IGN);  // a write beyond `ulimit -f` fails, and the document with it
  const auto out = laundromat::inspect_terminal(STDOUT_FILENO);
  const auto err = laundromat::inspect_terminal(STDERR_FILENO);
  const laundromat::terminal_guard out_guard{std::cout, out}, err_guard{std::cerr, err};
  laundromat::console io{std::cin, std::cout, std::cerr, out, err};
  const int code = laundromat::run_cli({argv + 1, argv + argc}, io);
  // What was buffered may fail only now; nobody is told that all is well when the last bytes did not arrive.
  const bool written = std::cout.flush() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (written || code != laundromat::exit_ok) return code;
  std::cerr << "laundromat: standard output could not be written\n";
  return laundromat::exit_disk;
}
