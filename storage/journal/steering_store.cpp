// Stores the rules of an operator.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/steering_store.hpp"

#include <algorithm>
#include <set>

#include "storage/journal/journal_state.hpp"
#include "storage/journal/request_wait.hpp"

namespace laundromat {

namespace {

struct walked_seed {
  row_id id = 0;
  record_hash hash;
  std::string uri;
};

std::vector<walked_seed> next_piece(database& db, status current, errc cause, const seed_walk& walk,
                                    std::size_t piece) {
  return collect<walked_seed>(
      db.query("SELECT id, hash, uri FROM (SELECT id, hash, uri, status, cause FROM seeds WHERE id > ?1 "
               "ORDER BY id LIMIT ?2) WHERE status = ?3 AND cause = ?4",
               walk.last_row, piece, current, cause),
      [](const cursor& c) {
        return walked_seed{c.integer(0), c.digest<record_hash>(1), c.text(2)};
      });
}

/// Makes a seed due, if what it published was taken down.
bool make_due_again(database& db, row_id seed, timestamp now) {
  const auto was_taken_down = [&](const char* query) { return db.query(query, seed).next(); };
  if (!was_taken_down(
          "SELECT 1 FROM entries e JOIN cleans c ON c.id = e.clean WHERE e.seed = ?1 AND e.parent IS NULL "
          "AND c.taken_down = 1 LIMIT 1") &&
      !was_taken_down(
          "SELECT 1 FROM entries e JOIN cleans c ON c.id = e.clean WHERE e.seed = ?1 AND e.parent IS NOT "
          "NULL AND c.taken_down = 1 LIMIT 1"))
    return false;
  return make_seed_due(db, seed, now);
}

/// Makes a download due at `at` that waits for another attempt until later. False: none waits.
bool retry_download_at(database& db, row_id seed, timestamp at) {
  db.run(
      "UPDATE entries SET not_before_ms = min(not_before_ms, ?2) WHERE seed = ?1 AND parent IS NULL AND "
      "status = ?3 AND has_worker = 0",
      seed, at, status::downloading);
  return db.changed() > 0;
}

/// A crawl that a rule refused, the newest of its seed.
struct refused_crawl {
  row_id seed = 0;
  std::string rule;  ///< `with_reason`
};

/// Makes the seeds due whose rule is not in force any more. Returns their number.
std::uint64_t make_due_without_rule(database& db, const std::vector<refused_crawl>& crawls,
                                    const steering_rules& rules, timestamp now) {
  if (crawls.empty()) return 0;
  std::set<std::string> in_force;
  for (const auto& rule : rules.all()) in_force.insert(with_reason(rule));
  return static_cast<std::uint64_t>(std::ranges::count_if(crawls, [&](const refused_crawl& one) {
    return !in_force.contains(one.rule) && make_seed_due(db, one.seed, now);
  }));
}

refused_crawl read_refused_crawl(const cursor& c) {
  return {c.integer(0), c.text(1)};
}

/// Those of the seeds of the next piece.
std::vector<refused_crawl> refused_crawls_of(database& db, const seed_walk& walk, std::size_t piece) {
  return collect<refused_crawl>(
      db.query("SELECT s.id, e.detail FROM (SELECT id FROM seeds WHERE id > ?1 ORDER BY id LIMIT ?2) s JOIN "
               "entries e ON e.id = (SELECT max(n.id) FROM entries n WHERE n.seed = s.id AND n.parent IS "
               "NULL) WHERE e.status = ?3 AND e.cause = ?4",
               walk.last_row, piece, status::refused, errc::excluded),
      read_refused_crawl);
}

/// The newest of all.
std::vector<refused_crawl> newest_refused_crawls(database& db, std::size_t most) {
  return collect<refused_crawl>(
      db.query("SELECT e.seed, e.detail FROM entries e INDEXED BY entries_not_parsed WHERE e.status <> 10 "
               "AND e.status = ?1 AND e.cause = ?2 AND e.parent IS NULL AND e.id = (SELECT max(n.id) FROM "
               "entries n WHERE n.seed = e.seed AND n.parent IS NULL) ORDER BY e.id DESC LIMIT ?3",
               status::refused, errc::excluded, most),
      read_refused_crawl);
}

/// Moves the walk behind a piece.
void go_on(database& db, seed_walk& walk, std::size_t piece) {
  auto c = db.query("SELECT max(id), count(*) FROM (SELECT id FROM seeds WHERE id > ?1 ORDER BY id LIMIT ?2)",
                    walk.last_row, piece);
  if (!c.next() || c.integer(1) == 0) {
    walk.is_over = true;
    return;
  }
  walk.last_row = c.integer(0);
  walk.seen += c.as<std::uint64_t>(1);
}

}  // namespace

std::vector<steering_rule> stored_rules(database& db) {
  return collect<steering_rule>(
      db.query("SELECT kind, what, reason, since_ms FROM steering ORDER BY kind, what"), [](const cursor& c) {
        return steering_rule{c.as<steering_kind>(0), c.text(1), c.text(2), c.time(3)};
      });
}

result<std::vector<steering_rule>> steering_store::rules() {
  return answered([&] { return stored_rules(db_.state_->db); });
}

result<bool> steering_store::add(const steering_rule& rule) {
  if (auto begun = db_.begin(); !begun) return tl::unexpected(begun.error());
  auto is_new = answered([&] {
    auto& db = db_.state_->db;
    db.run(
        "INSERT INTO steering (kind, what, reason, since_ms) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
        rule.kind, rule.what, rule.reason, rule.since);
    if (db.changed() > 0) return true;
    db.run("UPDATE steering SET reason = ?3 WHERE kind = ?1 AND what = ?2", rule.kind, rule.what,
           rule.reason);
    return false;
  });
  if (!is_new) return db_.roll_back(), is_new;
  if (auto done = db_.commit(); !done) return tl::unexpected(done.error());
  return is_new;
}

namespace {

/// Makes the downloads that a pause has put off due again. What another pause still holds is put off once more when it is asked for.
void end_put_off(database& db, timestamp due) {
  db.run(
      "UPDATE entries INDEXED BY entries_to_fetch SET not_before_ms = ?1 WHERE status = 2 AND has_worker = 0 "
      "AND not_before_ms > ?1 AND cause = ?2",
      due, errc::paused);
}

}  // namespace

result<bool> steering_store::lift(steering_kind kind, std::string_view what) {
  if (auto begun = db_.begin(); !begun) return tl::unexpected(begun.error());
  auto was_there = answered([&] {
    auto& db = db_.state_->db;
    timestamp since{};
    {
      auto c = db.query("SELECT since_ms FROM steering WHERE kind = ?1 AND what = ?2", kind, what);
      if (!c.next()) return false;
      since = c.time(0);
    }
    db.run("DELETE FROM steering WHERE kind = ?1 AND what = ?2", kind, what);
    if (!is_exclusion(kind)) end_put_off(db, since);
    return true;
  });
  if (!was_there) return db_.roll_back(), was_there;
  if (auto done = db_.commit(); !done) return tl::unexpected(done.error());
  return was_there;
}

result<void> steering_store::refuse_excluded(const steering_rules& rules, seed_walk& walk, std::size_t piece,
                                             timestamp now) {
  const auto piece_of = [&](status current) {
    return answered([&] { return next_piece(db_.state_->db, current, errc::ok, walk, piece); });
  };
  const auto seeds = piece_of(status::added), crawled = piece_of(status::downloading);
  if (!seeds || !crawled) return tl::unexpected(seeds ? crawled.error() : seeds.error());
  if (auto begun = db_.begin(); !begun) return begun;
  // A download that waits for another attempt makes it now, and is refused.
  for (const auto& one : *crawled)
    if (rules.excludes(one.uri))
      if (auto done = answered([&] { return retry_download_at(db_.state_->db, one.id, now); }); !done)
        return db_.roll_back(), tl::unexpected(done.error());
  for (const auto& one : *seeds) {
    const auto verdict = rules.judge(one.uri);
    if (verdict.code != errc::excluded) continue;
    auto done =
        db_.apply({record_kind::seed, one.hash, event::refused, now, errc::excluded, verdict.detail, {}, {}});
    if (done) ++walk.changed;
    if (!done && done.error().code != errc::illegal_transition)
      return db_.roll_back(), tl::unexpected(done.error());
  }
  if (auto done = db_.commit(); !done) return done;
  return answered([&] { go_on(db_.state_->db, walk, piece); });
}

result<std::vector<record_hash>> steering_store::excluded_seeds(const steering_rules& rules, seed_walk& walk,
                                                                std::size_t piece) {
  return answered([&] {
    std::vector<record_hash> out;
    {
      auto c = db_.state_->db.query(
          "WITH piece AS (SELECT id, hash, uri FROM seeds WHERE id > ?1 ORDER BY id LIMIT ?2) SELECT id, "
          "hash, uri, '' FROM piece UNION ALL SELECT p.id, p.hash, coalesce(e.uri, ''), coalesce(e.base_uri, "
          "'') FROM piece p JOIN entries e ON e.seed = p.id AND e.parent IS NULL WHERE e.base_uri IS NOT "
          "NULL UNION ALL SELECT p.id, p.hash, coalesce(e.uri, ''), coalesce(e.base_uri, '') FROM piece p "
          "JOIN entries e ON e.seed = p.id AND e.parent IS NOT NULL WHERE e.uri IS NOT NULL OR e.base_uri IS "
          "NOT NULL ORDER BY 1",
          walk.last_row, piece);
      const auto is_excluded = [&](const std::string& uri) { return !uri.empty() && rules.excludes(uri); };
      while (c.next()) {
        const auto hash = c.digest<record_hash>(1);
        if ((out.empty() || out.back() != hash) && (is_excluded(c.text(2)) || is_excluded(c.text(3))))
          out.push_back(hash);
      }
    }
    go_on(db_.state_->db, walk, piece);
    return out;
  });
}

result<void> steering_store::readmit(const steering_rules& rules, seed_walk& walk, std::size_t piece,
                                     timestamp now) {
  auto seeds =
      answered([&] { return next_piece(db_.state_->db, status::refused, errc::excluded, walk, piece); });
  if (!seeds) return tl::unexpected(seeds.error());
  if (auto begun = db_.begin(); !begun) return begun;
  for (const auto& one : *seeds) {
    if (rules.excludes(one.uri)) continue;
    auto done = db_.apply({record_kind::seed, one.hash, event::readmitted, now, errc::ok, {}, {}, {}});
    if (!done) return db_.roll_back(), tl::unexpected(done.error());
    ++walk.changed;
    const auto is_due = answered([&] { return make_due_again(db_.state_->db, one.id, now); });
    if (!is_due) return db_.roll_back(), tl::unexpected(is_due.error());
    walk.due += *is_due ? 1 : 0;
  }
  const auto refused = answered([&] {
    auto& db = db_.state_->db;
    return make_due_without_rule(db, refused_crawls_of(db, walk, piece), rules, now);
  });
  if (!refused) return db_.roll_back(), tl::unexpected(refused.error());
  walk.changed += *refused;
  walk.due += *refused;
  if (auto done = db_.commit(); !done) return done;
  return answered([&] { go_on(db_.state_->db, walk, piece); });
}

result<std::uint64_t> steering_store::retry_refused(const steering_rules& rules, std::size_t most,
                                                    timestamp now) {
  if (auto begun = db_.begin(); !begun) return tl::unexpected(begun.error());
  auto due = answered([&] {
    auto& db = db_.state_->db;
    return make_due_without_rule(db, newest_refused_crawls(db, most), rules, now);
  });
  if (!due) return db_.roll_back(), due;
  if (auto done = db_.commit(); !done) return tl::unexpected(done.error());
  return due;
}

namespace {

struct named_seed {
  row_id id = 0;
  std::string uri;
};

/// Makes a seed due, or its download that waits for another attempt. While a host on its way waits, an attempt would be used up without a request: then
/// that is when the wait ends.
bool make_due_now(journal& db, database& tables, const named_seed& seed, timestamp now) {
  if (make_seed_due(tables, seed.id, now)) return true;
  const auto hosts = hosts_on_the_way(db, seed.uri);
  const auto at = hosts ? end_of_waits(db, *hosts, now) : tl::unexpected(hosts.error());
  if (!at) refuse(at.error().code, at.error().detail);
  return retry_download_at(tables, seed.id, *at);
}

}  // namespace

result<bool> steering_store::make_due(const record_hash& seed, timestamp now) {
  if (auto begun = db_.begin(); !begun) return tl::unexpected(begun.error());
  auto is_due = answered([&] {
    auto& db = db_.state_->db;
    named_seed found;
    {
      auto c = db.query("SELECT s.id, s.uri FROM seeds s WHERE " LAUNDROMAT_IS_SEED("s", "?1"), seed);
      if (!c.next()) refuse(errc::not_found, "no seed " + seed.hex());
      found = {c.integer(0), c.text(1)};
    }
    return make_due_now(db_, db, found, now);
  });
  if (!is_due) return db_.roll_back(), is_due;
  if (auto done = db_.commit(); !done) return tl::unexpected(done.error());
  return is_due;
}

result<void> steering_store::make_failing_due(std::string_view host, seed_walk& walk, std::size_t piece,
                                              timestamp now) {
  struct failing_seed {
    named_seed seed;
    std::string authority;
  };
  if (auto begun = db_.begin(); !begun) return begun;
  auto done = answered([&] {
    auto& db = db_.state_->db;
    const auto seeds = collect<failing_seed>(
        db.query(
            "SELECT s.id, s.uri, a.name FROM seeds s JOIN authorities a ON a.id = s.authority WHERE s.id > "
            "?1 AND s.failing_since_ms > 0 ORDER BY s.id LIMIT ?2",
            walk.last_row, piece),
        [](const cursor& c) {
          return failing_seed{{c.integer(0), c.text(1)}, c.text(2)};
        });
    const authority_set wanted{std::string{host}};
    for (const auto& one : seeds)
      if ((host.empty() || is_excluded(wanted, one.authority)) && make_due_now(db_, db, one.seed, now))
        ++walk.changed;
    walk.is_over = seeds.empty();
    walk.seen += seeds.size();
    if (!seeds.empty()) walk.last_row = seeds.back().seed.id;
  });
  if (!done) return db_.roll_back(), done;
  return db_.commit();
}

namespace {

/// Takes the engine's own waits out of both rows. Returns the longer one.
std::optional<waiting_host> take_own_waits(stored_host& host, stored_robots& robots, timestamp now) {
  std::optional<waiting_host> ended;
  const auto asked = host.waits_for == errc::asked_to_wait ? std::max(now, host.next_allowed) : now;
  if (host.suspended_until > asked)
    ended = {host.authority, errc::host_suspended, host.detail, host.suspended_until};
  const bool has_own_pause = host.waits_for == errc::http_status && host.next_allowed > now;
  if (has_own_pause && (!ended || host.next_allowed > ended->until))
    ended = {host.authority, host.waits_for, host.detail, host.next_allowed};
  if (host.suspended_until > now) {
    host.suspended_until = {};
    host.detail.clear();
  }
  if (has_own_pause) {
    host.next_allowed = now;
    host.waits_for = errc::ok;
    host.detail.clear();
  }
  auto of_robots = wait_for_robots(robots, now);
  if (!of_robots || robots.expires <= asked) return ended;
  robots.expires = asked;
  robots.body.reset();  // the stored one stays
  return ended && ended->until > of_robots->until ? ended : of_robots;
}

}  // namespace

result<std::optional<waiting_host>> steering_store::end_own_wait(const std::string& authority,
                                                                 timestamp now) {
  if (auto begun = db_.begin(); !begun) return tl::unexpected(begun.error());
  const auto end = [&]() -> result<std::optional<waiting_host>> {
    const auto known = db_.host(authority);
    if (!known) return tl::unexpected(known.error());
    const auto read = db_.robots(authority);
    if (!read) return tl::unexpected(read.error());
    auto host = known->value_or(stored_host{});
    auto robots = read->value_or(stored_robots{});
    auto ended = take_own_waits(host, robots, now);
    if (!ended) return ended;
    if (*known)
      if (auto saved = db_.save_host(host); !saved) return tl::unexpected(saved.error());
    if (*read)
      if (auto saved = db_.save_robots(robots); !saved) return tl::unexpected(saved.error());
    const auto told =
        answered([&] { db_.state_->db.run("UPDATE steering_version SET version = version + 1"); });
    if (!told) return tl::unexpected(told.error());
    return ended;
  };
  auto ended = end();
  if (!ended) return db_.roll_back(), ended;
  if (auto done = db_.commit(); !done) return tl::unexpected(done.error());
  return ended;
}

result<std::int64_t> steering_store::version() {
  return answered([&] { return db_.state_->db.number("SELECT version FROM steering_version"); });
}

}  // namespace laundromat
