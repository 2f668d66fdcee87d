// The rules of leases, one at a time.
// SPDX-License-Identifier: Apache-2.0
#include "core/leases/lease_scheduler.hpp"

#include <gtest/gtest.h>

#include "core/leases/received_leases.hpp"

namespace laundromat {
namespace {

timestamp at(int seconds_from_start) {
  return from_ms(1'000'000) + seconds{seconds_from_start};
}

record_hash record(int number) {
  return md5(std::to_string(number));
}

node_handshake handshake(std::string name = "node-1") {
  return {std::move(name), "build 7", 3, {0, 0, 0, 2}, 0};
}

class lease_scheduler_test : public testing::Test {
 protected:
  node_id come(std::uint32_t room, int when = 0, std::string name = "node-1") {
    const auto number = book.admit(handshake(std::move(name)), at(when)).value();
    send_report(number, {1, 0, {0, 0, 0, room}, {}}, when);
    return number;
  }
  std::vector<lease_id> send_report(node_id from, const node_report& report, int when = 0) {
    return book.take(from, report, at(when)).value();
  }

  lease_scheduler book{
      5, handshake("engine"), {{seconds{60}, seconds{60}, seconds{60}, seconds{60}}, seconds{30}}};
};

TEST_F(lease_scheduler_test, admits_nodes_of_the_same_build_and_reports_the_difference_of_others) {
  auto other = handshake("old");
  other.build = "build 6";
  const auto refused = book.admit(other, at(0));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, errc::configuration);
  EXPECT_EQ(refused.error().detail,
            "old has build build 6, and this engine build 7: install the same version on both");
  other = handshake("stiff");
  other.output_version = 2;
  EXPECT_EQ(book.admit(other, at(0)).error().detail,
            "stiff has output version 2, and this engine 3: install the same version on both");
  EXPECT_EQ(book.counts().refused, 2u);
  EXPECT_EQ(book.admit(handshake(), at(0)).value(), (node_id{5, 1}));
  EXPECT_EQ(book.admit(handshake(), at(0)).value(), (node_id{5, 2})) << "names need not be unique";
}

TEST_F(lease_scheduler_test, grants_no_more_leases_than_a_node_has_slots) {
  const auto node = come(2);
  for (int i = 0; i < 3; ++i) book.offer(stage::parse, record(i), 1);
  const auto granted = book.grant(at(1));
  ASSERT_EQ(granted.size(), 2u);
  EXPECT_EQ(granted[0].record, record(0));
  EXPECT_EQ(granted[0].node, node);
  EXPECT_EQ(granted[0].id, (lease_id{5, 1}));
  EXPECT_EQ(granted[0].deadline, at(61));
  EXPECT_TRUE(book.grant(at(1)).empty());
  send_report(node, {2, 1, {0, 0, 0, 1}, {granted[0].id}}, 2);
  EXPECT_TRUE(book.grant(at(2)).empty()) << "the second one is on its way and uses the slot";
}

TEST_F(lease_scheduler_test, prefers_the_node_with_the_bytes_while_it_has_slots) {
  const auto far = come(2), with_body = come(1);
  book.offer(stage::parse, record(0), 1, with_body);
  book.offer(stage::parse, record(1), 1, with_body);
  const auto granted = book.grant(at(0));
  ASSERT_EQ(granted.size(), 2u);
  EXPECT_EQ(granted[0].node, with_body);
  EXPECT_EQ(granted[1].node, far);
}

TEST_F(lease_scheduler_test, a_result_counts_once_and_only_from_the_node_with_the_lease) {
  const auto node = come(1), other = come(0);
  book.offer(stage::parse, record(0), 1);
  const auto id = book.grant(at(0)).at(0).id;
  EXPECT_FALSE(book.finish(other, id));
  EXPECT_FALSE(book.finish(node, {4, id.number})) << "the lease of an earlier engine";
  EXPECT_TRUE(book.finish(node, id));
  EXPECT_FALSE(book.finish(node, id));
  EXPECT_EQ(book.counts().stale, 3u);
  EXPECT_EQ(book.counts().finished, 1u);
}

TEST_F(lease_scheduler_test, a_lease_ends_at_its_deadline_and_a_late_result_is_stale) {
  const auto node = come(1);
  book.offer(stage::parse, record(0), 1);
  const auto id = book.grant(at(0)).at(0).id;
  send_report(node, {2, 1, {}, {id}}, 59);
  book.expire(at(59));
  EXPECT_TRUE(book.take_lost().empty());
  book.expire(at(60));
  const auto lost = book.take_lost();
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(lost[0].record, record(0));
  EXPECT_EQ(lost[0].why, errc::lease_expired);
  EXPECT_FALSE(book.finish(node, id));
  EXPECT_EQ(send_report(node, {3, 1, {}, {id}}, 61), std::vector{id})
      << "the node learns that the lease is over";
}

TEST_F(lease_scheduler_test, a_silent_node_is_removed_and_must_register_again) {
  const auto node = come(1);
  book.offer(stage::parse, record(0), 1);
  static_cast<void>(book.grant(at(0)));
  book.expire(at(30));
  const auto lost = book.take_lost();
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(lost[0].why, errc::machine_lost);
  EXPECT_TRUE(book.nodes().empty());
  EXPECT_EQ(book.take(node, {2, 1, {}, {}}, at(31)).error().code, errc::not_found);
}

TEST_F(lease_scheduler_test, the_leases_of_a_dead_node_are_lost_with_a_cause) {
  const auto node = come(2);
  for (int i = 0; i < 2; ++i) book.offer(stage::parse, record(i), 1);
  static_cast<void>(book.grant(at(0)));
  book.remove(node, errc::worker_crashed);
  const auto lost = book.take_lost();
  ASSERT_EQ(lost.size(), 2u);
  EXPECT_EQ(lost[1].why, errc::worker_crashed);
  EXPECT_EQ(book.leases().size(), 0u);
  EXPECT_EQ(book.counts().crashed, 2u);
}

TEST_F(lease_scheduler_test, the_backoff_of_a_failing_node_grows_until_it_succeeds) {
  const auto node = come(2);
  book.update_backoff(node, false, at(0));
  book.update_backoff(node, false, at(1));  // failed together with the first one
  book.offer(stage::parse, record(0), 1);
  EXPECT_TRUE(book.grant(at(1)).empty());
  EXPECT_EQ(book.room(stage::parse, at(1)), 0u);
  EXPECT_EQ(book.grant(at(2)).size(), 1u);
  book.update_backoff(node, false, at(3));
  book.offer(stage::parse, record(1), 1);
  EXPECT_TRUE(book.grant(at(6)).empty());
  EXPECT_EQ(book.grant(at(7)).size(), 1u);
  book.offer(stage::parse, record(2), 1);
  EXPECT_EQ(book.take_unschedulable(at(6)), std::vector{record(2)});
  book.update_backoff(node, true, at(8));
  book.update_backoff(node, false, at(9));
  EXPECT_EQ(book.room(stage::parse, at(10)), 0u);
  send_report(node, {2, 2, {0, 0, 0, 2}, {}}, 11);
  EXPECT_EQ(book.room(stage::parse, at(11)), 2u);
}

TEST_F(lease_scheduler_test, a_grant_that_did_not_arrive_is_lost_once_a_later_one_arrived) {
  const auto node = come(2);
  for (int i = 0; i < 2; ++i) book.offer(stage::parse, record(i), 1);
  const auto granted = book.grant(at(0));
  send_report(node, {2, 2, {0, 0, 0, 1}, {granted[1].id}}, 1);
  const auto lost = book.take_lost();
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(lost[0].record, record(0));
}

TEST_F(lease_scheduler_test, an_outdated_report_is_ignored) {
  const auto node = come(0);
  send_report(node, {5, 0, {0, 0, 0, 2}, {}}, 1);
  send_report(node, {4, 0, {}, {}}, 2);
  book.offer(stage::parse, record(0), 1);
  EXPECT_EQ(book.grant(at(2)).size(), 1u);
}

TEST_F(lease_scheduler_test, a_leaving_node_finishes_its_leases_and_gets_no_new_ones) {
  const auto node = come(2);
  book.offer(stage::parse, record(0), 1);
  const auto id = book.grant(at(0)).at(0).id;
  book.let_go(node);
  book.offer(stage::parse, record(1), 1);
  EXPECT_TRUE(book.grant(at(1)).empty());
  EXPECT_FALSE(book.has_left(node));
  EXPECT_TRUE(book.finish(node, id));
  EXPECT_TRUE(book.has_left(node));
}

TEST_F(lease_scheduler_test, withdrawn_work_is_neither_granted_nor_finished) {
  const auto node = come(1);
  book.offer(stage::parse, record(0), 1);
  const auto id = book.grant(at(0)).at(0).id;
  book.offer(stage::parse, record(1), 1);
  book.withdraw(record(0));
  book.withdraw(record(1));
  EXPECT_FALSE(book.finish(node, id));
  EXPECT_EQ(book.waiting(stage::parse), 0u);
  EXPECT_TRUE(book.take_lost().empty()) << "a withdrawn lease is not reported as lost";
}

TEST(received_leases, begins_each_grant_once_and_keeps_results_until_they_are_confirmed) {
  received_leases lease_table({0, 0, 0, 1});
  const lease_grant granted{{5, 3}, {5, 1}, stage::parse, record(0), 1, at(60)};
  EXPECT_TRUE(lease_table.take(granted));
  EXPECT_FALSE(lease_table.take(granted));
  EXPECT_FALSE(lease_table.take({{5, 2}, {5, 1}, stage::parse, record(1), 1, at(60)})) << "overtaken";
  EXPECT_FALSE(lease_table.take({{5, 4}, {5, 1}, stage::parse, record(1), 1, at(60)})) << "no room";
  EXPECT_TRUE(lease_table.finish(granted.id));
  EXPECT_EQ(lease_table.unconfirmed(), std::vector{granted.id});
  const auto report = lease_table.report();
  EXPECT_EQ(report.held, std::vector{granted.id});
  EXPECT_EQ(report.room[index_of(stage::parse)], 1u);
  EXPECT_EQ(report.last_grant, 4u);
  EXPECT_TRUE(lease_table.end({granted.id}).empty());
  EXPECT_TRUE(lease_table.unconfirmed().empty());
}

TEST(received_leases, cancels_ended_leases_and_drops_their_results) {
  received_leases lease_table({0, 0, 0, 1});
  const lease_grant granted{{5, 3}, {5, 1}, stage::parse, record(0), 1, at(60)};
  ASSERT_TRUE(lease_table.take(granted));
  EXPECT_EQ(lease_table.end({granted.id}), std::vector{granted.id});
  EXPECT_TRUE(lease_table.end({granted.id}).empty()) << "once";
  EXPECT_EQ(lease_table.report().room[index_of(stage::parse)], 0u)
      << "the slot is free when the work has ended";
  EXPECT_FALSE(lease_table.finish(granted.id));
  EXPECT_EQ(lease_table.report().room[index_of(stage::parse)], 1u);
}

TEST_F(lease_scheduler_test, takes_back_work_for_a_stage_without_slots) {
  const auto node = come(1);
  book.offer(stage::parse, record(1), 1);
  book.offer(stage::fetch, record(2), 1);
  EXPECT_EQ(book.take_unschedulable(at(0)), std::vector{record(2)})
      << "no admitted node has a slot for fetch";
  EXPECT_EQ(book.waiting(stage::fetch), 0u);
  EXPECT_EQ(book.waiting(stage::parse), 1u) << "it waits for a slot";
  book.let_go(node);
  EXPECT_EQ(book.take_unschedulable(at(0)), std::vector{record(1)}) << "a leaving node gets nothing new";
  EXPECT_TRUE(book.take_unschedulable(at(0)).empty());
  book.offer(stage::parse, record(3), 1);
  book.remove(node, errc::lease_expired);
  EXPECT_EQ(book.take_unschedulable(at(0)), std::vector{record(3)});
}

TEST_F(lease_scheduler_test, reports_which_lease_ends_when_its_record_is_withdrawn) {
  come(1);
  book.offer(stage::parse, record(1), 1);
  EXPECT_FALSE(book.withdraw(record(1))) << "it only waited";
  book.offer(stage::parse, record(1), 1);
  const auto granted = book.grant(at(1)).at(0).id;
  EXPECT_EQ(book.withdraw(record(1)), granted);
  EXPECT_FALSE(book.withdraw(record(1)));
}

}  // namespace
}  // namespace laundromat
