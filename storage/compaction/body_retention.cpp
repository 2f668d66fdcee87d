// Reads pages of bodies, removes some, and rewrites segments.
// SPDX-License-Identifier: Apache-2.0
#include "storage/compaction/body_retention.hpp"

#include <algorithm>

#include "core/base/byte_source.hpp"
#include "core/codec/warc/capture_role.hpp"
#include "core/records/body_path.hpp"
#include "storage/segments/segment_bytes.hpp"

namespace laundromat {

namespace {

constexpr std::uint32_t bodies_a_page = 2'048, names_a_page = 8'192;
constexpr std::size_t most_segments_at_once = 256;
constexpr std::uint64_t most_names_at_once = std::uint64_t{1} << 20;
constexpr std::uint64_t most_rest_bytes = std::uint64_t{1} << 20;  ///< around a large record

/// Whether these records are all of this type.
bool are_all(std::string bytes, warc_record_type type) {
  member_scan scan{make_memory_source(std::move(bytes))};
  for (;;) {
    const auto member = scan.next();
    if (!member) return false;
    if (!*member) return true;
    const auto role = read_capture_role((*member)->front);
    if (!role || role->type != type) return false;
  }
}

}  // namespace

body_retention::body_retention(journal& db, raw_store& raw, head_reader read_head)
    : db_(&db), raw_(&raw), read_head_(std::move(read_head)), rows_(db) {}

body_retention::~body_retention() {
  give_up();
}

void body_retention::begin(const retention_rules& rules, timestamp now) {
  give_up();
  rules_ = rules;
  rule_ = {};
  dropped_ = {};
  now_ = now;
  stored_bytes_ = 0;
  sums_ = {};
  names_.clear();
  go_on(!rules.remove_any() ? work::none : rules.most_bytes > 0 ? work::add_up : work::remove);
}

void body_retention::begin_with(const std::vector<segment_end>& segments, dropped_uris dropped) {
  stop();
  sums_ = {};
  names_.clear();
  clean_.clear();
  rule_ = {.below_percent = 100, .takes_large = true};
  dropped_ = std::move(dropped);
  to_rewrite_.assign(segments.begin(), segments.end());
  retire_some();
  go_on(retired_.empty() ? work::none : work::collect);
}

void body_retention::stop() {
  give_up();
  go_on(work::none);
}

void body_retention::go_on(work next) {
  work_ = next;
  row_ = 0;
}

/// The segments that were retired stay in use.
void body_retention::give_up() {
  rewriting_.reset();
  for (const auto& one : retired_) raw_->segments().reinstate(one.end.serial);
  retired_.clear();
  to_rewrite_.clear();
}

result<bool> body_retention::step(timestamp now) {
  const auto done = [&]() -> result<bool> {
    switch (work_) {
      case work::add_up:
        return add_up();
      case work::remove:
        return remove_some();
      case work::count_names:
        return count_names();
      case work::choose:
        return choose();
      case work::collect:
        return collect();
      case work::rewrite:
        return rewrite(now);
      case work::none:
        break;
    }
    return false;
  }();
  if (!done) db_->roll_back();
  return done;
}

result<bool> body_retention::add_up() {
  const auto page = rows_.bodies(row_, bodies_a_page, now_);
  if (!page) return tl::unexpected(page.error());
  for (const auto& body : page->rows) stored_bytes_ += body.stored_bytes;
  row_ = page->last;
  if (page->is_last) go_on(work::remove);
  return true;
}

/// Removes bodies of the next page, and the files of those of the page before.
result<bool> body_retention::remove_some() {
  for (const auto& file : files_) raw_->remove(file.path);
  const auto page = rows_.bodies(row_, bodies_a_page, now_);
  if (!page) return tl::unexpected(page.error());
  std::vector<journal_body> removed;
  auto left = stored_bytes_;
  for (auto body : page->rows) {
    if (removal_of_body(body.raw_path)) {
      removed.push_back(std::move(body));
      continue;
    }
    body.facts.is_one_too_many = rules_.most_bytes > 0 && left > rules_.most_bytes;
    if (!is_removed_by(rules_, body.facts)) continue;
    left -= std::min(left, body.stored_bytes);
    removed.push_back(std::move(body));
  }
  if (auto stored = store(removed); !stored) return tl::unexpected(stored.error());
  stored_bytes_ = left;
  row_ = page->last;
  if (page->is_last && files_.empty()) go_on(work::count_names);
  return true;
}

/// The COMMIT that says which bodies are removed, and whose files are.
result<void> body_retention::store(const std::vector<journal_body>& removed) {
  std::vector<file_to_remove> files;
  auto sums = sums_;
  if (removed.empty() && files_.empty()) return {};
  auto done = db_->begin();
  for (std::size_t i = 0; i < files_.size() && done; ++i) done = rows_.finish(files_[i].entry, files_[i].at);
  for (std::size_t i = 0; i < removed.size() && done; ++i) {
    const auto& body = removed[i];
    if (const auto left = removal_of_body(body.raw_path)) {  // by an earlier run, or by the COMMIT before
      const bool is_done =
          std::ranges::any_of(files_, [&](const file_to_remove& one) { return one.entry == body.entry; });
      if (!is_done) files.push_back({body.entry, left->at, std::string(left->file)});
      continue;
    }
    const bool has_file = raw_store::is_usable_path(body.raw_path) && body.is_only_name;
    done = rows_.remove(body.entry, now_, has_file ? std::string_view{body.raw_path} : std::string_view{},
                        head_of(body));
    if (has_file) files.push_back({body.entry, now_, body.raw_path});
    if (const auto place = warc_place_of(body.raw_path); place && is_large_record(*place))
      large_.insert_or_assign(place->serial, *place);
    ++sums.bodies;
    sums.bytes += body.stored_bytes;
  }
  if (done) done = db_->commit();
  if (!done) return done;
  files_ = std::move(files);
  sums_ = sums;
  return {};
}

/// What the journal does not have of the last answer, because it is stored with the body.
std::vector<http_header> body_retention::head_of(const journal_body& body) const {
  const auto capture = warc_capture_of(body.raw_path);
  if (!capture) return {};
  const auto head = raw_->segments().head(*capture);
  return head ? read_head_(*head) : std::vector<http_header>{};
}

result<bool> body_retention::count_names() {
  const auto page = rows_.names(row_, names_a_page);
  if (!page) return tl::unexpected(page.error());
  for (const auto& one : page->rows) {
    const auto payload = warc_place_of(one.raw_path), capture = warc_capture_of(one.raw_path);
    if (!payload || !capture) continue;
    for (const auto serial : {payload->serial, capture->serial}) names_[serial].is_waiting |= one.is_waiting;
    names_[payload->serial].bytes += payload->length_bytes;
    ++names_[payload->serial].names;
    ++names_[capture->serial].names;
  }
  row_ = page->last;
  if (page->is_last) go_on(work::choose);
  return true;
}

result<bool> body_retention::choose() {
  const auto ends = db_->segments(segment_kind::raw);
  if (!ends) return tl::unexpected(ends.error());
  for (const auto& end : *ends) {
    const auto& known = names_[end.serial];
    const segment_use use{segment_kind::raw, end, known.bytes, known.names};
    const auto before = examined_.find(end.serial);
    const bool is_known = before != examined_.end() && before->second.end_bytes == end.bytes &&
                          before->second.names == known.names;
    if (!is_known && !known.is_waiting && !damaged_.contains(end.serial) &&
        is_worth_rewriting(use, {}, false))
      to_rewrite_.push_back(end);
  }
  retire_some();
  go_on(retired_.empty() ? work::none : work::collect);
  return has_work();
}

/// Retires the next segments: from now on they are named less and less.
void body_retention::retire_some() {
  std::uint64_t names = 0;
  while (!to_rewrite_.empty() && retired_.size() < most_segments_at_once && names <= most_names_at_once) {
    const auto end = to_rewrite_.front();
    to_rewrite_.pop_front();
    if (!raw_->segments().retire(end.serial)) continue;
    names += names_[end.serial].names;
    retired_.push_back({end, {}, false});
  }
}

/// Collects the names in the retired segments.
result<bool> body_retention::collect() {
  const auto page = rows_.names(row_, names_a_page);
  if (!page) return tl::unexpected(page.error());
  for (const auto& one : page->rows) {
    const auto payload = warc_place_of(one.raw_path), capture = warc_capture_of(one.raw_path);
    if (!payload || !capture) continue;
    for (auto& of : retired_)
      for (const auto& place : {*payload, *capture}) {
        if (place.serial != of.end.serial) continue;
        of.names.push_back({place.offset_bytes, one.entry});
        of.is_waiting |= one.is_waiting;
      }
  }
  row_ = page->last;
  if (page->is_last) go_on(work::rewrite);
  return true;
}

result<bool> body_retention::rewrite(timestamp now) {
  if (retired_.empty()) {
    retire_some();
    go_on(retired_.empty() ? work::none : work::collect);
    return has_work();
  }
  auto& first = retired_.front();
  const auto serial = first.end.serial;
  const auto end_with_it = [&] {
    rewriting_.reset();
    raw_->segments().reinstate(serial);
    retired_.pop_front();
    return true;
  };
  if (first.is_waiting) return end_with_it();
  const auto large = large_.find(serial);
  if (!rewriting_ && first.names.empty() && large != large_.end() &&
      has_nothing_else(first.end, large->second)) {
    if (auto dropped = drop(first.end); !dropped) return tl::unexpected(dropped.error());
    large_.erase(large);
    ++sums_.segments;
    return end_with_it();
  }
  if (!rewriting_) rewriting_.emplace(*db_, raw_->segments(), first.end, first.names, rule_, dropped_);
  const auto more = rewriting_->step(now);
  if (!more) {
    const auto why = more.error();
    (void)end_with_it();
    return tl::unexpected(why);
  }
  if (*more) return true;
  if (!rewriting_->fault()) clean_.insert(serial);
  if (rewriting_->is_rewritten())
    ++sums_.segments;
  else if (const auto& fault = rewriting_->fault())
    damaged_.insert_or_assign(serial, to_string(*fault));
  else
    examined_.insert_or_assign(serial, examined{first.end.bytes, names_[serial].names});
  return end_with_it();
}

/// Whether a segment has only this large record, its request and `warcinfo`, without reading the record.
bool body_retention::has_nothing_else(const segment_end& end, const segment_place& record) const {
  const auto behind = record.offset_bytes + record.length_bytes;
  if (record.offset_bytes > most_rest_bytes || behind > end.bytes || end.bytes - behind > most_rest_bytes)
    return false;
  const auto file = raw_->segments().file_of(end.serial);
  if (!file) return false;
  const auto name = raw_->segments().file_name(end.serial);
  auto before = read_at((*file)->get(), {end.serial, 0, record.offset_bytes}, name);
  auto after = read_at((*file)->get(), {end.serial, behind, end.bytes - behind}, name);
  return before && after && are_all(*std::move(before), warc_record_type::warcinfo) &&
         are_all(*std::move(after), warc_record_type::request);
}

result<void> body_retention::drop(const segment_end& end) {
  segment_rows rows{*db_};
  auto done = db_->begin();
  if (done) done = rows.forget_segment(segment_kind::raw, end.serial);
  if (done) done = db_->commit();
  return done ? raw_->segments().remove_retired(end.serial) : done;
}

}  // namespace laundromat
