// Decides which seeds are started.
// SPDX-License-Identifier: Apache-2.0
#include "actors/frontier.hpp"

#include <algorithm>

#include "actors/commit.hpp"
#include "actors/entry.hpp"
#include "actors/log.hpp"
#include "actors/seed.hpp"
#include "core/records/crawl_budget.hpp"
#include "messages/errors.hpp"

namespace laundromat {

namespace {

constexpr milliseconds frontier_tick_interval{500};
constexpr seconds due_hosts_timeout{60};
constexpr seconds longest_unstored{1};  // what takes longer is stored as begun

bool is_full(const environment& env, const std::string& authority, std::size_t live) {
  return live >= most_live_at(policy_for(settings_in_force(env), authority));
}

/// Of the host that may have most.
std::uint32_t most_live_at_a_host(const campaign& c) {
  auto most = most_live_at(policy_for(c, ""));
  for (const auto& own : c.politeness.own_hosts) most = std::max(most, most_live_at(policy_for(c, own.host)));
  return most;
}

void report_idle(frontier_ptr self) {
  self->send(self->state.engine, idle_atom::value, self->state.begun);
}

std::size_t live_at(const frontier_state& s, const std::string& authority) {
  const auto found = s.per_authority.find(authority);
  return found == s.per_authority.end() ? 0 : found->second.now;
}

void spawn_seed(frontier_ptr self, const seed_record& record, const entry_record& root,
                crawl_start start = crawl_start::stored) {
  auto& s = self->state;
  if (s.live_hashes.contains(record.hash) || s.parked.contains(record.hash)) return;
  auto child =
      self->spawn<caf::monitored>(seed, s.env, s.services, record, root, start, frontier_actor{self});
  s.live.emplace(child.address(), live_seed{child, record.hash, record.authority, now(*s.env, self),
                                            start == crawl_start::stored});
  s.live_hashes.insert(record.hash);
  s.env->meters.live_seeds = static_cast<std::uint32_t>(s.live.size());
  ++s.begun;
  ++s.per_authority[record.authority].now;
}

/// Lets crawls that take long be stored as begun.
void store_slow_crawls(frontier_ptr self) {
  auto& s = self->state;
  const auto before = now(*s.env, self) - longest_unstored;
  for (auto& [address, one] : s.live)
    if (!one.is_stored && one.since < before) {
      one.is_stored = true;
      self->send(one.handle, save_atom::value);
    }
}

void take_up(frontier_ptr self, const due_work& work) {
  auto& s = self->state;
  const auto before = s.live.size();
  s.resumed_to = work.resumed_to;
  s.resuming = s.resuming && !work.resumed_all;
  for (const auto& found : work.ended) spawn_seed(self, found, {});
  for (const auto& found : work.downloads) spawn_seed(self, found.seed, found.root);
  for (const auto& found : work.seeds)
    if (!is_full(*s.env, found.authority, live_at(s, found.authority))) {
      const bool was_cut_off = std::ranges::find(work.cut_off, found.hash) != work.cut_off.end();
      spawn_seed(self, found, {},
                 start_of(found, was_cut_off, settings_in_force(*s.env).isolation != "none"));
    }
  s.live_at_last_answer = s.live.size();
  for (auto& [authority, host] : s.per_authority) host.at_last_answer = host.now;
  const bool started = s.live.size() > before;
  const bool has_more = may_be_more(s.live.size() - before, s.asked_for);
  if (!has_more && (started || !s.live.empty() || s.resuming)) return;
  if (has_more || s.asked_while_live)
    self->send(self, next_atom::value);
  else if (!s.ask_again)
    report_idle(self);
}

/// Whether no crawl may begin now, for want of disk or because the operator has paused the campaign.
bool is_stopped(const environment& env) {
  return env.intake_paused || steering_of(env)->is_campaign_paused();
}

/// Adds the hosts, by name or with their port, and the seeds that the operator has paused. What is excluded is refused when it is requested.
void leave_out_stopped(const steering_rules& rules, due_query& query) {
  for (const auto& rule : rules.all())
    if (rule.kind == steering_kind::pause_host) query.excluded.push_back(rule.what);
  for (const auto& seed : rules.paused_seeds())
    if (const auto hash = record_hash::from_hex(seed)) query.paused.push_back(*hash);
}

void ask_journal(frontier_ptr self, std::vector<std::string> excluded) {
  auto& s = self->state;
  for (const auto& [authority, host] : s.per_authority)
    if (is_full(*s.env, authority, host.now)) excluded.push_back(authority);
  s.asked_for = static_cast<std::uint32_t>(live_crawls{s.live.size(), s.live_at_last_answer}.seeds_to_ask_for(
      settings_in_force(*s.env).live.seeds));
  s.asked_while_live = !s.live.empty();
  due_query query{now(*s.env, self),
                  s.asked_for,
                  most_live_at_a_host(settings_in_force(*s.env)),
                  std::move(excluded),
                  {s.live_hashes.begin(), s.live_hashes.end()},
                  {},
                  s.resuming,
                  s.resumed_to};
  // What is due again after a crawl of this run is the work of the next one: the run would not end.
  if (s.env->runs_once) query.crawled_before = s.env->wall_epoch;
  leave_out_stopped(*steering_of(*s.env), query);
  if (budgets_for(settings_in_force(*s.env)).host != crawl_budget{})
    for (const auto& [authority, host] : s.per_authority) query.loads.push_back({authority, host.now});
  self->request(s.services.journal, no_timeout, due_atom::value, std::move(query))
      .then(
          [self](const due_work& work) {
            self->state.asking = false;
            // What was found due stays so when a pause has come into force since the question.
            if (!self->state.draining && !is_stopped(*self->state.env)) take_up(self, work);
            if (std::exchange(self->state.ask_again, false)) self->send(self, next_atom::value);
          },
          [self](const caf::error& e) { self->quit(e); });
}

void ask(frontier_ptr self) {
  auto& s = self->state;
  if (s.asking) s.ask_again = true;
  if (s.asking || s.draining || s.live.size() >= settings_in_force(*s.env).live.seeds) return;
  if (is_stopped(*s.env)) {
    if (s.live.empty()) report_idle(self);
    return;
  }
  s.asking = true;
  self->request(s.services.politeness_scheduler, due_hosts_timeout, due_atom::value)
      .then([self](std::vector<std::string>& busy) { ask_journal(self, std::move(busy)); },
            [self](const caf::error& e) { self->quit(e); });
}

void seed_ended(frontier_ptr self, const caf::down_msg& down) {
  auto& s = self->state;
  const auto found = s.live.find(down.source);
  if (found == s.live.end()) return;
  const auto ended = found->second;
  s.live.erase(found);
  s.live_hashes.erase(ended.hash);
  s.env->meters.live_seeds = static_cast<std::uint32_t>(s.live.size());
  auto& host = s.per_authority.at(ended.authority);
  --host.now;
  const bool has_room = is_short_of_work(host, policy_for(settings_in_force(*s.env), ended.authority)) ||
                        live_crawls{s.live.size(), s.live_at_last_answer}.has_room();
  if (host.now == 0) s.per_authority.erase(ended.authority);
  if (down.reason && down.reason != passivated()) {
    log_error("seed {} crashed too often and is not started again in this run: {}", ended.hash.hex(),
              to_string(to_failure(down.reason, errc::internal)));
    s.parked.insert(ended.hash);
  }
  if (s.draining && s.live.empty()) report_idle(self);
  if (has_room && !s.asking) ask(self);
}

}  // namespace

frontier_actor::behavior_type frontier(frontier_ptr self, environment_ptr env, engine_services services,
                                       engine_actor engine) {
  auto& s = self->state;
  s.env = std::move(env);
  s.services = std::move(services);
  s.engine = std::move(engine);
  self->set_down_handler([self](caf::down_msg& down) { seed_ended(self, down); });
  self->send(self, tick_atom::value);
  return {
      [=](tick_atom) {
        store_slow_crawls(self);
        ask(self);
        self->delayed_send(self, frontier_tick_interval, tick_atom::value);
      },
      [=](next_atom) { ask(self); },
      [=](drain_atom) {
        self->state.draining = true;
        if (self->state.live.empty()) report_idle(self);
      },
  };
}

}  // namespace laundromat
