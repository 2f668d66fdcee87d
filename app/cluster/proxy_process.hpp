// The process at an engine's port: it alone touches what strangers send, and executors the engine what is left of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>

#include "app/cluster/frame_filter.hpp"

namespace laundromat {

/// What the process inherits: the channel to the engine, the socket that listens, and the bundle of the engine.
inline constexpr int proxy_channel = 3, proxy_listener = 4, proxy_bundle = 5;

/// What strangers may hold at the same time, and for how long.
struct proxy_limits {
  std::size_t waiting = 256;            ///< connections that are not let in yet …
  std::size_t waiting_of_address = 16;  ///< … of one address; who came first makes room for who comes next
  std::size_t let_in = 512;
  std::chrono::seconds until_let_in{
      10};  ///< from the first byte of TCP to the last one of the machine's handshake
  std::chrono::seconds long_payload{60};  ///< for a payload that only one connection may send
};

/// Locks itself in and serves until the engine is gone. Returns the exit code.
///
///     a stranger ── TLS ──► this process ── whole frames that `frame_filter` passes ──► a pair of sockets of its own at the engine
///
/// To the engine goes, over the channel, one end of such a pair with a letter `connection`, and otherwise a letter that says in words what was
/// refused, for the log.
[[nodiscard]] int run_proxy(cluster_actors engine, const proxy_limits& limits = {});

}  // namespace laundromat
