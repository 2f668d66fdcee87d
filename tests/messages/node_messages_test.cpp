// Tests of the messages that an engine accepts from a node: those of `cluster_interfaces.hpp`, as CAF writes them, and no others.
// SPDX-License-Identifier: Apache-2.0
#include "messages/node_messages.hpp"

#include <gtest/gtest.h>

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/binary_serializer.hpp>
#include <caf/event_based_actor.hpp>
#include <caf/execution_unit.hpp>
#include <caf/send.hpp>
#include <random>

#include "messages/atoms.hpp"
#include "messages/types.hpp"

namespace laundromat {
namespace {

using enum cluster_role;

struct node_messages : testing::Test {
  node_messages() { config_.add_message_types<caf::id_block::laundromat>(); }
  ~node_messages() override { caf::anon_send_exit(actor_, caf::exit_reason::kill); }

  /// The payload of a message, with an empty list of forwarding actors.
  template <class... Parts>
  std::string payload(const Parts&... parts) {
    std::vector<char> bytes;
    caf::scoped_execution_unit unit{&system_};
    caf::binary_serializer to{&unit, bytes};
    std::vector<caf::strong_actor_ptr> stages;
    auto message = caf::make_message(parts...);
    EXPECT_FALSE(to(stages, message));
    return {bytes.begin(), bytes.end()};
  }
  /// The same for a message whose last part is an actor. The actor is of this system without a network; its node is replaced by `node`.
  template <class... Parts>
  std::string payload_with_actor(const Parts&... parts) {
    auto bytes = payload(parts..., actor_);
    constexpr std::size_t no_node_bytes = 8;
    return bytes.replace(bytes.size() - no_node_bytes, no_node_bytes, node_);
  }
  void expect_heard(cluster_role to, const std::string& name, const std::string& bytes) {
    for (const auto role : {coordinator, file_server, politeness_scheduler}) {
      const auto word = read_node_message(role, bytes, node_);
      EXPECT_EQ(word.has_value(), role == to) << name;
      if (word) {
        EXPECT_EQ(word->name, name);
      }
    }
    EXPECT_FALSE(read_node_message(to, bytes + '\0', node_)) << name << " with a byte after it";
    for (std::size_t size = 0; size < bytes.size(); ++size)
      EXPECT_FALSE(read_node_message(to, bytes.substr(0, size), node_)) << name << " cut to " << size;
  }
  void expect_unheard(const std::string& what, const std::string& bytes) {
    for (const auto role : {coordinator, file_server, politeness_scheduler})
      EXPECT_FALSE(read_node_message(role, bytes, node_)) << what;
  }

  caf::actor_system_config config_;
  caf::actor_system system_{config_};
  caf::actor actor_ = system_.spawn([](caf::event_based_actor*) -> caf::behavior { return {[](int) {}}; });
  std::string node_ = std::string(31, 'n') + '1';
};

TEST_F(node_messages, are_all_messages_of_a_node) {
  const lease_id lease{1, 2};
  const node_id washer{1, 3};
  const file_chunk chunk{0, 3, "abc", {}};
  const auto handshake =
      payload_with_actor(handshake_atom::value, node_handshake{"node-1", "1", 4, {1, 2, 3, 4}, 5});
  expect_heard(coordinator, "handshake", handshake);
  EXPECT_EQ(read_node_message(coordinator, handshake, node_)->introduces, actor_.id());
  EXPECT_EQ(read_node_message(coordinator, handshake, node_)->answer, expected_answer::to_sender);
  expect_heard(coordinator, "report",
               payload(report_atom::value, washer, node_report{1, 2, {3, 4, 5, 6}, {lease, lease}}));
  expect_heard(coordinator, "result",
               payload(result_atom::value, washer, work_result{lease, "bytes", errc::ok, "why"}));
  expect_heard(coordinator, "leave", payload(leave_atom::value, washer));
  expect_heard(file_server, "read", payload(read_atom::value, lease, true, std::uint64_t{7}));
  expect_heard(file_server, "write",
               payload(write_atom::value, lease, std::string("a"), std::string("b"), chunk));
  expect_heard(file_server, "finish", payload(finish_atom::value, lease, std::string("a")));
  expect_heard(file_server, "body", payload(body_atom::value, lease, chunk));
  expect_heard(file_server, "context", payload(context_atom::value, std::string("http://schema.org/")));
  expect_heard(politeness_scheduler, "permit", payload(permit_atom::value, std::string("http://a.example/")));
  expect_heard(politeness_scheduler, "release",
               payload(release_atom::value, request_end{7, milliseconds{3}, errc::ok, "200", ""}));
}

TEST_F(node_messages, an_actor_of_another_node_is_refused) {
  const auto handshake = payload_with_actor(handshake_atom::value, node_handshake{});
  EXPECT_TRUE(read_node_message(coordinator, handshake, node_));
  EXPECT_FALSE(read_node_message(coordinator, handshake, std::string(32, 'm')));
}

TEST_F(node_messages, messages_that_end_confuse_or_overload_an_actor_are_refused) {
  const auto nobody = caf::strong_actor_ptr{};
  expect_unheard("the end of an actor", payload(caf::exit_msg{nullptr, caf::exit_reason::kill}));
  expect_unheard("the end of somebody else", payload(caf::down_msg{nullptr, caf::exit_reason::kill}));
  expect_unheard("a link", payload(caf::link_atom::value, nobody));
  expect_unheard("an answer that is an error", payload(caf::make_error(caf::exit_reason::kill)));
  expect_unheard("a tick", payload(tick_atom::value));
  expect_unheard("a permit for files", payload(finalise_atom::value, lease_id{1, 2}, true));
  expect_unheard("the order to drain", payload(drain_atom::value));
  expect_unheard("a job", payload(fetch_job{}));
  expect_unheard("nothing", payload());
  caf::message deep;
  for (int i = 0; i < 1'000; ++i) deep = caf::make_message(deep);
  expect_unheard("messages in messages", payload(deep));
}

TEST_F(node_messages, wrong_sizes_are_refused) {
  auto write = payload(write_atom::value, lease_id{1, 2}, std::string("a"), std::string("b"), file_chunk{});
  const auto a = write.find(
      "\x01"
      "a");
  ASSERT_NE(a, write.npos);
  write.replace(a, 1, "\xFF\xFF\xFF\xFF\x0F");
  expect_unheard("a text of 4 GiB", write);
  auto report = payload(report_atom::value, node_id{}, node_report{});
  report.back() = '\x7F';
  expect_unheard("more leases than there are bytes", report);
}

TEST_F(node_messages, random_bytes_are_refused) {
  std::mt19937_64 dice{23};
  const auto handshake =
      payload_with_actor(handshake_atom::value, node_handshake{"node-1", "1", 4, {1, 2, 3, 4}, 5});
  for (int round = 0; round < 20'000; ++round) {
    auto bytes = handshake;
    for (auto changes = 1 + dice() % 4; changes > 0; --changes)
      bytes[dice() % bytes.size()] = static_cast<char>(dice());
    if (dice() % 4 == 0) bytes.resize(dice() % bytes.size());
    // A changed message that is accepted is still a handshake.
    const auto word = read_node_message(coordinator, bytes, node_);
    EXPECT_TRUE(!word || word->name == "handshake");
    EXPECT_FALSE(read_node_message(file_server, bytes, node_));
  }
}

}  // namespace
}  // namespace laundromat
