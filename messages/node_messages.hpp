// What a joined machine may say to an engine: the messages of `cluster_interfaces.hpp` that come from outside, and nothing else.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace laundromat {

/// The actors of an engine that a machine speaks to; `politeness_actor` for its downloads.
enum class cluster_role : std::uint8_t { coordinator, file_server, politeness_scheduler };

/// What follows a message.
enum class expected_answer : std::uint8_t {
  none,      ///< it was told
  to_asker,  ///< it has a request id, and so has its answer
  in_order,  ///< it has none: what is asked first is answered first
};

struct node_message {
  std::string_view name;  ///< `handshake`, `report` …
  expected_answer answer{};
  std::size_t answer_bytes = 0;  ///< that it may bring, where that is much
  std::uint64_t introduces = 0;  ///< an actor of the machine that the message brings; 0: none
};

/// An outcome of more bytes does not travel.
inline constexpr std::uint32_t longest_outcome_bytes = 32 << 20;

/// The longest payload of a message to `role`, in bytes: outcomes list all members of an archive, files come in chunks.
[[nodiscard]] std::uint32_t longest_payload(cluster_role role);

/// Reads the payload of a message as CAF 0.17 writes it, whole: a way it takes through other actors, which must be empty; the list of types
/// of its parts; the parts. `node` is the id of the machine's node as it travels: no message brings an actor of another one. Answers
/// nothing for whatever a machine of this build does not say, and for what is too short or too long. Bounded by the size of the payload.
[[nodiscard]] std::optional<node_message> read_node_message(cluster_role to, std::string_view payload,
                                                            std::string_view node);

}  // namespace laundromat
