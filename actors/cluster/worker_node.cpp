// Sends the messages that the leases of the node decide.
// SPDX-License-Identifier: Apache-2.0
#include "actors/cluster/worker_node.hpp"

#include <caf/typed_event_based_actor.hpp>

#include "actors/cluster/coordinator.hpp"
#include "actors/commit.hpp"
#include "messages/bytes.hpp"
#include "messages/errors.hpp"

namespace laundromat {

namespace {

constexpr seconds answer_timeout{20};
constexpr seconds shortest_download_timeout{60};

/// An executor and the job that it does, under a lease for this node or for a former id of it.
struct busy_executor {
  stage which{};
  node_id as;
  executor_actor executor;
  std::shared_ptr<executor_context> context;
};

struct node_state {
  static constexpr const char* name = "node";

  ~node_state() { end_fetcher(); }
  /// Ends the fetcher, which does not end by itself.
  void end_fetcher() {
    if (fetcher) caf::anon_send_exit(fetcher, caf::exit_reason::kill);
    fetcher = nullptr;
  }

  node_handshake handshake;
  executor_context_factory make_context;
  executor_factory make_executor;
  std::shared_ptr<node_observer> observer;
  std::shared_ptr<executor_context> context;
  washing_terms terms;
  std::array<std::deque<executor_actor>, stage_count> free_executors;
  std::map<lease_id, busy_executor> busy_executors;

  coordinator_actor engine;  ///< null while there is no connection
  caf::actor file_server;
  caf::actor fetcher;                                        ///< of the downloads for this engine
  std::deque<std::pair<lease_grant, fetched_work>> fetched;  ///< downloads that wait for an executor
  node_id id;
  std::unique_ptr<received_leases> leases;
  std::map<lease_id, work_result> results;  ///< not yet confirmed
  std::set<lease_id> on_their_way;          ///< those of `results` that are being sent
  bool is_leaving = false;
  bool gets_no_more = false;  ///< the engine has answered a report since `leave`
  bool is_reporting = false, must_report = false;
  std::uint64_t ticks = 0;
};

using worker_node_ptr = node_actor::stateful_pointer<node_state>;

void report(worker_node_ptr self);
void end_when_empty(worker_node_ptr self);

/// A download that is not sent.
void release(const executor_context& context, const fetch_outcome& found) {
  if (!found.exchanges.empty()) context.env->raw->segments().release(found.exchanges);
}

void leave_engine(worker_node_ptr self, const failure& why) {
  auto& s = self->state;
  if (!s.engine) return;
  s.engine = nullptr;
  s.file_server = nullptr;
  s.end_fetcher();
  for (const auto& [granted, work] : std::exchange(s.fetched, {})) release(*s.context, work.found);
  s.on_their_way.clear();
  s.is_reporting = s.must_report = false;
  if (s.leases) static_cast<void>(s.leases->end_all());
  s.observer->parted(why);
  end_when_empty(self);
}

/// Makes an executor free again, also when its lease has ended before. One that was made for another campaign is ended.
void free_executor(worker_node_ptr self, const lease_id& id) {
  auto& s = self->state;
  const auto found = s.busy_executors.find(id);
  if (found == s.busy_executors.end()) return;
  auto& [which, as, executor, context] = found->second;
  if (context == s.context)
    s.free_executors[index_of(which)].push_back(executor);
  else
    self->send_exit(executor, caf::exit_reason::user_shutdown);
  s.busy_executors.erase(found);
}

/// True when no job is in progress. A download without an executor has its lease.
bool is_empty(const node_state& s) {
  if (!s.busy_executors.empty()) return false;
  return !s.engine || (s.gets_no_more && s.results.empty() && (!s.leases || s.leases->is_empty()));
}

void end_when_empty(worker_node_ptr self) {
  if (self->state.is_leaving && is_empty(self->state)) self->quit();
}

/// Forgets leases that have ended for the engine, too.
void forget(worker_node_ptr self, const std::vector<lease_id>& over) {
  auto& s = self->state;
  if (s.leases) static_cast<void>(s.leases->end(over));
  for (const auto& id : over) s.results.erase(id);
  end_when_empty(self);
}

/// Sends a result unless it is being sent.
void send_result(worker_node_ptr self, const work_result& done) {
  auto& s = self->state;
  if (!s.on_their_way.insert(done.lease).second) return;
  self->request(s.engine, answer_timeout, result_atom::value, s.id, done)
      .then(
          [self, id = done.lease](bool) {
            self->state.on_their_way.erase(id);
            forget(self, {id});
            report(self);
          },
          [self, id = done.lease](const caf::error&) {
            self->state.on_their_way.erase(id);  // the next report sends it again
          });
}

void report(worker_node_ptr self) {
  auto& s = self->state;
  if (!s.engine || !s.leases) return;
  if (s.is_reporting) {
    s.must_report = true;
    return;
  }
  s.is_reporting = true;
  self->request(s.engine, answer_timeout, report_atom::value, s.id, s.leases->report())
      .then(
          [self, engine = s.engine, was_reported = s.is_leaving](const std::vector<lease_id>& over) {
            if (self->state.engine != engine) return;
            self->state.is_reporting = false;
            self->state.gets_no_more = was_reported;
            forget(self, over);
            if (std::exchange(self->state.must_report, false)) report(self);
          },
          [self, engine = s.engine](const caf::error& e) {
            if (self->state.engine != engine) return;
            self->state.is_reporting = false;
            const auto why = to_failure(e, errc::cancelled);
            if (why.code == errc::not_found) leave_engine(self, why);
          });
}

/// How many executors a stage gets. Downloads share executors, because most of the time they wait for their hosts.
std::uint32_t executors_for(const node_handshake& handshake, stage which) {
  const auto slots = handshake.slots[index_of(which)];
  return which == stage::fetch ? std::min(slots, handshake.slots[index_of(stage::parse)]) : slots;
}

/// Makes the executors for a campaign. Those of the former one end, busy ones after their job.
void make_executors(worker_node_ptr self) {
  auto& s = self->state;
  for (auto& free : s.free_executors)
    for (const auto& executor : std::exchange(free, {}))
      self->send_exit(executor, caf::exit_reason::user_shutdown);
  for (const auto which : all_stages)
    for (std::uint32_t n = 0; n < executors_for(s.handshake, which); ++n)
      s.free_executors[index_of(which)].push_back(
          s.make_executor(self, s.context, caf::actor_cast<caf::actor>(self)));
}

/// The dispatcher of the node's fetcher: it ignores requests for jobs, because the engine grants them without requests.
dispatcher_actor::behavior_type silent_dispatcher(dispatcher_actor::pointer) {
  return {
      [](claim_atom) -> caf::result<lease, caf::actor> { return caf::sec::unexpected_message; },
      [](work_atom, const unpack_job&) -> caf::result<unpack_outcome> {
        return caf::sec::unexpected_message;
      },
      [](pull_atom, const caf::actor&, std::uint64_t) {},
      [](register_atom, const caf::actor&) {},
      [](rescind_atom, const caf::actor&, std::uint32_t) { return std::uint32_t{0}; },
      [](over_atom, std::uint64_t) {},
      [](reload_atom, std::uint32_t) {},
      [](tick_atom) {},
      [](next_atom) {},
      [](drain_atom) {},
  };
}

void enter_engine(worker_node_ptr self, const node_id& id, const washing_terms& terms,
                  const caf::actor& file_server, const caf::actor& politeness_scheduler) {
  auto& s = self->state;
  if (!s.context || terms != s.terms) {
    auto made = s.make_context(terms);
    if (!made) return leave_engine(self, {errc::configuration, made.error().detail});
    s.context = std::move(*made);
    s.terms = terms;
    make_executors(self);
  }
  s.id = id;
  s.file_server = file_server;
  if (s.handshake.slots[index_of(stage::fetch)] > 0)
    s.fetcher = s.context->make_fetcher(self, self->spawn(silent_dispatcher),
                                        caf::actor_cast<politeness_actor>(politeness_scheduler));
  auto room = s.handshake.slots;
  // Jobs of a former engine still use executors.
  for (const auto& [lease, busy] : s.busy_executors) --room[index_of(busy.which)];
  s.leases = std::make_unique<received_leases>(room);
  if (auto* const contexts = dynamic_cast<node_contexts*>(s.context->env->contexts))
    contexts->ask(caf::actor_cast<file_server_actor>(file_server));
  s.observer->joined(id);
  if (s.is_leaving) self->send(s.engine, leave_atom::value, id);
  for (const auto& [lease, done] : s.results) send_result(self, done);
  report(self);
}

void send_handshake(worker_node_ptr self, const caf::actor& engine) {
  auto& s = self->state;
  s.engine = caf::actor_cast<coordinator_actor>(engine);
  self->monitor(engine);
  self->request(s.engine, answer_timeout, handshake_atom::value, s.handshake,
                caf::actor_cast<caf::actor>(self))
      .then(
          [self](const node_id& id, const washing_terms& terms, const caf::actor& file_server,
                 const caf::actor& politeness_scheduler) {
            enter_engine(self, id, terms, file_server, politeness_scheduler);
          },
          [self](const caf::error& e) { leave_engine(self, to_failure(e, errc::cancelled)); });
}

/// Gives fetched bodies to free executors. A download that waits for one keeps its lease.
void assign_executors(worker_node_ptr self) {
  auto& s = self->state;
  auto& free = s.free_executors[index_of(stage::fetch)];
  while (!s.fetched.empty() && !free.empty()) {
    auto [granted, work] = std::move(s.fetched.front());
    s.fetched.pop_front();
    self->send(free.front(), grant_atom::value, granted, to_bytes(work), s.file_server);
    s.busy_executors.emplace(granted.id, busy_executor{stage::fetch, granted.node, free.front(), s.context});
    free.pop_front();
  }
}

void end_download(worker_node_ptr self, const work_result& done) {
  auto& s = self->state;
  if (!s.leases || !s.leases->finish(done.lease)) return end_when_empty(self);  // the lease has ended
  s.results.insert_or_assign(done.lease, done);
  send_result(self, done);
}

void download(worker_node_ptr self, const lease_grant& granted, fetch_job job) {
  auto& s = self->state;
  job.lease = granted.id.number;
  const auto timeout = std::max<milliseconds>(granted.longest, shortest_download_timeout);
  self->request(caf::actor_cast<fetcher_actor>(s.fetcher), timeout, job)
      .then(
          [self, granted, job, context = s.context](fetch_outcome& found) {
            if (self->state.id != granted.node) return release(*context, found);
            if (found.on != event::body_stored && found.exchanges.empty())
              return end_download(self, {granted.id, to_bytes(found), errc::ok, {}});
            self->state.fetched.emplace_back(granted, fetched_work{job, std::move(found)});
            assign_executors(self);
          },
          [self, granted](const caf::error& e) {
            const auto why = to_failure(e, errc::lease_expired);
            end_download(self, {granted.id, {}, why.code, why.detail});
          });
}

void begin(worker_node_ptr self, const lease_grant& granted, const std::string& job) {
  auto& s = self->state;
  if (!s.engine || !s.leases || granted.node != s.id) return;
  if (granted.which == stage::fetch) {
    const auto given = from_bytes<fetch_job>(job);
    if (given && s.fetcher && s.leases->take(granted)) download(self, granted, *given);
    return;
  }
  auto& free = s.free_executors[index_of(granted.which)];
  if (free.empty() || !s.leases->take(granted)) return;
  self->send(free.front(), grant_atom::value, granted, job, s.file_server);
  s.busy_executors.emplace(granted.id, busy_executor{granted.which, granted.node, free.front(), s.context});
  free.pop_front();
}

/// Sends the result of an executor. A result for a former engine is sent, too: the new one refuses it and counts it as stale.
void take_done(worker_node_ptr self, work_result done) {
  auto& s = self->state;
  const auto busy = s.busy_executors.find(done.lease);
  if (busy == s.busy_executors.end()) return;
  const auto which = busy->second.which;
  if (busy->second.as == s.id)
    static_cast<void>(s.leases->finish(done.lease));
  else
    s.leases->add_room(which);
  s.observer->finished(which, !done.outcome.empty());
  free_executor(self, done.lease);
  s.results.insert_or_assign(done.lease, done);
  if (s.engine) send_result(self, done);
  assign_executors(self);
  end_when_empty(self);
}

/// Sends results and the report again, because messages may be lost.
void tick(worker_node_ptr self) {
  auto& s = self->state;
  self->delayed_send(self, seconds{1}, tick_atom::value);
  if (++s.ticks % static_cast<std::uint64_t>(report_interval.count()) != 0 || !s.engine) return;
  for (const auto& [lease, done] : s.results) send_result(self, done);
  report(self);
}

node_actor::behavior_type node(worker_node_ptr self, node_handshake handshake,
                               executor_context_factory make_context, std::shared_ptr<node_observer> observer,
                               executor_factory make_executor) {
  auto& s = self->state;
  s.handshake = std::move(handshake);
  s.make_context = std::move(make_context);
  s.make_executor = std::move(make_executor);
  s.observer = std::move(observer);
  self->set_down_handler([self](caf::down_msg& down) {
    if (self->state.engine && down.source == self->state.engine.address())
      leave_engine(self, {errc::cancelled, "the connection ended"});
  });
  self->set_exception_handler([](std::exception_ptr& what) { return describe(what, "node"); });
  self->delayed_send(self, seconds{1}, tick_atom::value);
  return {
      [=](grant_atom, const lease_grant& granted, const std::string& job) { begin(self, granted, job); },
      [=](handshake_atom, const caf::actor& engine) { send_handshake(self, engine); },
      [=](done_atom, const work_result& done) { take_done(self, done); },
      [=](leave_atom) {
        self->state.is_leaving = true;
        if (self->state.engine) self->send(self->state.engine, leave_atom::value, self->state.id);
        report(self);
        end_when_empty(self);
      },
      [=](tick_atom) { tick(self); },
  };
}

}  // namespace

node_actor spawn_node(caf::actor_system& system, node_handshake handshake,
                      executor_context_factory make_context, std::shared_ptr<node_observer> observer,
                      executor_factory make_executor) {
  return system.spawn(node, std::move(handshake), std::move(make_context), std::move(observer),
                      std::move(make_executor));
}

}  // namespace laundromat
