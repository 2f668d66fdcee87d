// Commits groups of changes and answers queries of the journal.
// SPDX-License-Identifier: Apache-2.0
#include "actors/journal_writer.hpp"

#include <algorithm>

#include "actors/journal/due_work.hpp"
#include "actors/journal/host_records.hpp"
#include "actors/journal/note_following.hpp"
#include "actors/journal/reported_change.hpp"
#include "actors/journal/upkeep.hpp"
#include "actors/log.hpp"
#include "core/base/count_words.hpp"
#include "core/base/machine_fault.hpp"
#include "core/records/crawl_budget.hpp"
#include "core/records/next_job.hpp"
#include "messages/errors.hpp"
#include "storage/journal/enlist.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/steering_store.hpp"
#include "storage/stores/clean_publisher.hpp"
#include "storage/stores/raw_store.hpp"

namespace laundromat {

namespace {

using namespace upkeep;

constexpr std::chrono::minutes generation_lasts{10};
constexpr milliseconds steering_pause{500};  // after which a rule of the operator is in force at the latest
// While much arrives a group waits for more: it costs the same pages of the log and the same syncs for more documents.
constexpr std::uint32_t looks_after_lift = 4;       // of which each comes after a `steering_pause`
constexpr std::size_t most_refused_crawls = 1'000;  // in one look
constexpr std::size_t busy_group = 16;
constexpr milliseconds busy_group_pause{4};
constexpr seconds full_disk_pause{1};
constexpr std::uint32_t full_disk_silence = 60;  // rounds between two log lines

/// Makes the bodies and clean files of the group durable, before the COMMIT that names them.
result<void> publish_outputs(journal_writer_ptr self) {
  std::vector<placed_publication> outputs;
  std::vector<std::string> bodies;
  for (auto& letter : self->state.letters)
    for (auto& asked : letter.changes)
      if (const auto* fetched = std::get_if<fetch_outcome>(&asked.fact)) {
        if (fetched->on == event::body_stored) bodies.push_back(fetched->raw_path);
      } else if (auto* parsed = std::get_if<parse_outcome>(&asked.fact)) {
        add_publications(outputs, *parsed);
      }
  if (!bodies.empty())
    if (auto synced = self->state.env->raw->make_durable(bodies); !synced) return synced;
  auto ends = self->state.env->raw->segments().make_durable();
  if (!ends) return tl::unexpected(ends.error());
  self->state.raw_ends = std::move(*ends);
  return self->state.env->publisher->publish(outputs);
}

/// The answers to the changes of one letter, or why it was refused.
using letter_answer = result<std::vector<committed>>;

/// Remembers the seeds that start, and puts as many others into the queue that have come due.
result<void> save_starts(journal_writer_ptr self) {
  auto& s = self->state;
  if (s.starts.empty()) return {};
  std::size_t started = 0;
  for (const auto& one : s.starts) started += one.work.seeds.size();
  const auto saved = s.db->save_live_seeds(s.live);
  return saved ? s.db->queue_due(now(*s.env, self), started) : saved;
}

/// Writes the whole group. Returns one result per letter. Errors: nothing of the group is stored.
result<std::vector<letter_answer>> write_group(journal_writer_ptr self) {
  auto& s = self->state;
  std::vector<letter_answer> answers;
  if (auto published = publish_outputs(self); !published) return tl::unexpected(published.error());
  if (auto begun = s.db->begin(); !begun) return tl::unexpected(begun.error());
  for (const auto& letter : s.letters) answers.push_back(s.db->apply(letter.changes));
  // The first attempt is counted with `came_due` and open already.
  for (const auto& one : s.attempts) (void)s.db->begin_attempt(one.entry, stage::fetch, now(*s.env, self));
  for (const auto& [authority, host] : s.hosts)
    if (auto saved = save_host_record(*s.db, host); !saved)
      log_warning("the state of host {} is not stored: {}", authority, to_string(saved.error()));
  for (const auto& found : s.found)
    if (auto stored = s.db->announce(found, now(*s.env, self)); !stored)
      log_warning("announcements of a host are not stored: {}", to_string(stored.error()));
  if (auto saved = save_starts(self); !saved) return tl::unexpected(saved.error());
  if (auto saved = s.env->publisher->save_ends(); !saved) return tl::unexpected(saved.error());
  for (const auto& end : s.raw_ends)
    if (auto saved = s.db->save_segment(segment_kind::raw, end); !saved) return tl::unexpected(saved.error());
  if (auto done = s.db->commit(); !done) return tl::unexpected(done.error());
  s.env->publisher->commit();
  s.env->raw->segments().committed();
  return answers;
}

std::uint64_t number_stored(const std::vector<letter_answer>& answers) {
  std::uint64_t stored = 0;
  for (const auto& one : answers) stored += one ? one->size() : 0;
  return stored;
}

/// Counts a COMMIT, with the syncs before it.
void note_commit(journal_writer_ptr self, caf::actor_clock::time_point begun, std::uint64_t transitions) {
  const auto took = std::chrono::duration_cast<std::chrono::microseconds>(self->clock().now() - begun);
  self->state.env->meters.commits.committed(took, transitions);
}

/// Calls `take` with each stored change and its answer.
template <class Take>
void visit_stored(const journal_state& s, const std::vector<letter_answer>& answers, Take take) {
  for (std::size_t i = 0; i < answers.size(); ++i)
    for (std::size_t k = 0; answers[i] && k < answers[i]->size(); ++k)
      take(s.letters[i].changes[k], (*answers[i])[k]);
}

void deliver(journal_writer_ptr self, const std::vector<letter_answer>& answers) {
  auto& s = self->state;
  std::vector<reported_transition> facts;
  visit_stored(s, answers, [&](const change& asked, const committed& stored) {
    facts.push_back(reported(asked, stored));
  });
  for (std::size_t i = 0; i < answers.size(); ++i) {
    auto& letter = s.letters[i];
    if (answers[i]) {
      letter.promise.deliver(answers[i]->back());
      continue;
    }
    // This letter was refused: a record is unknown, an event does not belong to a status, or a fact not to its event. The rest of the group is
    // stored. A failure of the whole group is logged in `flush`. A crawl whose seed was taken off the list meanwhile is reported by its seed.
    const bool was_taken_off =
        letter.changes.front().on == event::came_due && answers[i].error().code == errc::illegal_transition;
    if (!was_taken_off)
      log_error("the journal cannot store event {} of {}: {}", to_string(letter.changes.back().on),
                letter.changes.back().hash.hex(), to_string(answers[i].error()));
    erase_refused(s, letter);
    letter.promise.deliver(to_error(answers[i].error()));
  }
  for (auto& one : s.attempts) {
    const auto row = s.db->entry(one.entry);
    if (row)
      one.promise.deliver(committed{row->current, row->attempt, row->crashes, false});
    else
      one.promise.deliver(to_error(row.error()));
  }
  for (auto& one : s.starts) one.promise.deliver(std::move(one.work));
  s.last_group = s.letters.size();
  s.letters.clear();
  s.attempts.clear();
  s.starts.clear();
  s.hosts.clear();
  s.found.clear();
  if (!facts.empty()) self->send(s.reporter, fact_atom::value, std::move(facts));
}

void ask_flush(journal_writer_ptr self, milliseconds wait = milliseconds{0}) {
  if (std::exchange(self->state.flush_asked, true)) return;
  if (wait == milliseconds{0})
    self->send(self, flush_atom::value);
  else
    self->delayed_send(self, wait, flush_atom::value);
}

/// Begins a new generation of the journal in time, so that older copies are recognised, see `begin_generation`.
void begin_generation_in_time(journal_writer_ptr self) {
  auto& s = self->state;
  const auto time = now(*s.env, self);
  if (!s.env->folder || time - s.generation_began < generation_lasts) return;
  s.generation_began = time;
  if (const auto begun = begin_generation(*s.env->folder, *s.db); !begun)
    log_warning("the journal cannot begin a new generation: {}", to_string(begun.error()));
}

/// The journal names the bodies of the group now, or never will.
void let_bodies_go(const journal_state& s) {
  for (const auto& letter : s.letters)
    for (const auto& asked : letter.changes)
      if (const auto* fetched = std::get_if<fetch_outcome>(&asked.fact))
        s.env->raw->segments().let_go(fetched->raw_path);
}

/// Commits the group. True when it is stored, or empty.
bool flush(journal_writer_ptr self) {
  auto& s = self->state;
  s.flush_asked = false;
  if (!s.has_changes()) return true;
  const auto begun = self->clock().now();
  auto answers = write_group(self);
  if (answers) {
    note_commit(self, begun, number_stored(*answers));
    s.full_disk_rounds = 0;
    s.env->journal_waits = false;
    std::vector<record_hash> crawled;
    visit_stored(s, *answers, [&](const change& asked, const committed& stored) {
      if (asked.on == event::crawl_ended) crawled.push_back(asked.hash);
      if (asked.on == event::body_stored)
        if (const auto* body = std::get_if<fetch_outcome>(&asked.fact)) s.received_bytes += body->wire.bytes;
      tidy_body(s, asked, stored);
    });
    let_bodies_go(s);
    deliver(self, *answers);
    if (settings_in_force(*s.env).wardrobe.versions > 0)
      for (const auto& seed : crawled) remove_old_versions(self, seed);
    begin_retention_by_size(self);
    begin_generation_in_time(self);
    return true;
  }
  s.db->roll_back();
  s.env->publisher->roll_back();
  s.env->meters.commits.failed();
  const auto& why = answers.error();
  if (is_machine_fault(why.code) && why.code != errc::sync_failed) {
    s.env->journal_waits = true;
    if (s.full_disk_rounds++ % full_disk_silence == 0)
      log_error("the journal cannot commit, and all work waits: {}; {}", to_string(why),
                remedy_for(why.code));
    ask_flush(self, full_disk_pause);
  } else {
    log_critical("the journal failed: {}", to_string(why));
    self->quit(to_error(why));
  }
  return false;
}

/// Replaces the waiting state of a host by a newer one. A message contains a robots.txt only when it has changed.
void keep_host(journal_state& s, const host_record& host) {
  auto& kept = s.hosts[host.authority];
  auto merged = host;
  if (host.robots.fetched == timestamp{})
    merged.robots = std::move(kept.robots);
  else if (!host.robots.body)
    merged.robots.body = std::move(kept.robots.body);
  kept = std::move(merged);
}

/// Only the last change is answered.
caf::result<committed> take_letter(journal_writer_ptr self, std::vector<change> changes) {
  auto promise = self->make_response_promise<committed>();
  auto& s = self->state;
  s.letters.push_back({std::move(changes), promise});
  ask_flush(self, s.last_group < busy_group ? milliseconds{0} : busy_group_pause);
  return promise;
}

caf::result<seeds_added> add_seeds(journal_writer_ptr self, const std::vector<seed_request>& requests) {
  auto& s = self->state;
  const auto allowed = schemes_of(settings_in_force(*s.env));
  seeds_added counts;
  if (auto begun = s.db->begin(); !begun) return to_error(begun.error());
  for (const auto& request : requests) {
    const auto done = enlist(*s.db, request, allowed, now(*s.env, self));
    if (!done) {
      s.db->roll_back();
      return to_error(done.error());
    }
    ++(done->answer == seed_answer::known ? counts.known : counts.added);
    if (done->answer == seed_answer::relative || done->answer == seed_answer::refused) ++counts.refused;
  }
  if (auto done = s.db->commit(); !done) return to_error(done.error());
  return counts;
}

void ask_piece(journal_writer_ptr self, milliseconds wait = milliseconds{0}) {
  if (std::exchange(self->state.piece_asked, true)) return;
  if (wait == milliseconds{0})
    self->send(self, next_atom::value);
  else
    self->delayed_send(self, wait, next_atom::value);
}

caf::result<seeds_added> take_list(journal_writer_ptr self, const seed_batch_ptr& seeds, bool is_last) {
  auto promise = self->make_response_promise<seeds_added>();
  auto& s = self->state;
  s.list.emplace(pending_list{make_batch_writer(std::move(*seeds)), promise});
  s.was_list_last = is_last;
  ask_piece(self);
  return promise;
}

/// Stores a piece of the list; true when there are more.
result<bool> store_list_piece(journal_writer_ptr self) {
  auto& s = self->state;
  const auto since = self->clock().now();
  if (auto begun = s.db->begin(); !begun) return tl::unexpected(begun.error());
  auto more = s.db->add_seeds(*s.list->writer, now(*s.env, self));
  if (!more) s.db->roll_back();
  if (more)
    if (auto stored = s.db->commit(); !stored) more = tl::unexpected(stored.error());
  if (more) note_commit(self, since, 0);
  return more;
}

/// Stores the next piece of the list between other groups; without a list, does a step of tidying up.
void go_on_with_list(journal_writer_ptr self) {
  auto& s = self->state;
  s.piece_asked = false;
  if (s.has_changes() && !flush(self)) return ask_piece(self, full_disk_pause);
  if (!s.list) {
    const auto more = s.db->tidy_seeds(s.was_list_last);
    if (!more) return log_warning("the lists of seeds are not tidied: {}", to_string(more.error()));
    if (*more) ask_piece(self);
    return;
  }
  const auto more = store_list_piece(self);
  if (more && *more) return ask_piece(self);
  auto list = *std::exchange(s.list, std::nullopt);
  if (!more) {
    list.promise.deliver(to_error(more.error()));
    return;
  }
  const auto counts = counts_of(*list.writer);
  list.promise.deliver(seeds_added{counts.added, counts.known, counts.refused});
  ask_piece(self);
}

caf::result<committed> count_attempt(journal_writer_ptr self, const record_hash& hash) {
  auto promise = self->make_response_promise<committed>();
  self->state.attempts.push_back({hash, promise});
  ask_flush(self);
  return promise;
}

/// Puts the rules of the operator in force when they have changed, and again when a wait was ended: others learn of both by the new object. Until they can
/// be read the last ones stay in force.
void read_steering(journal_writer_ptr self) {
  auto& s = self->state;
  steering_store store{*s.db};
  const auto version = store.version();
  if (version && *version == s.steering_version) return;
  auto rules = version ? store.rules() : tl::unexpected(version.error());
  if (!rules) return log_warning("the rules of the operator cannot be read: {}", to_string(rules.error()));
  auto newest = std::make_shared<const steering_rules>(*std::move(rules));
  if (newest->all() != steering_of(*s.env)->all())
    log_info("rules of the operator in force: {}", newest->all().size());
  s.db->steer(newest);
  s.env->steering = std::move(newest);
  s.steering_version = *version;
}

/// Whether a rule is gone. Both are in the order of the journal.
bool was_lifted(const steering_rules& before, const steering_rules& now) {
  const auto key = [](const steering_rule& one) { return std::pair{one.kind, std::string_view{one.what}}; };
  return !std::ranges::includes(now.all(), before.all(), {}, key, key);
}

/// Looks whether the rules have changed, and what follows from it.
void obey_steering(journal_writer_ptr self) {
  auto& s = self->state;
  const auto before = s.steering_version;
  const auto rules_before = steering_of(*s.env);
  read_steering(self);
  if (s.steering_version != before || !s.is_following_noted) note_following(self);
  if (was_lifted(*rules_before, *steering_of(*s.env))) s.looks_at_refused = looks_after_lift;
}

/// Makes crawls due again that were refused by a rule while it was lifted.
void retry_refused(journal_writer_ptr self) {
  auto& s = self->state;
  if (s.looks_at_refused == 0) return;
  --s.looks_at_refused;
  const auto due =
      steering_store{*s.db}.retry_refused(*steering_of(*s.env), most_refused_crawls, now(*s.env, self));
  if (!due) log_warning("crawls that a lifted rule refused are not due yet: {}", to_string(due.error()));
}

/// Reports once that the budget of the campaign is used.
void note_used_budget(journal_writer_ptr self) {
  auto& s = self->state;
  auto used = s.db->used_budget();
  if (!used || used->empty() || *used == s.used_budget) return;
  if (s.used_budget.empty()) log_warning("the budget of the campaign is used ({}): no crawl begins", *used);
  s.used_budget = *std::move(used);
}

/// Seeds are answered after a COMMIT that remembers them and all that live.
caf::result<due_work> take_due(journal_writer_ptr self, const due_query& query) {
  auto& s = self->state;
  auto found = collect_due_work(*s.db, query);
  if (!found) return to_error(found.error());
  obey_steering(self);  // before what a lifted rule has made due is judged
  if (found->seeds.empty()) {
    note_used_budget(self);
    return std::move(*found);
  }
  s.live = query.live;
  for (const auto& seed : found->seeds) {
    s.live.push_back(seed.hash);
    if (s.cut_off.erase(seed.hash) > 0) found->cut_off.push_back(seed.hash);
  }
  s.live.insert(s.live.end(), s.cut_off.begin(), s.cut_off.end());
  auto promise = self->make_response_promise<due_work>();
  s.starts.push_back({std::move(*found), promise});
  ask_flush(self);
  return promise;
}

/// This end cuts no crawl off: only those remain that a crash cut off before, and that were not tried again.
void end_in_order(journal_writer_ptr self) {
  auto& s = self->state;
  if (s.db->begin() && !(s.db->save_live_seeds({s.cut_off.begin(), s.cut_off.end()}) && s.db->commit()))
    s.db->roll_back();
  (void)s.db->checkpoint();
}

template <class T>
caf::result<T> answer(result<T> found) {
  if (!found) return to_error(found.error());
  return std::move(*found);
}

caf::result<entry_record, unpack_budget, content_digest> look_up_entry(journal_writer_ptr self,
                                                                       const record_hash& hash) {
  auto& db = *self->state.db;
  auto row = db.entry(hash);
  if (!row) return to_error(row.error());
  const auto spent = db.budget_spent(row->root);
  if (!spent) return to_error(spent.error());
  auto left = whole_budget(settings_in_force(*self->state.env).limits);
  left.bytes -= std::min(left.bytes, spent->bytes);
  left.entries -= std::min(left.entries, spent->entries);
  const auto previous = db.previous_clean(hash);
  if (!previous) return to_error(previous.error());
  return {std::move(*row), left, *previous};
}

/// Puts the budgets of the campaign in force, and its product.
void use_campaign(journal_writer_ptr self) {
  auto& s = self->state;
  s.used_budget.clear();
  if (!s.db->begin()) return;
  const auto used = s.db->use_budgets(budgets_for(settings_in_force(*s.env)));
  const auto known = s.db->crawl_as(settings_in_force(*s.env).contact.product);
  if (used && known && s.db->commit()) return;
  s.db->roll_back();
  log_warning("the budgets of the campaign are not stored and not in force");
}

/// Tells the journal how seeds are crawled again. Without the note of a changed program, documents are only washed later than they could be.
void begin_revisits(journal_writer_ptr self) {
  auto& s = self->state;
  s.db->use_intervals(interval_rules_for(settings_in_force(*s.env)));
  use_campaign(self);
  if (!s.db->begin()) return;
  const auto& settings = settings_in_force(*s.env);
  const auto noted =
      s.db->note_washing(washing_signature(settings), specs_signature(settings), now(*s.env, self));
  if (noted && s.db->commit()) return;
  s.db->roll_back();
  log_warning("the journal does not remember with what documents are washed");
}

}  // namespace

journal_actor::behavior_type journal_writer(journal_writer_ptr self, environment_ptr env,
                                            std::shared_ptr<journal> db, reporter_actor reporter) {
  auto& s = self->state;
  s.env = std::move(env);
  s.db = std::move(db);
  s.reporter = std::move(reporter);
  s.generation_began = now(*s.env, self);
  if (auto live = s.db->live_seeds()) s.cut_off = std::move(*live);
  s.db->follow(discovery_policy_of(settings_in_force(*s.env)));
  read_steering(self);
  note_following(self);
  self->delayed_send(self, steering_pause, steer_atom::value);
  begin_revisits(self);
  begin_compaction(self);
  begin_retention(self);
  begin_erasure(self);
  return {
      [=](commit_atom, change& c) {
        std::vector<change> one;
        one.push_back(std::move(c));
        return take_letter(self, std::move(one));
      },
      [=](add_atom, const std::vector<seed_request>& seeds) -> caf::result<seeds_added> {
        if (!flush(self))
          return to_error({errc::journal_full, "the journal cannot commit yet: no space left on the disk"});
        return add_seeds(self, seeds);
      },
      [=](add_atom, const seed_batch_ptr& seeds, bool is_last) { return take_list(self, seeds, is_last); },
      [=](next_atom) { go_on_with_list(self); },
      [=](commit_atom, std::vector<change>& together) { return take_letter(self, std::move(together)); },
      [=](attempt_atom, const record_hash& hash) { return count_attempt(self, hash); },
      [=](due_atom, const due_query& query) { return take_due(self, query); },
      [=](children_atom, const record_hash& parent, std::uint64_t from, std::uint32_t limit) {
        const auto after = from == 0 ? std::nullopt : std::optional{from - 1};
        return answer(self->state.db->open_children(parent, after, limit));
      },
      [=](lookup_atom, const record_hash& hash) { return look_up_entry(self, hash); },
      [=](kept_atom, const record_hash& seed) { return answer(self->state.db->kept_of(seed)); },
      [=](lookup_atom, const std::string& authority) {
        return answer(host_record_of(*self->state.db, authority));
      },
      [=](save_atom, const host_record& host) {
        keep_host(self->state, host);
        ask_flush(self);
      },
      [=](save_atom, const announcements& found) {
        self->state.found.push_back(found);
        ask_flush(self);
      },
      [=](stop_atom) -> caf::result<bool> {
        const bool stored = flush(self);
        if (stored) end_in_order(self);
        self->quit();
        return stored;
      },
      [=](reload_atom) {
        const auto& in_force = settings_in_force(*self->state.env);
        self->state.db->follow(discovery_policy_of(in_force));
        self->state.db->use_intervals(interval_rules_for(in_force));
        if (flush(self)) use_campaign(self);
        note_following(self);
        begin_retention(self);
      },
      [=](retain_atom) {
        const auto& state = self->state;
        const bool is_time = now(*state.env, self) >= state.next_retention;
        if (is_time && !state.retention->has_work()) begin_retention(self);
      },
      [=](steer_atom) {
        obey_steering(self);
        retry_refused(self);
        begin_erasure(self);
        self->delayed_send(self, steering_pause, steer_atom::value);
      },
      [=](flush_atom) { flush(self); },
      [=](tick_atom) { do_step(self); },
  };
}

}  // namespace laundromat
