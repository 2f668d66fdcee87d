// Tests of the coordinator, under virtual time: which nodes join, which jobs they get, and what happens to the jobs of nodes that leave.
// SPDX-License-Identifier: Apache-2.0
#include "actors/cluster/coordinator.hpp"

#include <map>
#include <optional>

#include "actors/dispatcher.hpp"
#include "messages/build_id.hpp"
#include "messages/bytes.hpp"
#include "messages/errors.hpp"
#include "tests/actors/virtual_time.hpp"

namespace laundromat {

namespace {

/// A node that a test controls.
struct machine {
  node_id id;
  caf::actor handle;
  std::vector<lease_grant> grants;
  std::vector<std::string> jobs;
  std::uint64_t reports = 0;
};

/// What an entry has received.
struct entry_state {
  std::optional<lease> held;
  caf::actor worker;
  std::optional<result<parse_outcome>> answer;
  std::uint32_t lost = 0;  ///< leases that its dispatcher reported as lost
};

}  // namespace

class coordinator_test : public virtual_time_test {
 protected:
  void start() {
    const worker_factory nobody = [](caf::local_actor*, const dispatcher_actor&) { return caf::actor{}; };
    for (const auto which : all_stages)
      services_.dispatchers[index_of(which)] =
          keep(system().spawn(dispatcher, env, which, 0U, nobody, silent_reporter()));
    services_.politeness_scheduler = scripted<politeness_actor>({[](tick_atom) {}});
    file_server_ = scripted<file_server_actor>(
        {[this](transfer_atom, const lease_id& id, const transfer_grant& what) { permits_[id] = what; },
         [this](finalise_atom, const lease_id& id, const named_files& named) {
           finalised_[id] = named.labels;
           return files_come_ ? adopted_files{named.labels, body_, fault_} : adopted_files{};
         }});
    engine_ = keep(system().spawn([this](caf::event_based_actor* self) {
      coordinator_ = spawn_coordinator(self, env, services_, file_server_,
                                       [this](const lease_scheduler& book, timestamp) {
                                         counts_ = book.counts();
                                         machines_in_ = book.nodes().size();
                                       });
      return caf::behavior{[](next_atom) {}};
    }));
    run();
  }
  static node_handshake handshake(std::string name, std::uint32_t slots) {
    return {std::move(name), std::string(build_id()), output_version, {0, slots, slots, slots}, 0};
  }
  /// Sends a request to the coordinator or another actor. Returns the answer.
  template <class Answer, class Handle, class... Words>
  result<Answer> ask(const Handle& whom, Words... words) {
    result<Answer> got = fail(errc::internal, "no answer");
    keep(system().spawn([&](caf::event_based_actor* self) {
      self->request(caf::actor_cast<caf::actor>(whom), caf::infinite, std::move(words)...)
          .then([&got](const Answer& answer) { got = answer; },
                [&got](const caf::error& e) { got = tl::unexpected(to_failure(e, errc::internal)); });
    }));
    run();
    return got;
  }
  result<node_id> send_handshake(const node_handshake& sent, const caf::actor& handle) {
    result<node_id> got = fail(errc::internal, "no answer");
    keep(system().spawn([&](caf::event_based_actor* self) {
      self->request(coordinator_, caf::infinite, handshake_atom::value, sent, handle)
          .then([&](const node_id& id, const washing_terms& terms, const caf::actor&,
                    const caf::actor&) { got = id, terms_ = terms; },
                [&got](const caf::error& e) { got = tl::unexpected(to_failure(e, errc::internal)); });
    }));
    run();
    return got;
  }
  /// A node joins and reports its free slots.
  machine& join(const std::string& name, std::uint32_t slots) {
    auto& one = machines_[name];
    one.handle = scripted({[&one](grant_atom, const lease_grant& granted, const std::string& job) {
      one.grants.push_back(granted);
      one.jobs.push_back(job);
    }});
    one.id = send_handshake(handshake(name, slots), one.handle).value();
    EXPECT_TRUE(report(one, slots));
    return one;
  }
  result<std::vector<lease_id>> report(machine& who, std::uint32_t room, std::vector<lease_id> held = {}) {
    node_report sent{++who.reports,
                     who.grants.empty() ? 0 : who.grants.back().id.number,
                     {0, room, room, room},
                     std::move(held)};
    return ask<std::vector<lease_id>>(coordinator_, report_atom::value, who.id, sent);
  }
  result<bool> give(const machine& who, const lease_id& under, std::string staged = "file",
                    errc cause = errc::ok) {
    parse_outcome made;
    made.staged = std::move(staged);
    const work_result done{under, cause == errc::ok ? to_bytes(made) : std::string{}, cause, "broke"};
    return ask<bool>(coordinator_, result_atom::value, who.id, done);
  }
  /// An entry claims a worker. Sends its job as soon as it has one when `at_once`.
  entry_state& claim(const std::string& name, bool at_once = true) {
    auto& entry = entries_[name];
    keep(system().spawn([&, name, at_once](caf::event_based_actor* self) {
      self->request(services_.of(stage::parse), caf::infinite, claim_atom::value)
          .then(
              [&entry, this, name, at_once](const lease& granted, const caf::actor& worker) {
                entry.held = granted;
                entry.worker = worker;
                if (at_once) begin(name);
              },
              [](const caf::error&) {});
      return caf::behavior{[&entry](lost_atom, std::uint64_t id, errc) {
        if (entry.held && entry.held->id == id) ++entry.lost;
      }};
    }));
    run();
    return entry;
  }
  /// Sends the job of the entry to its worker.
  void begin(const std::string& name) {
    auto& entry = entries_[name];
    parse_job job;
    job.lease = entry.held->id;
    job.entry = md5(name);
    job.content.raw_path = "raw/" + name;
    entry.answer.reset();
    keep(system().spawn([&entry, job](caf::event_based_actor* self) {
      self->request(entry.worker, caf::infinite, job)
          .then([&entry](const parse_outcome& made) { entry.answer = made; },
                [&entry](const caf::error& e) {
                  entry.answer = tl::unexpected(to_failure(e, errc::worker_crashed));
                });
    }));
  }
  static errc cause_of(const entry_state& entry) {
    if (!entry.answer) return errc::internal;
    return *entry.answer ? errc::ok : entry.answer->error().code;
  }
  void forget() override {
    services_ = {};
    file_server_ = nullptr;
    coordinator_ = nullptr;
    engine_ = nullptr;
    machines_.clear();
    entries_.clear();
  }

  engine_services services_;
  file_server_actor file_server_;
  coordinator_actor coordinator_;
  caf::actor engine_;
  std::map<std::string, machine> machines_;
  std::map<std::string, entry_state> entries_;
  washing_terms terms_;
  lease_counts counts_;
  std::size_t machines_in_ = 0;
  bool files_come_ = true;
  std::string body_;  ///< the path of the body that came
  result<void> fault_;
  std::map<lease_id, transfer_grant> permits_;
  std::map<lease_id, std::vector<std::string>> finalised_;
};

TEST_F(coordinator_test, a_node_of_another_build_is_refused_with_the_reason) {
  start();
  auto other = handshake("old", 4);
  other.build = "0.0.1";
  const auto refused = send_handshake(other, scripted({[](next_atom) {}}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, errc::configuration);
  EXPECT_NE(refused.error().detail.find("0.0.1"), std::string::npos) << refused.error().detail;
  EXPECT_EQ(counts_.refused, 1U);
  EXPECT_EQ(machines_in_, 0U);
}

TEST_F(coordinator_test, an_admitted_node_receives_the_terms_of_the_campaign) {
  env->settings.washing.profile = "strict";
  start();
  join("node-1", 1);
  EXPECT_EQ(terms_.washing.profile, "strict");
  EXPECT_EQ(terms_.limits, env->settings.limits);
  EXPECT_EQ(machines_in_, 1U);
}

TEST_F(coordinator_test, a_node_gets_no_more_jobs_than_it_has_slots_and_the_others_wait) {
  start();
  auto& node = join("node-1", 2);
  for (const auto* name : {"a", "b", "c"}) claim(name);
  ASSERT_EQ(node.grants.size(), 2U);
  EXPECT_FALSE(entries_["c"].held) << "the claim waits at the dispatcher, where the pool can take it";
  EXPECT_EQ(from_bytes<parse_job>(node.jobs[0])->entry, md5("a"));
  EXPECT_EQ(permits_[node.grants[0].id].raw_path, "raw/a");
  auto& vat = join("vat", 1);
  ASSERT_EQ(vat.grants.size(), 1U);
  EXPECT_EQ(vat.grants[0].record, md5("c"));
}

TEST_F(coordinator_test, a_result_is_accepted_once) {
  start();
  auto& node = join("node-1", 1);
  auto& entry = claim("a");
  const auto lease = node.grants.at(0).id;
  EXPECT_EQ(give(node, lease, "its file"), true);
  ASSERT_EQ(cause_of(entry), errc::ok);
  EXPECT_EQ((*entry.answer)->staged, "its file");
  EXPECT_EQ(finalised_[lease], std::vector<std::string>{"its file"});
  EXPECT_EQ(counts_.stale, 0U);
  EXPECT_EQ(give(node, lease), false) << "sent again";
  EXPECT_EQ(counts_.stale, 1U);
  pass(seconds{env->settings.limits.lease_s + 2}, seconds{10});
  EXPECT_EQ(entry.lost, 0U) << "the dispatcher has received that the lease ended";
}

TEST_F(coordinator_test, a_result_with_missing_files_costs_only_its_lease) {
  start();
  auto& node = join("node-1", 1);
  auto& entry = claim("a");
  files_come_ = false;
  EXPECT_EQ(give(node, node.grants.at(0).id), true);
  EXPECT_EQ(cause_of(entry), errc::machine_lost);
}

TEST_F(coordinator_test,
       a_result_with_wrong_exchanges_costs_its_lease_and_its_node_gets_no_jobs_for_a_while) {
  start();
  auto& node = join("node-1", 2);
  auto& bad = claim("a");
  auto& good = claim("b");
  ASSERT_EQ(node.grants.size(), 2U);
  fault_ = fail(errc::archive_damaged, "the record at byte 0 has a wrong payload digest");
  EXPECT_TRUE(give(node, node.grants[0].id).value());
  EXPECT_EQ(cause_of(bad), errc::machine_lost);
  fault_ = {};
  EXPECT_TRUE(give(node, node.grants[1].id).value());
  EXPECT_EQ(cause_of(good), errc::ok) << "the other document is not affected";
}

TEST_F(coordinator_test, only_a_crash_of_a_washer_counts_against_the_document) {
  start();
  auto& node = join("node-1", 2);
  auto& killer = claim("killer");
  auto& unlucky = claim("unlucky");
  EXPECT_EQ(give(node, node.grants.at(0).id, {}, errc::worker_crashed), true);
  EXPECT_EQ(give(node, node.grants.at(1).id, {}, errc::no_space), true);
  EXPECT_EQ(cause_of(killer), errc::worker_crashed);
  EXPECT_EQ(cause_of(unlucky), errc::machine_lost);
}

TEST_F(coordinator_test, a_silent_node_is_removed_its_jobs_are_offered_again_and_its_late_result_is_refused) {
  start();
  auto& node = join("node-1", 1);
  auto& entry = claim("a");
  auto& vat = join("vat", 1);
  const auto steps = longest_silence / report_interval;
  for (int i = 0; i < steps; ++i) {
    EXPECT_EQ(machines_in_, 2U);
    EXPECT_FALSE(entry.answer);
    EXPECT_TRUE(report(vat, 1));
    pass(report_interval);
  }
  pass(seconds{1});
  EXPECT_EQ(machines_in_, 1U);
  EXPECT_EQ(cause_of(entry), errc::machine_lost);
  EXPECT_EQ(finalised_.count(node.grants.at(0).id), 1U) << "the files that it has sent are removed";
  claim("a");
  ASSERT_EQ(vat.grants.size(), 1U);
  EXPECT_EQ(vat.grants[0].record, md5("a"));
  EXPECT_EQ(give(node, node.grants[0].id, "late"), false);
  EXPECT_EQ(counts_.stale, 1U);
  EXPECT_FALSE(entry.answer);
  EXPECT_EQ(report(node, 1).error().code, errc::not_found) << "the node must send its handshake again";
  EXPECT_EQ(give(vat, vat.grants[0].id, "in time"), true);
  EXPECT_EQ((*entry.answer)->staged, "in time");
}

TEST_F(coordinator_test, a_node_whose_connection_ends_is_removed_at_once_and_its_pulls_are_rescinded) {
  start();
  auto& node = join("node-1", 3);
  auto& entry = claim("a");
  kill(node.handle);
  EXPECT_EQ(machines_in_, 0U);
  EXPECT_EQ(cause_of(entry), errc::machine_lost);
  EXPECT_FALSE(claim("b").held) << "the pulls for its two other slots are rescinded";
}

TEST_F(coordinator_test, a_node_that_joins_again_gets_a_new_id) {
  start();
  auto& node = join("node-1", 1);
  auto& entry = claim("a");
  const auto before = node.id;
  const auto lease = node.grants.at(0).id;
  kill(node.handle);
  auto& again = join("node-1", 1);
  EXPECT_NE(again.id, before);
  EXPECT_EQ(give(again, lease), false) << "a lease of its former id";
  EXPECT_EQ(cause_of(entry), errc::machine_lost);
  EXPECT_EQ(counts_.stale, 1U);
}

TEST_F(coordinator_test, a_node_that_sends_its_handshake_twice_is_counted_once) {
  start();
  auto& node = join("node-1", 1);
  auto& entry = claim("a");
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(send_handshake(handshake("node-1", 1), node.handle));
  EXPECT_EQ(machines_in_, 1U);
  EXPECT_EQ(cause_of(entry), errc::machine_lost) << "the node does not know its former leases";
}

TEST_F(coordinator_test, a_leaving_node_finishes_its_jobs_and_gets_no_more) {
  start();
  auto& node = join("node-1", 3);
  auto& entry = claim("a");
  const auto lease = node.grants.at(0).id;
  caf::anon_send(coordinator_, leave_atom::value, node.id);
  run();
  claim("b");
  EXPECT_TRUE(report(node, 2, {lease}));
  EXPECT_EQ(node.grants.size(), 1U);
  EXPECT_EQ(machines_in_, 1U) << "the node has a job in progress";
  EXPECT_EQ(give(node, lease), true);
  EXPECT_EQ(cause_of(entry), errc::ok);
  EXPECT_TRUE(report(node, 3));
  EXPECT_EQ(machines_in_, 0U);
  EXPECT_EQ(node.grants.size(), 1U);
  EXPECT_EQ(counts_.expired, 0U);
}

TEST_F(coordinator_test, a_job_that_arrives_after_the_last_node_has_left_fails_at_once_with_machine_lost) {
  start();
  auto& node = join("node-1", 1);
  auto& entry = claim("a", false);
  ASSERT_TRUE(entry.held) << "the dispatcher has granted a slot of the node";
  kill(node.handle);
  begin("a");
  run();
  EXPECT_EQ(cause_of(entry), errc::machine_lost);
  auto& vat = join("vat", 1);
  claim("a");
  EXPECT_EQ(vat.grants.size(), 1U);
}

TEST_F(coordinator_test, a_job_that_waits_for_a_full_node_fails_with_machine_lost_when_that_node_leaves) {
  start();
  auto& node = join("node-1", 1);
  auto& entry = claim("a", false);
  EXPECT_TRUE(report(node, 0)) << "the node has fewer free slots than before";
  begin("a");
  run();
  EXPECT_TRUE(node.grants.empty());
  EXPECT_FALSE(entry.answer) << "the node may have a free slot later";
  caf::anon_send(coordinator_, leave_atom::value, node.id);
  run();
  EXPECT_EQ(cause_of(entry), errc::machine_lost);
}

TEST_F(coordinator_test, a_lease_of_a_hanging_node_expires_before_the_lease_of_the_dispatcher) {
  env->settings.limits.lease_s = 100;
  start();
  auto& node = join("node-1", 2);
  auto& entry = claim("a");
  for (int i = 0; i < 89; i += 5) {
    EXPECT_FALSE(entry.answer) << i;
    EXPECT_TRUE(report(node, 1, {node.grants[0].id}));
    pass(seconds{5});
  }
  pass(seconds{2});
  EXPECT_EQ(cause_of(entry), errc::lease_expired);
  EXPECT_EQ(entry.lost, 0U);
  EXPECT_EQ(*report(node, 1, {node.grants[0].id}), std::vector{node.grants[0].id})
      << "the report is answered with the lost lease";
  claim("a");
  EXPECT_EQ(node.grants.size(), 2U) << "the node is not removed";
}

TEST_F(coordinator_test, a_job_that_waited_too_long_ends_no_other_job) {
  env->settings.limits.lease_s = 40;
  start();
  auto& node = join("node-1", 2);
  auto& waiting = claim("waits", false);
  claim("other");
  const auto lease = node.grants.at(0).id;
  EXPECT_TRUE(report(node, 0, {lease}));
  begin("waits");
  for (int i = 0; i < 7; ++i) {
    pass(seconds{5});
    EXPECT_TRUE(report(node, 0, {lease}));
  }
  EXPECT_EQ(give(node, lease), true);
  pass(seconds{6});
  EXPECT_EQ(waiting.lost, 1U) << "the lease of the dispatcher expired";
  EXPECT_EQ(cause_of(entries_["other"]), errc::ok);
  EXPECT_TRUE(report(node, 2));
  claim("more");
  EXPECT_FALSE(node.grants.empty());
  EXPECT_EQ(node.grants.back().record, md5("more")) << "the coordinator is still a worker";
}

TEST_F(coordinator_test, a_record_that_is_offered_again_ends_its_former_lease_and_removes_the_files) {
  start();
  auto& node = join("node-1", 2);
  auto& entry = claim("a");
  const auto first = node.grants.at(0).id;
  claim("a");
  ASSERT_EQ(node.grants.size(), 2U);
  EXPECT_EQ(finalised_.count(first), 1U);
  EXPECT_EQ(give(node, first, "old"), false);
  EXPECT_FALSE(entry.answer && *entry.answer);
  EXPECT_EQ(give(node, node.grants[1].id, "new"), true);
  EXPECT_EQ((*entry.answer)->staged, "new");
}

TEST_F(coordinator_test, a_job_goes_to_the_node_that_has_its_body_while_that_node_has_a_free_slot) {
  start();
  auto& node = join("node-1", 1);
  claim("a");
  EXPECT_EQ(give(node, node.grants.at(0).id), true);
  EXPECT_TRUE(report(node, 1));
  auto& vat = join("vat", 9);
  claim("a");
  EXPECT_EQ(node.grants.size(), 2U) << "this node has the body";
  claim("b");
  ASSERT_EQ(vat.grants.size(), 1U);
  claim("c");
  EXPECT_EQ(give(vat, vat.grants[0].id), true);
  EXPECT_TRUE(report(vat, 8, {vat.grants[1].id}));
  EXPECT_EQ(give(node, node.grants[1].id), true);
  EXPECT_TRUE(report(node, 0)) << "the node has no free slot";
  claim("a");
  EXPECT_EQ(vat.grants.back().record, md5("a"));
}

TEST_F(coordinator_test, when_its_file_server_ends_the_coordinator_ends_and_the_dispatchers_continue) {
  start();
  join("node-1", 2);
  auto& entry = claim("a");
  kill(file_server_);
  EXPECT_EQ(entry.lost, 1U);
  EXPECT_FALSE(claim("b").held) << "no worker requests jobs any more";
}

TEST_F(coordinator_test, a_draining_engine_grants_no_leases_and_accepts_results_of_jobs_in_progress) {
  start();
  auto& node = join("node-1", 2);
  auto& entry = claim("a");
  env->draining = true;
  pass(seconds{1});
  EXPECT_FALSE(claim("b").held);
  EXPECT_EQ(give(node, node.grants.at(0).id), true);
  EXPECT_EQ(cause_of(entry), errc::ok);
  EXPECT_TRUE(report(node, 2));
  EXPECT_EQ(node.grants.size(), 1U);
}

}  // namespace laundromat
