// Checks BASP frames, with one function per operation.
// SPDX-License-Identifier: Apache-2.0
#include "app/cluster/frame_filter.hpp"

#include <algorithm>
#include <optional>

#include "messages/wire_reader.hpp"

namespace laundromat {

namespace {

constexpr std::uint8_t named_receiver = 1, choose_connection = 2;
constexpr std::uint32_t longest_end = 64 << 10, longest_handshake = 64 << 10;

std::optional<cluster_role> role_of(std::uint64_t actor, const cluster_actors& engine) {
  if (actor == engine.coordinator) return cluster_role::coordinator;
  if (actor == engine.file_server) return cluster_role::file_server;
  if (actor == engine.politeness_scheduler) return cluster_role::politeness_scheduler;
  return std::nullopt;
}

bool is(const basp_header& header, basp_operation operation) {
  return header.operation == static_cast<std::uint8_t>(operation);
}

/// The reason why an actor ended: a code, its category, and an optional text.
bool is_plain_reason(std::string_view bytes) {
  wire_reader from{bytes};
  std::uint8_t code = 0;
  std::uint64_t category = 0;
  std::uint16_t type_number = 0;
  std::string types, text;
  if (from(code, category, type_number, types) || type_number != 0) return false;
  if (types == "@<>+@str" && from(text)) return false;
  return (types == "@<>" || types == "@<>+@str") && from.is_at_end();
}

}  // namespace

frame_filter::verdict frame_filter::refuse(std::string_view why) {
  reason_ = why;
  return verdict::refuse;
}

std::uint32_t frame_filter::longest(const basp_header& header) const {
  switch (static_cast<basp_operation>(header.operation)) {
    case basp_operation::client_handshake:
      return basp_node_bytes;
    case basp_operation::direct_message: {
      const auto role = role_of(header.destination, engine_);
      return longest_payload(role.value_or(cluster_role::politeness_scheduler));
    }
    case basp_operation::monitor_message:
      return 2 * basp_node_bytes;
    case basp_operation::down_message:
      return longest_end;
    default:
      return 0;
  }
}

frame_filter::verdict frame_filter::judge(const basp_header& header, std::string_view payload) {
  if (is(header, basp_operation::client_handshake)) return greet(header, payload);
  if (header.flags != 0 && !is(header, basp_operation::direct_message))
    return refuse("unexpected header flag");
  if (!is_let_in()) return refuse("message before the handshake");
  if (is(header, basp_operation::direct_message)) return take_message(header, payload);
  if (is(header, basp_operation::monitor_message)) return watch(header, payload);
  if (is(header, basp_operation::down_message)) return end_actor(header, payload);
  if (is(header, basp_operation::heartbeat) && payload.empty()) return verdict::pass;
  return refuse("unexpected operation");
}

/// A node may repeat its handshake when it received the engine's handshake twice.
frame_filter::verdict frame_filter::greet(const basp_header& header, std::string_view payload) {
  if (engine_node_.empty() || (header.flags & ~choose_connection) != 0) return refuse("unexpected handshake");
  if (is_let_in()) return payload == peer_node_ ? verdict::pass : refuse("a second node in one connection");
  const bool is_of_our_kind =
      payload.size() == basp_node_bytes &&
      payload.starts_with(std::string_view{engine_node_}.substr(0, basp_node_kind_bytes));
  if (!is_of_our_kind || payload == engine_node_) return refuse("invalid handshake");
  peer_node_ = payload;
  return verdict::pass;
}

frame_filter::verdict frame_filter::take_message(const basp_header& header, std::string_view payload) {
  // CAF nodes query each other's name servers when they connect; the answer is not needed here.
  const auto role = role_of(header.destination, engine_);
  if ((header.flags & named_receiver) != 0 || !role) return verdict::drop;
  const auto word = header.flags == 0 ? read_node_message(*role, payload, peer_node_) : std::nullopt;
  if (!word) return refuse("unexpected message type");
  const bool is_request = word->answer == expected_answer::to_sender;
  if (header.source == 0 || !(is_request ? is_plain_request(header.data) : is_async(header.data)))
    return refuse("unexpected message");
  known_actors_.insert(header.source);
  if (word->introduces != 0) known_actors_.insert(word->introduces);
  if (known_actors_.size() > most_actors) return refuse("too many actors");
  if (!count(*word, *role, header, payload.size())) return refuse("too many messages");
  return verdict::pass;
}

/// False when there are too many messages of a kind that cannot be delayed.
bool frame_filter::count(const node_message& word, cluster_role to, const basp_header& header,
                         std::size_t bytes) {
  const request asked{header.source, request_number(header.data)};
  if (to == cluster_role::politeness_scheduler && word.answer == expected_answer::to_sender) {
    ++room_to_report_;
    return permit_requests_.insert(asked).second && permit_requests_.size() <= most_permit_requests;
  }
  if (word.answer == expected_answer::none) return room_to_report_-- > 0;
  // A node that does not read answers makes them accumulate at the engine.
  bytes += word.answer_bytes;
  waiting_bytes_ += bytes;
  if (word.answer == expected_answer::in_order) {
    in_order_.push_back({header.source, bytes});
    return true;
  }
  return waiting_.emplace(asked, bytes).second;
}

/// The node monitors an actor of the engine; repeated requests are dropped.
frame_filter::verdict frame_filter::watch(const basp_header& header, std::string_view payload) {
  if (!is_about_us(payload) || payload.size() != 2 * basp_node_bytes)
    return refuse("monitor request for another node");
  if (!watched_.insert(header.destination).second) return verdict::drop;
  return watched_.size() <= most_watched ? verdict::pass : refuse("too many monitor requests");
}

frame_filter::verdict frame_filter::end_actor(const basp_header& header, std::string_view payload) {
  if (!is_about_us(payload) || !is_plain_reason(payload.substr(2 * basp_node_bytes)))
    return refuse("down message of an unknown actor");
  if (known_actors_.erase(header.source) == 0) return verdict::drop;
  // An actor that has ended gets no answer.
  std::erase_if(permit_requests_, [&](const request& asked) { return asked.first == header.source; });
  return verdict::pass;
}

/// Whether `payload` begins with the ids of the peer's node and of the engine's node.
bool frame_filter::is_about_us(std::string_view payload) const {
  return payload.substr(0, basp_node_bytes) == peer_node_ && payload.size() >= 2 * basp_node_bytes &&
         payload.substr(basp_node_bytes, basp_node_bytes) == engine_node_;
}

void frame_filter::observe_engine(std::string_view bytes) {
  while (!bytes.empty()) {
    if (engine_payload_left_ > 0) {
      const auto skipped = std::min<std::uint64_t>(engine_payload_left_, bytes.size());
      engine_payload_left_ -= skipped;
      bytes.remove_prefix(skipped);
      continue;
    }
    const auto header = read_basp_header(engine_bytes_);
    const auto whole = basp_header::size_bytes + (header ? header->payload_bytes : 0);
    const auto part = bytes.substr(0, whole - engine_bytes_.size());
    engine_bytes_.append(part);
    bytes.remove_prefix(part.size());
    const auto now = read_basp_header(engine_bytes_);
    if (!now) continue;
    const bool is_handshake =
        is(*now, basp_operation::server_handshake) && now->payload_bytes <= longest_handshake;
    if (is_handshake && engine_bytes_.size() < basp_header::size_bytes + now->payload_bytes) continue;
    engine_payload_left_ = is_handshake ? 0 : now->payload_bytes;
    take_engine_frame(*now, std::string_view{engine_bytes_}.substr(basp_header::size_bytes));
    engine_bytes_.clear();
  }
}

void frame_filter::take_engine_frame(const basp_header& header, std::string_view payload) {
  if (is(header, basp_operation::server_handshake)) engine_node_ = payload.substr(0, basp_node_bytes);
  if (!is(header, basp_operation::direct_message)) return;
  const request asked{header.destination, request_number(header.data)};
  if (header.source == engine_.file_server) {
    const auto found = std::ranges::find(in_order_, header.destination, &question::sender);
    if (found == in_order_.end()) return;
    // Earlier requests are answered, too, or their senders have ended.
    for (auto one = in_order_.begin(); one <= found; ++one) waiting_bytes_ -= one->bytes;
    in_order_.erase(in_order_.begin(), found + 1);
  } else if (header.source == engine_.politeness_scheduler) {
    permit_requests_.erase(asked);
  } else if (header.source == engine_.coordinator && is_answer(header.data)) {
    const auto found = waiting_.find(asked);
    if (found == waiting_.end()) return;
    waiting_bytes_ -= found->second;
    waiting_.erase(found);
  } else if (header.source == engine_.coordinator) {
    // A download includes a host slot, which is released once.
    ++room_to_report_;
  }
}

}  // namespace laundromat
