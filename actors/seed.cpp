// Implements the steps of one crawl.
// SPDX-License-Identifier: Apache-2.0
#include "actors/seed.hpp"

#include "actors/commit.hpp"
#include "actors/entry.hpp"
#include "actors/log.hpp"
#include "messages/errors.hpp"

namespace laundromat {

namespace {

seed_actor::behavior_type behavior_of(seed_ptr self);

void enter(seed_ptr self, status next) {
  self->state.record.current = next;
  self->become(behavior_of(self));
}

void report(seed_ptr self, event on, timestamp at, decltype(change::fact) fact,
            std::function<void(const committed&)> then) {
  auto& s = self->state;
  commit(self, change{record_kind::seed, s.record.hash, on, at, errc::ok, "", s.record.uri, std::move(fact)},
         [self, then = std::move(then)](const committed& stored) {
           enter(self, stored.current);
           then(stored);
         });
}

void spawn_root(seed_ptr self, entry_record root, std::optional<content_digest> previous,
                std::vector<change> ahead = {}) {
  auto& s = self->state;
  s.root = root.hash;
  ++s.env->live_entries;
  s.child = self->spawn<caf::monitored>(entry, s.env, s.services, std::move(root), previous, std::move(ahead),
                                        caf::actor_cast<caf::strong_actor_ptr>(self));
}

void begin_crawl(seed_ptr self);

/// Whether a crawl cannot begin because the operator has taken the seed off the list since it was found due.
bool was_taken_off(const caf::error& why) {
  return to_failure(why, errc::internal).code == errc::illegal_transition;
}

/// Starts the root entry again from its row, or the crawl of which nothing is stored.
void spawn_from_row(seed_ptr self, const record_hash& root) {
  self->request(self->state.services.journal, no_timeout, lookup_atom::value, root)
      .then([self](entry_record& row, const unpack_budget&,
                   const content_digest&) { spawn_root(self, std::move(row), {}); },
            [self](const caf::error& e) {
              auto& start = self->state.start;
              if (to_failure(e, errc::internal).code != errc::not_found || start == crawl_start::stored)
                return self->quit(e);
              start = crawl_start::stored;
              begin_crawl(self);
            });
}

void begin_crawl(seed_ptr self) {
  auto& s = self->state;
  const auto begun = now(*s.env, self);
  download_fact fact{download_hash(s.record.hash, begun)};
  if (s.start == crawl_start::ahead) {
    change due{record_kind::seed, s.record.hash, event::came_due, begun, errc::ok, "", s.record.uri, fact};
    enter(self, status::downloading);
    return spawn_root(self, new_download(s.record, begun), content_digest{}, {std::move(due)});
  }
  self->request(
          s.services.journal, no_timeout, commit_atom::value,
          change{record_kind::seed, s.record.hash, event::came_due, begun, errc::ok, "", s.record.uri, fact})
      .then(
          [self, begun](const committed& stored) {
            enter(self, stored.current);
            spawn_root(self, new_download(self->state.record, begun), stored.previous);
          },
          [self](const caf::error& e) { self->quit(was_taken_off(e) ? passivated() : e); });
}

void end_crawl(seed_ptr self) {
  report(self, event::crawl_ended, now(*self->state.env, self), {},
         [self](const committed&) { self->quit(); });
}

void root_ended(seed_ptr self, const caf::down_msg& down) {
  auto& s = self->state;
  if (down.source == s.parent.address()) return self->quit(down.reason);
  if (down.source != s.child.address()) return;
  if (!down.reason) return end_crawl(self);
  if (down.reason == crawl_is_over()) return self->quit();
  if (down.reason == passivated()) return self->quit(passivated());
  if (s.start == crawl_start::ahead && was_taken_off(down.reason))
    log_info("{} was taken off the list while it was crawled", s.record.uri);
  else
    log_error("the actor of {} crashed: {}", s.record.uri,
              to_string(to_failure(down.reason, errc::internal)));
  if (s.budget.take(now(*s.env, self))) return spawn_from_row(self, s.root);
  self->quit(down.reason);
}

/// A waiting seed begins its crawl; one that is `downloading` without a root entry has a finished tree and ends its crawl.
seed_actor::behavior_type behavior_of(seed_ptr self) {
  return {[=](next_atom) {
            if (is_waiting(record_kind::seed, self->state.record.current)) return begin_crawl(self);
            end_crawl(self);
          },
          [=](save_atom) {
            if (self->state.child) self->send(self->state.child, save_atom::value);
          }};
}

}  // namespace

seed_actor::behavior_type seed(seed_ptr self, environment_ptr env, engine_services services,
                               seed_record record, entry_record root, crawl_start start,
                               frontier_actor parent) {
  auto& s = self->state;
  s.start = start;
  s.env = std::move(env);
  s.services = std::move(services);
  s.record = std::move(record);
  s.parent.begin(self, parent);
  self->set_down_handler([self](caf::down_msg& down) { root_ended(self, down); });
  self->set_exception_handler(
      [self](std::exception_ptr& what) { return describe(what, self->state.record.uri); });
  if (root.hash.is_null())
    self->send(self, next_atom::value);
  else
    spawn_root(self, std::move(root), {});
  return behavior_of(self);
}

}  // namespace laundromat
