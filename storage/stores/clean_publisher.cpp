// Appends small files to segments, and passes the others to the clean store.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/clean_publisher.hpp"

#include "core/base/digest.hpp"
#include "core/base/machine_fault.hpp"
#include "core/codec/compression/gzip.hpp"

namespace laundromat {

namespace {

/// Whether compressed bytes are the file with these digests, see `publication`.
bool is_intact(const publication& file, const std::string& packed) {
  warning_log warnings;
  const auto text = make_gzip_source(make_memory_source(packed), warnings);
  const auto plain = read_all(*text, most_small_document_bytes);
  if (!plain || !warnings.rows().empty()) return false;
  if (file.what == segment_kind::clean) return sha256(*plain) == file.digest;
  return file.what == segment_kind::delta || sha256(*plain) == file.other;
}

constexpr segment_kind kinds[] = {segment_kind::clean, segment_kind::ledger, segment_kind::delta};

}  // namespace

result<clean_publisher> clean_publisher::open(const safe_folder& data, const clean_store& store, journal& db,
                                              std::uint64_t segment_bytes, const disk_sync& disk) {
  clean_publisher out{data, store, db};
  for (const auto kind : kinds) {
    const auto end = db.last_segment(kind);
    if (!end) return tl::unexpected(end.error());
    auto appender = segment_appender::open(data, kind, *end, segment_bytes, disk);
    if (!appender) return tl::unexpected(appender.error());
    out.appenders_.push_back(std::move(*appender));
  }
  return out;
}

/// The place of an undamaged file that the journal knows; null: it must be written.
result<segment_place> clean_publisher::known_place(const publication& file, const std::string& bytes) const {
  const auto known = db_->place_of(file.what, file.digest, file.other);
  if (!known || known->is_null()) return known;
  const auto stored = read_segment(data_, file.what, *known);
  if (stored ? *stored == bytes || is_intact(file, *stored) : is_machine_fault(stored.error().code))
    return known;
  return segment_place{};
}

/// Returns false for a file that is not small.
result<bool> clean_publisher::append_small(const placed_publication& one) {
  const auto& [staged, digest, what, other] = one.file;
  const file_key key{what, digest, other};
  if (const auto same = places_.find(key); same != places_.end()) {
    *one.place = same->second;
    appended_.push_back(staged);
    return true;
  }
  const auto bytes = store_->staged().small_file(staged);
  if (!bytes && bytes.error().code == errc::not_found)
    return false;  // published before the group was rolled back
  if (!bytes) return tl::unexpected(bytes.error());
  if (!*bytes || !is_small_document((*bytes)->size(), one.plain_bytes)) return false;
  const auto known = known_place(one.file, **bytes);
  if (!known) return tl::unexpected(known.error());
  auto place = *known;
  if (place.is_null()) {
    auto appended = appenders_[static_cast<std::size_t>(what) - 1].append(**bytes);
    if (!appended) return tl::unexpected(appended.error());
    place = *appended;
  }
  places_.emplace(key, place);
  *one.place = place;
  appended_.push_back(staged);
  return true;
}

result<void> clean_publisher::publish(std::span<const placed_publication> group) {
  if (must_roll_back_)
    if (auto back = roll_back(); !back) return back;
  std::vector<publication> large;
  for (const auto& one : group) {
    const auto appended = append_small(one);
    if (!appended) return tl::unexpected(appended.error());
    if (!*appended) large.push_back(one.file);
  }
  for (auto& appender : appenders_)
    if (auto durable = appender.flush(); !durable) return durable;
  return large.empty() ? result<void>{} : store_->publish(large);
}

result<void> clean_publisher::save_ends() {
  for (const auto& appender : appenders_)
    if (appender.has_appended())
      if (auto saved = db_->save_segment(appender.kind(), appender.end()); !saved) return saved;
  return {};
}

void clean_publisher::commit() {
  for (auto& appender : appenders_) appender.commit();
  for (const auto& staged : appended_) store_->drop(staged);
  appended_.clear();
  places_.clear();
}

result<void> clean_publisher::roll_back() {
  appended_.clear();
  places_.clear();
  must_roll_back_ = true;
  for (auto& appender : appenders_)
    if (appender.has_appended())
      if (auto back = appender.roll_back(); !back) return back;
  must_roll_back_ = false;
  return {};
}

std::vector<segment_kind> clean_publisher::short_segments() const {
  std::vector<segment_kind> found;
  for (const auto& appender : appenders_)
    if (appender.is_short()) found.push_back(appender.kind());
  return found;
}

}  // namespace laundromat
