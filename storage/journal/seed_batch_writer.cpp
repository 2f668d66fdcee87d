// Writes hosts, places in the queue, and seeds.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/seed_batch_writer.hpp"

#include <algorithm>

namespace laundromat {

namespace {

constexpr std::size_t hosts_a_piece = 4'000, places_a_piece = 20'000, seeds_a_piece = 8'000;

row_id last_seed(database& db) {
  return db.number("SELECT coalesce(max(id), 0) FROM seeds");
}

}  // namespace

row_id row_of_host(database& db, std::string_view name) {
  auto c = db.query("SELECT id FROM authorities WHERE name = ?1", name);
  return c.next() ? c.integer(0) : 0;
}

seed_batch_writer::seed_batch_writer(seed_batch batch)
    : batch_(std::move(batch)), hosts_(batch_.hosts_without_row()) {}

std::shared_ptr<seed_batch_writer> make_batch_writer(seed_batch batch) {
  return std::make_shared<seed_batch_writer>(std::move(batch));
}

enlisted_counts counts_of(const seed_batch_writer& writer) {
  return writer.counts();
}

bool seed_batch_writer::write_piece(journal_tables& s, timestamp now) {
  if (phase_ == phase::hosts) {
    write_hosts(s);
  } else if (phase_ == phase::queue) {
    write_queue(s, now);
  } else if (phase_ == phase::seeds) {
    write_seeds(s, now);
  }
  return phase_ != phase::done;
}

void seed_batch_writer::write_hosts(journal_tables& s) {
  const auto piece = std::span{hosts_}.subspan(at_).first(std::min(hosts_.size() - at_, hosts_a_piece));
  s.made = {piece.size(),
            [&](std::size_t row, int, made_value value) { value.text(batch_.hosts_.text(piece[row])); }};
  s.db.run("INSERT OR IGNORE INTO authorities (name) SELECT c0 FROM made_rows");
  s.made = {};
  const bool are_all_new = s.db.changed() == static_cast<std::int64_t>(piece.size());
  const auto after = s.db.last_row() + 1;
  for (std::size_t i = 0; i < piece.size(); ++i)
    batch_.host_rows_[piece[i]] = are_all_new ? after - static_cast<row_id>(piece.size() - i)
                                              : row_of_host(s.db, batch_.hosts_.text(piece[i]));
  at_ += piece.size();
  if (at_ < hosts_.size()) return;
  phase_ = batch_.size() == 0 ? phase::seeds : phase::queue;
  at_ = 0;
  hosts_ = {};
}

bool seed_batch_writer::is_queued(const seed_batch::listed& seed, timestamp now) const {
  return !batch_.refusal(seed) && seed.interval_s < to_ms(now) / 1'000;
}

/// Reserves rows, so that the places in the queue can name them.
void seed_batch_writer::begin(database& db) {
  const auto newest = last_seed(db);
  first_row_ =
      1 + std::max(newest, db.number("SELECT coalesce(max(last_seed), 0) FROM queue_runs WHERE run > 0"));
  db.run("INSERT INTO queue_runs (first_seed, last_seed) VALUES (?1, ?2)", first_row_,
         first_row_ + static_cast<row_id>(batch_.size()) - 1);
}

void seed_batch_writer::refuse_excluded(const steering_rules& rules) {
  if (rules.all().empty()) return;
  for (const auto& seed : batch_.seeds_) {
    if (batch_.refusal(seed)) continue;
    auto verdict = rules.judge(batch_.uri(seed));
    if (verdict.code == errc::excluded)
      batch_.refused_.emplace(seed.uri, seed_verdict{verdict.code, std::move(verdict.detail)});
  }
}

void seed_batch_writer::write_queue(journal_tables& s, timestamp now) {
  auto& db = s.db;
  if (at_ == 0) {
    refuse_excluded(*s.steering);
    begin(db);
    for (std::uint32_t i = 0; i < batch_.size(); ++i)
      if (const auto& seed = batch_.seeds_[i]; is_queued(seed, now))
        queue_.push_back({batch_.host_rows_[seed.host], {-std::int64_t{seed.priority}, row_of(i)}});
    std::ranges::sort(queue_);
    run_ = db.number("SELECT max(run) FROM queue_runs");
  }
  const auto from = at_;
  at_ = std::min(queue_.size(), from + places_a_piece);
  s.made.rows = at_ - from;
  s.made.make = [&](std::size_t row, int column, made_value value) {
    const auto& place = queue_[from + row];
    value.integer(column == 0   ? run_
                  : column == 1 ? place.host
                  : column == 2 ? place.seed.rank
                                : place.seed.seed);
  };
  db.run("INSERT INTO queue SELECT c0, c1, c2, c3 FROM made_rows");
  s.made = {};
  if (at_ < queue_.size()) return;
  phase_ = phase::seeds;
  at_ = 0;
  queue_ = {};
}

void seed_batch_writer::write_seeds(journal_tables& s, timestamp now) {
  if (batch_.size() == 0) return end_lists(s.db);
  const auto newest = last_seed(s.db), end_of_batch = row_of(static_cast<std::uint32_t>(batch_.size())) - 1;
  if (at_ == 0) is_alone_ = newest <= batch_.checked_end_ || s.listed.has_only(batch_.checked_end_, newest);
  is_alone_ = is_alone_ && newest <= end_of_batch;
  s.listed = {first_row_, end_of_batch};
  std::vector<std::uint32_t> numbers;
  for (const auto end = std::min(batch_.size(), at_ + seeds_a_piece); at_ < end; ++at_)
    if (is_alone_ || row_of_seed(s.db, batch_.seeds_[at_].hash) == 0)
      numbers.push_back(static_cast<std::uint32_t>(at_));
    else
      ++counts_.known;
  insert_seeds(s, now, numbers);
  if (at_ == batch_.size()) end_lists(s.db);
}

void seed_batch_writer::end_lists(database& db) {
  for (const auto& list : batch_.ended_)
    db.run("INSERT OR REPLACE INTO seed_files VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", list.path,
           list.device, list.number, list.bytes, list.modified_ns, list.changed_ns, list.seeds, list.digest);
  phase_ = phase::done;
}

void seed_batch_writer::insert_seeds(journal_tables& s, timestamp now,
                                     const std::vector<std::uint32_t>& numbers) {
  std::vector<hash_entry> hashes;
  for (const auto i : numbers) hashes.push_back({batch_.seeds_[i].hash, row_of(i)});
  std::ranges::sort(hashes);
  const auto make = [&](std::size_t row, int column, made_value value) {
    const auto& seed = batch_.seeds_[numbers[row]];
    const auto* refusal = batch_.refusal(seed);
    switch (column) {
      case 0:
        return value.integer(row_of(numbers[row]));
      case 1:
        return value.blob(seed.hash.view());
      case 2:
        return value.text(batch_.uri(seed));
      case 3:
        return value.integer(batch_.host_rows_[seed.host]);
      case 4:
        return value.integer(refusal && refusal->code == errc::relative_uri ? 1 : 0);
      case 5:
        return value.integer(static_cast<int>(refusal ? status::refused : status::added));
      case 6:
        return value.integer(static_cast<int>(refusal ? refusal->code : errc::ok));
      case 7:
        return value.integer(to_ms(now));
      case 8:
        return value.integer(std::min(seed.interval_s, longest_interval_s));
      case 9:
        return value.integer(seed.priority);
      case 10:
        return value.integer(refusal ? to_ms(now) : 0);
      case 11:
        return value.text(refusal ? std::string_view{refusal->suggestion} : std::string_view{});
      default:
        return value.integer(is_queued(seed, now) ? 1 : 0);
    }
  };
  s.made = {numbers.size(), make};
  s.db.run(
      "INSERT INTO seeds (id, hash, uri, authority, relative, status, cause, added_ms, interval_s, priority, "
      "refused_ms, detail, queued) SELECT c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12 FROM "
      "made_rows");
  s.made = {};
  add_hash_run(s.db, hashes);
  count(s, numbers);
}

void seed_batch_writer::count(journal_tables& s, const std::vector<std::uint32_t>& numbers) {
  int crawled = 0;
  for (const auto i : numbers) {
    const auto* refusal = batch_.refusal(batch_.seeds_[i]);
    if (!refusal) {
      ++crawled;
      continue;
    }
    ++counts_.refused;
    s.counts.add(seed_key(status::refused, refusal->code), 1, 0);
    const bool is_relative = refusal->code == errc::relative_uri;
    s.counts.add_seed({is_relative ? seed_class::relative : seed_class::refused, false}, 1);
  }
  counts_.added += numbers.size();
  s.counts.add(seed_key(status::added, errc::ok), crawled, 0);
  s.counts.add_seed({seed_class::never_crawled, false}, crawled);
}

}  // namespace laundromat
