// The engine's port: a socket that listens, and the process that answers there for as long as the engine runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <string>
#include <thread>

#include "app/cluster/frame_filter.hpp"
#include "storage/sharing/descriptor_channel.hpp"

namespace laundromat {

/// Keeps a `run_proxy` running: whenever one ends another is started, ever more slowly when it ends soon. The port stays open meanwhile,
/// and machines whose connections ended with it come back.
class cluster_proxy {
 public:
  struct terms {
    std::string program = "/proc/self/exe";
    std::string address;
    std::uint16_t port = 0;  ///< 0: any
    int bundle = -1;         ///< the open bundle of the engine; stays the caller's and outlives this
    cluster_actors engine;
  };
  /// Errors: `configuration` when the address is not to be had; `io_failed`.
  [[nodiscard]] static result<std::unique_ptr<cluster_proxy>> start(terms given);
  ~cluster_proxy();
  cluster_proxy(const cluster_proxy&) = delete;
  cluster_proxy& operator=(const cluster_proxy&) = delete;

  /// At which it listens.
  [[nodiscard]] std::uint16_t port() const { return given_.port; }
  /// Where connections come in; stays this one's.
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
