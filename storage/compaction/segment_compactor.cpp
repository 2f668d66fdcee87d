// Looks at rows page by page, and moves files in small groups.
// SPDX-License-Identifier: Apache-2.0
#include "storage/compaction/segment_compactor.hpp"

#include <algorithm>

#include "core/base/machine_fault.hpp"
#include "storage/journal/erasures.hpp"
#include "storage/segments/segment_bytes.hpp"

namespace laundromat {

namespace {

constexpr std::uint32_t rows_surveyed_a_step = 8'192, rows_moved_a_step = 1'024;
constexpr int empty_pages_a_step = 64;
constexpr std::uint64_t bytes_moved_a_step = std::uint64_t{2} << 20;
/// A survey reads eight rows for each removed document.
constexpr std::uint64_t removed_share = 8;

segment_kind kind_at(std::size_t index) {
  return static_cast<segment_kind>(index + 1);
}

/// Leaves only the first files of a page, with all files of their documents, and shortens the page accordingly.
void limit(row_page<named_file>& page) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    bytes += page.rows[i].place.length_bytes;
    const bool ends_document = i + 1 == page.rows.size() || page.rows[i + 1].clean != page.rows[i].clean;
    if (bytes < bytes_moved_a_step || !ends_document || i + 1 == page.rows.size()) continue;
    page.last = page.rows[i].clean;
    page.rows.resize(i + 1);
    page.is_last = false;
    return;
  }
}

}  // namespace

segment_compactor::segment_compactor(safe_folder data, journal& db, clean_publisher* publisher,
                                     compaction_rule rule)
    : data_(std::move(data)), db_(&db), rows_(db), publisher_(publisher), rule_(rule) {}

void segment_compactor::begin() {
  wanted_.clear();
  segments_.clear();
  to_rewrite_.clear();
  surveyed_ = 0;
  row_ = 0;
  removed_ = 0;
}

result<void> segment_compactor::begin_with(std::set<std::pair<segment_kind, std::uint32_t>> segments,
                                           bool looks_first) {
  begin();
  wanted_ = std::move(segments);
  if (wanted_.empty()) surveyed_ = kinds;
  if (looks_first) return {};
  for (; is_surveying(); ++surveyed_)
    if (auto begun = begin_kind(kind_at(surveyed_)); !begun) return begun;
  for (std::size_t i = 0; i < kinds; ++i) choose(kind_at(i));
  return {};
}

void segment_compactor::count_removed(std::uint64_t documents) {
  removed_ += documents;
  std::uint64_t in_segments = 0;
  for (const auto& one : segments_)
    if (one.use.kind == segment_kind::clean) in_segments += one.use.live_files;
  if (!has_work() && removed_ > 0 && removed_ >= in_segments / removed_share) begin();
}

compacted_segment* segment_compactor::find(segment_kind kind, std::uint32_t serial) {
  const auto key = [](const compacted_segment& one) { return std::pair{one.use.kind, one.use.end.serial}; };
  const auto found = std::ranges::lower_bound(segments_, std::pair{kind, serial}, {}, key);
  return found == segments_.end() || key(*found) != std::pair{kind, serial} ? nullptr : &*found;
}

result<bool> segment_compactor::step() {
  if (!has_work()) return false;
  const auto done = is_surveying() ? survey() : move_some();
  if (!done) return tl::unexpected(done.error());
  return has_work();
}

result<void> segment_compactor::begin_kind(segment_kind kind) {
  const auto ends = db_->segments(kind);
  if (!ends) return tl::unexpected(ends.error());
  for (const auto& end : *ends) segments_.push_back({{kind, end}, segment_path(kind, end.serial)});
  return {};
}

result<void> segment_compactor::survey() {
  const auto kind = kind_at(surveyed_);
  if (row_ == 0)
    if (auto begun = begin_kind(kind); !begun) return begun;
  const auto page = rows_.files(kind, 0, row_, rows_surveyed_a_step);
  if (!page) return tl::unexpected(page.error());
  for (const auto& file : page->rows)
    if (auto* segment = find(kind, file.place.serial)) {
      segment->use.live_bytes += file.place.length_bytes;
      ++segment->use.live_files;
    }
  row_ = page->last;
  if (!page->is_last) return {};
  choose(kind);
  ++surveyed_;
  row_ = 0;
  return {};
}

void segment_compactor::choose(segment_kind kind) {
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    auto& one = segments_[i];
    const bool is_last = i + 1 == segments_.size();
    if (one.use.kind != kind) continue;
    const bool is_wanted = one.use.dead_bytes() > 0 && wanted_.contains({kind, one.use.end.serial});
    if (wanted_.empty() ? !is_worth_rewriting(one.use, rule_, is_last) : !is_wanted) continue;
    one.is_chosen = true;
    to_rewrite_.push_back(i);
  }
}

result<void> segment_compactor::move_some() {
  auto& from = segments_[to_rewrite_.front()];
  auto page = rows_.files(from.use.kind, from.use.end.serial, row_, rows_moved_a_step);
  for (int i = 1; page && page->rows.empty() && !page->is_last && i < empty_pages_a_step; ++i)
    page = rows_.files(from.use.kind, from.use.end.serial, page->last, rows_moved_a_step);
  if (!page) return tl::unexpected(page.error());
  limit(*page);
  const auto places = copy(from.use.kind, page->rows);
  if (!places) {
    publisher_->roll_back();
    if (is_machine_fault(places.error().code)) return tl::unexpected(places.error());
    from.fault = places.error();
    to_rewrite_.pop_front();
    row_ = 0;
    return {};
  }
  if (!page->rows.empty() || page->is_last)
    if (auto stored = store(from, page->rows, *places, page->is_last); !stored) {
      db_->roll_back();
      publisher_->roll_back();
      return stored;
    }
  row_ = page->is_last ? 0 : page->last;
  if (!page->is_last) return {};
  to_rewrite_.pop_front();
  from.is_rewritten = true;
  return data_.remove(from.file);
}

/// Appends the files to the last segment. Errors: `not_found` when the segment ends before one of them.
result<std::vector<segment_place>> segment_compactor::copy(segment_kind kind,
                                                           const std::vector<named_file>& files) {
  auto& to = publisher_->appender(kind);
  std::vector<segment_place> places;
  if (to.end().serial == segments_[to_rewrite_.front()].use.end.serial)
    if (auto begun = to.begin_segment(); !begun) return tl::unexpected(begun.error());
  const auto& path = segments_[to_rewrite_.front()].file;
  const auto from = files.empty() ? result<file_descriptor>{} : data_.open_to_read(path);
  if (!from) return tl::unexpected(from.error());
  for (const auto& file : files) {
    const auto bytes = read_at(from->get(), file.place, path);
    if (!bytes) return tl::unexpected(bytes.error());
    const auto place = to.append(*bytes);
    if (!place) return tl::unexpected(place.error());
    places.push_back(*place);
  }
  if (auto durable = to.flush(); !durable) return tl::unexpected(durable.error());
  return places;
}

result<void> segment_compactor::store(const compacted_segment& from, const std::vector<named_file>& files,
                                      const std::vector<segment_place>& to, bool is_last) {
  auto done = db_->begin();
  for (std::size_t i = 0; i < files.size() && done; ++i) {
    const auto moved = rows_.move_file(from.use.kind, files[i], to[i]);
    done = moved ? done : tl::unexpected(moved.error());
    if (done && !*moved)  // a takedown of another process has removed it: its copy must go, too
      done = erasure_list{*db_}.add(erasure::of_segment(from.use.kind, to[i].serial));
  }
  if (done) done = publisher_->save_ends();
  if (done && is_last) done = rows_.forget_segment(from.use.kind, from.use.end.serial);
  if (done) done = db_->commit();
  if (done) publisher_->commit();
  return done;
}

}  // namespace laundromat
