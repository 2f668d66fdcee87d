// How far the other end of a TCP connection has come, and how much the kernel keeps for it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace laundromat {

struct socket_progress {
  std::int64_t received_bytes = 0;      ///< since the connection began
  std::int64_t acknowledged_bytes = 0;  ///< by the client, since the connection began
  bool is_waiting = false;              ///< bytes were written that the client has not acknowledged
  bool is_reset = false;                ///< by the client
  bool is_ended = false;                ///< the client sends no more, or it is reset
};

/// Asks the system. A socket that cannot be asked has no progress.
[[nodiscard]] socket_progress progress_of(int socket);

/// Lets the kernel take no more than about this many bytes that it cannot send yet, so that clients that do not read cost little of its memory, which
/// all programs share. What is under way to a client that reads has no such limit.
void bound_unsent(int socket, int bytes);

}  // namespace laundromat
