// Applies changes to a seed or an entry: loads it, advances it by each, and writes it once with history and counters.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>
#include <tuple>

#include "storage/journal/dataset_ways.hpp"
#include "storage/journal/journal_revisit.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/journal/present_crawl.hpp"

namespace laundromat {

namespace {

transition advanced(record_kind kind, status from, std::uint32_t attempt, event on, const record_hash& hash) {
  auto state = record_state::restore(kind, from, attempt);
  auto t = state.advance(on);
  if (!t) refuse(t.error().code, hash.hex() + ": " + t.error().detail);
  return *t;
}

/// The outcome in the fact; null when it has none.
const outcome* outcome_of(const change& c) {
  return std::visit(
      []<class Fact>(const Fact& fact) -> const outcome* {
        if constexpr (std::is_base_of_v<outcome, Fact>)
          return &fact;
        else
          return nullptr;
      },
      c.fact);
}

/// The default cause of an event.
errc usual_cause(event on, std::uint32_t crashes) {
  switch (on) {
    case event::not_modified:
      return errc::not_modified;
    case event::not_rdf:
      return errc::non_rdf_format;
    case event::lease_expired:
      return errc::lease_expired;
    case event::worker_crashed:
      return errc::worker_crashed;
    case event::attempts_exhausted:
      return crashes >= 3 ? errc::poison : errc::attempts_exhausted;
    default:
      return errc::ok;
  }
}

errc cause_of(const change& c, const outcome* given, std::uint32_t crashes) {
  if (c.cause != errc::ok) return c.cause;
  if (given && given->cause != errc::ok) return given->cause;
  return usual_cause(c.on, crashes);
}

const std::string& detail_of(const change& c, const outcome* given) {
  return c.detail.empty() && given ? given->detail : c.detail;
}

/// Whether the fact may accompany the event. Failures and refusals may have partial results.
bool fits(const change& c) {
  const auto holds = [&]<class Fact>(std::type_identity<Fact>) {
    return std::holds_alternative<Fact>(c.fact);
  };
  const bool none = holds(std::type_identity<std::monostate>{});
  const bool fetched = holds(std::type_identity<fetch_outcome>{}),
             unpacked = holds(std::type_identity<unpack_outcome>{});
  switch (c.on) {
    case event::body_stored:
      return fetched;
    case event::not_modified:
    case event::retry_later:
    case event::put_off:
    case event::refused:
      return fetched || none;
    case event::leaf_found:
    case event::children_found:
      return unpacked;
    case event::format_found:
    case event::announcements_found:
    case event::not_rdf:
      return holds(std::type_identity<guess_outcome>{});
    case event::statements_stored:
      return holds(std::type_identity<parse_outcome>{});
    case event::claimed:
    case event::body_lost:
      return none;
    default:
      return !holds(std::type_identity<download_fact>{});
  }
}

void set_columns_of_any(journal_tables& s, const loaded_entry& row, entry_columns& set, const change& c) {
  std::visit(
      [&]<class Fact>(const Fact& fact) {
        if constexpr (std::is_base_of_v<outcome, Fact>) set_columns(s, row, set, fact, c);
      },
      c.fact);
}

void store_rows_of_any(journal_tables& s, const loaded_entry& row, entry_columns& set, const change& c) {
  std::visit(
      [&]<class Fact>(const Fact& fact) {
        if constexpr (std::is_base_of_v<outcome, Fact>) store_rows(s, row, set, fact, c);
      },
      c.fact);
}

/// Adds to the counters of all ancestors of an entry; returns the counter of the root.
std::int64_t carry_up(database& db, row_id parent, std::int64_t delta, std::int64_t own_open) {
  auto root_open = own_open;
  while (parent != 0) {
    auto c =
        db.query("UPDATE entries SET open = open + ?2 WHERE id = ?1 RETURNING parent, open", parent, delta);
    if (!c.next()) refuse(errc::internal, "the parent of an entry is missing");
    parent = c.integer(0);
    root_open = c.integer(1);
    c.next();
  }
  return root_open;
}

transition begun_download() {
  const auto t = record_state{record_kind::entry}.advance(event::download_begun);
  if (!t) refuse(t.error().code, t.error().detail);
  return *t;
}

void refuse_known_download(database& db, const record_hash& download) {
  if (db.query("SELECT 1 FROM entries e WHERE " LAUNDROMAT_HAS_HASH("e", "?1"), download).next())
    refuse(errc::journal_failed, "there is a download " + download.hex() + " already");
}

/// Creates the root entry of a download; returns its row.
row_id insert_download(journal_tables& s, row_id seed, const record_hash& download, timestamp at) {
  const auto t = begun_download();
  auto& db = s.db;
  refuse_known_download(db, download);
  db.run(
      "INSERT INTO entries (hash, seed, status, attempt, open, has_worker, begun_ms) VALUES (?1, ?2, ?3, ?4, "
      "1, 1, ?5)",
      download, seed, t.to, t.attempt, at);
  const auto row = db.last_row();
  s.counts.add(entry_key(t.to, errc::ok, {}), 1, 0);
  return row;
}

struct loaded_seed {
  row_id id = 0, newest = 0;  ///< `newest` is its newest download; 0 without one
  status current{};
  errc cause{};
  row_id present = 0;  ///< 0 before its first crawl
  bool relative = false, tree_is_finished = true;
  std::string uri;
};

loaded_seed load_seed(database& db, const record_hash& hash) {
  auto row = db.query(
      "SELECT s.id, s.status, s.relative, s.uri, NOT EXISTS (SELECT 1 FROM entries e WHERE e.seed = s.id AND "
      "e.parent IS NULL AND e.open > 0), coalesce((SELECT max(e.id) FROM entries e WHERE e.seed = s.id AND "
      "e.parent IS NULL), 0), s.cause, coalesce(s.present, 0) FROM seeds s WHERE " LAUNDROMAT_IS_SEED("s",
                                                                                                      "?1"),
      hash);
  if (!row.next()) refuse(errc::not_found, "no seed " + hash.hex());
  return {row.integer(0), row.integer(5),      row.as<status>(1),   row.as<errc>(6),
          row.integer(7), row.integer(2) != 0, row.integer(4) != 0, row.text(3)};
}

/// A seed is crawled: its root entry is `root`. Like `end_crawl`, it leaves the queue in the same statement, so that its row is written once.
void mark_crawled(database& db, row_id seed, row_id root, const transition& t, errc cause, const change& c) {
  db.run(
      "UPDATE seeds SET status = ?2, cause = ?3, detail = ?4, queued = 0, present = coalesce(present, ?5), "
      "document = CASE WHEN (SELECT status FROM entries WHERE id = document) IN (?6, ?7) THEN document ELSE "
      "?5 END WHERE id = ?1",
      seed, t.to, cause, c.detail, root, status::depleted, status::parsed);
}

/// A crawl that led to documents is the present of its seed. For others the crawls before it are compared.
void end_crawl(database& db, row_id seed, row_id root, status of_root, const transition& t, errc cause,
               const change& c) {
  const bool has_documents = of_root == status::parsed;
  db.run(
      "UPDATE seeds SET status = ?2, cause = ?3, detail = ?4, processed_ms = ?5, crawls = crawls + 1, queued "
      "= 0, present = iif(?6, ?7, present), document = iif(?6, ?7, document), failing_since_ms = iif(?6, 0, "
      "failing_since_ms) WHERE id = ?1",
      seed, t.to, cause, c.detail, c.at, has_documents, root);
  if (has_documents) return;
  db.run(LAUNDROMAT_SETTLE_PRESENT " WHERE id = ?1", seed);
  db.run(LAUNDROMAT_SETTLE_FAILING " WHERE id = ?1", seed);
  reopen_other_ways(db, seed, c.at);
}

/// The seed, when none of its crawls was ever stored. `newest` is not read.
std::optional<loaded_seed> load_new_seed(database& db, const record_hash& hash) {
  auto row = db.query(
      "SELECT s.id, s.status, s.relative, s.uri, s.cause FROM seeds s WHERE s.present IS NULL "
      "AND " LAUNDROMAT_IS_SEED("s", "?1"),
      hash);
  if (!row.next()) return std::nullopt;
  return loaded_seed{row.integer(0),      0,    row.as<status>(1), row.as<errc>(4), 0,
                     row.integer(2) != 0, true, row.text(3)};
}

committed apply_to_seed(journal_tables& s, const change& c) {
  auto& db = s.db;
  const bool begins = std::holds_alternative<download_fact>(c.fact);
  if ((c.on == event::came_due) != begins)
    refuse(errc::invalid_argument, "came_due requires a download_fact");
  const auto row = load_seed(db, c.hash);
  const auto t = advanced(record_kind::seed, row.current, 1, c.on, c.hash);
  if (row.relative && begins) refuse(errc::relative_uri, row.uri);
  const bool ends = c.on == event::crawl_ended || c.on == event::crawl_lost;
  if (ends && !row.tree_is_finished)
    refuse(errc::illegal_transition, c.hash.hex() + ": the tree of the seed is not finished");
  const auto cause = c.cause == errc::ok ? usual_cause(c.on, 0) : c.cause;
  const bool was_crawled = row.present != 0 && (begins || row.present != row.newest);
  const auto before = was_crawled ? present_downloads_of(db, row.id) : present_downloads{};
  const bool is_first = begins && row.present == 0;
  if (!is_first) s.counts.add_seed(seed_group_of(db, row.id), -1);
  s.counts.add(seed_key(row.current, row.cause), -1, 0);
  s.counts.add(seed_key(t.to, cause), 1, 0);
  if (begins) {
    const auto& fact = std::get<download_fact>(c.fact);
    mark_crawled(db, row.id, insert_download(s, row.id, fact.download, c.at), t, cause, c);
  } else {
    if (c.on == event::crawl_ended) settle_interval(s, row.id, row.newest, c.at);
    if (c.on == event::crawl_ended)
      end_crawl(db, row.id, row.newest, status::none, t, cause, c);
    else
      db.run(
          "UPDATE seeds SET status = ?2, cause = ?3, detail = ?4, refused_ms = iif(?5, ?6, refused_ms) WHERE "
          "id = ?1",
          row.id, t.to, cause, c.detail, c.on == event::refused, c.at);
    if (ends && row.newest != 0) {
      timestamp begun;
      {
        auto root = db.query("SELECT begun_ms FROM entries WHERE id = ?1", row.newest);
        if (root.next()) begun = root.time(0);
      }
      append_to_history(db, row.newest, {c.on, c.at, cause, c.detail}, begun);
    }
  }
  if (c.on == event::crawl_ended || c.on == event::refused)
    keep_event(s, webhook_event_kind::seed_ended, row.id, c.on == event::refused ? 0 : row.newest, c.at);
  if (was_crawled) count_another_present(db, s.counts, row.id, before);
  if (!is_first) s.counts.add_seed(seed_group_of(db, row.id), 1);
  committed answer{t.to, t.attempt, 0, row.tree_is_finished && !begins};
  if (is_first) answer.previous = content_digest{};
  return answer;
}

/// One change of an entry, checked and not yet written.
struct entry_step {
  transition t;
  errc cause = errc::ok;
  std::string detail;
  std::uint32_t crashes = 0;
};

entry_step checked_step(const loaded_entry& row, const change& c) {
  entry_step step{
      advanced(record_kind::entry, row.current, row.attempt, c.on, c.hash), errc::ok, {}, row.crashes};
  if (!fits(c))
    refuse(errc::invalid_argument,
           c.hash.hex() + ": the fact does not belong to " + std::string{to_string(c.on)});
  const auto* given = outcome_of(c);
  if (c.on == event::worker_crashed || (c.on == event::attempts_exhausted && c.cause == errc::poison))
    ++step.crashes;
  step.cause = cause_of(c, given, step.crashes);
  step.detail = detail_of(c, given);
  return step;
}

void append(std::string& history, const history_step& step, timestamp begun) {
  if (!history.empty()) history += ',';
  history += step_text(step, begun);
}

/// Appends the step, and before it the begin of an attempt that ended before its request.
void append_step(std::string& history, const loaded_entry& row, const change& c, const entry_step& step) {
  const auto* given = outcome_of(c);
  const auto* fetched = std::get_if<fetch_outcome>(&c.fact);
  const bool tried_nothing = c.on == event::put_off && (!fetched || fetched->hops.empty());
  if (!row.has_worker && !tried_nothing && is_working(record_kind::entry, row.current) && given &&
      given->begun != c.at)
    append(history, {std::nullopt, given->begun, errc::ok, {}}, row.begun);
  append(history, {c.on, c.at, step.cause, step.detail, tried_nothing}, row.begun);
}

/// Keeps an event of a document that is given up because it crashes its worker.
void keep_poison(journal_tables& s, const loaded_entry& row, timestamp at) {
  if (row.current == status::failed && row.cause == errc::poison)
    keep_event(s, webhook_event_kind::document_poisoned, row.seed, row.id, at);
}

/// Counts an entry in its new status. `was` is the row before, if there was one.
void count_entry(journal_tables& s, const loaded_entry* was, const loaded_entry& row) {
  const auto is_past = [](const loaded_entry& one) {
    return one.was_crawled && one.root != one.document && is_final(record_kind::entry, one.current);
  };
  if (was) s.counts.add(entry_key(was->current, was->cause, was->detail), -1, is_past(*was) ? -1 : 0);
  s.counts.add(entry_key(row.current, row.cause, row.detail), 1, is_past(row) ? 1 : 0);
  if (row.current == status::parsed)
    s.counts.add({count_kind::defects}, row.defects, is_past(row) ? row.defects : 0);
}

bool is_document(status s) {
  return s == status::parsed || s == status::depleted;
}

/// Whether a change may give the seed another `seed_group`.
bool may_regroup(const loaded_entry& row, status last, const change* crawl_end) {
  return crawl_end || (row.id == row.document && is_document(last));
}

/// The group of the seed before the change of an entry. In a first crawl no query is necessary.
seed_group group_before(database& db, const loaded_entry& row) {
  if (row.crawls > 0 || row.id != row.document) return seed_group_of(db, row.seed);
  return {seed_class::never_crawled, is_document(row.current)};
}

/// The group after it. `was` has the columns before.
seed_group group_after(database& db, const loaded_entry& was, status last, const change* crawl_end) {
  if (crawl_end && last == status::parsed) return {seed_class::crawled, true};
  if (crawl_end || was.crawls > 0) return seed_group_of(db, was.seed);
  return {seed_class::never_crawled, is_document(last)};
}

/// Whether the stage that begins now needs the clean document of the previous crawl.
bool may_parse(const change& c, status to) {
  return c.on == event::body_stored ||
         (c.on == event::claimed && (to == status::parsing || to == status::unarchiving));
}

/// Changes of one entry, and of its seed when they end its crawl: checked, and not yet written.
struct checked_changes {
  std::span<const change> all;
  std::vector<entry_step> steps;
  const change* crawl_end = nullptr;  ///< null: the crawl goes on
  transition seed_end;                ///< by `crawl_end`

  [[nodiscard]] status last() const { return steps.back().t.to; }
};

checked_changes check(loaded_entry row, std::span<const change> all, const change* crawl_end) {
  checked_changes out{all, {}, crawl_end, {}};
  for (const auto& c : all) {
    out.steps.push_back(checked_step(row, c));
    row.current = out.steps.back().t.to;
    row.attempt = out.steps.back().t.attempt;
    row.crashes = out.steps.back().crashes;
  }
  if (!crawl_end) return out;
  if (row.parent != 0 || crawl_end->hash != row.seed_hash || row.open != 1 ||
      !is_final(record_kind::entry, row.current) || row.current == status::depleted)
    refuse(errc::illegal_transition, crawl_end->hash.hex() + ": the tree of the seed is not finished");
  out.seed_end = advanced(record_kind::seed, row.seed_status, 1, crawl_end->on, crawl_end->hash);
  return out;
}

/// Advances the row, sets the columns of all changes, and returns the answers.
std::vector<committed> advance(journal_tables& s, loaded_entry& row, const checked_changes& changes,
                               entry_columns& set) {
  std::vector<committed> answers;
  for (std::size_t i = 0; i < changes.all.size(); ++i) {
    const auto& c = changes.all[i];
    const auto& step = changes.steps[i];
    const bool is_now_final = is_final(record_kind::entry, step.t.to);
    set_columns_of_any(s, row, set, c);
    append_step(set.history, row, c, step);
    set.open += new_members(c) - (is_now_final ? 1 : 0);
    if (is_now_final && !set.final_at) set.final_at = c.at;
    row.current = step.t.to;
    row.attempt = step.t.attempt;
    row.crashes = step.crashes;
    row.cause = step.cause;
    row.detail = step.detail;
    row.has_worker = c.on == event::claimed;
    answers.push_back({row.current, row.attempt, row.crashes, false, row.was_crawled, {}});
  }
  if (const auto* end = changes.crawl_end)
    append(set.history, {end->on, end->at, end->cause, end->detail}, row.begun);
  return answers;
}

/// Stores what is not in the row itself. `was` is the row before the changes.
void store_rows(journal_tables& s, const loaded_entry& was, loaded_entry& row, const checked_changes& changes,
                entry_columns& set) {
  auto at_step = row;
  for (std::size_t i = 0; i < changes.all.size(); ++i) {
    at_step.attempt = i == 0 ? was.attempt : changes.steps[i - 1].t.attempt;
    store_rows_of_any(s, at_step, set, changes.all[i]);
  }
  row.defects += set.defects;
}

/// Ends the crawl of the seed whose root entry is `row`.
void end_crawl_of(journal_tables& s, const loaded_entry& row, const checked_changes& changes,
                  std::vector<committed>& answers) {
  const auto& end = *changes.crawl_end;
  const auto to = changes.seed_end;
  s.counts.add(seed_key(row.seed_status, errc::ok), -1, 0);
  s.counts.add(seed_key(to.to, end.cause), 1, 0);
  settle_interval(s, row.seed, row.id, end.at);
  end_crawl(s.db, row.seed, row.id, row.current, to, end.cause, end);
  keep_event(s, webhook_event_kind::seed_ended, row.seed, row.id, end.at);
  answers.push_back({to.to, to.attempt, 0, true, row.was_crawled, {}});
}

/// Applies changes of one entry. With `crawl_end` the crawl of the seed ends as well.
std::vector<committed> apply_to_entry(journal_tables& s, std::span<const change> all,
                                      const change* crawl_end) {
  auto& db = s.db;
  auto row = load_entry(db, all.front().hash);
  const auto was = row;
  const auto changes = check(row, all, crawl_end);
  for (const auto& c : all)
    if (const auto* fetched = std::get_if<fetch_outcome>(&c.fact)) check_compared(db, row, *fetched);
  const auto last = changes.last();
  const bool may_end = row.was_crawled && (crawl_end || is_final(record_kind::entry, last));
  const auto before = may_end ? present_downloads_of(db, row.seed) : present_downloads{};
  if (may_regroup(was, last, crawl_end)) s.counts.add_seed(group_before(db, was), -1);

  entry_columns set;
  auto answers = advance(s, row, changes, set);
  write_entry(db, row, set);
  store_rows(s, was, row, changes, set);
  answers.back().tree_is_finished =
      set.open != 0 && carry_up(db, row.parent, set.open, row.open + set.open) == 0;
  if (may_parse(all.back(), last)) answers.back().previous = previous_clean(db, row);
  count_entry(s, &was, row);
  keep_poison(s, row, all.back().at);
  if (crawl_end) end_crawl_of(s, row, changes, answers);
  if (may_regroup(was, last, crawl_end)) s.counts.add_seed(group_after(db, was, last, crawl_end), 1);
  if (may_end) count_another_present(db, s.counts, row.seed, before);
  return answers;
}

/// The root entry of a first crawl, which has no row yet.
loaded_entry new_root(const loaded_seed& seed, const record_hash& seed_hash, const change& due) {
  const auto t = begun_download();
  loaded_entry row;
  row.hash = std::get<download_fact>(due.fact).download;
  row.seed = seed.id;
  row.seed_hash = seed_hash;
  row.seed_status = status::downloading;
  row.current = t.to;
  row.attempt = t.attempt;
  row.open = 1;
  row.has_worker = true;
  row.begun = due.at;
  row.uri = seed.uri;
  return row;
}

/// Applies the first crawl of a seed from its begin to where it has come, so that each row is written once. `all` are the changes of the root
/// entry.
std::vector<committed> apply_first_crawl(journal_tables& s, const loaded_seed& seed, const change& due,
                                         std::span<const change> all, const change* crawl_end) {
  auto& db = s.db;
  const auto begun = advanced(record_kind::seed, seed.current, 1, due.on, due.hash);
  if (seed.relative) refuse(errc::relative_uri, seed.uri);
  auto row = new_root(seed, due.hash, due);
  const auto was = row;
  const auto changes = check(row, all, crawl_end);
  refuse_known_download(db, row.hash);

  const auto last = changes.last();
  s.counts.add(seed_key(seed.current, seed.cause), -1, 0);
  s.counts.add(seed_key(begun.to, errc::ok), 1, 0);
  if (may_regroup(was, last, crawl_end)) s.counts.add_seed(group_before(db, was), -1);
  entry_columns set;
  auto answers = advance(s, row, changes, set);
  row.id = row.root = row.document = row.present = insert_entry(db, row, set);
  store_rows(s, was, row, changes, set);
  answers.back().tree_is_finished = set.open != 0 && row.open + set.open == 0;
  if (may_parse(all.back(), last)) answers.back().previous = content_digest{};
  count_entry(s, nullptr, row);
  keep_poison(s, row, all.back().at);
  const bool writes_seed_once = crawl_end && last == status::parsed;
  if (!writes_seed_once) mark_crawled(db, seed.id, row.id, begun, errc::ok, due);
  if (crawl_end) end_crawl_of(s, row, changes, answers);
  if (may_regroup(was, last, crawl_end)) s.counts.add_seed(group_after(db, was, last, crawl_end), 1);
  answers.insert(answers.begin(), {begun.to, begun.attempt, 0, false, false, content_digest{}});
  return answers;
}

/// The end of the changes of one entry, which begin at `from`.
std::size_t end_of_entry(const std::vector<change>& all, std::size_t from) {
  auto end = from;
  while (end < all.size() && all[end].kind == record_kind::entry && all[end].hash == all[from].hash) ++end;
  return end;
}

bool ends_crawl(const std::vector<change>& all, std::size_t at) {
  return at < all.size() && all[at].kind == record_kind::seed && all[at].on == event::crawl_ended;
}

/// Whether a seed begins its crawl, and the changes of its root entry follow.
bool begins_crawl(const std::vector<change>& all, std::size_t at) {
  if (all[at].kind != record_kind::seed || all[at].on != event::came_due || at + 1 == all.size())
    return false;
  const auto* fact = std::get_if<download_fact>(&all[at].fact);
  return fact && all[at + 1].kind == record_kind::entry && all[at + 1].hash == fact->download;
}

/// Checks the changes of the root entry of a crawl that begins with them, before its row is written. Its seed had a crawl before.
void check_crawl_of_known(database& db, const std::vector<change>& all, std::size_t at) {
  const auto end = end_of_entry(all, at + 1);
  (void)check(new_root(load_seed(db, all[at].hash), all[at].hash, all[at]),
              std::span{all}.subspan(at + 1, end - at - 1), ends_crawl(all, end) ? &all[end] : nullptr);
}

}  // namespace

bool make_seed_due(database& db, row_id seed, timestamp now) {
  db.run(
      "UPDATE seeds SET processed_ms = min(processed_ms, ?2 - interval_s * 1000 - 1) WHERE id = ?1 AND "
      "status = ?3",
      seed, now, status::added);
  return db.changed() > 0;
}

bool are_checked_first(const std::vector<change>& all) {
  // An archive may list what the tables refuse, such as one ordinal twice.
  const auto lists_members = [](const change& c) {
    const auto* unpacked = std::get_if<unpack_outcome>(&c.fact);
    return unpacked && !unpacked->members.empty();
  };
  if (std::ranges::any_of(all, lists_members)) return false;
  if (all.size() < 2) return true;
  const auto end = end_of_entry(all, begins_crawl(all, 0) ? 1 : 0);
  return end == all.size() || (end + 1 == all.size() && ends_crawl(all, end));
}

std::vector<committed> apply_together(journal_tables& s, const std::vector<change>& all) {
  std::vector<committed> answers;
  for (std::size_t at = 0; at < all.size();) {
    if (all[at].kind == record_kind::clean)
      refuse(errc::invalid_argument, "clean documents are created by the change of their entry");
    const bool begins = begins_crawl(all, at);
    const auto new_seed = begins ? load_new_seed(s.db, all[at].hash) : std::nullopt;
    if (begins && !new_seed) check_crawl_of_known(s.db, all, at);
    if (all[at].kind == record_kind::seed && !new_seed) {
      answers.push_back(apply_to_seed(s, all[at++]));
      continue;
    }
    const auto from = new_seed ? at + 1 : at;
    const auto end = end_of_entry(all, from);
    const auto* crawl_end = ends_crawl(all, end) ? &all[end] : nullptr;
    const auto of_entry = std::span{all}.subspan(from, end - from);
    const auto done = new_seed ? apply_first_crawl(s, *new_seed, all[at], of_entry, crawl_end)
                               : apply_to_entry(s, of_entry, crawl_end);
    answers.insert(answers.end(), done.begin(), done.end());
    at = end + (crawl_end ? 1 : 0);
  }
  return answers;
}

}  // namespace laundromat
