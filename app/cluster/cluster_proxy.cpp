// Opens the listening socket and restarts the proxy process when it ends.
// SPDX-License-Identifier: Apache-2.0
#include "app/cluster/cluster_proxy.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "actors/log.hpp"
#include "app/cluster/proxy_process.hpp"
#include "net/sockets/listener.hpp"
#include "storage/sharing/child_start.hpp"

namespace laundromat {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds first_pause{50}, longest_pause{5'000};
constexpr std::chrono::seconds long_lived{60};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool keeps_output = true;
#else
constexpr bool keeps_output = false;
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
  static_assert(proxy_channel == first_inherited && proxy_listener == 4 && proxy_bundle == 5);
  return start_child(
      {given_.program,
       {"laundromat", "cluster-proxy", std::to_string(given_.engine.coordinator),
        std::to_string(given_.engine.file_server), std::to_string(given_.engine.politeness_scheduler)},
       {there_.descriptor(), listener_.get(), given_.bundle},
       keeps_output,
       keeps_output,
       keeps_output});
}

}  // namespace laundromat
