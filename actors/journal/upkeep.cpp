// Steps of compaction and retention, and old versions.
// SPDX-License-Identifier: Apache-2.0
#include "actors/journal/upkeep.hpp"

#include "actors/log.hpp"
#include "core/base/count_words.hpp"
#include "core/base/machine_fault.hpp"
#include "messages/errors.hpp"
#include "net/response_head.hpp"
#include "storage/stores/clean_publisher.hpp"
#include "storage/stores/raw_store.hpp"

namespace laundromat::upkeep {

namespace {

// A step of compaction takes some milliseconds. It waits while there are changes to commit, but not for ever.
constexpr milliseconds between_steps{50};
constexpr seconds busy_pause{1};
constexpr std::uint32_t most_postponed_steps = 60;
constexpr std::chrono::minutes pause_after_fault{1};
constexpr std::chrono::hours between_retentions{1};

bool has_to_compact(const journal_state& s) {
  return s.compactor && s.compactor->has_work();
}

void ask_step(journal_writer_ptr self, milliseconds wait) {
  auto& s = self->state;
  const bool is_needed = has_to_compact(s) || (s.retention && s.retention->has_work());
  if (!is_needed || std::exchange(s.step_asked, true)) return;
  self->delayed_send(self, wait, tick_atom::value);
}

std::vector<http_header> fields_of_head(std::string_view head) {
  return read_stored_head(head).headers;
}

/// A step of removing bodies; true when there are more. Logs what a pass has done.
result<bool> retain(journal_writer_ptr self) {
  auto& s = self->state;
  const auto more = s.retention->step(now(*s.env, self));
  if (!more || *more) return more;
  const auto& sums = s.retention->sums();
  if (sums.bodies + sums.segments > 0)
    log_info("retention removed {} with {} bytes, and {}", number_of(sums.bodies, "body", "bodies"),
             sums.bytes, number_of(sums.segments, "WARC segment"));
  for (const auto& [serial, why] : s.retention->damaged())
    log_warning("retention leaves the WARC segment {} as it is: {}", serial, why);
  s.next_retention = now(*s.env, self) + between_retentions;
  self->delayed_send(self, between_retentions, retain_atom::value);
  return more;
}

}  // namespace

void begin_compaction(journal_writer_ptr self) {
  auto& s = self->state;
  const auto& wardrobe = settings_in_force(*s.env).wardrobe;
  if (!wardrobe.compact || wardrobe.versions == 0 || !s.env->folder) return;
  s.compactor.emplace(*s.env->folder, *s.db, s.env->publisher);
  s.compactor->begin();
  ask_step(self, busy_pause);
}

void begin_retention(journal_writer_ptr self) {
  auto& s = self->state;
  const auto rules = retention_of(settings_in_force(*s.env));
  if (!rules.remove_any() && !s.retention) return;
  if (!s.retention) s.retention.emplace(*s.db, *s.env->raw, fields_of_head);
  s.retention->begin(rules, now(*s.env, self));
  ask_step(self, busy_pause);
}

void compact(journal_writer_ptr self) {
  auto& s = self->state;
  s.step_asked = false;
  const bool is_idle = !s.has_changes() && may_work(*s.env);
  if (!is_idle && (!may_work(*s.env) || s.postponed_steps++ < most_postponed_steps))
    return ask_step(self, busy_pause);
  s.postponed_steps = 0;
  const auto more = has_to_compact(s) ? s.compactor->step() : retain(self);
  if (more) return ask_step(self, between_steps);
  const auto& why = more.error();
  if (!is_machine_fault(why.code) || why.code == errc::sync_failed) {
    log_critical("the journal failed: {}", to_string(why));
    return self->quit(to_error(why));
  }
  log_warning("segments are not rewritten, or bodies not removed: {}; {}", to_string(why),
              remedy_for(why.code));
  ask_step(self, pause_after_fault);
}

void remove_old_versions(journal_writer_ptr self, const record_hash& seed) {
  auto& s = self->state;
  const auto versions = settings_in_force(*s.env).wardrobe.versions;
  auto begun = s.db->begin();
  if (!begun) return;
  const auto gone = s.db->supersede(seed, versions, now(*s.env, self));
  if (!gone || !s.db->commit()) {
    s.db->roll_back();
    return log_warning("old versions of seed {} are not removed", seed.hex());
  }
  for (const auto& clean : *gone)
    if (const auto removed = s.env->clean->remove(clean); !removed)
      log_warning("an old version is not removed: {}", to_string(removed.error()));
  if (!s.compactor || gone->empty()) return;
  s.compactor->count_removed(gone->size());
  ask_step(self, busy_pause);
}

void tidy_body(journal_state& s, const change& asked, const committed& stored) {
  const auto* fetched = std::get_if<fetch_outcome>(&asked.fact);
  if (!stored.was_crawled || !fetched || fetched->on != event::body_stored) return;
  if (const auto same = s.db->same_bodies_before(asked.hash)) s.env->raw->share(fetched->raw_path, *same);
  const auto lost = s.db->forget_lost_bodies(asked.hash);
  for (const auto& torn : lost.value_or(std::vector<std::string>{})) s.env->raw->remove(torn);
}

}  // namespace laundromat::upkeep
