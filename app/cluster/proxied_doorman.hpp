// Turns connections that the cluster proxy passes on into CAF connections.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/actor_system.hpp>

#include "messages/cluster_interfaces.hpp"

namespace laundromat {

/// Publishes `coordinator` behind the channel of a `cluster_proxy`, as `caf::io::publish` does at a listening socket. A frame
/// `connection` carries the socket of a connection; other frames are log messages. `channel` is owned by the caller.
/// Errors: `io_failed`.
[[nodiscard]] result<void> publish_behind_proxy(caf::actor_system& system,
                                                const coordinator_actor& coordinator, std::uint16_t port,
                                                int channel);

}  // namespace laundromat
