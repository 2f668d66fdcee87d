// The actor system of a process that speaks with others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/actor_system_config.hpp>

#include "net/cluster/bundle.hpp"

namespace laundromat {

/// Every process has the same: the types that travel, two threads that sleep when there is nothing to do.
struct actor_config : caf::actor_system_config {
  actor_config();
};

/// Lets an actor system be met by others, through a `cluster_proxy`, with heartbeats, so that a silent peer is known to be gone within
/// `longest_silence`.
void be_met(caf::actor_system_config& config);
/// Lets an actor system meet others: the same, and over mutual TLS only. `files` outlive the system.
void speak_tls(caf::actor_system_config& config, const tls_files& files);

}  // namespace laundromat
