// One connection through the cluster proxy: TLS and hostile frames on one side, the engine on the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <poll.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "app/cluster/frame_filter.hpp"
#include "net/cluster/mutual_tls.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

using proxy_clock = std::chrono::steady_clock;

/// The caller's address; of IPv6 the first half, which identifies one site.
using caller_address = std::string;

/// Bytes that are appended at the end and removed from the front.
class byte_queue {
 public:
  [[nodiscard]] std::string_view view() const { return std::string_view{bytes_}.substr(begin_); }
  [[nodiscard]] std::size_t size() const { return bytes_.size() - begin_; }
  [[nodiscard]] bool empty() const { return size() == 0; }
  /// The buffer to append to.
  [[nodiscard]] std::string& end() { return bytes_; }
  void take(std::size_t count) {
    begin_ += count;
    if (begin_ < bytes_.size() / 2 && !empty()) return;
    bytes_.erase(0, std::exchange(begin_, 0));
  }

 private:
  std::string bytes_;
  std::size_t begin_ = 0;
};

///     TLS handshake ── certificate of the CA ──► greeting ── the engine's handshake, its own ──► let in ──► over
class proxy_connection {
 public:
  /// Queued bytes of one direction at which reading stops.
  static constexpr std::size_t most_unsent_bytes = 512 << 10;
  /// Only one connection at a time may send a payload longer than this.
  static constexpr std::uint32_t long_payload_bytes = 2 << 20;
  enum class state : std::uint8_t { shaking, greeting, let_in, over };

  struct surroundings {
    SSL_CTX* tls = nullptr;
    cluster_actors engine;
    /// Passes one end of a new socket pair to the engine and returns the other end, closed when the engine refuses.
    std::function<file_descriptor()> open_engine;
    /// Whether no other admitted connection is of this node.
    std::function<bool(const std::string& node)> is_new_node;
    /// Whether this connection may send, or is sending, the one long payload.
    std::function<bool(const proxy_connection*)> may_be_long;
  };

  proxy_connection(file_descriptor socket, caller_address from, const surroundings& around,
                   proxy_clock::time_point now);

  /// Moves all bytes that can be moved without blocking.
  void move();
  /// The poll events of the caller's socket and of the engine's.
  [[nodiscard]] pollfd at_caller() const;
  [[nodiscard]] pollfd at_engine() const;
  void end(std::string_view why);

  [[nodiscard]] state where() const { return state_; }
  [[nodiscard]] const caller_address& from() const { return from_; }
  [[nodiscard]] proxy_clock::time_point since() const { return since_; }
  /// Why the connection was refused; empty after a normal end.
  [[nodiscard]] const std::string& reason() const { return reason_; }
  [[nodiscard]] const std::string& node() const { return filter_.peer_node(); }
  /// The name in the certificate; empty before the handshake.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] bool is_long() const { return is_long_; }

 private:
  [[nodiscard]] bool perform_handshake();
  [[nodiscard]] bool read_caller();
  [[nodiscard]] bool take_frames();
  [[nodiscard]] bool write_engine();
  [[nodiscard]] bool read_engine();
  [[nodiscard]] bool write_caller();
  [[nodiscard]] bool may_read() const;

  const surroundings& around_;
  file_descriptor socket_, engine_;
  openssl::called_end tls_;
  caller_address from_;
  proxy_clock::time_point since_;
  frame_filter filter_;
  state state_ = state::shaking;
  std::string name_, reason_;
  std::string from_caller_;           ///< received from the caller, not yet judged
  byte_queue to_engine_, to_caller_;  ///< not yet sent
  bool wants_write_ = false;          ///< TLS waits until its socket is writable
  bool has_caller_ended_ = false, has_engine_ended_ = false, is_long_ = false, waits_for_place_ = false;
};

}  // namespace laundromat
