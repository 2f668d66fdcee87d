// The frames of BASP, the protocol that nodes of CAF 0.17 speak, as bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace laundromat {

/// Source: `caf/io/basp/message_type.hpp`.
enum class basp_operation : std::uint8_t {
  server_handshake = 0,
  client_handshake = 1,
  direct_message = 2,
  routed_message = 3,
  monitor_message = 4,
  down_message = 5,
  heartbeat = 6,
};

/// What stands before the payload of a frame. Shape: operation, two bytes that say nothing, flags (one byte each), then in network order the
/// length of the payload (four bytes), and data, source and destination (eight each). Source: `caf/io/basp/header.hpp`.
struct basp_header {
  static constexpr std::size_t size_bytes = 32;

  std::uint8_t operation = 0;
  std::uint8_t flags = 0;
  std::uint32_t payload_bytes = 0;
  std::uint64_t data = 0;    ///< of messages: the id of a request or of its answer
  std::uint64_t source = 0;  ///< actors
  std::uint64_t destination = 0;
};

/// Nothing when there are fewer than `basp_header::size_bytes`.
[[nodiscard]] std::optional<basp_header> read_basp_header(std::string_view bytes);
[[nodiscard]] std::string write_basp_header(const basp_header& header);

/// The id of a node as it travels: a word for its kind, a process (four bytes), and a hash of its machine. Source: `caf/node_id.hpp`.
inline constexpr std::size_t basp_node_bytes = 32, basp_node_kind_bytes = 8;

/// What `basp_header::data` says of a message. Source: `caf/message_id.hpp`.
[[nodiscard]] bool is_async(std::uint64_t message_id);
/// Of one that is asked for and not an answer, with normal urgency.
[[nodiscard]] bool is_plain_request(std::uint64_t message_id);
[[nodiscard]] bool is_answer(std::uint64_t message_id);
/// The part that a request and its answer have in common.
[[nodiscard]] std::uint64_t request_number(std::uint64_t message_id);

}  // namespace laundromat
