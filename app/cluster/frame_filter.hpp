// Decides which frames of a worker node reach the engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "messages/node_messages.hpp"
#include "net/cluster/basp.hpp"

namespace laundromat {

/// The ids of the engine's actors that worker nodes send to.
struct cluster_actors {
  std::uint64_t coordinator = 0, file_server = 0, politeness_scheduler = 0;
};

/// Checks the frames of one connection and counts requests that the engine has not answered yet.
///
///     the engine's handshake ── client_handshake ──► let in ── messages of `node_messages.hpp`, monitor, down, heartbeat
///
/// CAF 0.17 trusts every frame: it reads missing payloads, allocates what a header claims, builds messages of any
/// type and depth, and accepts one of its own actors as an actor of the peer. So only frames that a node of this build sends
/// pass; CAF's own messages at connection (names of its servers, routes) are dropped without harm.
class frame_filter {
 public:
  enum class verdict : std::uint8_t {
    pass,    ///< forward unchanged to the engine
    drop,    ///< do not forward; the connection continues
    refuse,  ///< not sent by a node of this build: the connection ends
  };
  /// Limits of unanswered requests, beyond which the node is not read. One message may exceed each limit.
  static constexpr std::size_t most_waiting = 4'096, most_waiting_bytes = 16 << 20;
  static constexpr std::size_t most_permit_requests = 4'096, most_actors = 8'192, most_watched = 64;
  static constexpr std::int64_t most_unreported = 64;

  explicit frame_filter(cluster_actors engine) : engine_(engine) {}

  /// The largest payload allowed after this header; a longer one is refused before it is read.
  [[nodiscard]] std::uint32_t longest(const basp_header& header) const;
  /// Judges one frame. `payload` has the length stated in the header.
  [[nodiscard]] verdict judge(const basp_header& header, std::string_view payload);
  /// Observes the engine's output, in chunks of any length: its handshake has its node id, its answers reduce the counts.
  void observe_engine(std::string_view bytes);

  /// Whether a limit of unanswered requests is reached, so that no more is read.
  [[nodiscard]] bool is_full() const {
    return waiting_.size() + in_order_.size() >= most_waiting || waiting_bytes_ >= most_waiting_bytes;
  }
  /// Whether the engine's handshake was seen. Frames of a node that sends first are judged after it.
  [[nodiscard]] bool has_engine_handshake() const { return !engine_node_.empty(); }
  [[nodiscard]] bool is_let_in() const { return !peer_node_.empty(); }
  /// The id of the peer node in wire format; empty before `is_let_in`.
  [[nodiscard]] const std::string& peer_node() const { return peer_node_; }
  /// The reason of the refusal.
  [[nodiscard]] std::string_view reason() const { return reason_; }

 private:
  /// A request: its sender and number.
  using request = std::pair<std::uint64_t, std::uint64_t>;
  struct question {
    std::uint64_t sender = 0;
    std::size_t bytes = 0;
  };

  [[nodiscard]] verdict refuse(std::string_view why);
  [[nodiscard]] verdict greet(const basp_header& header, std::string_view payload);
  [[nodiscard]] verdict take_message(const basp_header& header, std::string_view payload);
  [[nodiscard]] verdict watch(const basp_header& header, std::string_view payload);
  [[nodiscard]] verdict end_actor(const basp_header& header, std::string_view payload);
  [[nodiscard]] bool count(const node_message& word, cluster_role to, const basp_header& header,
                           std::size_t bytes);
  [[nodiscard]] bool is_about_us(std::string_view payload) const;
  void take_engine_frame(const basp_header& header, std::string_view payload);

  cluster_actors engine_;
  std::string engine_node_, peer_node_;
  std::string_view reason_;
  std::string engine_bytes_;               ///< an incomplete header or handshake of the engine
  std::uint64_t engine_payload_left_ = 0;  ///< payload bytes of the engine that are still to be skipped
  std::set<std::uint64_t> known_actors_;   ///< actors of the node for which the engine has a proxy
  std::set<std::uint64_t> watched_;        ///< actors of the engine that the node monitors
  std::map<request, std::size_t> waiting_;
  std::deque<question> in_order_;
  std::set<request> permit_requests_;  ///< requests for a host slot, which may take long
  std::size_t waiting_bytes_ = 0;
  /// Messages without an answer: one is allowed for each host slot that was requested or granted with a download.
  std::int64_t room_to_report_ = most_unreported;
};

}  // namespace laundromat
