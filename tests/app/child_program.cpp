// Starts programs with posix_spawn.
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/child_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

extern char** environ;

namespace laundromat {

namespace {

using clock = std::chrono::steady_clock;

std::size_t times_in(std::string_view text, std::string_view part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++n;
  return n;
}

/// The end to read from, and the end for the program.
void open_streams(int (&ends)[2], child_streams streams) {
  if (streams == child_streams::pipe) {
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
    return;
  }
  termios raw{};
  ::cfmakeraw(&raw);
  const winsize wide{24, 200, 0, 0};
  if (::openpty(&ends[0], &ends[1], nullptr, &raw, &wide) != 0) throw std::runtime_error("openpty");
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
}

}  // namespace

child_program::child_program(std::vector<std::string> command, child_streams streams) {
  int ends[2];
  open_streams(ends, streams);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  if (streams == child_streams::terminal) ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t none;
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  std::vector<char*> arguments;
  for (auto& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const auto failed =
      ::posix_spawn(&pid_, command[0].c_str(), &actions, &attributes, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  ::close(ends[1]);
  output_ = ends[0];
  if (failed != 0) throw std::runtime_error("cannot start " + command[0]);
}

child_program::~child_program() {
  if (!ended_) {
    signal(SIGKILL);
    (void)::waitpid(pid_, nullptr, 0);
  }
  ::close(output_);
}

bool child_program::read_more(clock::time_point until) {
  pollfd ready{output_, POLLIN, 0};
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - clock::now()).count();
  if (left <= 0 || ::poll(&ready, 1, static_cast<int>(left)) <= 0) return false;
  char buffer[4096];
  const auto n = ::read(output_, buffer, sizeof buffer);
  if (n <= 0) return false;
  text_.append(buffer, static_cast<std::size_t>(n));
  return true;
}

bool child_program::prints(std::string_view text, std::size_t times, std::chrono::seconds deadline) {
  const auto until = clock::now() + deadline;
  while (times_in(text_, text) < times)
    if (!read_more(until)) return false;
  return true;
}

void child_program::signal(int number) const {
  if (!ended_) ::kill(pid_, number);
}

std::optional<int> child_program::exit_code(std::chrono::seconds deadline) {
  if (ended_) return ended_;
  const auto until = clock::now() + deadline;
  while (read_more(until)) {
  }
  if (clock::now() >= until) return std::nullopt;
  int status = 0;  // its output is closed, so it is ending
  ::waitpid(pid_, &status, 0);
  ended_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return ended_;
}

}  // namespace laundromat
