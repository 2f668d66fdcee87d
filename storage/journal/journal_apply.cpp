// Applies one change to a seed or an entry: loads it, advances it, and writes it with history and counters.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

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

transition created(record_kind kind, event on) {
  record_state state{kind};
  auto t = state.advance(on);
  if (!t) refuse(t.error().code, t.error().detail);
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

std::int64_t store_any_fact(database& db, const loaded_entry& row, const change& c) {
  return std::visit(
      [&]<class Fact>(const Fact& fact) -> std::int64_t {
        if constexpr (std::is_base_of_v<outcome, Fact>)
          return store_fact(db, row, fact, c);
        else
          return 0;
      },
      c.fact);
}

void close_attempt(database& db, row_id attempt, timestamp at, errc code, std::string_view detail, event on) {
  db.run("UPDATE attempts SET ended_ms = ?2, code = ?3, description = ?4 WHERE id = ?1", attempt, at, code,
         detail.empty() ? to_string(on) : detail);
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

}  // namespace

void write_transition(database& db, row_id record, const transition& t, timestamp at, errc cause,
                      std::string_view detail) {
  db.run(
      "INSERT INTO transitions (at_ms, kind, record, from_status, event, to_status, attempt, cause, detail) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
      at, t.kind, record, t.from, t.on, t.to, t.attempt, cause, detail);
}

loaded_entry load_entry(database& db, const record_hash& hash) {
  auto c = db.query(
      "SELECT id, parent, coalesce(root, id), seed, status, attempt, crashes, open, open_attempt FROM "
      "entries "
      "WHERE hash = ?1",
      hash);
  if (!c.next()) refuse(errc::not_found, "no entry " + hash.hex());
  loaded_entry row;
  row.id = c.integer(0);
  row.parent = c.integer(1);
  row.root = c.integer(2);
  row.seed = c.integer(3);
  row.hash = hash;
  row.current = c.as<status>(4);
  row.attempt = c.as<std::uint32_t>(5);
  row.crashes = c.as<std::uint32_t>(6);
  row.open = c.integer(7);
  row.open_attempt = c.integer(8);
  return row;
}

std::optional<stage> stage_of(status s) {
  switch (s) {
    case status::downloading:
      return stage::fetch;
    case status::unarchiving:
      return stage::unpack;
    case status::guessing:
      return stage::guess;
    case status::parsing:
      return stage::parse;
    default:
      return std::nullopt;
  }
}

row_id open_attempt(database& db, row_id entry, stage of, std::uint32_t attempt, timestamp now) {
  db.run("INSERT INTO attempts (entry, stage, attempt, begun_ms) VALUES (?1, ?2, ?3, ?4)", entry, of, attempt,
         now);
  const auto id = db.last_row();
  db.run("UPDATE entries SET open_attempt = ?2 WHERE id = ?1", entry, id);
  return id;
}

void insert_download(database& db, row_id seed, std::string_view uri, const record_hash& download,
                     timestamp at) {
  const auto t = created(record_kind::entry, event::download_begun);
  db.run(
      "INSERT INTO entries (hash, seed, status, attempt, open, begun_ms, uri, base_uri) "
      "VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6, ?6)",
      download, seed, t.to, t.attempt, at, uri);
  const auto id = db.last_row();
  write_transition(db, id, t, at, errc::ok, {});
  open_attempt(db, id, stage::fetch, t.attempt, at);
  db.run(
      "UPDATE seeds SET present = coalesce(present, ?2), document = CASE WHEN (SELECT status FROM entries "
      "WHERE "
      "id = document) IN (?3, ?4) THEN document ELSE ?2 END WHERE id = ?1",
      seed, id, status::depleted, status::parsed);
}

committed apply_to_seed(database& db, const change& c) {
  const auto* fact = std::get_if<download_fact>(&c.fact);
  if ((c.on == event::came_due) != (fact != nullptr))
    refuse(errc::invalid_argument, "came_due requires a download_fact");
  row_id id = 0;
  bool relative = false, tree_is_finished = true;
  std::string uri;
  transition t;
  {
    auto row = db.query(
        "SELECT id, status, attempt, relative, uri, NOT EXISTS (SELECT 1 FROM entries e WHERE e.seed = "
        "seeds.id AND "
        "e.parent IS NULL AND e.open > 0) FROM seeds WHERE hash = ?1",
        c.hash);
    if (!row.next()) refuse(errc::not_found, "no seed " + c.hash.hex());
    id = row.integer(0);
    t = advanced(record_kind::seed, row.as<status>(1), row.as<std::uint32_t>(2), c.on, c.hash);
    relative = row.integer(3) != 0;
    uri = row.text(4);
    tree_is_finished = row.integer(5) != 0;
  }
  if (relative && fact) refuse(errc::relative_uri, uri);
  if ((c.on == event::crawl_ended || c.on == event::crawl_lost) && !tree_is_finished)
    refuse(errc::illegal_transition, c.hash.hex() + ": the tree of the seed is not finished");
  const auto cause = c.cause == errc::ok ? usual_cause(c.on, 0) : c.cause;
  db.run("UPDATE seeds SET status = ?2, attempt = ?3, cause = ?4, detail = ?5 WHERE id = ?1", id, t.to,
         t.attempt, cause, c.detail);
  if (c.on == event::crawl_ended) {
    db.run(
        "UPDATE seeds SET processed_ms = ?2, due_ms = ?2 + interval_s * 1000, crawls = crawls + 1 WHERE id = "
        "?1",
        id, c.at);
    db.run(LAUNDROMAT_SETTLE_PRESENT " WHERE id = ?1", id);
    db.run(LAUNDROMAT_SETTLE_FAILING " WHERE id = ?1", id);
  }
  write_transition(db, id, t, c.at, cause, c.detail);
  if (fact) insert_download(db, id, uri, fact->download, c.at);
  return {t.to, t.attempt, 0, tree_is_finished && !fact};
}

committed apply_to_entry(database& db, const change& c) {
  const auto row = load_entry(db, c.hash);
  const auto t = advanced(record_kind::entry, row.current, row.attempt, c.on, c.hash);
  if (!fits(c))
    refuse(errc::invalid_argument,
           c.hash.hex() + ": the fact does not belong to " + std::string{to_string(c.on)});

  const auto* given = outcome_of(c);
  auto crashes = row.crashes;
  if (c.on == event::worker_crashed || (c.on == event::attempts_exhausted && c.cause == errc::poison))
    ++crashes;
  const auto cause = cause_of(c, given, crashes);
  const auto& detail = detail_of(c, given);
  const auto is_now_final = is_final(record_kind::entry, t.to);
  const auto children = store_any_fact(db, row, c);
  const auto delta = children - (is_now_final ? 1 : 0);

  write_transition(db, row.id, t, c.at, cause, detail);
  const auto* fetched = std::get_if<fetch_outcome>(&c.fact);
  const bool tried_nothing = c.on == event::put_off && (!fetched || fetched->hops.empty());
  auto attempt = row.open_attempt;
  if (attempt == 0 && !tried_nothing &&
      is_working(record_kind::entry, row.current))  // an attempt that ended before its request
    attempt = open_attempt(db, row.id, stage_of(row.current).value_or(stage::fetch), row.attempt,
                           given ? given->begun : c.at);
  if (attempt != 0 && !tried_nothing) close_attempt(db, attempt, c.at, cause, detail, c.on);
  db.run(
      "UPDATE entries SET status = ?2, attempt = ?3, cause = ?4, detail = ?5, crashes = ?6, open = open + "
      "?7, "
      "open_attempt = NULL, ended_ms = CASE WHEN ?8 AND ended_ms = 0 THEN ?9 ELSE ended_ms END WHERE id = ?1",
      row.id, t.to, t.attempt, cause, detail, crashes, delta, is_now_final, c.at);
  if (attempt != 0 && tried_nothing) db.run("DELETE FROM attempts WHERE id = ?1", attempt);
  if (c.on == event::claimed)
    open_attempt(db, row.id, stage_of(t.to).value_or(stage::unpack), t.attempt, c.at);
  const bool tree_is_finished = delta != 0 && carry_up(db, row.parent, delta, row.open + delta) == 0;
  const bool may_parse = c.on == event::body_stored ||
                         (c.on == event::claimed && (t.to == status::parsing || t.to == status::unarchiving));
  committed stored{t.to, t.attempt, crashes, tree_is_finished};
  if (may_parse) stored.previous = previous_clean(db, row);
  return stored;
}

}  // namespace laundromat
