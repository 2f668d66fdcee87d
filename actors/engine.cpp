// Starts the actors of an engine, restarts those that fail, and stops them in order.
// SPDX-License-Identifier: Apache-2.0
#include "actors/engine.hpp"

#include "actors/commit.hpp"
#include "actors/frontier.hpp"
#include "actors/journal_writer.hpp"
#include "actors/log.hpp"
#include "actors/machine_watch.hpp"
#include "actors/politeness_scheduler.hpp"
#include "core/campaign/reload.hpp"
#include "messages/errors.hpp"

namespace laundromat {

namespace {

constexpr seconds stop_timeout{60};

void spawn_dispatchers(engine_ptr self) {
  auto& s = self->state;
  const auto& pools = settings_in_force(*s.env).pools;
  const worker_factory fetchers = [make = s.parts.make_fetcher,
                                   politeness_scheduler = s.services.politeness_scheduler](
                                      caf::local_actor* parent, dispatcher_actor d) {
    return make(parent, std::move(d), politeness_scheduler);
  };
  const auto spawn_one = [&](stage which, std::uint32_t size, const worker_factory& make) {
    auto child = self->spawn<caf::linked>(dispatcher, s.env, which, size, make, s.reporter);
    self->monitor(child);
    s.services.dispatchers[static_cast<std::size_t>(which) - 1] = std::move(child);
  };
  spawn_one(stage::fetch, 1, fetchers);
  spawn_one(stage::unpack, pools.unpackers, s.parts.make_unpacker);
  spawn_one(stage::guess, pools.guessers, s.parts.make_guesser);
  spawn_one(stage::parse, pools.parsers, s.parts.make_parser);
}

void spawn_frontier(engine_ptr self) {
  auto& s = self->state;
  s.frontier = self->spawn<caf::monitored + caf::linked>(frontier, s.env, s.services, engine_actor{self});
  s.begun_when_done.reset();  // it counts anew
}

/// The next run lists the rest.
void stop_enlisting(engine_ptr self) {
  if (const auto& enlister = self->state.enlister) self->send_exit(enlister, caf::exit_reason::user_shutdown);
}

/// Stops the journal last, so that it can store what the other actors have finished.
void stop(engine_ptr self) {
  auto& s = self->state;
  if (std::exchange(s.phase, engine_phase::stopping) == engine_phase::stopping) return;
  s.env->cancelled = true;
  stop_enlisting(self);
  if (s.frontier) self->send_exit(s.frontier, caf::exit_reason::user_shutdown);
  for (const auto& a : s.background) self->send_exit(a, caf::exit_reason::user_shutdown);
  for (const auto& a : s.cluster) self->send_exit(a, caf::exit_reason::user_shutdown);
  for (const auto& d : s.services.dispatchers) self->send_exit(d, caf::exit_reason::user_shutdown);
  self->send_exit(s.services.politeness_scheduler, caf::exit_reason::user_shutdown);
  self->send_exit(s.services.watch, caf::exit_reason::user_shutdown);
  const auto end = [self] {
    self->request(self->state.reporter, stop_timeout, stop_atom::value)
        .then([self](bool) { self->quit(self->state.reason); },
              [self](const caf::error&) { self->quit(self->state.reason); });
  };
  self->request(s.services.journal, stop_timeout, stop_atom::value)
      .then(
          [self, end](bool stored) {
            if (!stored && !self->state.reason)
              self->state.reason = to_error({errc::journal_full, "work in progress could not be stored"});
            end();
          },
          [self, end](const caf::error& e) {
            if (!self->state.reason) self->state.reason = e;
            end();
          });
}

void drain(engine_ptr self, caf::error reason) {
  auto& s = self->state;
  if (!s.reason) s.reason = std::move(reason);
  if (s.phase != engine_phase::running) return;
  s.phase = engine_phase::draining;
  s.env->draining = true;
  stop_enlisting(self);
  if (!s.frontier) return stop(self);
  self->send(s.frontier, drain_atom::value);
  self->send(s.services.politeness_scheduler, drain_atom::value);
  self->send(s.services.watch, drain_atom::value);
  for (const auto& d : s.services.dispatchers) self->send(d, drain_atom::value);
  self->delayed_send(self, drain_timeout, tick_atom::value);
}

void spawn_tree(engine_ptr self) {
  const auto intake = watch_intake_before_start(*self->state.env);
  auto& s = self->state;
  s.reporter = self->spawn<caf::linked>(reporter, s.env, s.parts.observer);
  if (!intake.empty()) self->send(s.reporter, wait_atom::value, std::string{}, intake);
  s.services.journal =
      s.parts.detached
          ? self->spawn<caf::detached + caf::linked>(journal_writer, s.env, s.parts.db, s.reporter)
          : self->spawn<caf::linked>(journal_writer, s.env, s.parts.db, s.reporter);
  self->monitor(s.services.journal);
  s.services.politeness_scheduler =
      self->spawn<caf::linked>(politeness_scheduler, s.env, s.services.journal, s.reporter);
  self->monitor(s.services.politeness_scheduler);
  s.services.watch = s.parts.detached
                         ? self->spawn<caf::detached + caf::linked>(machine_watch, s.env, s.reporter)
                         : self->spawn<caf::linked>(machine_watch, s.env, s.reporter);
  self->monitor(s.services.watch);
  spawn_dispatchers(self);
  for (const auto& part : s.parts.background) {
    s.background.push_back(s.parts.detached
                               ? self->spawn<caf::detached + caf::linked>(background_worker, s.env, part)
                               : self->spawn<caf::linked>(background_worker, s.env, part));
    self->monitor(s.background.back());
  }
  if (!s.parts.open_cluster) return;
  if (auto open = s.parts.open_cluster(self, s.services))
    s.cluster = std::move(*open);
  else
    drain(self, to_error(open.error()));
}

void start_enlister(engine_ptr self) {
  auto& s = self->state;
  auto seeds = std::move(s.parts.seeds);
  s.enlister = s.parts.detached ? self->spawn<caf::detached + caf::monitored + caf::linked>(
                                      enlister, std::move(seeds), s.services.journal, engine_actor{self})
                                : self->spawn<caf::monitored + caf::linked>(
                                      enlister, std::move(seeds), s.services.journal, engine_actor{self});
}

/// Has the seed list stored. Only the first run of a journal waits for the whole list, so that its seeds begin in their order.
void enlist_seeds(engine_ptr self, bool is_first_run) {
  auto& s = self->state;
  if (s.phase != engine_phase::running) return;
  start_enlister(self);
  if (!is_first_run) spawn_frontier(self);
}

void enlister_ended(engine_ptr self, const caf::error& reason) {
  auto& s = self->state;
  s.enlister = nullptr;
  if (s.phase != engine_phase::running) return;
  if (reason) {
    log_error("the seed list cannot be stored: {}", to_string(to_failure(reason, errc::internal)));
    return drain(self, reason);
  }
  if (s.frontier)
    self->send(s.frontier, next_atom::value);
  else
    spawn_frontier(self);
}

void child_ended(engine_ptr self, const caf::down_msg& down) {
  auto& s = self->state;
  if (s.phase == engine_phase::stopping) return;
  if (s.enlister && down.source == s.enlister.address()) return enlister_ended(self, down.reason);
  if (s.frontier && down.source == s.frontier.address()) {
    if (s.phase == engine_phase::draining) return stop(self);
    log_error("the frontier crashed: {}", to_string(to_failure(down.reason, errc::internal)));
    if (s.frontier_budget.take(now(*s.env, self))) return spawn_frontier(self);
  }
  log_critical("a part of the engine ended and cannot be restarted: {}",
               to_string(to_failure(down.reason, errc::internal)));
  // Without a journal nothing can be stored: do not wait for work in progress.
  const bool is_damaged =
      down.reason && to_failure(down.reason, errc::internal).code == errc::journal_damaged;
  if (is_damaged || down.source == s.services.journal.address()) {
    s.reason = down.reason;
    return stop(self);
  }
  drain(self, down.reason ? down.reason : to_error({errc::internal, "a part of the engine ended"}));
}

void log_changes(const engine_state& s, const campaign& before, const campaign& after,
                 bool have_others_changed) {
  std::string changes;
  if (s.parts.compare_campaigns)
    for (const auto& one : s.parts.compare_campaigns(before, after))
      changes += (changes.empty() ? "" : "; ") + one;
  log_info("the campaign was read again: {}", !changes.empty() ? changes
                                              : have_others_changed
                                                  ? "no other key has changed; its seed list is read now"
                                                  : "no key has changed; its seed list is read now");
}

/// Puts the campaign in force as it is now. One that is not valid changes nothing.
void reload_campaign(engine_ptr self) {
  auto& s = self->state;
  if (s.phase != engine_phase::running || !s.parts.read_again) return;
  auto again = s.parts.read_again();
  if (!again) return log_error("the campaign is not read again: {}", again.error().detail);
  const auto need_restart = keys_that_need_a_restart(settings_in_force(*s.env), again->settings);
  for (const auto& key : need_restart)
    log_warning("`{}` has changed in the campaign, and needs a restart: the old value stays in force", key);
  if (settings_in_force(*s.env).hosts != again->settings.hosts)
    log_info("`hosts` has changed: nodes that have joined obey it when they join again");
  const auto& before = settings_in_force(*s.env);
  reload(*s.env, reloadable_part(before, std::move(again->settings)));
  const auto& pools = settings_in_force(*s.env).pools;
  self->send(s.services.of(stage::fetch), reload_atom::value, pools.transfers);
  self->send(s.services.of(stage::unpack), reload_atom::value, pools.unpackers);
  self->send(s.services.of(stage::guess), reload_atom::value, pools.guessers);
  self->send(s.services.of(stage::parse), reload_atom::value, pools.parsers);
  self->send(s.services.journal, reload_atom::value);
  self->send(s.services.politeness_scheduler, reload_atom::value);
  log_changes(s, before, settings_in_force(*s.env), !need_restart.empty());
  if (s.enlister)
    return log_warning("the seed list of before is still being read: reload again to read the new one");
  s.parts.seeds = std::move(again->seeds);
  start_enlister(self);
}

/// Asks the parts of the work in the background, from number `next` on, whether they have more to do, when so many crawls had begun. When none has, the frontier is
/// asked again: what the parts have answered may be older than a crawl that they wait for.
void ask_background(engine_ptr self, std::size_t next, std::uint64_t begun) {
  auto& s = self->state;
  if (next == s.background.size()) {
    s.begun_when_done = begun;
    self->send(s.frontier, next_atom::value);
    return;
  }
  s.asks_background = true;
  self->request(s.background[next], no_timeout, idle_atom::value)
      .then(
          [self, next, begun](bool has_more) {
            self->state.asks_background = false;
            if (!has_more && self->state.phase == engine_phase::running)
              ask_background(self, next + 1, begun);
          },
          [self](const caf::error&) { self->state.asks_background = false; });
}

void idle(engine_ptr self, std::uint64_t begun) {
  auto& s = self->state;
  if (s.phase == engine_phase::draining) return stop(self);
  if (s.phase != engine_phase::running || !s.parts.once || s.enlister || s.asks_background) return;
  if (s.background.empty() || s.begun_when_done == begun) return stop(self);
  ask_background(self, 0, begun);
}

}  // namespace

engine_actor::behavior_type engine(engine_ptr self, environment_ptr env, engine_parts parts) {
  self->state.env = std::move(env);
  self->state.parts = std::move(parts);
  self->state.env->runs_once = self->state.parts.once;
  self->set_down_handler([self](caf::down_msg& down) { child_ended(self, down); });
  self->set_exception_handler([](std::exception_ptr& what) { return describe(what, "the engine"); });
  // Links end the children with the engine. The end of a child is handled by the down handler.
  self->set_exit_handler([](caf::exit_msg&) {});
  const auto has_documents = self->state.parts.db->has_documents();  // before another thread uses the journal
  spawn_tree(self);
  enlist_seeds(self, !has_documents.value_or(true));
  return {
      [=](drain_atom) { drain(self, {}); },
      [=](reload_atom) { reload_campaign(self); },
      [=](idle_atom, std::uint64_t begun) { idle(self, begun); },
      [=](add_atom, const seeds_added& all) {
        log_info("seed list: {} new, {} known, {} never to be fetched", all.added, all.known, all.refused);
        self->send(self->state.reporter, add_atom::value, all);
      },
      [=](tick_atom) {
        log_warning("work in progress takes longer than {} s: it is interrupted and repeated by the next run",
                    drain_timeout.count());
        stop(self);
      },
  };
}

}  // namespace laundromat
