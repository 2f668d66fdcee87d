// Reads the names of bodies in batches of segments, and copies what lives.
// SPDX-License-Identifier: Apache-2.0
#include "storage/compaction/warc_compactor.hpp"

#include <algorithm>

#include "core/base/machine_fault.hpp"
#include "storage/segments/segment_bytes.hpp"

namespace laundromat {

namespace {

constexpr std::uint32_t rows_a_page = 8'192;
constexpr std::uint64_t most_names = std::uint64_t{4} << 20;
constexpr std::uint64_t bytes_copied_at_once = std::uint64_t{4} << 20;

}  // namespace

warc_compactor::warc_compactor(const safe_folder& raw, journal& db, warc_store* to, compaction_rule rule)
    : raw_(&raw), db_(&db), rows_(db), to_(to), rule_(rule) {}

/// Calls `take` with each record that a download names, up to twice.
result<void> warc_compactor::for_each_name(
    const std::function<void(std::uint32_t, const named_record&)>& take) {
  for (std::int64_t after = 0;;) {
    const auto page = rows_.bodies(after, rows_a_page);
    if (!page) return tl::unexpected(page.error());
    for (const auto& body : page->rows) {
      const auto payload = warc_place_of(body.raw_path), capture = warc_capture_of(body.raw_path);
      if (payload) take(payload->serial, {payload->offset_bytes, body.entry});
      if (capture && payload && *capture != *payload)
        take(capture->serial, {capture->offset_bytes, body.entry});
    }
    if (page->is_last) return {};
    after = page->last;
  }
}

/// The segments, in groups whose names fit into memory together.
result<std::vector<std::vector<segment_end>>> warc_compactor::batches() {
  const auto ends = db_->segments(segment_kind::raw);
  if (!ends) return tl::unexpected(ends.error());
  std::map<std::uint32_t, std::uint64_t> counts;
  if (!ends->empty())
    if (auto counted = for_each_name([&](std::uint32_t serial, const named_record&) { ++counts[serial]; });
        !counted)
      return tl::unexpected(counted.error());
  std::vector<std::vector<segment_end>> out;
  std::uint64_t names = most_names;
  for (const auto& end : *ends) {
    if (end.bytes == 0) continue;
    names += counts[end.serial];
    if (names >= most_names) {
      out.emplace_back();
      names = counts[end.serial];
    }
    out.back().push_back(end);
  }
  return out;
}

result<std::vector<compacted_segment>> warc_compactor::run(
    timestamp now, const std::function<void(const compacted_segment&)>& report) {
  now_ = now;
  auto listed = raw_->list("", [&](const std::string& name) {
    if (const auto serial = warc_serial_in(name); serial != 0) names_of_files_[serial] = name;
  });
  if (!listed) return tl::unexpected(listed.error());
  const auto groups = batches();
  if (!groups) return tl::unexpected(groups.error());
  std::vector<compacted_segment> out;
  for (const auto& group : *groups) {
    name_lists names;
    for (const auto& end : group) names[end.serial];
    auto collected = for_each_name([&](std::uint32_t serial, const named_record& one) {
      if (const auto list = names.find(serial); list != names.end()) list->second.push_back(one);
    });
    if (!collected) return tl::unexpected(collected.error());
    for (const auto& end : group) {
      auto done = compact(end, names[end.serial]);
      if (!done) return tl::unexpected(done.error());
      if (report) report(*done);
      out.push_back(*std::move(done));
    }
  }
  return out;
}

result<compacted_segment> warc_compactor::compact(const segment_end& end, std::vector<named_record>& names) {
  compacted_segment out{{segment_kind::raw, end}, std::filesystem::path{"raw"} / names_of_files_[end.serial]};
  std::ranges::sort(names);
  auto file = raw_->open_to_read(names_of_files_[end.serial]);
  auto source = file ? make_file_source(std::make_shared<const file_descriptor>(std::move(*file)))
                     : result<byte_source_ptr>{tl::unexpected(file.error())};
  const auto found = source ? examine_warc(*std::move(source), end, names)
                            : result<warc_examination>{tl::unexpected(source.error())};
  if (!found) {
    if (is_machine_fault(found.error().code)) return tl::unexpected(found.error());
    out.fault = found.error();
    out.use.live_bytes = end.bytes;  // nothing is removed from it
    return out;
  }
  out.use = found->use;
  out.is_chosen = is_worth_rewriting(out.use, rule_, false);
  if (!out.is_chosen || to_ == nullptr) return out;
  const auto moved = copy(out, *found);
  if (!moved) return tl::unexpected(moved.error());
  if (auto stored = store(out, *moved, names); !stored) {
    db_->roll_back();
    return tl::unexpected(stored.error());
  }
  to_->committed();
  out.is_rewritten = true;
  if (auto removed = raw_->remove(names_of_files_[end.serial]); !removed)
    return tl::unexpected(removed.error());
  return out;
}

result<std::vector<moved_records>> warc_compactor::copy(const compacted_segment& from,
                                                        const warc_examination& found) {
  std::vector<moved_records> moved;
  const auto& name = names_of_files_[from.use.end.serial];
  const auto file = raw_->open_to_read(name);
  if (!file) return tl::unexpected(file.error());
  for (const auto& part : found.kept) {
    if (!part.info.empty()) {
      if (auto begun = to_->begin_copies(std::string(warc_campaign_in(name)), part.info, now_); !begun)
        return tl::unexpected(begun.error());
      continue;
    }
    moved_records one{part.begin_bytes, part.end_bytes, {}};
    for (auto at = part.begin_bytes; at < part.end_bytes;) {
      const auto bytes = std::min(part.end_bytes - at, bytes_copied_at_once);
      const auto read = read_at(file->get(), {from.use.end.serial, at, bytes}, name);
      if (!read) return tl::unexpected(read.error());
      const auto place = to_->append_copy(*read);
      if (!place) return tl::unexpected(place.error());
      if (one.to.is_null()) one.to = *place;
      at += bytes;
    }
    moved.push_back(one);
  }
  return moved;
}

result<void> warc_compactor::store(const compacted_segment& from, const std::vector<moved_records>& moved,
                                   const std::vector<named_record>& names) {
  const auto ends = to_->make_durable();
  if (!ends) return tl::unexpected(ends.error());
  auto done = db_->begin();
  std::vector<std::int64_t> entries;
  for (const auto& one : names) entries.push_back(one.entry);
  std::ranges::sort(entries);
  entries.erase(std::ranges::unique(entries).begin(), entries.end());
  if (done) done = move_bodies(*db_, entries, from.use.end.serial, moved);
  for (std::size_t i = 0; i < ends->size() && done; ++i)
    done = db_->save_segment(segment_kind::raw, (*ends)[i]);
  if (done) done = rows_.forget_segment(segment_kind::raw, from.use.end.serial);
  return done ? db_->commit() : done;
}

}  // namespace laundromat
