// What an engine and the process that serves for it send each other: frames of text over a `descriptor_channel`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace laundromat {

/// The first character of a frame.
///
///     engine ── S line of a snapshot (core/monitoring/snapshot_line.hpp), once a second ──► server
///     engine ── E server-sent events, whole ones                                        ──► server
///     engine ◄─ P port at which the server listens, once                                ─── server
///
/// The server ends when the engine closes the channel.
inline constexpr char snapshot_frame = 'S', event_frame = 'E', port_frame = 'P';

/// No event is added to a frame that has so many bytes.
inline constexpr std::size_t full_event_frame_bytes = 32 << 10;

}  // namespace laundromat
