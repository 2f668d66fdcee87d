// Opens the journal, runs its groups, and saves facts that are not transitions.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal.hpp"

#include <array>

#include "storage/journal/journal_announcements.hpp"
#include "storage/journal/journal_pages.hpp"
#include "storage/journal/journal_schema.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/journal/seed_batch_writer.hpp"

namespace laundromat {

namespace {

constexpr std::size_t robots_body_bytes = std::size_t{512} * 1024;

/// A COMMIT that was answered survives a power cut (R59).
void make_durable(database& db) {
  db.execute("PRAGMA busy_timeout = 5000");
  db.execute("PRAGMA journal_mode = WAL");
  db.execute("PRAGMA synchronous = FULL");
  db.execute("PRAGMA foreign_keys = ON");
  db.execute("PRAGMA temp_store = MEMORY");
  db.execute("PRAGMA cache_size = -65536");
  db.execute("PRAGMA cache_spill = 262144");  // pages, 256 MiB: only the listing of a huge archive has more
  db.execute("PRAGMA wal_autocheckpoint = 16000");
  db.execute("PRAGMA journal_size_limit = 67108864");
}

database open_to_write(const std::filesystem::path& path) {
  auto db = database::open(path, database_access::read_write);
  db.use_page_bytes(journal_page_bytes);
  db.reserve_page_bytes(page_checksum_bytes);
  db.execute("PRAGMA busy_timeout = 5000");
  check_identity(db,
                 journal_steps().size());  // before changing the journal mode of a foreign file
  make_durable(db);
  migrate(db, journal_steps(), path.string() + ".before-" + std::to_string(journal_steps().size()));
  add_newer_tables(db);
  if (!has_other_pages(db)) return db;
  replace_by_small_pages(std::move(db), path);
  return open_to_write(path);
}

database probed(const std::filesystem::path& path, database_access access, page_check pages) {
  auto db = database::open(path, access, pages);
  db.execute("PRAGMA busy_timeout = 5000");
  check_identity(db, journal_steps().size());
  const auto version = db.number("PRAGMA user_version");
  if (version == 0) refuse(errc::not_found, path.string() + " has no journal yet");
  if (version < static_cast<std::int64_t>(journal_steps().size()))
    refuse(errc::journal_failed,
           path.string() + " has an older version: start the engine once to upgrade it");
  return db;
}

bool is_empty_or_absent(const std::filesystem::path& path) {
  std::error_code code;
  const auto size = std::filesystem::file_size(path, code);
  return code || size == 0;
}

database open_to_read(const std::filesystem::path& path, page_check pages) {
  if (is_empty_or_absent(path)) refuse(errc::not_found, path.string() + " does not exist");
  try {
    return probed(path, database_access::read_only, pages);
  } catch (const storage_fault& fault) {
    // Without write permission in the folder SQLite cannot create its -wal and -shm files. Without an engine it
    // needs none.
    const bool no_log = is_empty_or_absent(path.string() + "-wal");
    if (fault.what.code != errc::journal_failed || !no_log) throw;
    return probed(path, database_access::immutable, pages);
  }
}

/// Marks the group as lost, and after some faults the connection.
template <class State>
void lose(State& s, const storage_fault& fault) {
  s.lost = fault.what;
  if (fault.reach == fault_reach::connection) s.broken = fault.what;
}

/// Rolls one change back. If that fails, the group is lost. It is also lost when pages of it are in the log already: in such a transaction
/// SQLite 3.40 can lose what is committed behind a `ROLLBACK TO`, when the process is killed later.
template <class State>
void undo_one(State& s, const storage_fault& fault) {
  if (fault.reach != fault_reach::change || !s.db.in_transaction()) return lose(s, fault);
  if (s.db.spills() != s.spills_before) return lose(s, {fault.what, fault_reach::group});
  s.forget_texts();
  s.counts.undo();
  auto undone = answered([&] {
    s.db.run("ROLLBACK TO one");
    s.db.run("RELEASE one");
  });
  if (!undone) lose(s, {undone.error(), fault_reach::group});
}

/// Ends the transaction of a lost group.
template <class State>
void drop_lost(State& s) {
  s.forget_group();
  if (s.db.in_transaction()) (void)answered([&] { s.db.run("ROLLBACK"); });
}

/// Runs one change of the open group below a savepoint.
template <class State, class Work>
auto within_group(State& s, Work&& work) -> result<std::invoke_result_t<Work>> {
  if (s.lost) return tl::unexpected<failure>(*s.lost);
  if (!s.group_open) return fail(errc::journal_failed, "no group is open");
  auto answer = answered([&] {
    try {
      s.db.run("SAVEPOINT one");
      if constexpr (std::is_void_v<std::invoke_result_t<Work>>) {
        work();
        s.db.run("RELEASE one");
        s.counts.keep();
      } else {
        auto value = work();
        s.db.run("RELEASE one");
        s.counts.keep();
        return value;
      }
    } catch (const storage_fault& fault) {
      undo_one(s, fault);
      throw;
    } catch (const std::exception& e) {
      undo_one(s, {{errc::journal_failed, e.what()}, fault_reach::change});
      throw;
    }
  });
  if (s.lost) drop_lost(s);
  return answer;
}

/// Runs changes of the open group that check everything before they write: a refusal leaves nothing to undo. A fault after the first write
/// loses the group.
template <class State, class Work>
auto within_group_checked(State& s, Work&& work) -> result<std::invoke_result_t<Work>> {
  if (s.lost) return tl::unexpected<failure>(*s.lost);
  if (!s.group_open) return fail(errc::journal_failed, "no group is open");
  const auto before = s.db.changed_in_all();
  auto answer = answered([&] {
    try {
      auto value = work();
      s.counts.keep();
      return value;
    } catch (const storage_fault& fault) {
      s.counts.undo();
      if (fault.reach != fault_reach::change || s.db.changed_in_all() != before)
        lose(s, {fault.what, std::max(fault.reach, fault_reach::group)});
      throw;
    }
  });
  if (s.lost) drop_lost(s);
  return answer;
}

}  // namespace

journal::journal(std::unique_ptr<state> s) : state_(std::move(s)) {}
journal::journal(journal&&) noexcept = default;
journal& journal::operator=(journal&&) noexcept = default;
journal::~journal() = default;

void journal::hold(file_descriptor lock) {
  state_->held = std::move(lock);
}

result<journal> journal::open(const std::filesystem::path& path, journal_mode mode) {
  return answered([&] {
    auto s = std::make_unique<state>();
    s->mode = mode;
    const auto pages = mode == journal_mode::unchecked ? page_check::unchecked : page_check::checked;
    s->db = mode == journal_mode::read_write ? open_to_write(path) : open_to_read(path, pages);
    define_seed_row(s->db);
    s->db.define_made_rows(s->made);
    return journal{std::move(s)};
  });
}

result<void> journal::begin() {
  auto& s = *state_;
  if (s.mode != journal_mode::read_write)
    return fail(errc::journal_failed, "the journal was opened read-only");
  if (s.broken) return tl::unexpected<failure>(*s.broken);
  if (s.group_open && !s.lost) return fail(errc::journal_failed, "a group is already open");
  s.lost.reset();
  s.group_open = false;
  s.spills_before = s.db.spills();
  auto begun = answered([&] { s.db.run("BEGIN IMMEDIATE"); });
  s.group_open = begun.has_value();
  return begun;
}

result<void> journal::commit() {
  auto& s = *state_;
  if (!s.group_open) return fail(errc::journal_failed, "no group is open");
  if (!s.lost) {
    try {
      s.counts.write(s.db);
      s.blocks.keep(s.db);
      s.db.run("COMMIT");
    } catch (const storage_fault& fault) {
      lose(s, fault);
    }
  }
  if (!s.lost) {
    s.group_open = false;
    return {};
  }
  const auto why = *s.lost;
  roll_back();
  return tl::unexpected<failure>(why);
}

void journal::roll_back() noexcept {
  auto& s = *state_;
  s.forget_group();
  if (s.db.in_transaction()) (void)answered([&] { s.db.run("ROLLBACK"); });
  s.group_open = false;
  s.lost.reset();
}

result<committed> journal::apply(const change& c) {
  auto all = apply(std::vector{c});
  if (!all) return tl::unexpected(all.error());
  return all->back();
}

result<std::vector<committed>> journal::apply(const std::vector<change>& together) {
  const auto work = [&] { return apply_together(*state_, together); };
  return are_checked_first(together) ? within_group_checked(*state_, work) : within_group(*state_, work);
}

void journal::follow(const discovery_policy& policy) {
  state_->discovery = policy;
}

void journal::steer(std::shared_ptr<const steering_rules> rules) {
  state_->steering = std::move(rules);
}

steering_verdict journal::exclusion_of(std::string_view uri) const {
  auto verdict = state_->steering->judge(uri);
  return verdict.code == errc::excluded ? verdict : steering_verdict{};
}

result<bool> journal::add_seed(const new_seed& seed, timestamp now) {
  if (seed.request.interval.count() < 0) return fail(errc::invalid_argument, "negative interval");
  return within_group(*state_, [&] {
    auto& db = state_->db;
    record_state record{record_kind::seed};
    const auto t = record.advance(event::added);
    if (!t) refuse(t.error().code, t.error().detail);
    const auto interval_s = std::min<std::int64_t>(seed.request.interval.count(), longest_interval_s);
    if (const auto known = row_of_seed(db, seed.hash); known != 0) {
      db.run("UPDATE seeds SET found_as = 0, depth = 0 WHERE id = ?1 AND found_as > 0", known);
      return false;
    }
    const auto authority = state_->authorities.number_of(db, seed.authority);
    (void)insert_seed(db, {seed.hash, seed.request.uri, authority, seed.relative, t->to, now, interval_s,
                           seed.request.priority});
    state_->counts.add(seed_key(t->to, errc::ok), 1, 0);
    state_->counts.add_seed({seed.relative ? seed_class::relative : seed_class::never_crawled, false}, 1);
    return true;
  });
}

result<void> journal::use_budgets(const crawl_budgets& budgets) {
  return within_group(*state_, [&] { state_->budgets.use(state_->db, budgets); });
}

result<void> journal::crawl_as(std::string_view product) {
  return within_group(
      *state_, [&] { state_->db.run("UPDATE crawler SET product = ?1 WHERE product <> ?1", product); });
}

result<std::string> journal::used_budget() {
  return answered([&] {
    if (!state_->budgets.is_used_up(state_->db)) return std::string{};
    return describe_used_up(spent_in_all(state_->db), stored_budgets(state_->db).campaign);
  });
}

result<void> journal::announce(const announcements& found, timestamp now) {
  return within_group(*state_, [&] { store_announcements_of_nobody(*state_, found, now); });
}

result<bool> journal::add_seeds(seed_batch_writer& of, timestamp now) {
  return within_group(*state_, [&] { return of.write_piece(*state_, now); });
}

result<bool> journal::tidy_seeds(bool after_list) {
  if (auto begun = begin(); !begun) return tl::unexpected(begun.error());
  auto done = within_group(*state_, [&] {
    return state_->hash_merge.step(state_->db, after_list ? merge_scope::all : merge_scope::usual);
  });
  if (auto stored = commit(); !stored) done = tl::unexpected(stored.error());
  if (!done) state_->hash_merge.forget();
  return done;
}

result<void> journal::begin_attempt(const record_hash& hash, stage of, timestamp now) {
  return within_group(*state_, [&] {
    const auto row = load_entry(state_->db, hash);
    if (row.has_worker) refuse(errc::illegal_transition, "an attempt of " + hash.hex() + " is already open");
    if (stage_of(row.current) != of)
      refuse(errc::illegal_transition, hash.hex() + " is " + std::string{to_string(row.current)});
    state_->db.run("UPDATE entries SET has_worker = 1 WHERE id = ?1", row.id);
    append_to_history(state_->db, row.id, {std::nullopt, now, errc::ok, {}}, row.begun);
  });
}

result<void> journal::save_host(const stored_host& host) {
  return within_group(*state_, [&] {
    state_->db.run("INSERT OR REPLACE INTO hosts VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", host.authority,
                   host.next_allowed, host.suspended_until, host.failures, host.last_fetch, host.waits_for,
                   host.detail, host.place);
  });
}

result<void> journal::save_robots(const stored_robots& robots) {
  if (robots.body && robots.body->size() > robots_body_bytes)
    return fail(errc::limit_exceeded, "robots.txt of " + robots.authority);
  return within_group(*state_, [&] {
    state_->db.run(
        "INSERT INTO robots VALUES (?1, ?2, ?3, ?4, coalesce(?5, x''), ?6, ?7, ?8) ON CONFLICT (authority) "
        "DO UPDATE SET fetched_ms = ?2, expires_ms = ?3, status = ?4, body = coalesce(?5, body), "
        "read_ms = ?6, failing_since_ms = ?7, failures = ?8",
        robots.authority, robots.fetched, robots.expires, robots.status,
        robots.body ? std::optional{blob{*robots.body}} : std::nullopt, robots.read, robots.failing_since,
        robots.failures);
  });
}

result<void> journal::check() {
  return answered([&] {
    auto found = state_->db.query("PRAGMA quick_check(1)");
    const auto text = found.next() ? found.text(0) : std::string{"no answer"};
    if (text != "ok") refuse(errc::journal_damaged, "the journal is damaged: " + text);
  });
}

result<folder_identity> journal::identity() {
  return answered([&] {
    auto c = state_->db.query("SELECT id, generation FROM data_folder");
    return c.next() ? folder_identity{c.text(0), c.as<std::uint64_t>(1), 0} : folder_identity{};
  });
}

result<void> journal::set_identity(const folder_identity& known) {
  return within_group(*state_, [&] {
    auto& db = state_->db;
    db.run("UPDATE data_folder SET id = ?1, generation = ?2", known.id, known.generation);
    if (db.changed() == 0)
      db.run("INSERT INTO data_folder (id, generation) VALUES (?1, ?2)", known.id, known.generation);
  });
}

result<public_identity> journal::published_as() {
  return answered([&] {
    auto c = state_->db.query("SELECT public_base, publisher, publisher_page FROM data_folder");
    return c.next() ? public_identity{c.text(0), {c.text(1), c.text(2)}} : public_identity{};
  });
}

result<void> journal::publish_as(const public_identity& known) {
  return answered([&] {
    state_->db.run(
        "UPDATE data_folder SET public_base = ?1, publisher = ?2, publisher_page = ?3 WHERE (public_base, "
        "publisher, publisher_page) IS NOT (?1, ?2, ?3)",
        known.public_base, known.publisher.name, known.publisher.homepage);
  });
}

result<label_choice> journal::indexed_labels() {
  return answered([&] {
    auto& db = state_->db;
    // A journal that only older programs have written does not have the table.
    if (db.number("SELECT count(*) FROM sqlite_schema WHERE name = 'label_choice'") == 0)
      return label_choice{};
    auto c = db.query("SELECT choice FROM label_choice");
    return c.next() ? label_choice_of(c.text(0)) : label_choice{};
  });
}

result<void> journal::index_labels(const label_choice& choice) {
  return answered([&] {
    auto& db = state_->db;
    const auto text = to_text(choice);
    if (db.query("SELECT 1 FROM label_choice WHERE choice = ?1", text).next()) return;
    db.execute("BEGIN IMMEDIATE");
    db.run("DELETE FROM label_choice");
    db.run("INSERT INTO label_choice VALUES (?1)", text);
    db.execute("COMMIT");
  });
}

result<bool> journal::has_documents() {
  return answered([&] { return state_->db.number("SELECT EXISTS (SELECT 1 FROM entries)") != 0; });
}

result<bool> journal::has_begun_crawls() {
  return answered([&] {
    return state_->db.number(
               "SELECT EXISTS (SELECT 1 FROM entries) OR EXISTS (SELECT 1 FROM segments) OR EXISTS (SELECT 1 "
               "FROM live_seeds)") != 0;  // the row stays when none lives any more
  });
}

result<void> journal::checkpoint() {
  return answered([&] { state_->db.run("PRAGMA wal_checkpoint(TRUNCATE)"); });
}

result<bool> journal::copy_log() {
  return answered([&] {
    auto done = state_->db.query("PRAGMA wal_checkpoint(PASSIVE)");
    return done.next() && done.integer(0) == 0 && done.integer(1) == done.integer(2);
  });
}

result<std::uint64_t> journal::generation_in_file(const std::filesystem::path& path) {
  return answered([&] {
    auto file = database::open(path, database_access::immutable);
    return static_cast<std::uint64_t>(file.number("SELECT generation FROM data_folder"));
  });
}

result<void> journal::limit_size(std::uint64_t bytes) {
  return answered([&] {
    const auto page = static_cast<std::uint64_t>(state_->db.number("PRAGMA page_size"));
    const auto pages = bytes == 0 ? std::uint64_t{4'294'967'294} : std::max<std::uint64_t>(bytes / page, 1);
    state_->db.execute("PRAGMA max_page_count = " + std::to_string(pages));
  });
}

}  // namespace laundromat
