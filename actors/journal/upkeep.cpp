// Steps of takedowns, compaction and retention, and old versions.
// SPDX-License-Identifier: Apache-2.0
#include "actors/journal/upkeep.hpp"

#include <algorithm>
#include <set>

#include "actors/log.hpp"
#include "core/base/count_words.hpp"
#include "core/base/machine_fault.hpp"
#include "messages/errors.hpp"
#include "net/response_head.hpp"
#include "storage/stores/clean_publisher.hpp"
#include "storage/stores/raw_store.hpp"
#include "storage/warc/warc_place.hpp"

namespace laundromat::upkeep {

namespace {

// A step takes some milliseconds. It waits while there are changes to commit, a second at most: what is removed must keep up with what comes.
constexpr milliseconds between_steps{50};
constexpr milliseconds busy_pause{250};
constexpr std::uint32_t most_postponed_steps = 3;
constexpr std::chrono::minutes pause_after_fault{1};
constexpr std::chrono::hours between_retentions{1};
/// The share of `raw.keep_mib` after which a pass begins, and the pause at least between two.
constexpr std::uint64_t received_share = 8;
constexpr seconds least_retention_pause{10};
constexpr seconds between_erasures{10};
constexpr std::chrono::minutes longest_takedown{10};  // after which its command is taken as stopped

bool has_to_compact(const journal_state& s) {
  return s.compactor && s.compactor->has_work();
}

bool has_to_erase(const journal_state& s) {
  return s.erasure && s.erasure->has_work();
}

/// Compaction and retention have turns, so that neither waits for the end of the other, which may not come.
bool turns_to_compaction(journal_state& s) {
  const bool has_both = has_to_compact(s) && s.retention && s.retention->has_work();
  if (!has_both) return has_to_compact(s);
  return s.was_compacting = !s.was_compacting;
}

void ask_step(journal_writer_ptr self, milliseconds wait) {
  auto& s = self->state;
  const bool is_needed = has_to_erase(s) || has_to_compact(s) || (s.retention && s.retention->has_work());
  if (!is_needed || std::exchange(s.step_asked, true)) return;
  self->delayed_send(self, wait, tick_atom::value);
}

std::vector<http_header> fields_of_head(std::string_view head) {
  return read_stored_head(head).headers;
}

/// A step of removing bodies; true when there are more.
result<bool> retain(journal_writer_ptr self) {
  auto& s = self->state;
  const auto more = s.retention->step(now(*s.env, self));
  if (!more || *more) return more;
  log_retention(*s.retention);
  const auto time = now(*s.env, self);
  s.next_retention = time + between_retentions;
  s.next_size_retention = time + std::max<milliseconds>(least_retention_pause, time - s.retention_began);
  self->delayed_send(self, between_retentions, retain_atom::value);
  return more;
}

/// A step of erasing; true when there are more, or what it interrupted begins again.
result<bool> erase(journal_writer_ptr self) {
  auto& s = self->state;
  const auto more = s.erasure->step(now(*s.env, self));
  if (!more || *more) return more;
  s.next_erasure = now(*s.env, self) + between_erasures;
  for (const auto& [what, why] : s.erasure->damaged())
    log_warning("the segment {} still has bytes of what was taken down, because it is damaged: {}", what.name,
                why);
  if (const auto left = erasure_list{*s.db}.left(); left && left->total() == 0)
    log_info("what was taken down is removed from the disk");
  if (has_to_compact(s)) s.compactor->begin();
  begin_retention(self);
  return true;
}

/// The segments and files of an outcome.
void add_outputs(std::set<erasure>& all, const fetch_outcome& found) {
  const auto payload = warc_place_of(found.raw_path), capture = warc_capture_of(found.raw_path);
  for (const auto& place : {payload, capture})
    if (place) all.insert(erasure::of_segment(segment_kind::raw, place->serial));
  if (raw_store::is_usable_path(found.raw_path)) all.insert({erasure_kind::body, found.raw_path});
}
void add_outputs(std::set<erasure>& all, const parse_outcome& found) {
  const auto& clean = found.clean;
  all.insert({erasure_kind::document, clean.hash.hex()});
  for (const auto& [kind, place] :
       {std::pair{segment_kind::clean, clean.place}, std::pair{segment_kind::delta, found.delta.place},
        std::pair{segment_kind::ledger, found.ledger.place}})
    if (!place.is_null()) all.insert(erasure::of_segment(kind, place.serial));
}

/// Whether takedowns go on that were stopped: those that were there at the start, and those whose command has not ended for long. A command that
/// runs does it itself.
bool may_finish_takedowns(journal_state& s, const erasures_left& left, timestamp time) {
  if (left.takedowns == 0) return s.takedown_seen.reset(), true;
  if (!s.takedown_seen) s.takedown_seen = time;
  return time - *s.takedown_seen >= longest_takedown;
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
  if (has_to_erase(s)) return;  // it begins again afterwards
  if (!s.retention) s.retention.emplace(*s.db, *s.env->raw, fields_of_head);
  s.retention_began = now(*s.env, self);
  s.received_bytes = 0;
  s.retention->begin(rules, s.retention_began);
  ask_step(self, busy_pause);
}

void begin_retention_by_size(journal_writer_ptr self) {
  auto& s = self->state;
  const auto most = retention_of(settings_in_force(*s.env)).most_bytes;
  if (most == 0 || s.received_bytes < most / received_share || !s.retention || s.retention->has_work())
    return;
  if (now(*s.env, self) >= s.next_size_retention) begin_retention(self);
}

void begin_erasure(journal_writer_ptr self) {
  auto& s = self->state;
  const auto& env = *s.env;
  const bool can_erase = env.folder != nullptr && env.publisher != nullptr;
  if (!can_erase || has_to_erase(s) || now(env, self) < s.next_erasure) return;
  const auto left = erasure_list{*s.db}.left();
  if (!left) return;
  const bool with_stopped = may_finish_takedowns(s, *left, now(env, self));
  if (left->total() == (with_stopped ? 0 : left->takedowns)) return;
  if (!s.erasure) s.erasure.emplace(*s.db, erased_stores{*env.folder, env.publisher, env.clean, env.raw});
  const bool is_copied = s.retention && s.retention->is_copying();
  if (s.retention) s.retention->stop();
  if (const auto begun = s.erasure->begin(is_copied, with_stopped); !begun) {
    s.next_erasure = now(env, self) + between_erasures;
    return log_warning("what was taken down is not removed yet: {}", to_string(begun.error()));
  }
  log_info("removing from the disk what was taken down");
  ask_step(self, between_steps);
}

void erase_refused(journal_state& s, const pending_letter& letter) {
  const auto is_excluded = [&](const change& c) { return s.db->exclusion_of(c.uri).code == errc::excluded; };
  if (std::ranges::none_of(letter.changes, is_excluded)) return;
  std::set<erasure> all;
  for (const auto& asked : letter.changes)
    std::visit(
        [&]<class Fact>(const Fact& fact) {
          if constexpr (std::is_same_v<Fact, fetch_outcome> || std::is_same_v<Fact, parse_outcome>)
            add_outputs(all, fact);
        },
        asked.fact);
  if (all.empty()) return;
  auto done = s.db->begin();
  for (auto one = all.begin(); one != all.end() && done; ++one) done = erasure_list{*s.db}.add(*one);
  if (done) done = s.db->commit();
  if (done) return;
  s.db->roll_back();
  log_warning("what came from an excluded URI is not removed: {}", to_string(done.error()));
}

void log_retention(const body_retention& pass) {
  const auto& sums = pass.sums();
  if (sums.bodies + sums.segments > 0)
    log_info("retention removed {} with {} bytes, and {}", number_of(sums.bodies, "body", "bodies"),
             sums.bytes, number_of(sums.segments, "WARC segment"));
  for (const auto& [serial, why] : pass.damaged())
    log_warning("retention leaves the WARC segment {} as it is: {}", serial, why);
}

void do_step(journal_writer_ptr self) {
  auto& s = self->state;
  s.step_asked = false;
  const bool is_idle = !s.has_changes() && may_work(*s.env);
  if (!is_idle && (!may_work(*s.env) || s.postponed_steps++ < most_postponed_steps))
    return ask_step(self, busy_pause);
  s.postponed_steps = 0;
  const auto more = has_to_erase(s)          ? erase(self)
                    : turns_to_compaction(s) ? s.compactor->step()
                                             : retain(self);
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
