// Carries the lease book: every rule about leases is there.
// SPDX-License-Identifier: Apache-2.0
#include "actors/cluster/coordinator.hpp"

#include <spdlog/spdlog.h>

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <caf/typed_response_promise.hpp>

#include "actors/commit.hpp"
#include "actors/dispatcher.hpp"
#include "core/web/file_store_path.hpp"
#include "core/web/seed_hash.hpp"
#include "messages/build_id.hpp"
#include "messages/bytes.hpp"
#include "messages/errors.hpp"

namespace laundromat {

namespace {

constexpr seconds tick_interval{1};
constexpr seconds freight_patience{60};
/// A machine may take nearly as long as the dispatcher waits: it must be the first to give up.
constexpr double share_of_lease = 0.9;

constexpr std::size_t most_homes = 100'000;

/// Work of an entry that some machine does, or will do.
struct lent_work {
  stage which{};
  std::uint64_t dispatched = 0;  ///< the dispatcher's lease
  std::string job;
  freight_permit files;
  std::function<std::vector<std::string>(const std::string&)> staged_in;  ///< the files that an outcome names
  std::function<void(result<std::string>)> deliver;                       ///< to the entry
};

struct lender_state {
  static constexpr const char* name = "lender";

  environment_ptr env;
  colleagues team;
  freight_actor freight;
  cluster_observer observer;
  std::unique_ptr<lease_book> book;
  std::map<washer_id, caf::actor> guests;
  std::map<record_hash, lent_work> work;
  std::set<lease_id> settling;                          ///< a result has come, and its files are looked at
  std::map<std::string, washer_id, std::less<>> homes;  ///< bodies, and who read them last
  std::array<std::uint32_t, stage_count> asked{}, recalled{};  ///< of each dispatcher, and not yet answered
};

using self_ptr = lender_actor::stateful_pointer<lender_state>;

void ask_for_work(self_ptr self);
void remove(self_ptr self, washer_id id, std::string_view why);

std::string name_of(const lease_book& book, const washer_id& id) {
  const auto known = book.washers().find(id);
  return known == book.washers().end() ? "a machine" : known->second.hello.name;
}

/// Words of a machine for the log: whoever was invited may send what a terminal obeys.
std::string plain(std::string_view words) {
  constexpr std::size_t most = 300;
  std::string kept{words.substr(0, most)};
  for (auto& c : kept)
    if (c < ' ' || c > '~') c = '?';
  return kept;
}

void show(self_ptr self) {
  auto& s = self->state;
  if (s.observer) s.observer(*s.book, now(*s.env, self));
}

/// What came of a lease that has no result is thrown away.
void settle(self_ptr self, const lease_id& lease) {
  self->request(self->state.freight, freight_patience, settle_atom::value, lease, std::vector<std::string>{})
      .then([](bool) {}, [](const caf::error&) {});
}

/// It waits no longer, and nobody works on it any more.
void withdraw(self_ptr self, const record_hash& record) {
  if (const auto lease = self->state.book->withdraw(record)) settle(self, *lease);
}

/// Ends what is known of a piece of work, and tells its entry.
void end_work(self_ptr self, const record_hash& record, result<std::string> how) {
  auto& s = self->state;
  withdraw(self, record);
  auto node = s.work.extract(record);
  if (node.empty()) return;
  self->send(s.team.of(node.mapped().which), over_atom::value, node.mapped().dispatched);
  node.mapped().deliver(std::move(how));
}

void end_lost(self_ptr self) {
  auto& s = self->state;
  for (const auto& lost : s.book->take_lost()) {
    settle(self, lost.id);
    end_work(self, lost.record, fail(lost.why, "the machine that had it is gone, or took too long"));
  }
  for (const auto& record : s.book->take_hopeless(now(*s.env, self)))
    end_work(self, record, fail(errc::machine_lost, "no machine is left to do it"));
}

void hand_out(self_ptr self) {
  auto& s = self->state;
  end_lost(self);
  for (const auto& granted : s.book->grant(now(*s.env, self))) {
    const auto& work = s.work.at(granted.record);
    s.homes.insert_or_assign(work.files.raw_path, granted.washer);
    self->send(s.freight, permit_atom::value, granted.id, work.files);
    self->send(caf::actor_cast<guest_actor>(s.guests.at(granted.washer)), grant_atom::value, granted,
               work.job);
  }
  ask_for_work(self);
}

/// Dispatchers are asked for as much as there is room for, less what waits here already.
void ask_for_work(self_ptr self) {
  auto& s = self->state;
  for (const auto which : {stage::fetch, stage::unpack, stage::guess, stage::parse}) {
    const auto i = index_of(which);
    const auto waiting = static_cast<std::uint32_t>(s.book->waiting(which));
    const bool can_be_lent = which != stage::fetch || !has_local_documents(s.env->settings);
    const bool is_open = !s.env->draining && can_be_lent;
    const auto has = is_open ? s.book->room(which, now(*s.env, self)) : 0;
    const auto room = has - std::min(has, waiting);
    const auto self_handle = caf::actor_cast<caf::actor>(self);
    for (; s.asked[i] < room; ++s.asked[i])
      self->send(s.team.of(which), pull_atom::value, self_handle, std::uint64_t{0});
    if (const auto surplus = s.asked[i] - room; s.asked[i] > room && s.recalled[i] == 0) {
      s.recalled[i] = surplus;
      self->request(s.team.of(which), journal_timeout, recall_atom::value, self_handle, surplus)
          .then(
              [self, i](std::uint32_t had) {
                self->state.asked[i] -= std::min(self->state.asked[i], had);
                self->state.recalled[i] = 0;
              },
              [self, i](const caf::error&) { self->state.recalled[i] = 0; });
    }
  }
}

template <class Outcome, class Job>
void offer(self_ptr self, stage which, const Job& job, freight_permit files,
           caf::typed_response_promise<Outcome> promise) {
  auto& s = self->state;
  lent_work work{which, job.lease, to_bytes(job), std::move(files), {}, {}};
  work.staged_in = [](const std::string& bytes) {
    std::vector<std::string> names;
    if (auto made = from_bytes<Outcome>(bytes))
      visit_staged(*made, [&](const std::string& name) { names.push_back(name); });
    return names;
  };
  work.deliver = [promise](result<std::string> how) mutable {
    auto made = how ? from_bytes<Outcome>(*how) : tl::unexpected(how.error());
    if (made)
      promise.deliver(std::move(*made));
    else
      promise.deliver(to_error(how ? failure{errc::worker_lost, "no outcome"} : how.error()));
  };
  withdraw(self, job.entry);
  if (s.homes.size() > most_homes) s.homes.clear();
  const auto home = s.homes.find(work.files.raw_path);
  s.book->offer(which, job.entry, job.attempt,
                home == s.homes.end() ? std::optional<washer_id>{} : home->second);
  s.work.insert_or_assign(job.entry, std::move(work));
  hand_out(self);
}

void count_arrival(self_ptr self, stage which) {
  auto& asked = self->state.asked[index_of(which)];
  asked -= std::min(asked, 1U);
}

template <class Outcome, class Job>
caf::result<Outcome> take_job(self_ptr self, stage which, const Job& job, freight_permit files) {
  count_arrival(self, which);
  auto promise = self->make_response_promise<Outcome>();
  offer(self, which, job, std::move(files), promise);
  return promise;
}

/// Who fetches a document washes it, too, and needs to know what became of it in the crawl before.
caf::result<fetch_outcome> take_download(self_ptr self, const fetch_job& job) {
  auto& s = self->state;
  count_arrival(self, stage::fetch);
  auto promise = self->make_response_promise<fetch_outcome>();
  self->request(s.team.journal, journal_timeout, lookup_atom::value, job.entry)
      .then(
          [self, promise, job](const entry_record&, const unpack_budget&, const content_digest& previous) {
            auto full = job;
            full.previous = previous;
            const auto path = encode_path(fetchable(job.uri), job.begun);
            offer(self, stage::fetch, full, {path ? *path : "", previous, true}, promise);
          },
          [promise](const caf::error& e) mutable { promise.deliver(e); });
  return promise;
}

caf::result<washer_id, washing_terms, caf::actor, caf::actor> welcome(self_ptr self,
                                                                      const washer_hello& hello,
                                                                      const caf::actor& guest) {
  auto& s = self->state;
  auto named = hello;
  named.name = plain(hello.name);
  named.build = plain(hello.build);
  // Whoever says hello again has forgotten who it was.
  std::vector<washer_id> former;
  for (const auto& [id, known] : s.guests)
    if (known == guest) former.push_back(id);
  for (const auto& id : former) remove(self, id, "it comes again");
  const auto id = s.book->admit(named, now(*s.env, self));
  if (!id) {
    spdlog::warn("{} is not let in: {}", named.name, id.error().detail);
    show(self);
    return to_error(id.error());
  }
  spdlog::info("{} joins, with room for {} documents", named.name, named.slots[index_of(stage::parse)]);
  s.guests.emplace(*id, guest);
  self->monitor(guest);
  show(self);
  const auto& c = s.env->settings;
  return {*id,
          washing_terms{c.isolation, c.contact, c.network, c.washing, c.limits, now(*s.env, self),
                        address_policy_for(c)},
          caf::actor_cast<caf::actor>(s.freight), caf::actor_cast<caf::actor>(s.team.gate)};
}

void remove(self_ptr self, washer_id id, std::string_view why) {
  auto& s = self->state;
  const auto known = s.book->washers().find(id);
  if (known != s.book->washers().end()) {
    spdlog::info("{} is gone: {}; {} of its leases are given to others", known->second.hello.name, why,
                 known->second.leases.size());
    s.book->remove(id, errc::machine_lost);
  }
  s.guests.erase(id);
  std::erase_if(s.homes, [&](const auto& home) { return home.second == id; });
  hand_out(self);
  show(self);
}

void end_silent(self_ptr self) {
  auto& s = self->state;
  for (const auto& id : s.book->silent(now(*s.env, self))) remove(self, id, "it says nothing");
}

caf::result<std::vector<lease_id>> take_report(self_ptr self, const washer_id& from,
                                               const washer_report& said) {
  auto& s = self->state;
  auto over = s.book->take(from, said, now(*s.env, self));
  if (!over) return to_error(over.error());
  hand_out(self);
  if (s.book->has_left(from)) remove(self, from, "it left");
  return std::move(*over);
}

/// A result counts once, while its lease is valid, and when its files have come.
caf::result<bool> take_result(self_ptr self, const washer_id& from, const work_result& done) {
  auto& s = self->state;
  if (s.settling.contains(done.lease)) return true;  // it has come before, and is sent again
  const auto* const lease = s.book->find(done.lease);
  const auto record = lease == nullptr ? record_hash{} : lease->record;
  if (!s.book->finish(from, done.lease)) {
    spdlog::info("a result that came too late is dropped");
    show(self);
    return false;
  }
  auto promise = self->make_response_promise<bool>();
  const auto found = s.work.find(record);
  const auto names = found == s.work.end() || done.outcome.empty() ? std::vector<std::string>{}
                                                                   : found->second.staged_in(done.outcome);
  s.settling.insert(done.lease);
  self->request(s.freight, freight_patience, settle_atom::value, done.lease, names)
      .then(
          [self, promise, record, from, done](bool have_come) mutable {
            auto& book = *self->state.book;
            self->state.settling.erase(done.lease);
            // What a machine suffers is not its document's fault, unless that killed a washer.
            const bool is_its_own =
                done.outcome.empty() && done.cause != errc::worker_lost && done.cause != errc::lease_expired;
            const auto cause = is_its_own ? errc::machine_lost : done.cause;
            book.trust(from, !is_its_own, now(*self->state.env, self));
            if (is_its_own)
              spdlog::warn("{} could not do its work and rests: {}", name_of(book, from), plain(done.detail));
            auto how = done.outcome.empty() ? fail(cause, done.detail)
                       : have_come          ? result<std::string>{done.outcome}
                                            : fail(errc::machine_lost, "files of the result did not come");
            end_work(self, record, std::move(how));
            promise.deliver(true);
            hand_out(self);
          },
          [self, promise, record, lease_over = done.lease](const caf::error&) mutable {
            self->state.settling.erase(lease_over);
            end_work(self, record, fail(errc::machine_lost, "the files of the result are not had"));
            promise.deliver(true);
          });
  return promise;
}

lender_actor::behavior_type lender(self_ptr self, environment_ptr env, colleagues team, freight_actor freight,
                                   cluster_observer observer) {
  auto& s = self->state;
  s.env = std::move(env);
  s.team = std::move(team);
  s.freight = std::move(freight);
  s.observer = std::move(observer);
  lease_terms terms;
  for (const auto which : {stage::fetch, stage::unpack, stage::guess, stage::parse})
    terms.longest[index_of(which)] =
        std::chrono::floor<milliseconds>(lease_time(s.env->settings, which) * share_of_lease);
  // A later start has a higher epoch.
  const auto epoch = static_cast<std::uint64_t>(to_ms(now(*s.env, self)));
  s.book = std::make_unique<lease_book>(
      epoch, washer_hello{"engine", std::string(build_id()), output_version, {}, 0}, terms);
  for (const auto& dispatcher : s.team.dispatchers)
    self->send(dispatcher, lend_atom::value, caf::actor_cast<caf::actor>(self));
  self->monitor(s.freight);
  self->set_down_handler([self](caf::down_msg& down) {
    if (down.source == self->state.freight.address()) return self->quit(down.reason);
    std::vector<washer_id> gone;
    for (const auto& [id, guest] : self->state.guests)
      if (guest.address() == down.source) gone.push_back(id);
    for (const auto& id : gone) remove(self, id, "its connection ended");
  });
  self->set_exception_handler([](std::exception_ptr& what) { return describe(what, "lender"); });
  self->delayed_send(self, tick_interval, tick_atom::value);
  show(self);
  return {
      [=](hello_atom, const washer_hello& hello, const caf::actor& guest) {
        return welcome(self, hello, guest);
      },
      [=](report_atom, const washer_id& from, const washer_report& said) {
        return take_report(self, from, said);
      },
      [=](result_atom, const washer_id& from, const work_result& done) {
        return take_result(self, from, done);
      },
      [=](leave_atom, const washer_id& from) {
        self->state.book->let_go(from);
        hand_out(self);
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
        self->state.book->expire(now(*self->state.env, self));
        hand_out(self);
        show(self);
        self->delayed_send(self, tick_interval, tick_atom::value);
      },
  };
}

}  // namespace

lender_actor spawn_lender(caf::local_actor* parent, environment_ptr env, colleagues team,
                          freight_actor freight, cluster_observer observer) {
  return parent->spawn<caf::linked>(lender, std::move(env), std::move(team), std::move(freight),
                                    std::move(observer));
}

}  // namespace laundromat
