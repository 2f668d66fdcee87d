// The messages of cluster_interfaces.hpp and interfaces.hpp that a worker node may send to an engine. The proxy process refuses all others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace laundromat {

/// The actors of an engine to which a node may send messages; the politeness scheduler for its downloads.
enum class cluster_role : std::uint8_t { coordinator, file_server, politeness_scheduler };

/// How a message is answered.
enum class expected_answer : std::uint8_t {
  none,       ///< not at all
  to_sender,  ///< by its request id, which the answer repeats
  in_order,   ///< in the order of the requests; they have no id
};

struct node_message {
  std::string_view name;  ///< `handshake`, `report` …
  expected_answer answer{};
  std::size_t answer_bytes = 0;  ///< the most bytes of a long answer; 0: the answer is short
  std::uint64_t introduces = 0;  ///< the number of the node's actor in the message; 0: none
};

/// The longest outcome that a node may send.
inline constexpr std::uint32_t longest_outcome_bytes = 32 << 20;

/// The longest payload of a message to `role`, in bytes: outcomes list all members of an archive, files come in chunks.
[[nodiscard]] std::uint32_t longest_payload(cluster_role role);

/// Reads the whole payload of a message as CAF 0.17 writes it: the list of actors that forward it, which must be empty; the list of types of
/// its parts; the parts. `node` is the serialized id of the sending node; a message must not contain an actor of another node. Returns nothing
/// when the payload is too short or too long, or is no message that a node of this build sends. Memory: bounded by the size of the payload.
[[nodiscard]] std::optional<node_message> read_node_message(cluster_role to, std::string_view payload,
                                                            std::string_view node);

}  // namespace laundromat
