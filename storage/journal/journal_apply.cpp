// Applies changes to a seed or an entry: loads it, advances it by each, and writes it once with history and counters.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>
#include <tuple>

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

std::int64_t store_any_fact(journal_tables& s, const loaded_entry& row, entry_columns& set, const change& c) {
  return std::visit(
      [&]<class Fact>(const Fact& fact) -> std::int64_t {
        if constexpr (std::is_base_of_v<outcome, Fact>)
          return store_fact(s, row, set, fact, c);
        else
          return 0;
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

/// Creates the root entry of a download; returns its row.
row_id insert_download(journal_tables& s, row_id seed, const record_hash& download, timestamp at) {
  const auto t = record_state{record_kind::entry}.advance(event::download_begun);
  if (!t) refuse(t.error().code, t.error().detail);
  auto& db = s.db;
  db.run(
      "INSERT INTO entries (hash, seed, status, attempt, open, has_worker, begun_ms) SELECT ?1, ?2, ?3, ?4, "
      "1, 1, ?5 WHERE NOT "
      "EXISTS (SELECT 1 FROM entries e WHERE " LAUNDROMAT_HAS_HASH("e", "?1") ")",
      download, seed, t->to, t->attempt, at);
  if (db.changed() == 0) refuse(errc::journal_failed, "there is a download " + download.hex() + " already");
  const auto row = db.last_row();
  s.counts.add(entry_key(t->to, errc::ok, {}), 1, 0);
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
      "e.parent IS "
      "NULL AND e.open > 0), coalesce((SELECT max(e.id) FROM entries e WHERE e.seed = s.id AND e.parent IS "
      "NULL), 0), s.cause, coalesce(s.present, 0) FROM "
      "seeds s WHERE " LAUNDROMAT_HAS_HASH("s", "?1"),
      hash);
  if (!row.next()) refuse(errc::not_found, "no seed " + hash.hex());
  return {row.integer(0), row.integer(5),      row.as<status>(1),   row.as<errc>(6),
          row.integer(7), row.integer(2) != 0, row.integer(4) != 0, row.text(3)};
}

void begin_crawl(journal_tables& s, row_id seed, const transition& t, errc cause, const change& c) {
  const auto& fact = std::get<download_fact>(c.fact);
  const auto root = insert_download(s, seed, fact.download, c.at);
  s.db.run(
      "UPDATE seeds SET status = ?2, cause = ?3, detail = ?4, present = coalesce(present, ?5), document = "
      "CASE WHEN (SELECT "
      "status FROM entries WHERE id = document) IN (?6, ?7) THEN document ELSE ?5 END WHERE id = ?1",
      seed, t.to, cause, c.detail, root, status::depleted, status::parsed);
}

/// A crawl that led to documents is the present of its seed. For others the crawls before it are compared.
void end_crawl(database& db, row_id seed, row_id root, status of_root, const transition& t, errc cause,
               const change& c) {
  const bool has_documents = of_root == status::parsed;
  db.run(
      "UPDATE seeds SET status = ?2, cause = ?3, detail = ?4, processed_ms = ?5, crawls = crawls + 1, "
      "present = iif(?6, ?7, "
      "present), document = iif(?6, ?7, document), failing_since_ms = iif(?6, 0, failing_since_ms) WHERE id "
      "= ?1",
      seed, t.to, cause, c.detail, c.at, has_documents, root);
  if (has_documents) return;
  db.run(LAUNDROMAT_SETTLE_PRESENT " WHERE id = ?1", seed);
  db.run(LAUNDROMAT_SETTLE_FAILING " WHERE id = ?1", seed);
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
    begin_crawl(s, row.id, t, cause, c);
  } else {
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

/// Writes the entry once.
void write_entry(database& db, const loaded_entry& row, const entry_step& last, std::int64_t delta,
                 const std::string& history, std::optional<timestamp> final_at, const entry_columns& set) {
  const auto took = [&](std::optional<timestamp> at) {
    return at ? std::optional{(*at - row.begun).count()} : std::nullopt;
  };
  const auto* wire = set.wire ? &*set.wire : nullptr;
  const auto of_wire = [&](auto value) { return wire ? std::optional{value} : std::nullopt; };
  const auto of_spans = [&](auto member) {
    return set.spans ? std::optional{(*set.spans).*member} : std::nullopt;
  };
  db.run(
      "UPDATE entries SET status = ?2, attempt = ?3, cause = ?4, detail = ?5, crashes = ?6, open = open + "
      "?7, has_worker = ?8, "
      "history = iif(history = '', ?9, history || ',' || ?9), took_ms = coalesce(?10, took_ms, ?11), "
      "not_before_ms = "
      "coalesce(?12, not_before_ms), size_bytes = coalesce(?13, size_bytes), format = coalesce(?14, format), "
      "clean = "
      "coalesce(?15, clean), read = coalesce(?16, read), duplicates = coalesce(?17, duplicates), "
      "statement_bytes = "
      "coalesce(?18, statement_bytes), syntax_bytes = coalesce(?19, syntax_bytes), quarantine_bytes = "
      "coalesce(?20, "
      "quarantine_bytes), encoding = coalesce(?21, encoding), media_type = coalesce(?22, media_type), "
      "charset = coalesce(?23, "
      "charset), encodings = coalesce(?24, encodings), formats = coalesce(?25, formats), declares = iif(?26 "
      "IS NULL, declares, "
      "nullif(?26, 0)), wire_newline = coalesce(?27, wire_newline), wire_chars = coalesce(?28, wire_chars), "
      "wire_lines = "
      "coalesce(?29, wire_lines), wire_digest = coalesce(?30, wire_digest), decoded_is_wire = coalesce(?31, "
      "decoded_is_wire), "
      "used_base = coalesce(?32, used_base), chain = coalesce(?33, chain), base_uri = iif(?34 IS NULL, "
      "base_uri, nullif(?34, "
      "'')), raw_path = coalesce(?35, raw_path), unpacked_bytes = min(unpacked_bytes + ?36, ?37), "
      "unpacked_entries = "
      "unpacked_entries + ?38, delta_from = iif(?39 IS NULL, delta_from, nullif(?39, 0)), ledger = "
      "coalesce(?40, ledger), "
      "ledger_rows_left_out = coalesce(?41, ledger_rows_left_out), ledger_bytes_left_out = coalesce(?42, "
      "ledger_bytes_left_out), head = coalesce(?43, head) WHERE id = ?1",
      row.id, last.t.to, last.t.attempt, last.cause, last.detail, last.crashes, delta, row.has_worker,
      history, took(set.ended), took(final_at), set.not_before, set.size_bytes, set.format, set.clean,
      set.read, set.duplicates, of_spans(&span_sums::statement_bytes), of_spans(&span_sums::syntax_bytes),
      of_spans(&span_sums::quarantine_bytes), set.encoding, set.media_type, set.charset, set.encodings,
      set.formats, set.declares, wire ? std::optional{wire->newline} : std::nullopt,
      of_wire(wire ? wire->chars : 0), of_wire(wire ? wire->lines : 0),
      wire ? std::optional{wire->digest} : std::nullopt, set.decoded_is_wire, set.used_base, set.chain,
      set.base_uri, set.raw_path, std::min(set.unpacked_bytes, largest_sum), largest_sum,
      set.unpacked_entries, set.delta_from, set.ledger ? std::optional{blob{*set.ledger}} : std::nullopt,
      set.ledger_rows_left_out, set.ledger_bytes_left_out, set.head);
}

/// Counts an entry in its new status. `was` has the status before, and `defects` are those that it has now.
void count_entry(journal_tables& s, const loaded_entry& was, const entry_step& last, std::int64_t defects) {
  const auto to = last.t.to;
  const bool is_past = was.was_crawled && was.root != was.document && is_final(record_kind::entry, to);
  const bool was_past =
      was.was_crawled && was.root != was.document && is_final(record_kind::entry, was.current);
  s.counts.add(entry_key(was.current, was.cause, was.detail), -1, was_past ? -1 : 0);
  s.counts.add(entry_key(to, last.cause, last.detail), 1, is_past ? 1 : 0);
  if (to == status::parsed) s.counts.add({counted::defects}, defects, is_past ? defects : 0);
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

/// Applies changes of one entry. With `crawl_end` the crawl of the seed ends as well.
std::vector<committed> apply_to_entry(journal_tables& s, std::span<const change> all,
                                      const change* crawl_end) {
  auto& db = s.db;
  auto row = load_entry(db, all.front().hash);
  auto checked = row;
  std::vector<entry_step> steps;
  for (const auto& c : all) {
    steps.push_back(checked_step(checked, c));
    checked.current = steps.back().t.to;
    checked.attempt = steps.back().t.attempt;
    checked.crashes = steps.back().crashes;
  }
  const auto last = checked.current;
  if (crawl_end && (row.parent != 0 || crawl_end->hash != row.seed_hash || row.open != 1 ||
                    !is_final(record_kind::entry, last) || last == status::depleted))
    refuse(errc::illegal_transition, crawl_end->hash.hex() + ": the tree of the seed is not finished");
  const auto end = crawl_end ? advanced(record_kind::seed, row.seed_status, 1, crawl_end->on, crawl_end->hash)
                             : transition{};

  const auto was = row;
  const bool may_end = row.was_crawled && (crawl_end || is_final(record_kind::entry, last));
  const auto before = may_end ? present_downloads_of(db, row.seed) : present_downloads{};

  if (may_regroup(was, last, crawl_end)) s.counts.add_seed(group_before(db, was), -1);

  entry_columns set;
  std::string history;
  std::int64_t delta = 0;
  std::optional<timestamp> final_at;
  std::vector<committed> answers;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& [c, step] = std::tie(all[i], steps[i]);
    const bool is_now_final = is_final(record_kind::entry, step.t.to);
    delta += store_any_fact(s, row, set, c) - (is_now_final ? 1 : 0);
    append_step(history, row, c, step);
    if (is_now_final && !final_at) final_at = c.at;
    row.current = step.t.to;
    row.attempt = step.t.attempt;
    row.crashes = step.crashes;
    row.has_worker = c.on == event::claimed;
    answers.push_back({step.t.to, step.t.attempt, step.crashes, false, row.was_crawled, {}});
  }
  if (crawl_end)
    append(history, {crawl_end->on, crawl_end->at, crawl_end->cause, crawl_end->detail}, row.begun);
  write_entry(db, row, steps.back(), delta, history, final_at, set);
  answers.back().tree_is_finished = delta != 0 && carry_up(db, row.parent, delta, row.open + delta) == 0;
  if (may_parse(all.back(), last)) answers.back().previous = previous_clean(db, row);
  count_entry(s, was, steps.back(), was.defects + set.defects);
  if (crawl_end) {
    s.counts.add(seed_key(row.seed_status, errc::ok), -1, 0);
    s.counts.add(seed_key(end.to, crawl_end->cause), 1, 0);
    end_crawl(db, row.seed, row.id, last, end, crawl_end->cause, *crawl_end);
    answers.push_back({end.to, end.attempt, 0, true, row.was_crawled, {}});
  }
  if (may_regroup(was, last, crawl_end)) s.counts.add_seed(group_after(db, was, last, crawl_end), 1);
  if (may_end) count_another_present(db, s.counts, row.seed, before);
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

}  // namespace

bool are_checked_first(const std::vector<change>& all) {
  // An archive may list what the tables refuse, such as one ordinal twice.
  const auto lists_members = [](const change& c) {
    const auto* unpacked = std::get_if<unpack_outcome>(&c.fact);
    return unpacked && !unpacked->members.empty();
  };
  if (std::ranges::any_of(all, lists_members)) return false;
  if (all.size() < 2) return true;
  const auto end = end_of_entry(all, 0);
  return end == all.size() || (end + 1 == all.size() && ends_crawl(all, end));
}

std::vector<committed> apply_together(journal_tables& s, const std::vector<change>& all) {
  std::vector<committed> answers;
  for (std::size_t at = 0; at < all.size();) {
    if (all[at].kind == record_kind::clean)
      refuse(errc::invalid_argument, "clean documents are created by the change of their entry");
    if (all[at].kind == record_kind::seed) {
      answers.push_back(apply_to_seed(s, all[at++]));
      continue;
    }
    const auto end = end_of_entry(all, at);
    const auto* crawl_end = ends_crawl(all, end) ? &all[end] : nullptr;
    const auto done = apply_to_entry(s, std::span{all}.subspan(at, end - at), crawl_end);
    answers.insert(answers.end(), done.begin(), done.end());
    at = end + (crawl_end ? 1 : 0);
  }
  return answers;
}

loaded_entry load_entry(database& db, const record_hash& hash) {
  auto c = db.query(
      "SELECT e.id, e.parent, coalesce(e.root, e.id), e.seed, e.status, e.attempt, e.crashes, e.open, "
      "e.has_worker, e.begun_ms, "
      "s.hash, s.status, coalesce(s.document, 0), iif(e.parent IS NULL, s.uri, ''), e.wire_newline, "
      "e.size_bytes, e.wire_chars, e.wire_lines, e.wire_digest, coalesce(s.present, e.id) <> "
      "coalesce(e.root, e.id), e.cause, iif(e.cause = 38, e.detail, ''), coalesce(s.present, 0), (SELECT "
      "coalesce(sum(d.count), 0) FROM defect_counts d WHERE d.entry = e.id), s.crawls FROM entries e JOIN "
      "seeds s ON "
      "s.id = e.seed "
      "WHERE " LAUNDROMAT_HAS_HASH("e", "?1"),
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
  row.has_worker = c.integer(8) != 0;
  row.begun = c.time(9);
  row.seed_hash = c.digest<record_hash>(10);
  row.seed_status = c.as<status>(11);
  row.document = c.integer(12);
  row.was_crawled = c.integer(19) != 0;
  row.cause = c.as<errc>(20);
  row.detail = c.text(21);
  row.present = c.integer(22);
  row.defects = c.integer(23);
  row.crawls = c.integer(24);
  row.uri = c.text(13);
  if (!c.is_null(14))
    row.wire = content_meta{c.as<newline_style>(14), c.as<std::uint64_t>(15), c.as<std::uint64_t>(16),
                            c.as<std::uint64_t>(17), c.digest<content_digest>(18)};
  return row;
}

}  // namespace laundromat
