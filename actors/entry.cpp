// Implements each step of an entry from one status to the next.
// SPDX-License-Identifier: Apache-2.0
#include "actors/entry.hpp"

#include <algorithm>
#include <iterator>

#include "actors/archive_members.hpp"
#include "actors/commit.hpp"
#include "actors/drop_files.hpp"
#include "actors/log.hpp"
#include "core/base/machine_fault.hpp"
#include "core/codec/open_view.hpp"
#include "core/records/absorb.hpp"
#include "core/records/next_job.hpp"
#include "messages/errors.hpp"
#include "storage/stores/clean_store.hpp"
#include "storage/stores/scratch_store.hpp"

namespace laundromat {

namespace {

void enter(entry_ptr self, status next);

void drop_fused(entry_state& s) {
  std::visit(
      [&]<class Found>(Found& found) {
        if constexpr (!std::is_same_v<Found, std::monostate>) drop_files(*s.env, found);
      },
      s.fused);
  s.fused = {};
}

/// Keeps the fused result of the next stage. When the outcome leads to another stage, the fused result is of no use and its files are removed.
template <class Outcome>
void keep_fused(entry_state& s, Outcome& found) {
  if (!found.fused) return;
  if (found.on == event::body_stored || found.on == event::leaf_found || found.on == event::format_found)
    s.fused = *std::move(found.fused);
  else
    drop_files(*s.env, found);
  found.fused.reset();
}
void keep_fused(entry_state&, parse_outcome&) {}

template <class Outcome>
change change_of(entry_ptr self, Outcome found, outcome_work work) {
  auto& s = self->state;
  absorb(s.record, found);
  change c{record_kind::entry, s.record.hash, found.on,     now(*s.env, self),
           found.cause,        found.detail,  s.record.uri, {}};
  c.fact = std::move(found);
  c.format = s.record.format;
  c.size_bytes = s.record.size_bytes;
  c.work = work;
  return c;
}

void add_changes(entry_ptr self, std::vector<change>& all, parse_outcome found, outcome_work work) {
  all.push_back(change_of(self, std::move(found), work));
}
/// An outcome and its fused ones, of four stages, with a claim before each of these.
constexpr std::size_t most_changes_of_outcome = 7;
constexpr seconds between_looks{1};  // at a crawl that waits for its host

template <class Outcome>
void add_changes(entry_ptr self, std::vector<change>& all, Outcome found, outcome_work work) {
  auto fused = std::exchange(found.fused, std::nullopt);
  all.push_back(change_of(self, std::move(found), work));
  if (!fused) return;
  const auto& s = self->state;
  all.push_back(
      {record_kind::entry, s.record.hash, event::claimed, now(*s.env, self), errc::ok, {}, s.record.uri, {}});
  add_changes(self, all, std::move(*fused), outcome_work::former_job);
}

/// Gives up the scratch of an entry that rests; with a download, what scratch has in memory of all below it.
void release_scratch(entry_state& s) {
  release_view(s.record.content, *s.env->scratch);
  if (s.record.root == s.record.hash) s.env->scratch->forget_held(scratch_prefix(s.record.content.raw_path));
}

/// Stores changes of the entry in one transaction, behind those that are not stored yet. With the last change of a download its crawl ends
/// in the same transaction. Calls `then` with the answer after COMMIT.
template <class Then>
void store(entry_ptr self, std::vector<change> all, Then then) {
  auto& s = self->state;
  const bool is_over = ends_crawl(s.record, status_after(s.record.current, all));
  auto letter = std::exchange(s.ahead, {});
  letter.reserve(letter.size() + all.size() + 1);
  std::ranges::move(all, std::back_inserter(letter));
  if (is_over)
    letter.push_back({record_kind::seed,
                      s.record.seed,
                      event::crawl_ended,
                      now(*s.env, self),
                      errc::ok,
                      {},
                      s.record.uri,
                      {}});
  self->request(s.services.journal, no_timeout, commit_atom::value, std::move(letter))
      .then(
          [self, is_over, then = std::move(then)](const committed& stored) {
            if (is_over) {
              release_scratch(self->state);
              return self->quit(crawl_is_over());
            }
            self->state.record.attempt = stored.attempt;
            if (stored.previous) self->state.previous = stored.previous;
            then(stored);
          },
          [self](const caf::error& e) { self->quit(e); });
}

/// Null when there is none, or the stage needs none.
content_digest known_previous(const entry_state& s) {
  return s.previous.value_or(content_digest{});
}

const parse_outcome* fused_parse(const parse_outcome& found) {
  return &found;
}
template <class Outcome>
const parse_outcome* fused_parse(const Outcome& found) {
  return found.fused ? fused_parse(*found.fused) : nullptr;
}

/// Whether an outcome and its fused ones are stored at once. The body of a download may be only on the node that did all stages, so the journal
/// must have all of them or, without the last one, only the body. A document that lacks its delta is parsed again.
bool is_stored_whole(const entry_state&, const fetch_outcome& found) {
  return found.fused && leads_to_final(found);
}
bool is_stored_whole(const entry_state&, const parse_outcome&) {
  return true;
}
template <class Outcome>
bool is_stored_whole(const entry_state& s, const Outcome& found) {
  const auto* parsed = fused_parse(found);
  const bool leads_on = found.on == event::leaf_found || found.on == event::format_found;
  return !found.fused || (leads_on && !(parsed && lacks_delta(*parsed, known_previous(s))));
}

/// Whether a document goes on while its change is not stored yet: a stop then costs repeated work only. Without processes for the work the
/// document may be what stops it, and its journal must tell.
bool may_go_ahead(const entry_state& s) {
  return s.previous && s.record.size_bytes <= most_fused_bytes &&
         settings_in_force(*s.env).isolation != "none";
}

/// Makes a transition that is stored with the next one.
void go_ahead(entry_ptr self, change c) {
  auto& s = self->state;
  s.record.current = status_after(s.record.current, {c});
  s.ahead.push_back(std::move(c));
  self->become(behavior_of(self, s.record.current));
}

void go_ahead(entry_ptr self, event on, timestamp at) {
  const auto& r = self->state.record;
  go_ahead(self, {record_kind::entry, r.hash, on, at, errc::ok, {}, r.uri, {}});
}

/// Stores the outcome of a stage, and enters the next status.
template <class Outcome>
void finish(entry_ptr self, Outcome found, outcome_work work = outcome_work::own_job) {
  auto& s = self->state;
  s.held_lease = 0;
  s.machine_faults = 0;
  if (!is_stored_whole(s, found)) keep_fused(s, found);
  std::vector<change> all;
  all.reserve(most_changes_of_outcome);
  add_changes(self, all, std::move(found), work);
  if (all.size() == 1 && all.front().on == event::body_stored && may_go_ahead(s)) {
    s.record.attempt = 1;
    go_ahead(self, std::move(all.front()));
    return enter(self, s.record.current);
  }
  store(self, std::move(all), [self](const committed& stored) { enter(self, stored.current); });
}

/// Stores an event without an outcome, then calls `then`, or enters the next status.
void report(entry_ptr self, event on, errc cause, std::string detail,
            std::function<void(const committed&)> then = {}) {
  auto& s = self->state;
  store(self,
        {{record_kind::entry,
          s.record.hash,
          on,
          now(*s.env, self),
          cause,
          std::move(detail),
          s.record.uri,
          {}}},
        [self, then = std::move(then)](const committed& stored) {
          self->state.record.crashes = stored.crashes;
          if (then) {
            self->state.record.current = stored.current;
            then(stored);
          } else {
            enter(self, stored.current);
          }
        });
}

/// Waits until the machine can work again, longer after each fault in a row, and then tries again.
void wait_for_machine(entry_ptr self, const machine_fault_report& met) {
  self->request(self->state.services.watch, no_timeout, wait_atom::value, met)
      .then(
          [self, met](bool may_try) {
            may_try ? enter(self, self->state.record.current) : wait_for_machine(self, met);
          },
          [self](const caf::error&) { self->quit(passivated()); });
}

/// Stores what was made ahead of a crawl that takes long. While it waits for its turn at the host nothing came of it, and nothing is stored.
void store_ahead(entry_ptr self) {
  const auto& s = self->state;
  if (s.ahead.empty()) return;
  if (s.ahead.back().on == event::came_due && s.held_lease == 0)
    return self->delayed_send(self, between_looks, save_atom::value);
  store(self, {}, [](const committed&) {});
}

/// Ends, to be continued later. A body that is not stored yet is stored before; a claim is not, because no work came of it. A crawl that has
/// neither a body nor a row begins again as if it had not begun.
void rest(entry_ptr self) {
  auto& ahead = self->state.ahead;
  if (!ahead.empty() && ahead.back().on == event::claimed) ahead.pop_back();
  if (ahead.empty() || ahead.back().on == event::came_due) return self->quit(passivated());
  store(self, {}, [self](const committed&) { self->quit(passivated()); });
}

/// Our own machine or a worker node could not do the work: the entry returns to its waiting status, and no attempt is counted.
void give_back(entry_ptr self, const failure& why) {
  auto& s = self->state;
  s.held_lease = 0;
  if (s.env->cancelled) return rest(self);
  const bool fetches = s.record.current == status::downloading;
  if (fetches) self->send(s.services.politeness_scheduler, release_atom::value, never_sent(s.permit));
  s.was_returned = true;
  const bool is_here = why.code != errc::machine_lost;
  if (is_here) s.env->paused = true;  // before any dispatcher grants a worker; the watch ends the pause
  report(self, event::machine_failed, why.code, why.detail, [=](const committed& stored) {
    if (!is_here) return enter(self, stored.current);  // that node gets no jobs for a while
    self->become(behavior_of(self, stored.current));
    wait_for_machine(self, {why, ++self->state.machine_faults, fetches});
  });
}

/// The worker crashed, or took too long: this costs an attempt, and after too many attempts the entry fails. A lost worker node costs none, see
/// `give_back`.
void fail_attempt(entry_ptr self, errc why) {
  auto& s = self->state;
  s.held_lease = 0;
  if (s.env->cancelled) return rest(self);
  if (s.record.current == status::downloading)
    self->send(s.services.politeness_scheduler, release_atom::value, never_sent(s.permit));
  const bool crash = why == errc::worker_crashed;
  if (crash && s.record.crashes + 1 >= poison_crashes)
    return report(self, event::attempts_exhausted, errc::poison, "crashed its worker three times");
  if (why == errc::lease_expired && s.record.attempt >= lease_attempts)
    return report(self, event::attempts_exhausted, errc::attempts_exhausted, "every lease was lost");
  report(self, crash ? event::worker_crashed : event::lease_expired, why, "");
}

/// A worker has not done the job.
void lose_work(entry_ptr self, const failure& why) {
  if (why.code == errc::cancelled) return rest(self);
  if (is_machine_fault(why.code) || why.code == errc::machine_lost) return give_back(self, why);
  log_warning("{}: {}", self->state.record.uri, to_string(why));
  fail_attempt(self, why.code == errc::lease_expired ? why.code : errc::worker_crashed);
}

template <class Worker, class Outcome, class Job>
void assign_job(entry_ptr self, const lease& granted, const caf::actor& worker, Job job) {
  auto& s = self->state;
  job.lease = granted.id;
  job.entry = s.record.hash;
  self->request(caf::actor_cast<Worker>(worker), no_timeout, std::move(job))
      .then(
          [self, id = granted.id](Outcome& found) {
            if (self->state.held_lease == id) return finish(self, std::move(found));
            drop_files(*self->state.env, found);
          },
          [self, id = granted.id](const caf::error& e) {
            if (self->state.held_lease == id) lose_work(self, to_failure(e, errc::worker_crashed));
          });
}

void start_unpacking(entry_ptr self, const lease& granted, const caf::actor& worker,
                     const content_digest& previous, const unpack_budget& left) {
  assign_job<unpacker_actor, unpack_outcome>(self, granted, worker,
                                             make_unpack_job(self->state.record, left, previous));
}

/// A download has the whole unpacking budget, a member the part that its tree has left.
void unpack(entry_ptr self, const lease& granted, const caf::actor& worker, const content_digest& previous) {
  auto& s = self->state;
  if (s.record.root == s.record.hash)
    return start_unpacking(self, granted, worker, previous, whole_budget(settings_in_force(*s.env).limits));
  self->request(s.services.journal, no_timeout, lookup_atom::value, s.record.root)
      .then([=](const entry_record&, const unpack_budget& left,
                const content_digest&) { start_unpacking(self, granted, worker, previous, left); },
            [=](const caf::error& e) { self->quit(e); });
}

/// Fetches a download; `kept` is what an earlier crawl left.
void start_fetch(entry_ptr self, const lease& granted, const caf::actor& worker, kept_crawl kept) {
  const auto& s = self->state;
  const auto& r = s.record;
  assign_job<fetcher_actor, fetch_outcome>(self, granted, worker,
                                           fetch_job{.entry = r.hash,
                                                     .uri = r.uri,
                                                     .begun = r.begun,
                                                     .attempt = r.attempt,
                                                     .permit = s.permit,
                                                     .place = s.place,
                                                     .may_be_repeated = r.may_be_repeated,
                                                     .kept = std::move(kept),
                                                     .is_found = r.is_found,
                                                     .is_sitemap = r.is_sitemap});
}

/// Looks up what an earlier crawl left before each attempt, because a document may be removed meanwhile.
void start_fetch(entry_ptr self, const lease& granted, const caf::actor& worker) {
  const auto& s = self->state;
  if (!s.record.may_be_repeated || !settings_in_force(*s.env).revisit.conditional)
    return start_fetch(self, granted, worker, {});
  self->request(s.services.journal, no_timeout, kept_atom::value, s.record.seed)
      .then(
          [=](kept_crawl& kept) {
            if (self->state.held_lease == granted.id) start_fetch(self, granted, worker, std::move(kept));
          },
          [=](const caf::error&) {
            if (self->state.held_lease == granted.id) start_fetch(self, granted, worker, {});
          });
}

void start(entry_ptr self, const lease& granted, const caf::actor& worker, const content_digest& previous) {
  auto& r = self->state.record;
  switch (r.current) {
    case status::downloading:
      return start_fetch(self, granted, worker);
    case status::unarchiving:
      return unpack(self, granted, worker, previous);
    case status::guessing:
      return assign_job<guesser_actor, guess_outcome>(self, granted, worker, make_guess_job(r));
    default:
      return assign_job<parser_actor, parse_outcome>(self, granted, worker, make_parse_job(r, previous));
  }
}

/// Waits for a worker of stage `which`, then calls `granted`.
template <class Granted>
void claim(entry_ptr self, stage which, Granted granted) {
  self->request(self->state.services.of(which), no_timeout, claim_atom::value)
      .then(
          [self, granted](const lease& l, const caf::actor& worker) {
            self->state.held_lease = l.id;
            granted(l, worker);
          },
          [self, which](const caf::error&) {
            if (which == stage::fetch)
              self->send(self->state.services.politeness_scheduler, release_atom::value,
                         never_sent(self->state.permit));
            rest(self);
          });
}

void finish(entry_ptr, std::monostate, outcome_work) {}

/// Stores the fused result as the result of this stage. The document may have been parsed before the previous crawl was known: then it is
/// parsed again, so that it gets a delta.
void take_fused(entry_ptr self) {
  report(self, event::claimed, errc::ok, "", [self](const committed&) {
    auto& s = self->state;
    self->become(behavior_of(self, s.record.current));
    if (const auto* parsed = std::get_if<parse_outcome>(&s.fused);
        parsed && lacks_delta(*parsed, known_previous(s))) {
      drop_fused(s);
      return claim(self, stage::parse, [self](const lease& granted, const caf::actor& worker) {
        start(self, granted, worker, known_previous(self->state));
      });
    }
    std::visit(
        [self](auto&& found) {
          finish(self, std::forward<decltype(found)>(found), outcome_work::former_job);
        },
        std::exchange(s.fused, {}));
  });
}

/// Sends a small download with its job to the dispatcher, which sends it to a worker together with others.
void hand_over(entry_ptr self) {
  auto& s = self->state;
  auto job = make_unpack_job(s.record, whole_budget(settings_in_force(*s.env).limits), *s.previous);
  self->request(s.services.of(stage::unpack), no_timeout, work_atom::value, std::move(job))
      .then(
          [self](unpack_outcome& found) {
            go_ahead(self, event::claimed, found.begun);
            finish(self, std::move(found));
          },
          [self](const caf::error& e) {
            const auto why = to_failure(e, errc::worker_crashed);
            if (why.code != errc::cancelled) go_ahead(self, event::claimed, now(*self->state.env, self));
            lose_work(self, why);
          });
}

/// Ends a stage before it begins, because the operator has excluded the URI since its body came.
template <class Outcome>
void refuse_stage(entry_ptr self, const std::string& rule) {
  drop_fused(self->state);
  const auto at = now(*self->state.env, self);
  go_ahead(self, event::claimed, at);
  Outcome refused;
  refused.on = event::failed_for_good;
  refused.cause = errc::excluded;
  refused.detail = rule;
  refused.begun = refused.ended = at;
  finish(self, std::move(refused), outcome_work::none);
}

/// Ends the stage before it begins if the operator has excluded the document; false if not.
bool refuse_if_excluded(entry_ptr self, stage which) {
  const auto& s = self->state;
  const auto rules = steering_of(*s.env);
  auto verdict = rules->judge(s.record.uri);
  if (verdict.code != errc::excluded && !s.record.base_uri.empty()) verdict = rules->judge(s.record.base_uri);
  if (verdict.code != errc::excluded) return false;
  if (which == stage::unpack)
    refuse_stage<unpack_outcome>(self, verdict.detail);
  else if (which == stage::guess)
    refuse_stage<guess_outcome>(self, verdict.detail);
  else
    refuse_stage<parse_outcome>(self, verdict.detail);
  return true;
}

/// Waits for a worker, and starts it; what may take long is committed as `claimed` before.
void wait_for(entry_ptr self, stage which) {
  const auto& s = self->state;
  if (refuse_if_excluded(self, which)) return;
  if (s.fused.index() > 0) return take_fused(self);
  if (which == stage::unpack && may_go_ahead(s) && s.record.root == s.record.hash) return hand_over(self);
  claim(self, which, [self](const lease& granted, const caf::actor& worker) {
    if (may_go_ahead(self->state)) {
      go_ahead(self, event::claimed, now(*self->state.env, self));
      return start(self, granted, worker, *self->state.previous);
    }
    report(self, event::claimed, errc::ok, "", [=](const committed&) {
      self->become(behavior_of(self, self->state.record.current));
      start(self, granted, worker, known_previous(self->state));
    });
  });
}

/// Fetches with the permit of the politeness scheduler. The attempt is counted before it is made.
void fetch(entry_ptr self) {
  claim(self, stage::fetch, [self](const lease& granted, const caf::actor& worker) {
    auto& s = self->state;
    const bool was_put_off = s.record.not_before != timestamp{};
    if (s.record.attempt == 1 && !was_put_off && !s.was_returned)
      return start(self, granted, worker, {});  // counted with `came_due`
    self->request(s.services.journal, no_timeout, attempt_atom::value, s.record.hash)
        .then([=](const committed&) { start(self, granted, worker, {}); },
              [=](const caf::error& e) { self->quit(e); });
  });
}

/// Stores the outcome of a fetch that the politeness scheduler refused or put off.
void give_up(entry_ptr self, const permit_answer& answer) {
  fetch_outcome refused;
  refused.on = answer.later == retry_rule::put_off ? event::put_off
               : answer.later == retry_rule::retry ? event::retry_later
                                                   : event::refused;
  refused.cause = answer.verdict;
  refused.detail = answer.detail;
  refused.begun = refused.ended = now(*self->state.env, self);
  refused.not_before = answer.not_before;
  if (answer.later == retry_rule::retry &&
      self->state.record.attempt > settings_in_force(*self->state.env).network.retries_s.size())
    refused.on = event::failed_for_good;
  finish(self, std::move(refused), outcome_work::none);
}

void ask_politeness(entry_ptr self) {
  auto& s = self->state;
  self->request(s.services.politeness_scheduler, no_timeout, permit_atom::value, s.record.uri)
      .then(
          [self](const permit_answer& answer) {
            self->state.permit = answer.permit;
            self->state.place = answer.place;
            if (answer.may_go()) return fetch(self);
            if (answer.verdict != errc::cancelled) return give_up(self, answer);
            // While the host is busy the entry asks again; only when the engine drains it ends here.
            answer.engine_stops ? self->quit(passivated()) : ask_politeness(self);
          },
          [self](const caf::error&) { self->quit(passivated()); });
}

/// Sets the behaviour of a status and starts its action.
void enter(entry_ptr self, status next) {
  auto& s = self->state;
  const bool retried = next == status::downloading && s.record.not_before > now(*s.env, self);
  s.record.current = next;
  self->become(behavior_of(self, next));
  switch (next) {
    case status::downloading:
      return retried ? self->quit(passivated()) : ask_politeness(self);
    case status::filed:
      return wait_for(self, stage::unpack);
    case status::unarchived:
      return wait_for(self, stage::guess);
    case status::guessed:
      return wait_for(self, stage::parse);
    case status::depleted:
      return tend_members(self);
    case status::unarchiving:
    case status::guessing:
    case status::parsing:
      return fail_attempt(self, errc::lease_expired);  // of an actor that crashed
    default:                                           // final
      release_scratch(s);
      return self->quit();
  }
}

}  // namespace

entry_state::~entry_state() {
  if (!env) return;
  drop_fused(*this);
  --env->live_entries;
}

caf::error passivated() {
  return to_error({errc::cancelled, "waits in the journal"});
}

caf::error crawl_is_over() {
  return to_error({errc::cancelled, "its crawl has ended"});
}

entry_actor::behavior_type behavior_of(entry_ptr self, status current) {
  if (current == status::depleted) return archive_behavior(self);
  return {
      [=](lost_atom, std::uint64_t id, errc why) {
        if (is_working(record_kind::entry, current) && self->state.held_lease == id) fail_attempt(self, why);
      },
      [=](next_atom) { enter(self, current); },
      [=](save_atom) { store_ahead(self); },
  };
}

entry_actor::behavior_type entry(entry_ptr self, environment_ptr env, engine_services services,
                                 entry_record record, std::optional<content_digest> previous,
                                 std::vector<change> ahead, const caf::strong_actor_ptr& parent) {
  auto& s = self->state;
  s.previous = previous;
  s.ahead = std::move(ahead);
  s.env = std::move(env);
  s.services = std::move(services);
  s.record = std::move(record);
  s.parent.begin(self, parent);
  self->set_down_handler([self](caf::down_msg& down) {
    if (down.source == self->state.parent.address()) return self->quit(down.reason);
    member_ended(self, down);
  });
  self->set_exception_handler(
      [self](std::exception_ptr& what) { return describe(what, self->state.record.uri); });
  self->send(self, next_atom::value);
  return behavior_of(self, s.record.current);
}

}  // namespace laundromat
