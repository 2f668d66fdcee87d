// The table of messages that a node may send, one row per message.
// SPDX-License-Identifier: Apache-2.0
#include "messages/node_messages.hpp"

#include <tuple>

#include "core/leases/file_transfer.hpp"
#include "messages/atoms.hpp"
#include "messages/wire_reader.hpp"

namespace laundromat {

namespace {

constexpr std::size_t node_bytes = 32;

/// An actor of a node: its number and its node.
struct far_actor {
  std::uint64_t number = 0;
  std::array<char, node_bytes> node{};
};
template <class Inspector>
typename Inspector::result_type inspect(Inspector& f, far_actor& x) {
  return f(x.number, x.node);
}

/// Reads the parts after the atom; true when they are complete and no byte follows.
template <class... Parts>
bool holds(wire_reader& from, std::string_view node, std::uint64_t& introduces) {
  std::tuple<Parts...> parts;
  const bool failed = std::apply([&](auto&... part) { return from(part...); }, parts);
  if (failed || !from.is_at_end()) return false;
  if constexpr ((std::is_same_v<Parts, far_actor> || ...)) {
    const auto& actor = std::get<far_actor>(parts);
    introduces = actor.number;
    return actor.number != 0 && std::string_view(actor.node.data(), actor.node.size()) == node;
  }
  return true;
}

struct row {
  cluster_role to;
  caf::atom_value verb;
  node_message word;
  std::string_view types;  ///< as CAF names them
  bool (*holds)(wire_reader&, std::string_view, std::uint64_t&);
};

using enum cluster_role;
using enum expected_answer;

// clang-format off
constexpr row rows[] = {
    {coordinator, handshake_atom::value, {"handshake", to_sender}, "@<>+@atom+laundromat::node_handshake+@actor", holds<node_handshake, far_actor>},
    {coordinator, report_atom::value, {"report", to_sender}, "@<>+@atom+laundromat::node_id+laundromat::node_report", holds<node_id, node_report>},
    {coordinator, result_atom::value, {"result", to_sender}, "@<>+@atom+laundromat::node_id+laundromat::work_result", holds<node_id, work_result>},
    {coordinator, leave_atom::value, {"leave", none}, "@<>+@atom+laundromat::node_id", holds<node_id>},
    {file_server, read_atom::value, {"read", in_order, chunk_bytes}, "@<>+@atom+laundromat::lease_id+bool+@u64", holds<lease_id, bool, std::uint64_t>},
    {file_server, write_atom::value, {"write", in_order}, "@<>+@atom+laundromat::lease_id+@str+@str+laundromat::file_chunk", holds<lease_id, std::string, std::string, file_chunk>},
    {file_server, finish_atom::value, {"finish", in_order}, "@<>+@atom+laundromat::lease_id+@str", holds<lease_id, std::string>},
    {file_server, body_atom::value, {"body", in_order}, "@<>+@atom+laundromat::lease_id+laundromat::file_chunk", holds<lease_id, file_chunk>},
    {file_server, context_atom::value, {"context", in_order, chunk_bytes}, "@<>+@atom+@str", holds<std::string>},
    {politeness_scheduler, permit_atom::value, {"permit", to_sender}, "@<>+@atom+@str", holds<std::string>},
    {politeness_scheduler, release_atom::value, {"release", none}, "@<>+@atom+laundromat::request_end", holds<request_end>},
};
// clang-format on

}  // namespace

std::uint32_t longest_payload(cluster_role role) {
  constexpr std::uint32_t around = 64 << 10;
  switch (role) {
    case coordinator:
      return longest_outcome_bytes + around;
    case file_server:
      return static_cast<std::uint32_t>(chunk_bytes) + around;
    case politeness_scheduler:
      break;
  }
  return around;
}

std::optional<node_message> read_node_message(cluster_role to, std::string_view payload,
                                              std::string_view node) {
  wire_reader from{payload};
  std::size_t stages = 0;
  std::uint16_t type_number = 0;
  std::string types;
  std::uint64_t verb = 0;
  if (from.apply_size(stages) || stages > 0 || from(type_number, types, verb) || type_number != 0)
    return std::nullopt;
  for (const auto& one : rows) {
    if (one.to != to || static_cast<std::uint64_t>(one.verb) != verb || one.types != types) continue;
    auto word = one.word;
    return one.holds(from, node, word.introduces) ? std::optional{word} : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace laundromat
