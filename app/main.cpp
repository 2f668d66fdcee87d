// The program: hands its arguments and streams to the command line.
// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <sys/random.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "app/commands/cli.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/last_words.hpp"
#include "core/base/keyed_hash.hpp"

namespace {

void end_at_once(int) {
  ::_exit(laundromat::exit_interrupted);
}

int run(const std::vector<std::string>& arguments) try {
  laundromat::hash_key key;
  if (::getentropy(key.data(), key.size()) != 0) {
    std::cerr << "laundromat: the system gives no random bytes (getrandom); documents could be made to take "
                 "for ever\n";
    return laundromat::exit_disk;
  }
  laundromat::set_hash_key(key);
  const auto out = laundromat::inspect_terminal(STDOUT_FILENO);
  const auto err = laundromat::inspect_terminal(STDERR_FILENO);
  const laundromat::terminal_guard out_guard{std::cout, out}, err_guard{std::cerr, err};
  laundromat::console io{std::cin, std::cout, std::cerr, out, err};
  const int code = laundromat::run_cli(arguments, io);
  // What was buffered may fail only now; nobody is told that all is well when the last bytes did not arrive.
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
  laundromat::write_last_words();
  // A zip has the local times of its members without their zone: they are read as UTC, everywhere.
  ::setenv("TZ", "UTC0", 1);
  ::signal(SIGXFSZ, SIG_IGN);  // a write beyond `ulimit -f` fails, and what wanted it with it
  ::signal(SIGPIPE, SIG_IGN);  // a write that nobody reads fails likewise
  // The first process of a container ignores what has no handler. Commands that stop in order block these signals, and wait for them.
  if (::getpid() == 1)
    for (const int wish : {SIGINT, SIGTERM}) ::signal(wish, end_at_once);
  std::cout.exceptions(std::ios::badbit);
  std::cerr.tie(nullptr);  // else whoever tells of an error meets the failure of an output that nobody reads
  return run({argv + 1, argv + argc});
}
