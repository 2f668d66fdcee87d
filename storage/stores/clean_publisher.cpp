// Appends small files to segments, and passes the others to the clean store.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/clean_publisher.hpp"

#include "core/base/digest.hpp"
#include "core/base/machine_fault.hpp"
#include "core/codec/compression/gzip.hpp"
#include "storage/journal/journal_snapshot.hpp"

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

void add_publications(std::vector<placed_publication>& group, parse_outcome& washed) {
  const auto& clean = washed.clean.hash;
  if (!washed.staged.empty())
    group.push_back({{washed.staged, clean}, washed.clean.content.bytes, &washed.clean.place});
  if (!washed.delta.staged.empty())
    group.push_back(
        {{washed.delta.staged, clean, segment_kind::delta, washed.delta.previous}, 0, &washed.delta.place});
  if (!washed.ledger.staged.empty())
    group.push_back(
        {{washed.ledger.staged, clean, segment_kind::ledger, washed.ledger.digest}, 0, &washed.ledger.place});
}

result<clean_publisher> clean_publisher::open(const safe_folder& data, const clean_store& store, journal& db,
                                              const publisher_settings& settings, const disk_sync& disk) {
  clean_publisher out{data, store, db};
  for (const auto kind : kinds) {
    const auto ends = db.segments(kind);
    if (!ends) return tl::unexpected(ends.error());
    auto appender = segment_appender::open(data, kind, *ends, settings.segment_bytes, disk);
    if (!appender) return tl::unexpected(appender.error());
    out.appenders_.push_back(std::move(*appender));
  }
  return out;
}

/// Whether the stored bytes of a file are not those of the new one, nor others with its digest.
bool clean_publisher::is_damaged(const publication& file, const segment_place& place,
                                 const std::string& bytes) const {
  const auto stored = read_segment(data_, file.what, place);
  if (!stored) return !is_machine_fault(stored.error().code);
  return *stored != bytes && !is_intact(file, *stored);
}

/// Null for a file that is to have a file of its own.
result<segment_place> clean_publisher::place_small(const placed_publication& one, const std::string& bytes) {
  const auto known = db_->place_of(one.file.what, one.file.digest, one.file.other);
  if (!known) return tl::unexpected(known.error());
  if (*known && ((*known)->is_null() || !is_damaged(one.file, **known, bytes))) return **known;
  return appender(one.file.what).append(bytes);
}

/// The same for a file of any size.
result<segment_place> clean_publisher::place(const placed_publication& one) {
  const file_key key{one.file.what, one.file.digest, one.file.other};
  if (const auto same = places_.find(key); same != places_.end()) return same->second;
  const auto bytes = store_->staged().small_file(one.file.staged);
  if (!bytes && bytes.error().code == errc::not_found)
    return segment_place{};  // published before the group was rolled back
  if (!bytes) return tl::unexpected(bytes.error());
  if (!*bytes || !is_small_document((*bytes)->size(), one.plain_bytes)) return segment_place{};
  auto found = place_small(one, **bytes);
  if (found && !found->is_null()) places_.emplace(key, *found);
  return found;
}

/// Returns the files that are to have files of their own.
result<std::vector<publication>> clean_publisher::place_each(std::span<const placed_publication> group) {
  std::vector<publication> own_files;
  if (group.empty()) return own_files;
  const auto state = journal_snapshot::begin(*db_);  // a query outside would be a transaction of its own
  if (!state) return tl::unexpected(state.error());
  for (const auto& one : group) {
    const auto found = place(one);
    if (!found) return tl::unexpected(found.error());
    *one.place = *found;
    if (found->is_null())
      own_files.push_back(one.file);
    else
      appended_.push_back(one.file.staged);
  }
  return own_files;
}

result<void> clean_publisher::publish(std::span<const placed_publication> group) {
  const auto own_files = place_each(group);
  if (!own_files) return tl::unexpected(own_files.error());
  for (auto& appender : appenders_)
    if (auto durable = appender.flush(); !durable) return durable;
  return own_files->empty() ? result<void>{} : store_->publish(*own_files);
}

result<void> clean_publisher::save_ends() {
  for (const auto& appender : appenders_)
    for (const auto& end : appender.ends())
      if (auto saved = db_->save_segment(appender.kind(), end); !saved) return saved;
  return {};
}

void clean_publisher::commit() {
  for (auto& appender : appenders_) appender.commit();
  for (const auto& staged : appended_) store_->drop(staged);
  appended_.clear();
  places_.clear();
}

void clean_publisher::roll_back() {
  for (auto& appender : appenders_) appender.roll_back();
  appended_.clear();
  places_.clear();
}

std::vector<segment_kind> clean_publisher::short_segments() const {
  std::vector<segment_kind> found;
  for (const auto& appender : appenders_)
    if (appender.is_short()) found.push_back(appender.kind());
  return found;
}

}  // namespace laundromat
