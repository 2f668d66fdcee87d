// Tests of which frames of a worker node reach the engine, and how many of them may wait.
// SPDX-License-Identifier: Apache-2.0
#include "app/cluster/frame_filter.hpp"

#include <gtest/gtest.h>

#include <random>

#include "messages/bytes.hpp"

namespace laundromat {
namespace {

using enum frame_filter::verdict;
using enum basp_operation;

constexpr cluster_actors engine_actors{20, 21, 22};
const std::string kind = "\x01kind234";
const std::string engine_node = kind + std::string(24, 'e'), peer_node = kind + std::string(24, 'g'),
                  other_node = kind + std::string(24, 'o');
constexpr std::uint64_t with_reply = (std::uint64_t{1} << 60U) + 7,
                        answered = with_reply | (std::uint64_t{1} << 63U), no_reply = std::uint64_t{1} << 60U;
constexpr std::uint64_t node = 5;

basp_header header(basp_operation operation, std::string_view payload, std::uint64_t data = 0,
                   std::uint64_t source = 0, std::uint64_t destination = 0) {
  return {static_cast<std::uint8_t>(operation),
          0,
          static_cast<std::uint32_t>(payload.size()),
          data,
          source,
          destination};
}

std::string big_endian(std::uint64_t number) {
  std::string bytes;
  for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift);
  return bytes;
}

/// An atom of CAF: six bits per letter. Source: `caf/detail/atom_val.hpp`.
std::string atom(std::string_view word) {
  constexpr std::string_view characters = " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
  std::uint64_t value = 0xF;
  for (const char c : word) value = (value << 6U) | characters.find(c);
  return big_endian(value);
}

std::string message(const std::string& types, const std::string& parts) {
  return std::string(3, '\0') + static_cast<char>(types.size()) + types + parts;
}
std::string report() {
  return message("@<>+@atom+laundromat::node_id+laundromat::node_report",
                 atom("report") + to_bytes(node_id{1, 2}) + to_bytes(node_report{}));
}
std::string finish_file() {
  return message("@<>+@atom+laundromat::lease_id+@str",
                 atom("finish") + to_bytes(lease_id{1, 2}) + to_bytes(std::string("label")));
}
std::string body(std::size_t bytes) {
  return message(
      "@<>+@atom+laundromat::lease_id+laundromat::file_chunk",
      atom("body") + to_bytes(lease_id{1, 2}) + to_bytes(file_chunk{0, bytes, std::string(bytes, 'x'), {}}));
}
std::string release() {
  return message("@<>+@atom+laundromat::request_end", atom("release") + to_bytes(request_end{}));
}
std::string admit() {
  return message("@<>+@atom+@str", atom("permit") + std::string("\x04http"));
}

struct frames : testing::Test {
  void from_engine(const basp_header& head, const std::string& payload = {}) {
    filter.observe_engine(write_basp_header(head) + payload);
  }
  void engine_greets() {
    const auto payload = engine_node + "the rest of its handshake";
    // In chunks of any length.
    for (const char c : write_basp_header(header(server_handshake, payload, 3)) + payload)
      filter.observe_engine({&c, 1});
  }
  void let_in() {
    engine_greets();
    ASSERT_EQ(judge(header(client_handshake, peer_node), peer_node), pass);
    ASSERT_TRUE(filter.is_let_in());
  }
  frame_filter::verdict judge(const basp_header& head, const std::string& payload) {
    return payload.size() > filter.longest(head) ? refuse : filter.judge(head, payload);
  }
  frame_filter::verdict send(std::uint64_t to, const std::string& payload, std::uint64_t data = no_reply,
                             std::uint64_t from = node) {
    return judge(header(direct_message, payload, data, from, to), payload);
  }

  frame_filter filter{engine_actors};
};

TEST_F(frames, of_every_operation_without_a_payload_are_refused_except_heartbeats) {
  for (int operation = 0; operation < 256; ++operation) {
    basp_header empty;
    empty.operation = static_cast<std::uint8_t>(operation);
    frame_filter unauthenticated{engine_actors};
    EXPECT_EQ(unauthenticated.judge(empty, ""), refuse) << operation;
  }
  let_in();
  for (int operation = 0; operation < 256; ++operation) {
    basp_header empty;
    empty.operation = static_cast<std::uint8_t>(operation);
    empty.destination = engine_actors.coordinator;
    EXPECT_EQ(filter.judge(empty, ""), operation == 6 ? pass : refuse) << operation;
  }
}

TEST_F(frames, that_are_too_long_are_refused_by_their_header) {
  basp_header head;
  head.destination = engine_actors.file_server;
  for (int operation = 0; operation < 256; ++operation) {
    head.operation = static_cast<std::uint8_t>(operation);
    EXPECT_LT(filter.longest(head), (2U << 20)) << operation;
  }
  head.operation = static_cast<std::uint8_t>(direct_message);
  head.destination = engine_actors.coordinator;
  EXPECT_LT(filter.longest(head), (33U << 20)) << "results";
}

TEST_F(frames, before_the_handshake_are_refused) {
  engine_greets();
  EXPECT_EQ(send(engine_actors.coordinator, report(), with_reply), refuse);
}

TEST_F(frames, a_handshake_names_one_node_that_is_not_the_engine) {
  EXPECT_EQ(judge(header(client_handshake, peer_node), peer_node), refuse) << "before the engine's";
  engine_greets();
  EXPECT_EQ(judge(header(client_handshake, engine_node), engine_node), refuse);
  const std::string no_kind(32, 'g');
  EXPECT_EQ(judge(header(client_handshake, no_kind), no_kind), refuse);
  EXPECT_EQ(judge(header(client_handshake, peer_node), peer_node), pass);
  EXPECT_EQ(judge(header(client_handshake, peer_node), peer_node), pass) << "again";
  EXPECT_EQ(judge(header(client_handshake, other_node), other_node), refuse) << "somebody else";
}

TEST_F(frames, messages_must_be_those_of_a_node_with_the_right_receivers) {
  let_in();
  EXPECT_EQ(send(engine_actors.coordinator, report(), with_reply), pass);
  EXPECT_EQ(send(engine_actors.file_server, finish_file()), pass);
  EXPECT_EQ(send(engine_actors.file_server, report(), with_reply), refuse);
  EXPECT_EQ(send(engine_actors.coordinator, message("@<>+@exit", std::string(64, '\0'))), refuse);
  EXPECT_EQ(send(99, report(), with_reply), drop) << "another actor of the engine";
  auto named = header(direct_message, report(), with_reply, node, engine_actors.coordinator);
  named.flags = 1;
  EXPECT_EQ(judge(named, report()), drop) << "an actor by its name";
  named.flags = 2;
  EXPECT_EQ(judge(named, report()), refuse);
  const auto routed = header(routed_message, report(), with_reply, node, engine_actors.coordinator);
  EXPECT_EQ(judge(routed, report()), refuse);
}

TEST_F(frames, answers_to_requests_of_other_nodes_are_refused) {
  let_in();
  EXPECT_EQ(send(engine_actors.coordinator, report(), answered), refuse);
  EXPECT_EQ(send(engine_actors.coordinator, report(), no_reply), refuse) << "a question without a number";
  EXPECT_EQ(send(engine_actors.coordinator, report(), with_reply | (std::uint64_t{3} << 60U)), refuse)
      << "of a stream";
  EXPECT_EQ(send(engine_actors.file_server, finish_file(), with_reply), refuse);
}

TEST_F(frames, down_and_monitor_messages_must_be_about_the_two_nodes_of_the_connection) {
  let_in();
  EXPECT_EQ(send(engine_actors.coordinator, report(), with_reply), pass);
  const std::string reason = std::string("\0", 1) + std::string(8, '\0') + std::string("\0\0\x03@<>", 6);
  const auto ours = peer_node + engine_node;
  for (const auto& nodes : {other_node + engine_node, peer_node + other_node, std::string{}}) {
    EXPECT_EQ(judge(header(down_message, nodes + reason, 0, node), nodes + reason), refuse);
    EXPECT_EQ(judge(header(monitor_message, nodes, 0, 0, engine_actors.coordinator), nodes), refuse);
  }
  EXPECT_EQ(judge(header(down_message, ours, 0, node), ours), refuse) << "without a reason";
  const auto deep = ours + std::string(9, '\0') + std::string("\0\0\x0C@<>+@message", 15);
  EXPECT_EQ(judge(header(down_message, deep, 0, node), deep), refuse) << "a reason with anything in it";
  EXPECT_EQ(judge(header(down_message, ours + reason, 0, 77), ours + reason), drop) << "of nobody";
  EXPECT_EQ(judge(header(down_message, ours + reason, 0, node), ours + reason), pass);
  EXPECT_EQ(judge(header(down_message, ours + reason, 0, node), ours + reason), drop) << "twice";
  EXPECT_EQ(judge(header(monitor_message, ours, 0, 0, engine_actors.coordinator), ours), pass);
  EXPECT_EQ(judge(header(monitor_message, ours, 0, 0, engine_actors.coordinator), ours), drop) << "twice";
  for (std::uint64_t actor = 100; actor < 100 + frame_filter::most_watched - 1; ++actor)
    EXPECT_EQ(judge(header(monitor_message, ours, 0, 0, actor), ours), pass);
  EXPECT_EQ(judge(header(monitor_message, ours, 0, 0, 99), ours), refuse);
}

TEST_F(frames, requests_are_not_read_while_too_many_are_unanswered) {
  let_in();
  for (std::uint64_t number = 1; number <= frame_filter::most_waiting; ++number) {
    EXPECT_FALSE(filter.is_full());
    ASSERT_EQ(send(engine_actors.coordinator, report(), no_reply + number), pass);
  }
  EXPECT_TRUE(filter.is_full());
  from_engine(header(direct_message, "", answered, engine_actors.coordinator, node));
  EXPECT_FALSE(filter.is_full());
  EXPECT_EQ(send(engine_actors.coordinator, report(), no_reply + 1), refuse)
      << "a number that is not answered yet";
}

TEST_F(frames, chunks_are_not_read_while_too_many_bytes_are_unwritten) {
  let_in();
  const auto chunk = body(1 << 20);
  std::size_t sent = 0;
  for (; !filter.is_full(); ++sent)
    ASSERT_EQ(send(engine_actors.file_server, chunk, no_reply, 30 + sent % 4), pass);
  EXPECT_EQ(sent, frame_filter::most_waiting_bytes >> 20U);
  from_engine(header(direct_message, "", no_reply, engine_actors.file_server, 99));
  EXPECT_TRUE(filter.is_full()) << "an answer to nobody";
  // The first sender has ended: the answer to the second request implies that the first was handled.
  from_engine(header(direct_message, "", no_reply, engine_actors.file_server, 31));
  EXPECT_FALSE(filter.is_full());
}

TEST_F(frames, requests_are_not_read_while_the_node_reads_no_answers) {
  let_in();
  const auto read =
      message("@<>+@atom+laundromat::lease_id+bool+@u64",
              atom("read") + to_bytes(lease_id{1, 2}) + to_bytes(true) + to_bytes(std::uint64_t{0}));
  std::size_t sent = 0;
  for (; !filter.is_full(); ++sent) ASSERT_EQ(send(engine_actors.file_server, read), pass);
  EXPECT_EQ(sent, frame_filter::most_waiting_bytes >> 20U) << "each may bring a chunk of a file";
}

TEST_F(frames, host_slots_are_released_as_often_as_they_were_granted) {
  let_in();
  for (std::uint64_t i = 0; i < 200; ++i)
    ASSERT_EQ(send(engine_actors.politeness_scheduler, admit(), no_reply + 1 + i), pass);
  for (std::uint64_t i = 0; i < 200; ++i)
    from_engine(header(direct_message, "", (no_reply + 1 + i) | (std::uint64_t{1} << 63U),
                       engine_actors.politeness_scheduler, node));
  // Each granted download also includes one.
  for (int i = 0; i < 100; ++i)
    from_engine(header(direct_message, "", no_reply, engine_actors.coordinator, node));
  for (std::int64_t i = 0; i < 300 + frame_filter::most_unreported; ++i)
    ASSERT_EQ(send(engine_actors.politeness_scheduler, release()), pass) << i;
  EXPECT_EQ(send(engine_actors.politeness_scheduler, release()), refuse);
}

TEST_F(frames, a_node_has_a_bounded_number_of_actors) {
  let_in();
  std::uint64_t actor = 1;
  for (; actor <= frame_filter::most_actors; ++actor) {
    ASSERT_EQ(send(engine_actors.coordinator, report(), with_reply, actor), pass);
    from_engine(header(direct_message, "", answered, engine_actors.coordinator, actor));
  }
  EXPECT_EQ(send(engine_actors.coordinator, report(), with_reply, actor), refuse);
}

TEST_F(frames, random_bytes_end_the_connection_or_are_dropped) {
  let_in();
  std::mt19937_64 dice{12};
  const std::vector<std::string> payloads{report(),  finish_file(), body(100),
                                          release(), admit(),       peer_node + engine_node};
  for (int round = 0; round < 50'000; ++round) {
    auto payload = payloads[dice() % payloads.size()];
    for (auto changes = 1 + dice() % 8; changes > 0; --changes)
      payload[dice() % payload.size()] = static_cast<char>(dice());
    basp_header head =
        header(static_cast<basp_operation>(dice() % 8), payload, dice(), dice() % 8, 18 + dice() % 8);
    head.flags = static_cast<std::uint8_t>(dice() % 4);
    if (judge(head, payload) == pass) {
      // Passed frames are still valid, only with other values.
      ASSERT_EQ(head.flags, 0);
      ASSERT_TRUE(head.operation == static_cast<std::uint8_t>(direct_message) || payload == payloads.back());
    }
  }
}

}  // namespace
}  // namespace laundromat
