// The actor system of a process that communicates with others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/actor_system_config.hpp>

#include "net/cluster/bundle.hpp"

namespace laundromat {

/// The settings of every process: the message types, and two threads that sleep when idle.
struct actor_config : caf::actor_system_config {
  actor_config();
};

/// Lets others connect to an actor system through a `cluster_proxy`, with heartbeats, so that a silent peer is detected within
/// `longest_silence`.
void be_met(caf::actor_system_config& config);
/// Lets an actor system connect to others: with the same heartbeats, and over mutual TLS only. `files` outlive the system.
void use_tls(caf::actor_system_config& config, const tls_files& files);

}  // namespace laundromat
