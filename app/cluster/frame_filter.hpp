// Decides which frames of a joined machine reach the engine.
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

/// The engine's actors that machines speak to, by their numbers.
struct cluster_actors {
  std::uint64_t coordinator = 0, file_server = 0, politeness_scheduler = 0;
};

/// What one connection may say, frame by frame, and how much of it the engine has not answered yet.
///
///     the engine's handshake ── client_handshake ──► let in ── messages of `node_messages.hpp`, monitor, down, heartbeat
///
/// CAF 0.17 believes every frame: it reads payloads that are not there, takes the memory that a header speaks of, builds a message of any
/// type and depth, and takes an actor of its own for one of a machine when it is told so. So nothing else goes through than what the other
/// end of this build sends; what CAF says of itself when nodes meet (names of its own servers, routes) is dropped without harm.
class frame_filter {
 public:
  enum class verdict : std::uint8_t {
    pass,    ///< it goes to the engine as it stands
    drop,    ///< it does not, and the connection goes on
    refuse,  ///< no machine of this build says so: the connection ends
  };
  /// Unanswered: beyond that the machine is not read. Each limit may be passed by one message.
  static constexpr std::size_t most_waiting = 4'096, most_waiting_bytes = 16 << 20;
  static constexpr std::size_t most_permit_requests = 4'096, most_actors = 8'192, most_watched = 64;
  static constexpr std::int64_t most_unreported = 64;

  explicit frame_filter(cluster_actors engine) : engine_(engine) {}

  /// How long the payload behind this header may be at most; a longer one is refused before it is read.
  [[nodiscard]] std::uint32_t longest(const basp_header& header) const;
  /// `payload` has the length that its header says.
  [[nodiscard]] verdict judge(const basp_header& header, std::string_view payload);
  /// What the engine says, in chunks of any length. Its handshake names its node, its answers make room.
  void hear_engine(std::string_view bytes);

  /// Whether so much waits for an answer that no more is to be read.
  [[nodiscard]] bool is_full() const {
    return waiting_.size() + in_order_.size() >= most_waiting || waiting_bytes_ >= most_waiting_bytes;
  }
  /// Whether the engine's handshake has come: a machine may speak first, and is judged then.
  [[nodiscard]] bool has_heard_engine() const { return !engine_node_.empty(); }
  [[nodiscard]] bool is_let_in() const { return !peer_node_.empty(); }
  /// As it travels; empty before `is_let_in`.
  [[nodiscard]] const std::string& peer_node() const { return peer_node_; }
  /// Of what was refused, in words.
  [[nodiscard]] std::string_view reason() const { return reason_; }

 private:
  /// A request, by who asked and its number.
  using request = std::pair<std::uint64_t, std::uint64_t>;
  struct question {
    std::uint64_t asker = 0;
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
  std::string heard_;          ///< a header of the engine, or its handshake, that has not come whole
  std::uint64_t unheard_ = 0;  ///< bytes of its payload that are still to come, and say nothing
  std::set<std::uint64_t> known_actors_;  ///< of the machine, for which the engine has a proxy
  std::set<std::uint64_t> watched_;       ///< of the engine
  std::map<request, std::size_t> waiting_;
  std::deque<question> in_order_;
  std::set<request> permit_requests_;  ///< they wait for the slot of a host, which may take long
  std::size_t waiting_bytes_ = 0;
  /// Messages that nobody answers: each slot at a host, asked for or lent with a download, is a cause for one.
  std::int64_t room_to_report_ = most_unreported;
};

}  // namespace laundromat
