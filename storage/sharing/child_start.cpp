// Calls posix_spawn(3).
// SPDX-License-Identifier: Apache-2.0
#include "storage/sharing/child_start.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include "storage/files/posix_file.hpp"

extern char** environ;

namespace laundromat {
namespace {

/// The actions and attributes of one start.
class spawn_terms {
 public:
  spawn_terms() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    sigset_t none;
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  }
  ~spawn_terms() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  spawn_terms(const spawn_terms&) = delete;
  spawn_terms& operator=(const spawn_terms&) = delete;

  void inherit(int from, int as) { ::posix_spawn_file_actions_adddup2(&actions_, from, as); }
  void discard(int standard) {
    ::posix_spawn_file_actions_addopen(&actions_, standard, "/dev/null", O_RDWR, 0);
  }
  void close_from(int first) { ::posix_spawn_file_actions_addclosefrom_np(&actions_, first); }
  [[nodiscard]] const posix_spawn_file_actions_t* actions() const { return &actions_; }
  [[nodiscard]] const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

result<int> start_child(const child_start& what) {
  const int behind = first_inherited + static_cast<int>(what.descriptors.size());
  spawn_terms terms;
  // Copies above all targets, so that no target is overwritten before it was copied.
  std::vector<file_descriptor> copies;
  for (const int one : what.descriptors) {
    copies.emplace_back(::fcntl(one, F_DUPFD_CLOEXEC, behind));
    if (!copies.back().is_open()) return fail_errno("copy a descriptor for", what.program);
    terms.inherit(copies.back().get(), first_inherited + static_cast<int>(copies.size()) - 1);
  }
  terms.discard(STDIN_FILENO);
  if (!what.keeps_stdout) terms.discard(STDOUT_FILENO);
  if (!what.keeps_stderr) terms.discard(STDERR_FILENO);
  terms.close_from(behind);
  auto words = what.words;
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  char* no_environment[] = {nullptr};
  pid_t pid = -1;
  const int failed = ::posix_spawn(&pid, what.program.c_str(), terms.actions(), terms.attributes(),
                                   arguments.data(), what.keeps_environment ? environ : no_environment);
  if (failed == 0) return pid;
  errno = failed;
  return fail_errno("start", what.program);
}

}  // namespace laundromat
