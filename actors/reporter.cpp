// Counts events and calls the display.
// SPDX-License-Identifier: Apache-2.0
#include "actors/reporter.hpp"
#include "actors/log.hpp"

#include <algorithm>

namespace laundromat {

namespace {

constexpr milliseconds reporter_tick_interval{200};
constexpr std::uint32_t ticks_of_pulse = 5;

static_assert(monitored_stages.size() == all_stages.size());

/// Reads what is counted without messages.
void read_meters(reporter_state& s) {
  const auto& meters = s.env->meters;
  s.counts.commits = meters.commits.read();
  s.counts.washers = meters.washers.read();
  s.counts.live_seeds = meters.live_seeds;
  s.counts.live_entries = s.env->live_entries;
  s.counts.draining = s.env->draining;
  if (const std::int64_t free = meters.free_bytes; free >= 0)
    s.counts.free_bytes = static_cast<std::uint64_t>(free);
}

void show(reporter_actor::stateful_pointer<reporter_state> self) {
  auto& s = self->state;
  std::uint64_t active = 0;
  for (const auto& gauge : s.counts.stages) active += gauge.active;
  const std::uint64_t live = s.env->live_entries;
  s.counts.waiting = live - std::min(live, active);
  s.counts.started = s.env->wall_epoch;
  s.counts.elapsed = now(*s.env, self) - s.env->wall_epoch;
  const bool is_pulse = s.ticks++ % ticks_of_pulse == 0;
  if (is_pulse || s.changed) read_meters(s);
  if (std::exchange(s.changed, false)) s.observer->on_counts(s.counts);
  if (is_pulse) s.observer->on_pulse(s.counts);
}

bool is_notable(const reported_transition& fact) {
  if (fact.what.kind == record_kind::seed) return fact.what.to == status::refused;
  return fact.what.on == event::retry_later || fact.what.on == event::put_off ||
         is_final(fact.what.kind, fact.what.to);
}

void count_work(run_counts& counts, const reported_work& done) {
  auto& stage = counts.work[static_cast<std::size_t>(done.of) - 1];
  ++stage.finished;
  if (done.failed) ++stage.failed;
  if (done.by == outcome_work::own_job) stage.durations.add(done.took);
  if (done.of != stage::fetch) return;
  counts.fetched.by_cause.add(done.cause);
  counts.fetched.hops += done.hops;
  if (done.was_answered) counts.fetched.by_status.add(done.http_status);
}

/// A lost job leads back to the status in which an entry waits for the stage.
void count_lost_job(run_counts& counts, const transition& what) {
  if (what.on != event::lease_expired && what.on != event::worker_crashed) return;
  const auto lost = what.to == status::downloading  ? stage::fetch
                    : what.to == status::filed      ? stage::unpack
                    : what.to == status::unarchived ? stage::guess
                                                    : stage::parse;
  ++counts.work[static_cast<std::size_t>(lost) - 1].lost;
}

}  // namespace

void count(run_counts& counts, const reported_transition& fact) {
  if (fact.work) count_work(counts, *fact.work);
  count_lost_job(counts, fact.what);
  counts.bytes += fact.received_bytes;
  if (fact.what.on == event::crawl_ended) ++counts.ended_crawls;
  counts.statements += fact.statements;
  add_to(counts.counters, fact.counters);
  if (!is_final(fact.what.kind, fact.what.to)) return;
  if (fact.what.to == status::failed || fact.what.to == status::refused) counts.failures.add(fact.cause);
  switch (fact.what.to) {
    case status::parsed:
      ++counts.cleaned;
      break;
    case status::failed:
      ++counts.failed;
      break;
    case status::refused:
      ++counts.refused;
      break;
    case status::unchanged:
      ++counts.unchanged;
      break;
    case status::depleted:
      if (fact.what.on == event::announcements_found) {
        ++counts.lists;
        break;
      }
      ++counts.archives;
      if (fact.cause != errc::ok) ++counts.lossy_archives;
      return;
    default:
      return;
  }
  ++counts.documents;
}

reporter_actor::behavior_type reporter(reporter_actor::stateful_pointer<reporter_state> self,
                                       environment_ptr env, std::shared_ptr<run_observer> observer) {
  self->state.env = std::move(env);
  self->state.observer = std::move(observer);
  self->send(self, tick_atom::value);
  return {
      [=](fact_atom, const std::vector<reported_transition>& facts) {
        auto& s = self->state;
        for (const auto& fact : facts) {
          count(s.counts, fact);
          if (is_notable(fact))
            s.observer->on_fact(fact);
          else
            log_debug("{} {} {}: {} {}", to_string(fact.what.kind), fact.hash.hex(), to_string(fact.what.on),
                      to_string(fact.what.to), fact.uri);
        }
        s.changed = true;
      },
      [=](gauge_atom, const stage_gauge& gauge) {
        self->state.counts.stages[static_cast<std::size_t>(gauge.which) - 1] = gauge;
        self->state.changed = true;
      },
      [=](gauge_atom, const waiting_requests& waits) {
        self->state.counts.waits = waits;
        self->state.changed = true;
      },
      [=](add_atom, const seeds_added& listed) {
        self->state.counts.refused_seeds += listed.refused;
        self->state.counts.added_seeds += listed.added;
        self->state.changed = true;
      },
      [=](wait_atom, const std::string& trouble, const std::string& intake) {
        self->state.counts.trouble = trouble;
        self->state.counts.intake = intake;
        self->state.changed = true;
      },
      [=](tick_atom) {
        show(self);
        self->delayed_send(self, reporter_tick_interval, tick_atom::value);
      },
      [=](stop_atom) {
        self->state.changed = true;
        show(self);
        self->quit();
        return true;
      },
  };
}

}  // namespace laundromat
