// Counts events and calls the display.
// SPDX-License-Identifier: Apache-2.0
#include "actors/reporter.hpp"
#include "actors/log.hpp"

#include <algorithm>

namespace laundromat {

namespace {

constexpr milliseconds reporter_tick_interval{200};

void show(reporter_actor::stateful_pointer<reporter_state> self) {
  auto& s = self->state;
  std::uint64_t active = 0;
  for (const auto& gauge : s.counts.stages) active += gauge.active;
  const std::uint64_t live = s.env->live_entries;
  s.counts.waiting = live - std::min(live, active);
  s.counts.elapsed = now(*s.env, self) - s.env->wall_epoch;
  if (std::exchange(s.changed, false)) s.observer->on_counts(s.counts);
}

bool is_notable(const reported_transition& fact) {
  if (fact.what.kind == record_kind::seed) return fact.what.to == status::refused;
  return fact.what.on == event::retry_later || fact.what.on == event::put_off ||
         is_final(fact.what.kind, fact.what.to);
}

}  // namespace

void count(run_counts& counts, const reported_transition& fact) {
  counts.bytes += fact.received_bytes;
  if (fact.what.on == event::crawl_ended) ++counts.ended_crawls;
  counts.statements += fact.statements;
  add_to(counts.counters, fact.counters);
  if (!is_final(fact.what.kind, fact.what.to)) return;
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
