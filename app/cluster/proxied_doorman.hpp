// How connections that the cluster proxy passes on become connections of CAF.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/actor_system.hpp>

#include "messages/cluster_interfaces.hpp"

namespace laundromat {

/// Publishes `coordinator` behind the channel of a `cluster_proxy`, as `caf::io::publish` does at a socket that listens: of each letter
/// `connection` the file that comes with it is one, other letters are words for the log. `channel` stays the caller's.
/// Errors: `io_failed`.
[[nodiscard]] result<void> publish_behind_proxy(caf::actor_system& system,
                                                const coordinator_actor& coordinator, std::uint16_t port,
                                                int channel);

}  // namespace laundromat
