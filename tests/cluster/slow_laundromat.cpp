// The program with washers that take the time stated in a document, and with a way to join as another build.
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <iostream>
#include <string_view>
#include <thread>

#include "app/cluster/join.hpp"
#include "app/commands/cli.hpp"
#include "washer/washer_process.hpp"

namespace laundromat {
namespace {

/// The milliseconds after `word` in the head of a document.
std::chrono::milliseconds milliseconds_after(std::string_view word, std::string_view head) {
  const auto at = head.find(word);
  int ms = 0;
  if (at != head.npos) std::from_chars(head.data() + at + word.size(), head.data() + head.size(), ms);
  return std::chrono::milliseconds{ms};
}

/// A document that begins with a comment `sleep 50` makes the first stage sleep for 50 milliseconds; `cpu 50` makes it use 50
/// milliseconds of processor time.
void take_time(stage which, std::string_view head, int /*body*/) {
  if (which != stage::unpack) return;
  std::this_thread::sleep_for(milliseconds_after("sleep ", head));
  timespec now{};
  const auto used = [&] {
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return std::chrono::seconds{now.tv_sec} + std::chrono::nanoseconds{now.tv_nsec};
  };
  for (const auto end = used() + milliseconds_after("cpu ", head); used() < end;) {
  }
}

/// `old HOST PORT BUNDLE FOLDER` joins with an unknown build id.
int join_as_old(char** words) {
  join_options options;
  options.host = words[0];
  options.port = static_cast<std::uint16_t>(std::stoi(words[1]));
  options.bundle = words[2];
  options.folder = words[3];
  options.slots = {0, 1, 1, 1};
  options.build = "0.0.0";
  return join_engine(options);
}

}  // namespace
}  // namespace laundromat

int main(int argc, char** argv) {
  using namespace laundromat;
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "washer") return run_washer(take_time);
  if (what == "old" && argc == 6) return join_as_old(argv + 2);
  console io{std::cin, std::cout, std::cerr, inspect_terminal(STDOUT_FILENO),
             inspect_terminal(STDERR_FILENO)};
  return run_cli({argv + 1, argv + argc}, io);
}
