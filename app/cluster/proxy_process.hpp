// The process at an engine's port, which alone reads untrusted bytes and passes checked frames to the engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>

#include "app/cluster/frame_filter.hpp"

namespace laundromat {

/// Inherited descriptors: the channel to the engine, the listening socket, and the bundle of the engine.
inline constexpr int proxy_channel = 3, proxy_listener = 4, proxy_bundle = 5;

/// Limits for connections before and after authentication.
struct proxy_limits {
  std::size_t waiting = 256;            ///< connections that are not admitted yet …
  std::size_t waiting_of_address = 16;  ///< … of one address; a new one replaces the oldest
  std::size_t let_in = 512;
  std::chrono::seconds until_let_in{
      10};  ///< from the first byte of TCP to the last one of the machine's handshake
  std::chrono::seconds long_payload{60};  ///< for a payload that only one connection may send
};

/// Enters the sandbox and serves until the engine has ended. Returns the exit code.
///
///     a client ── TLS ──► this process ── whole frames that `frame_filter` passes ──► a pair of sockets of its own at the engine
///
/// The channel carries frames `connection` with one end of such a pair, and frames with a text for the log about refused
/// connections.
[[nodiscard]] int run_proxy(cluster_actors engine, const proxy_limits& limits = {});

}  // namespace laundromat
