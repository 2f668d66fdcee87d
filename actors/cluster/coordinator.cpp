// Sends the messages that the lease scheduler decides.
// SPDX-License-Identifier: Apache-2.0
#include "actors/cluster/coordinator.hpp"

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <caf/typed_response_promise.hpp>

#include "actors/commit.hpp"
#include "actors/dispatcher.hpp"
#include "actors/log.hpp"
#include "core/records/body_path.hpp"
#include "core/records/next_job.hpp"
#include "core/web/file_store_path.hpp"
#include "core/web/seed_hash.hpp"
#include "messages/build_id.hpp"
#include "messages/bytes.hpp"
#include "messages/errors.hpp"

namespace laundromat {

namespace {

constexpr seconds coordinator_tick_interval{1};
constexpr seconds transfer_timeout{600};  // large exchanges are checked and copied
/// The part of the dispatcher's lease after which a lease of a node expires: it must expire before the dispatcher's.
constexpr double share_of_lease = 0.9;

constexpr std::size_t most_bodies = 100'000;

/// The job of an entry that a node does or will do.
struct remote_work {
  stage which{};
  std::uint64_t dispatched = 0;  ///< the lease of the dispatcher
  std::string job;
  transfer_grant files;
  std::function<named_files(const std::string& outcome)> files_of;
  /// Answers the entry: with an outcome, whose files these are, or with the reason why there is none.
  std::function<void(result<std::string>, const adopted_files&, const std::string& node)> deliver;
};

struct coordinator_state {
  static constexpr const char* name = "coordinator";

  environment_ptr env;
  engine_services services;
  file_server_actor file_server;
  cluster_observer observer;
  std::unique_ptr<lease_scheduler> leases;
  std::map<node_id, caf::actor> nodes;
  std::map<record_hash, remote_work> work;
  std::set<lease_id> finalising;  ///< their results have arrived and their files are checked
  std::map<std::string, node_id, std::less<>> nodes_with_body;  ///< by body: the node that read it last
  std::array<std::uint32_t, stage_count> asked{},
      rescinded{};  ///< pulls and rescinds that each dispatcher has not answered
};

using coordinator_ptr = coordinator_actor::stateful_pointer<coordinator_state>;

void ask_for_work(coordinator_ptr self);
void remove(coordinator_ptr self, node_id id, std::string_view why);

std::string name_of(const lease_scheduler& leases, const node_id& id) {
  const auto known = leases.nodes().find(id);
  return known == leases.nodes().end() ? "(unknown)" : known->second.handshake.name;
}

/// Makes a text of a node safe for the log: a node may send control characters.
std::string plain(std::string_view words) {
  constexpr std::size_t most = 300;
  std::string kept{words.substr(0, most)};
  for (auto& c : kept)
    if (c < ' ' || c > '~') c = '?';
  return kept;
}

void show(coordinator_ptr self) {
  auto& s = self->state;
  if (s.observer) s.observer(*s.leases, now(*s.env, self));
}

/// Removes the files of a lease that ended without a result.
void finalise(coordinator_ptr self, const lease_id& lease) {
  self->request(self->state.file_server, transfer_timeout, finalise_atom::value, lease, named_files{})
      .then([](const adopted_files&) {}, [](const caf::error&) {});
}

/// Takes a record back from the lease scheduler, and ends its lease if it has one.
void withdraw(coordinator_ptr self, const record_hash& record) {
  if (const auto lease = self->state.leases->withdraw(record)) finalise(self, *lease);
}

/// Ends a job and answers its entry.
void end_work(coordinator_ptr self, const record_hash& record, result<std::string> how,
              const adopted_files& files = {}, const std::string& node_name = {}) {
  auto& s = self->state;
  withdraw(self, record);
  auto node = s.work.extract(record);
  if (node.empty()) return;
  self->send(s.services.of(node.mapped().which), over_atom::value, node.mapped().dispatched);
  node.mapped().deliver(std::move(how), files, node_name);
}

void end_lost(coordinator_ptr self) {
  auto& s = self->state;
  for (const auto& lost : s.leases->take_lost()) {
    finalise(self, lost.id);
    end_work(self, lost.record, fail(lost.why, "its worker node is gone or took too long"));
  }
  for (const auto& record : s.leases->take_unschedulable(now(*s.env, self)))
    end_work(self, record, fail(errc::machine_lost, "no worker node can do it"));
}

void grant_leases(coordinator_ptr self) {
  auto& s = self->state;
  end_lost(self);
  for (const auto& granted : s.leases->grant(now(*s.env, self))) {
    const auto& work = s.work.at(granted.record);
    s.nodes_with_body.insert_or_assign(work.files.raw_path, granted.node);
    self->send(s.file_server, transfer_atom::value, granted.id, work.files);
    self->send(caf::actor_cast<node_actor>(s.nodes.at(granted.node)), grant_atom::value, granted, work.job);
  }
  ask_for_work(self);
}

/// Requests as many jobs from each dispatcher as the nodes have free slots, minus the jobs that wait here already.
void ask_for_work(coordinator_ptr self) {
  auto& s = self->state;
  for (const auto which : all_stages) {
    const auto i = index_of(which);
    const auto waiting = static_cast<std::uint32_t>(s.leases->waiting(which));
    const bool can_be_remote = which != stage::fetch || !has_local_documents(settings_in_force(*s.env));
    const bool is_open = !s.env->draining && can_be_remote;
    const auto has = is_open ? s.leases->room(which, now(*s.env, self)) : 0;
    const auto room = has - std::min(has, waiting);
    const auto self_handle = caf::actor_cast<caf::actor>(self);
    for (; s.asked[i] < room; ++s.asked[i])
      self->send(s.services.of(which), pull_atom::value, self_handle, std::uint64_t{0});
    if (const auto surplus = s.asked[i] - room; s.asked[i] > room && s.rescinded[i] == 0) {
      s.rescinded[i] = surplus;
      self->request(s.services.of(which), no_timeout, rescind_atom::value, self_handle, surplus)
          .then(
              [self, i](std::uint32_t had) {
                self->state.asked[i] -= std::min(self->state.asked[i], had);
                self->state.rescinded[i] = 0;
              },
              [self, i](const caf::error&) { self->state.rescinded[i] = 0; });
    }
  }
}

/// What the exchanges of a download must be, if they come.
template <class Outcome>
void name_exchanges(const Outcome&, named_files&) {}
void name_exchanges(const fetch_outcome& found, named_files& named) {
  for (const auto& hop : found.hops) named.uris.push_back(hop.uri);
  if (found.on != event::body_stored) return;
  named.body = found.wire.digest;
  named.body_bytes = found.wire.bytes;
}

/// Sets where the body of a download is: here, or at its node, when no other stage needs it.
template <class Outcome>
result<void> place_what_came(Outcome&, const adopted_files&, const std::string&) {
  return {};
}
result<void> place_what_came(fetch_outcome& found, const adopted_files& came, const std::string& node) {
  found.exchanges.clear();
  if (found.on != event::body_stored) return {};
  if (came.body.empty() && !leads_to_final(found))
    return fail(errc::machine_lost, "the body of the result is missing");
  place_body(found, came.body.empty() ? std::string(at_node) + node : came.body);
  return {};
}

template <class Outcome, class Job>
void offer(coordinator_ptr self, stage which, const Job& job, transfer_grant files,
           caf::typed_response_promise<Outcome> promise) {
  auto& s = self->state;
  remote_work work{which, job.lease, to_bytes(job), std::move(files), {}, {}};
  work.files_of = [](const std::string& bytes) {
    named_files named;
    if (auto made = from_bytes<Outcome>(bytes)) {
      visit_staged(*made, [&](const std::string& label) { named.labels.push_back(label); });
      name_exchanges(*made, named);
    }
    return named;
  };
  work.deliver = [promise](result<std::string> how, const adopted_files& came,
                           const std::string& node) mutable {
    auto made = how ? from_bytes<Outcome>(*how) : tl::unexpected(how.error());
    if (!made) {
      promise.deliver(to_error(how ? failure{errc::worker_crashed, "no outcome"} : how.error()));
      return;
    }
    visit_staged(*made, [next = came.names.begin()](std::string& staged) mutable { staged = *next++; });
    if (auto placed = place_what_came(*made, came, node); !placed) {
      promise.deliver(to_error(placed.error()));
      return;
    }
    promise.deliver(std::move(*made));
  };
  withdraw(self, job.entry);
  if (s.nodes_with_body.size() > most_bodies) s.nodes_with_body.clear();
  const auto reader = s.nodes_with_body.find(work.files.raw_path);
  s.leases->offer(which, job.entry, job.attempt,
                  reader == s.nodes_with_body.end() ? std::optional<node_id>{} : reader->second);
  s.work.insert_or_assign(job.entry, std::move(work));
  grant_leases(self);
}

void count_arrival(coordinator_ptr self, stage which) {
  auto& asked = self->state.asked[index_of(which)];
  asked -= std::min(asked, 1U);
}

template <class Outcome, class Job>
caf::result<Outcome> take_job(coordinator_ptr self, stage which, const Job& job, transfer_grant files) {
  count_arrival(self, which);
  auto promise = self->make_response_promise<Outcome>();
  offer(self, which, job, std::move(files), promise);
  return promise;
}

/// Offers a download to the nodes. The node also washes the document, so the job gets the clean document of the previous crawl.
caf::result<fetch_outcome> take_download(coordinator_ptr self, const fetch_job& job) {
  auto& s = self->state;
  count_arrival(self, stage::fetch);
  auto promise = self->make_response_promise<fetch_outcome>();
  self->request(s.services.journal, no_timeout, lookup_atom::value, job.entry)
      .then(
          [self, promise, job](const entry_record&, const unpack_budget&, const content_digest& previous) {
            auto full = job;
            full.previous = previous;
            const auto path = encode_path(fetchable(job.uri), job.begun);
            const auto& raw = settings_in_force(*self->state.env).raw;
            offer(self, stage::fetch, full,
                  {path ? *path : "", previous, true, raw.keep == "all" && raw.layout == "warc",
                   job.may_be_repeated ? seed_hash(job.uri) : record_hash{}},
                  promise);
          },
          [promise](const caf::error& e) mutable { promise.deliver(e); });
  return promise;
}

/// What a worker must know of discovery.
campaign::discovery_settings followed_part(const campaign::discovery_settings& all) {
  campaign::discovery_settings out;
  out.follow = all.follow;
  out.predicates = all.predicates;
  out.scope = all.scope;
  return out;
}

caf::result<node_id, washing_terms, caf::actor, caf::actor> admit_node(coordinator_ptr self,
                                                                       const node_handshake& handshake,
                                                                       const caf::actor& node) {
  auto& s = self->state;
  auto named = handshake;
  named.name = plain(handshake.name);
  named.build = plain(handshake.build);
  // A node that sends its handshake again does not know its former leases.
  std::vector<node_id> former;
  for (const auto& [id, known] : s.nodes)
    if (known == node) former.push_back(id);
  for (const auto& id : former) remove(self, id, "it joined again");
  const auto id = s.leases->admit(named, now(*s.env, self));
  if (!id) {
    log_warning("node {} is refused: {}", named.name, id.error().detail);
    show(self);
    return to_error(id.error());
  }
  log_info("node {} joins; documents at the same time: {}", named.name, named.slots[index_of(stage::parse)]);
  s.nodes.emplace(*id, node);
  self->monitor(node);
  show(self);
  const auto& c = settings_in_force(*s.env);
  return {*id,
          washing_terms{c.isolation, c.contact, c.network, c.washing, c.limits, c.raw, now(*s.env, self),
                        address_policy_for(c), followed_part(c.discovery), c.robots, c.hosts, c.public_base,
                        c.record_specs},
          caf::actor_cast<caf::actor>(s.file_server),
          caf::actor_cast<caf::actor>(s.services.politeness_scheduler)};
}

void remove(coordinator_ptr self, node_id id, std::string_view why) {
  auto& s = self->state;
  const auto known = s.leases->nodes().find(id);
  if (known != s.leases->nodes().end()) {
    log_info("node {} is removed: {}; lost leases: {}", known->second.handshake.name, why,
             s.leases->leases().held_by(id).size());
    s.leases->remove(id, errc::machine_lost);
  }
  s.nodes.erase(id);
  std::erase_if(s.nodes_with_body, [&](const auto& body) { return body.second == id; });
  grant_leases(self);
  show(self);
}

void end_silent(coordinator_ptr self) {
  auto& s = self->state;
  for (const auto& id : s.leases->silent(now(*s.env, self))) remove(self, id, "it sends no reports");
}

caf::result<std::vector<lease_id>> take_report(coordinator_ptr self, const node_id& from,
                                               const node_report& reported) {
  auto& s = self->state;
  auto over = s.leases->take(from, reported, now(*s.env, self));
  if (!over) return to_error(over.error());
  grant_leases(self);
  if (s.leases->has_left(from)) remove(self, from, "it left");
  return std::move(*over);
}

/// Ends the work of a result whose files were adopted. A failure of the node does not count against the document, unless the document has
/// crashed or blocked a washer.
void end_result(coordinator_ptr self, const record_hash& record, const node_id& from, const work_result& done,
                const adopted_files& came, std::size_t wanted, const std::string& node_name) {
  auto& leases = *self->state.leases;
  const bool has_failed =
      done.outcome.empty() && done.cause != errc::worker_crashed && done.cause != errc::lease_expired;
  const bool is_fault_of_node = has_failed || !came.fault;
  const auto& why = came.fault ? done.detail : came.fault.error().detail;
  leases.update_backoff(from, !is_fault_of_node, now(*self->state.env, self));
  if (is_fault_of_node) log_warning("node {} failed and gets no jobs for a while: {}", node_name, plain(why));
  if (is_fault_of_node || done.outcome.empty())
    return end_work(self, record, fail(is_fault_of_node ? errc::machine_lost : done.cause, why));
  if (came.names.size() != wanted)
    return end_work(self, record, fail(errc::machine_lost, "files of the result are missing"));
  end_work(self, record, done.outcome, came, node_name);
}

/// Accepts a result once, while its lease is valid, when its files are complete.
caf::result<bool> take_result(coordinator_ptr self, const node_id& from, const work_result& done) {
  auto& s = self->state;
  if (s.finalising.contains(done.lease)) return true;  // sent again
  const auto* const lease = s.leases->leases().find(done.lease);
  const auto record = lease == nullptr ? record_hash{} : lease->work.record;
  if (!s.leases->finish(from, done.lease)) {
    log_info("a result is refused: its lease has ended");
    show(self);
    return false;
  }
  auto promise = self->make_response_promise<bool>();
  const auto found = s.work.find(record);
  const auto named =
      found == s.work.end() || done.outcome.empty() ? named_files{} : found->second.files_of(done.outcome);
  s.finalising.insert(done.lease);
  self->request(s.file_server, transfer_timeout, finalise_atom::value, done.lease, named)
      .then(
          [self, promise, record, from, done, wanted = named.labels.size(),
           node_name = name_of(*s.leases, from)](const adopted_files& came) mutable {
            self->state.finalising.erase(done.lease);
            end_result(self, record, from, done, came, wanted, node_name);
            promise.deliver(true);
            grant_leases(self);
          },
          [self, promise, record, lease_over = done.lease](const caf::error&) mutable {
            self->state.finalising.erase(lease_over);
            end_work(self, record, fail(errc::machine_lost, "the files of the result could not be checked"));
            promise.deliver(true);
          });
  return promise;
}

coordinator_actor::behavior_type coordinator(coordinator_ptr self, environment_ptr env,
                                             engine_services services, file_server_actor file_server,
                                             cluster_observer observer) {
  auto& s = self->state;
  s.env = std::move(env);
  s.services = std::move(services);
  s.file_server = std::move(file_server);
  s.observer = std::move(observer);
  lease_terms terms;
  for (const auto which : all_stages)
    terms.longest[index_of(which)] =
        std::chrono::floor<milliseconds>(lease_time(settings_in_force(*s.env), which) * share_of_lease);
  // Each start of the engine has a higher epoch.
  const auto epoch = static_cast<std::uint64_t>(to_ms(now(*s.env, self)));
  s.leases = std::make_unique<lease_scheduler>(
      epoch, node_handshake{"engine", std::string(build_id()), output_version, {}, 0}, terms);
  for (const auto& dispatcher : s.services.dispatchers)
    self->send(dispatcher, register_atom::value, caf::actor_cast<caf::actor>(self));
  self->monitor(s.file_server);
  self->set_down_handler([self](caf::down_msg& down) {
    if (down.source == self->state.file_server.address()) return self->quit(down.reason);
    std::vector<node_id> gone;
    for (const auto& [id, node] : self->state.nodes)
      if (node.address() == down.source) gone.push_back(id);
    for (const auto& id : gone) remove(self, id, "the connection ended");
  });
  self->set_exception_handler([](std::exception_ptr& what) { return describe(what, "coordinator"); });
  self->delayed_send(self, coordinator_tick_interval, tick_atom::value);
  show(self);
  return {
      [=](handshake_atom, const node_handshake& handshake, const caf::actor& node) {
        return admit_node(self, handshake, node);
      },
      [=](report_atom, const node_id& from, const node_report& reported) {
        return take_report(self, from, reported);
      },
      [=](result_atom, const node_id& from, const work_result& done) {
        return take_result(self, from, done);
      },
      [=](leave_atom, const node_id& from) {
        self->state.leases->let_go(from);
        grant_leases(self);
        show(self);
      },
      [=](const fetch_job& job) { return take_download(self, job); },
      [=](const unpack_job& job) {
        return take_job<unpack_outcome>(self, stage::unpack, job,
                                        {job.content.raw_path, job.previous, false});
      },
      [=](const guess_job& job) {
        return take_job<guess_outcome>(self, stage::guess, job, {job.content.raw_path, {}, false});
      },
      [=](const parse_job& job) {
        return take_job<parse_outcome>(self, stage::parse, job, {job.content.raw_path, job.previous, false});
      },
      [=](tick_atom) {
        end_silent(self);
        self->state.leases->expire(now(*self->state.env, self));
        grant_leases(self);
        show(self);
        self->delayed_send(self, coordinator_tick_interval, tick_atom::value);
      },
  };
}

}  // namespace

coordinator_actor spawn_coordinator(caf::local_actor* parent, environment_ptr env, engine_services services,
                                    file_server_actor file_server, cluster_observer observer) {
  return parent->spawn<caf::linked>(coordinator, std::move(env), std::move(services), std::move(file_server),
                                    std::move(observer));
}

}  // namespace laundromat
