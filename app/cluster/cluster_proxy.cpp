// Opens the listening socket and restarts the proxy process when it ends.
// SPDX-License-Identifier: Apache-2.0
#include "app/cluster/cluster_proxy.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "actors/log.hpp"
#include "app/cluster/proxy_process.hpp"
#include "net/cluster/listener.hpp"

extern char** environ;

namespace laundromat {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds first_pause{50}, longest_pause{5'000};
constexpr std::chrono::seconds long_lived{60};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool keeps_stderr = true;
#else
constexpr bool keeps_stderr = false;
#endif

}  // namespace

result<std::unique_ptr<cluster_proxy>> cluster_proxy::start(terms given) {
  const auto listening = listen_at(given.address, given.port);
  if (!listening) return tl::unexpected(listening.error());
  file_descriptor listener{*listening};
  given.port = port_of(*listening);
  auto channel = descriptor_channel::make_pair();
  if (!channel) return tl::unexpected(channel.error());
  return std::unique_ptr<cluster_proxy>{
      new cluster_proxy(std::move(given), std::move(listener), std::move(*channel))};
}

cluster_proxy::cluster_proxy(terms given, file_descriptor listener,
                             std::pair<descriptor_channel, descriptor_channel> channel)
    : given_(std::move(given)),
      listener_(std::move(listener)),
      here_(std::move(channel.first)),
      there_(std::move(channel.second)),
      writer_([this] { keep(); }) {}

cluster_proxy::~cluster_proxy() {
  is_ending_ = true;
  if (const int process = process_; process > 0) ::kill(process, SIGKILL);
  writer_.join();
}

void cluster_proxy::keep() {
  auto pause = first_pause;
  while (!is_ending_) {
    const auto begun = std::chrono::steady_clock::now();
    const auto started = spawn();
    if (started) {
      process_ = *started;
      if (is_ending_) ::kill(*started, SIGKILL);
      int status = 0;
      while (::waitpid(*started, &status, 0) < 0 && errno == EINTR) {
      }
      process_ = -1;
      if (is_ending_) return;
      const bool was_killed = WIFSIGNALED(status);
      log_warning("the cluster proxy ended with {} {} and is restarted; worker nodes reconnect",
                  was_killed ? "signal" : "exit code", was_killed ? WTERMSIG(status) : WEXITSTATUS(status));
    } else {
      log_warning("worker nodes cannot join now: {}", to_string(started.error()));
    }
    if (std::chrono::steady_clock::now() - begun > long_lived) pause = first_pause;
    for (auto waited = 0ms; waited < pause && !is_ending_; waited += first_pause)
      std::this_thread::sleep_for(first_pause);
    pause = std::min(2 * pause, longest_pause);
  }
}

/// Starts the process with three descriptors and an empty environment; it ends with this thread.
result<int> cluster_proxy::spawn() const {
  // Copies descriptors to numbers above all targets, so that dup2 overwrites none of them.
  constexpr int above = proxy_bundle + 1;
  const file_descriptor channel{::fcntl(there_.descriptor(), F_DUPFD_CLOEXEC, above)},
      listener{::fcntl(listener_.get(), F_DUPFD_CLOEXEC, above)},
      bundle{::fcntl(given_.bundle, F_DUPFD_CLOEXEC, above)};
  if (!channel.is_open() || !listener.is_open() || !bundle.is_open())
    return fail_errno("copy a descriptor for", given_.program);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_adddup2(&actions, channel.get(), proxy_channel);
  ::posix_spawn_file_actions_adddup2(&actions, listener.get(), proxy_listener);
  ::posix_spawn_file_actions_adddup2(&actions, bundle.get(), proxy_bundle);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (!keeps_stderr || standard == STDIN_FILENO)
      ::posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0);
  ::posix_spawn_file_actions_addclosefrom_np(&actions, proxy_bundle + 1);
  sigset_t none;
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  std::string words[] = {"laundromat", "cluster-proxy", std::to_string(given_.engine.coordinator),
                         std::to_string(given_.engine.file_server),
                         std::to_string(given_.engine.politeness_scheduler)};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data(),
                       words[3].data(), words[4].data(), nullptr};
  char* no_environment[] = {nullptr};
  pid_t pid = -1;
  const int failed = ::posix_spawn(&pid, given_.program.c_str(), &actions, &attributes, arguments,
                                   keeps_stderr ? environ : no_environment);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (failed == 0) return pid;
  errno = failed;
  return fail_errno("start", given_.program);
}

}  // namespace laundromat
