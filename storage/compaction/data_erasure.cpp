// Goes through the kinds of erasures in turn.
// SPDX-License-Identifier: Apache-2.0
#include "storage/compaction/data_erasure.hpp"

#include <algorithm>
#include <charconv>

namespace laundromat {

namespace {

constexpr std::size_t rows_a_step = 256;
/// As many segments at most are rewritten without a look at what is in use of them.
constexpr std::size_t few_segments = 16;

std::uint32_t serial_of(const erasure& segment) {
  std::uint32_t serial = 0;
  std::from_chars(segment.name.data(), segment.name.data() + segment.name.size(), serial);
  return serial;
}

static_assert(static_cast<erasure_kind>(segment_kind::clean) == erasure_kind::clean_segment &&
              static_cast<erasure_kind>(segment_kind::ledger) == erasure_kind::ledger_segment &&
              static_cast<erasure_kind>(segment_kind::delta) == erasure_kind::delta_segment &&
              static_cast<erasure_kind>(segment_kind::raw) == erasure_kind::raw_segment);

segment_kind kind_of(const erasure& segment) {
  return static_cast<segment_kind>(segment.what);
}

}  // namespace

data_erasure::data_erasure(journal& db, erased_stores from)
    : db_(&db),
      from_(std::move(from)),
      list_(db),
      documents_(from_.data, db, from_.publisher),
      bodies_(db, *from_.raw, nullptr) {}

result<void> data_erasure::begin(bool is_copied, bool with_stopped) {
  const auto copies = is_copied ? from_.raw->segments().copies_serial() : 0;
  if (copies != 0) {
    auto done = db_->begin();
    if (done) done = list_.add(erasure::of_segment(segment_kind::raw, copies));
    if (done) done = db_->commit();
    if (!done) return db_->roll_back(), done;
  }
  work_ = with_stopped ? work::takedowns : work::seeds;
  return {};
}

result<bool> data_erasure::step(timestamp now) {
  const auto done = [&]() -> result<void> {
    switch (work_) {
      case work::takedowns:
        return go_on_with_takedown(now);
      case work::seeds:
        return take_seeds_down(now);
      case work::files:
        return remove_files();
      case work::choose:
        return choose();
      case work::segments:
        return rewrite_some();
      case work::choose_raw:
        return choose_raw();
      case work::raw:
        return rewrite_raw(now);
      case work::none:
        break;
    }
    return {};
  }();
  if (done) return has_work();
  db_->roll_back();
  return tl::unexpected(done.error());
}

result<void> data_erasure::go_on_with_takedown(timestamp now) {
  if (!takedown_) {
    auto found = takedown_walk::first(*db_);
    if (!found) return tl::unexpected(found.error());
    if (!*found) return work_ = work::seeds, result<void>{};
    takedown_ = **std::move(found);
  }
  const auto more = takedown_->step(now);
  if (!more) return tl::unexpected(more.error());
  if (!*more) takedown_.reset();
  return {};
}

/// One that is not excluded any more keeps what its crawl brought.
result<void> data_erasure::take_seeds_down(timestamp now) {
  const auto rows = list_.first(erasure_kind::seed, erasure_kind::seed, rows_a_step);
  if (!rows) return tl::unexpected(rows.error());
  work_ = work::files;
  if (rows->empty()) return {};
  const auto is_excluded = [&](std::string_view uri) {
    return db_->exclusion_of(uri).code == errc::excluded;
  };
  if (auto begun = db_->begin(); !begun) return begun;
  for (const auto& one : *rows) {
    const auto seed = record_hash::from_hex(one.name).value_or(record_hash{});
    const auto row = db_->seed(seed);
    if (!row && row.error().code != errc::not_found) return tl::unexpected(row.error());
    if (row && row->current == status::downloading) continue;
    if (row)
      if (const auto taken = db_->take_down(seed, is_excluded, now); !taken)
        return tl::unexpected(taken.error());
    if (auto done = list_.finish(one); !done) return done;
  }
  return db_->commit();
}

result<void> data_erasure::remove_files() {
  const auto rows = list_.first(erasure_kind::document, erasure_kind::body, rows_a_step);
  if (!rows) return tl::unexpected(rows.error());
  for (const auto& one : *rows)
    if (auto done = remove(one); !done) return done;
  if (rows->size() < rows_a_step) work_ = work::choose;
  return finish(*rows);
}

result<void> data_erasure::remove(const erasure& one) {
  if (one.what == erasure_kind::body) return from_.raw->remove(one.name), result<void>{};
  const auto document = content_digest::from_hex(std::string_view{one.name}.substr(0, one.name.find(' ')));
  if (!document) return {};
  if (one.what == erasure_kind::delta) {
    const auto older = content_digest::from_hex(std::string_view{one.name}.substr(one.name.find(' ') + 1));
    return older ? from_.clean->remove_delta(*document, *older) : result<void>{};
  }
  const auto is_unnamed = list_.is_unnamed(one);
  const auto is_older = list_.is_older_version(one);
  if (!is_unnamed || !is_older) return tl::unexpected(is_unnamed ? is_older.error() : is_unnamed.error());
  if (!*is_unnamed) return {};
  return *is_older ? from_.clean->remove(*document) : from_.clean->remove_whole(*document);
}

result<void> data_erasure::finish(const std::vector<erasure>& done) {
  if (done.empty()) return {};
  auto stored = db_->begin();
  for (std::size_t i = 0; i < done.size() && stored; ++i) stored = list_.finish(done[i]);
  return stored ? db_->commit() : stored;
}

/// Without those that are known to be damaged.
result<std::vector<erasure>> data_erasure::segments(erasure_kind from, erasure_kind to) {
  auto rows = list_.first(from, to, SIZE_MAX >> 1);
  if (rows) std::erase_if(*rows, [&](const erasure& one) { return damaged_.contains(one); });
  return rows;
}

result<void> data_erasure::choose() {
  auto rows = segments(erasure_kind::clean_segment, erasure_kind::delta_segment);
  if (!rows) return tl::unexpected(rows.error());
  work_ = rows->empty() ? work::choose_raw : work::segments;
  wanted_ = *std::move(rows);
  if (wanted_.empty()) return {};
  std::set<std::pair<segment_kind, std::uint32_t>> names;
  for (const auto& one : wanted_) names.emplace(kind_of(one), serial_of(one));
  return documents_.begin_with(std::move(names), wanted_.size() > few_segments);
}

result<void> data_erasure::rewrite_some() {
  const auto more = documents_.step();
  if (!more) return tl::unexpected(more.error());
  if (*more) return {};
  for (const auto& one : documents_.segments())
    if (one.fault && from_.data.holds(one.file).value_or(true))
      damaged_.insert_or_assign(erasure::of_segment(one.use.kind, one.use.end.serial), to_string(*one.fault));
  std::erase_if(wanted_, [&](const erasure& one) { return damaged_.contains(one); });
  work_ = work::choose_raw;
  return finish(wanted_);
}

/// The segments that are not there any more are done with.
result<void> data_erasure::choose_raw() {
  work_ = work::none;
  auto rows = segments(erasure_kind::raw_segment, erasure_kind::raw_segment);
  const auto ends = db_->segments(segment_kind::raw);
  if (!rows || !ends) return tl::unexpected(rows ? ends.error() : rows.error());
  if (rows->empty()) return {};
  std::vector<segment_end> to_rewrite;
  wanted_.clear();
  std::vector<erasure> gone;
  for (auto& one : *rows) {
    const auto end = std::ranges::lower_bound(*ends, serial_of(one), {}, &segment_end::serial);
    if (end == ends->end() || end->serial != serial_of(one) || end->bytes == 0) {
      gone.push_back(std::move(one));
      continue;
    }
    from_.raw->segments().end_segment(end->serial);
    to_rewrite.push_back(*end);
    wanted_.push_back(std::move(one));
  }
  bodies_.begin_with(to_rewrite,
                     [this](std::string_view uri) { return db_->exclusion_of(uri).code == errc::excluded; });
  if (bodies_.has_work()) work_ = work::raw;
  return finish(gone);
}

result<void> data_erasure::rewrite_raw(timestamp now) {
  const auto more = bodies_.step(now);
  if (!more) return tl::unexpected(more.error());
  if (*more) return {};
  for (const auto& [serial, why] : bodies_.damaged())
    damaged_.insert_or_assign(erasure::of_segment(segment_kind::raw, serial), why);
  work_ = work::none;
  std::erase_if(wanted_,
                [&](const erasure& one) { return !bodies_.clean_segments().contains(serial_of(one)); });
  return finish(wanted_);
}

result<void> erase_now(data_erasure& erasure, timestamp now) {
  auto done = erasure.begin(false);
  while (done && erasure.has_work()) {
    const auto more = erasure.step(now);
    if (!more) return tl::unexpected(more.error());
  }
  return done;
}

}  // namespace laundromat
