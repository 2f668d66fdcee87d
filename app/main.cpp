// The main function: sets up streams and signals, and runs the command line.
// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <sys/random.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "app/commands/cli.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/fatal_error.hpp"
#include "core/base/keyed_hash.hpp"

namespace {

void end_at_once(int) {
  ::_exit(laundromat::exit_interrupted);
}

int run(const std::vector<std::string>& arguments) try {
  laundromat::hash_key key;
  if (::getentropy(key.data(), key.size()) != 0) {
    std::cerr << "laundromat: the system provides no random bytes (getrandom); without them crafted "
                 "documents could "
                 "take unlimited time\n";
    return laundromat::exit_disk;
  }
  laundromat::set_hash_key(key);
  const auto out = laundromat::inspect_terminal(STDOUT_FILENO);
  const auto err = laundromat::inspect_terminal(STDERR_FILENO);
  const laundromat::terminal_guard out_guard{std::cout, out}, err_guard{std::cerr, err};
  laundromat::console io{std::cin, std::cout, std::cerr, out, err};
  const int code = laundromat::run_cli(arguments, io);
  // Writing buffered output may fail only now; the exit code must report it.
  std::cout.flush();
  if ((std::fflush(stdout) == 0 && std::ferror(stdout) == 0) || code != laundromat::exit_ok) return code;
  const auto why = laundromat::output_failure();
  if (why.code != laundromat::errc::cancelled) std::cerr << "laundromat: " << why.detail << '\n';
  return laundromat::exit_code_of(why);
} catch (...) {
  return laundromat::end_by_exception();
}

}  // namespace

int main(int argc, char** argv) {
  laundromat::install_terminate_handler();
  // A zip archive has local times without a time zone: they are read as UTC on every machine.
  ::setenv("TZ", "UTC0", 1);
  ::signal(SIGXFSZ, SIG_IGN);  // a write beyond `ulimit -f` fails with an error instead
  ::signal(SIGPIPE, SIG_IGN);  // a write to a closed pipe fails likewise
  // The first process of a container ignores signals without a handler. Commands with an orderly stop block these signals and wait for them.
  if (::getpid() == 1)
    for (const int signal_number : {SIGINT, SIGTERM}) ::signal(signal_number, end_at_once);
  std::cout.exceptions(std::ios::badbit);
  std::cerr.tie(
      nullptr);  // otherwise printing an error would flush standard output and fail when that is closed
  return run({argv + 1, argv + argc});
}
