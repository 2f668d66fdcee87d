// Starts the actors of an engine, restarts those that fail, and stops them in order.
// SPDX-License-Identifier: Apache-2.0
#include "actors/engine.hpp"

#include "actors/commit.hpp"
#include "actors/frontier.hpp"
#include "actors/journal_writer.hpp"
#include "actors/log.hpp"
#include "actors/machine_watch.hpp"
#include "actors/politeness_scheduler.hpp"
#include "messages/errors.hpp"

namespace laundromat {

namespace {

constexpr seconds stop_timeout{60};
constexpr std::size_t seed_batch = 5'000;

void spawn_dispatchers(engine_ptr self) {
  auto& s = self->state;
  const auto& pools = s.env->settings.pools;
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
}

/// Stops the journal last, so that it can store what the other actors have finished.
void stop(engine_ptr self) {
  auto& s = self->state;
  if (std::exchange(s.phase, engine_phase::stopping) == engine_phase::stopping) return;
  s.env->cancelled = true;
  if (s.frontier) self->send_exit(s.frontier, caf::exit_reason::user_shutdown);
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
  if (!s.frontier) return stop(self);
  self->send(s.frontier, drain_atom::value);
  self->send(s.services.politeness_scheduler, drain_atom::value);
  self->send(s.services.watch, drain_atom::value);
  for (const auto& d : s.services.dispatchers) self->send(d, drain_atom::value);
  self->delayed_send(self, drain_timeout, tick_atom::value);
}

void spawn_tree(engine_ptr self) {
  auto& s = self->state;
  s.reporter = self->spawn<caf::linked>(reporter, s.env, s.parts.observer);
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
  if (!s.parts.open_cluster) return;
  if (auto open = s.parts.open_cluster(self, s.services))
    s.cluster = std::move(*open);
  else
    drain(self, to_error(open.error()));
}

/// Stores the seed list of the campaign in batches, then starts the frontier.
void enlist_seeds(engine_ptr self, std::size_t from, seeds_added so_far) {
  auto& s = self->state;
  const auto& listed = s.env->settings.seeds;
  if (s.phase != engine_phase::running) return;  // the next run lists the rest
  if (from >= listed.size()) {
    log_info("seed list: {} new, {} known, {} never to be fetched", so_far.added, so_far.known,
             so_far.refused);
    self->send(s.reporter, add_atom::value, so_far);
    spawn_frontier(self);
    return;
  }
  std::vector<seed_request> batch;
  const auto end = std::min(listed.size(), from + seed_batch);
  for (auto i = from; i < end; ++i)
    batch.push_back({listed[i].uri, seconds{listed[i].interval_s}, listed[i].priority});
  self->request(s.services.journal, no_timeout, add_atom::value, std::move(batch))
      .then(
          [=](const seeds_added& more) {
            enlist_seeds(
                self, end,
                {so_far.added + more.added, so_far.known + more.known, so_far.refused + more.refused});
          },
          [=](const caf::error& e) {
            if (self->state.phase == engine_phase::running) drain(self, e);  // else the journal has stopped
          });
}

void child_ended(engine_ptr self, const caf::down_msg& down) {
  auto& s = self->state;
  if (s.phase == engine_phase::stopping) return;
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

void idle(engine_ptr self) {
  auto& s = self->state;
  if (s.phase == engine_phase::draining || (s.phase == engine_phase::running && s.parts.once)) stop(self);
}

}  // namespace

engine_actor::behavior_type engine(engine_ptr self, environment_ptr env, engine_parts parts) {
  self->state.env = std::move(env);
  self->state.parts = std::move(parts);
  self->set_down_handler([self](caf::down_msg& down) { child_ended(self, down); });
  self->set_exception_handler([](std::exception_ptr& what) { return describe(what, "the engine"); });
  // Links end the children with the engine. The end of a child is handled by the down handler.
  self->set_exit_handler([](caf::exit_msg&) {});
  spawn_tree(self);
  enlist_seeds(self, 0, {});
  return {
      [=](drain_atom) { drain(self, {}); },
      [=](idle_atom) { idle(self); },
      [=](tick_atom) {
        log_warning("work in progress takes longer than {} s: it is interrupted and repeated by the next run",
                    drain_timeout.count());
        stop(self);
      },
  };
}

}  // namespace laundromat
