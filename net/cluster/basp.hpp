// Reads and writes the frames of BASP, the protocol between nodes of CAF 0.17.
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

/// The header of a frame. Shape: operation, two unused bytes, flags (one byte each), then in network order the
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

/// Reads a header; nothing when there are fewer than `basp_header::size_bytes`.
[[nodiscard]] std::optional<basp_header> read_basp_header(std::string_view bytes);
[[nodiscard]] std::string write_basp_header(const basp_header& header);

/// The serialized id of a node: a word for its kind, a process number (four bytes), and a hash of its machine. Source: `caf/node_id.hpp`.
inline constexpr std::size_t basp_node_bytes = 32, basp_node_kind_bytes = 8;

/// The meaning of `basp_header::data` in a message. Source: `caf/message_id.hpp`.
[[nodiscard]] bool is_async(std::uint64_t message_id);
/// True for a request of normal priority.
[[nodiscard]] bool is_plain_request(std::uint64_t message_id);
[[nodiscard]] bool is_answer(std::uint64_t message_id);
/// The number that a request and its answer share.
[[nodiscard]] std::uint64_t request_number(std::uint64_t message_id);

}  // namespace laundromat
