// The engine's port: a listening socket and the proxy process that serves it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <string>
#include <thread>

#include "app/cluster/frame_filter.hpp"
#include "storage/sharing/descriptor_channel.hpp"

namespace laundromat {

/// Runs `run_proxy` in a process and restarts it when it ends, with growing pauses after short runs. The port stays open meanwhile,
/// and worker nodes reconnect.
class cluster_proxy {
 public:
  struct terms {
    std::string program = "/proc/self/exe";
    std::string address;
    std::uint16_t port = 0;  ///< 0: any
    int bundle = -1;         ///< the open bundle of the engine; owned by the caller, outlives this object
    cluster_actors engine;
  };
  /// Errors: `configuration` when the address is not available; `io_failed`.
  [[nodiscard]] static result<std::unique_ptr<cluster_proxy>> start(terms given);
  ~cluster_proxy();
  cluster_proxy(const cluster_proxy&) = delete;
  cluster_proxy& operator=(const cluster_proxy&) = delete;

  /// The port at which it listens.
  [[nodiscard]] std::uint16_t port() const { return given_.port; }
  /// The channel that delivers connections; owned by this object.
  [[nodiscard]] int channel() const { return here_.descriptor(); }

 private:
  cluster_proxy(terms given, file_descriptor listener,
                std::pair<descriptor_channel, descriptor_channel> channel);
  void keep();
  [[nodiscard]] result<int> spawn() const;

  terms given_;
  file_descriptor listener_;
  descriptor_channel here_, there_;
  std::atomic<bool> is_ending_ = false;
  std::atomic<int> process_ = -1;
  std::thread writer_;
};

}  // namespace laundromat
