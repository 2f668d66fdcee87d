// Appends records to the last segment, syncs segments in groups, and reads records.
// SPDX-License-Identifier: Apache-2.0
#include "storage/warc/warc_store.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "core/codec/compression/gzip.hpp"
#include "core/codec/warc/capture_role.hpp"
#include "storage/segments/segment_bytes.hpp"

namespace laundromat {

namespace {

/// The fields of a record and its HTTP head have at most this size, compressed or not (`head_limits::line_bytes`).
constexpr std::uint64_t most_front_bytes = std::uint64_t{512} * 1024;

constexpr std::uint64_t bytes_copied_at_once = std::uint64_t{4} << 20;

/// The begin of a record; what follows may be cut.
std::string read_front(byte_source& record) {
  std::string text(most_front_bytes, '\0');
  std::size_t filled = 0;
  while (filled < text.size()) {
    const auto read = record.read({text.data() + filled, text.size() - filled});
    if (!read || *read == 0) break;
    filled += *read;
    const auto block = std::string_view{text}.substr(0, filled).find("\r\n\r\n");
    if (block != text.npos &&
        std::string_view{text}.substr(0, filled).find("\r\n\r\n", block + 4) != text.npos)
      break;
  }
  text.resize(filled);
  return text;
}

}  // namespace

warc_store::warc_store(safe_folder folder) : folder_(std::move(folder)) {}

result<std::shared_ptr<warc_store>> warc_store::open(safe_folder folder, const std::vector<segment_end>& ends,
                                                     warc_settings settings, const disk_sync& disk) {
  auto out = std::make_shared<warc_store>(std::move(folder));
  out->settings_ = std::move(settings);
  out->disk_ = &disk;
  const std::lock_guard lock(out->mutex_);
  if (auto listed = out->list(); !listed) return tl::unexpected(listed.error());
  if (auto cut = out->cut(ends); !cut) return tl::unexpected(cut.error());
  return out;
}

result<void> warc_store::list() {
  std::map<std::uint32_t, std::string> names;
  auto listed = folder_.list("", [&](const std::string& name) {
    if (const auto serial = warc_serial_in(name); serial != 0) names.emplace(serial, name);
  });
  if (listed) names_ = std::move(names);
  return listed;
}

/// Removes the segments that are not in `ends`, and shortens the others to theirs. The last one that is whole and not full is continued,
/// unless it has a second name.
result<void> warc_store::cut(const std::vector<segment_end>& ends) {
  std::map<std::uint32_t, std::uint64_t> stored;
  for (const auto& end : ends) stored.emplace(end.serial, end.bytes);
  removed_segments_ = std::erase_if(names_, [&](const auto& one) {
    return !stored.contains(one.first) && folder_.remove(one.second).has_value();
  });
  for (const auto& [serial, bytes] : stored) {
    const auto name = names_.find(serial);
    if (name == names_.end()) {
      if (bytes > 0) ++short_segments_;
      continue;
    }
    auto file = folder_.open_or_create(name->second);
    if (!file) return tl::unexpected(file.error());
    struct stat found {};
    if (::fstat(file->get(), &found) != 0) return fail_errno("stat", name->second);
    const auto size = static_cast<std::uint64_t>(found.st_size);
    const bool is_linked = found.st_nlink > 1;
    if (size > bytes && !is_linked && ::ftruncate(file->get(), static_cast<off_t>(bytes)) != 0)
      return fail_errno("truncate", name->second);
    if (size < bytes) ++short_segments_;
    if (size < bytes || is_linked || bytes >= settings_.segment_bytes) continue;
    const segment_end end{serial, bytes};
    open_.assign(1, {std::make_shared<const file_descriptor>(std::move(*file)), end, end, false});
    current_serial_ = serial;
  }
  if (!stored.empty()) last_serial_ = stored.rbegin()->first;
  return {};
}

/// The segment that is appended to; null: there is none yet.
warc_store::open_segment* warc_store::current() {
  return find_open(current_serial_);
}

warc_store::open_segment* warc_store::find_open(std::uint32_t serial) {
  for (auto& one : open_)
    if (one.end.serial == serial) return &one;
  return nullptr;
}

/// A segment with a second name, such as that of a backup, is complete. Asked once a group, because what is appended to it meanwhile lies
/// behind the end that the backup has.
bool warc_store::is_linked(open_segment& segment) {
  struct stat found {};
  if (!segment.is_single)
    segment.is_single = ::fstat(segment.file->get(), &found) != 0 || found.st_nlink <= 1;
  return !segment.is_single;
}

/// Creates the next segment.
result<std::uint32_t> warc_store::create_segment(const std::string& name, timestamp now) {
  const auto serial = last_serial_ + 1;
  auto file_name = warc_file_name(name, now, serial);
  auto made = folder_.create(file_name);
  if (!made) return tl::unexpected(made.error());
  open_.push_back(
      {std::make_shared<const file_descriptor>(std::move(*made)), {serial, 0}, {serial, 0}, true});
  names_[serial] = std::move(file_name);
  return last_serial_ = serial;
}

/// Begins the next segment.
result<void> warc_store::begin_segment(timestamp now) {
  const auto serial = create_segment(settings_.name, now);
  if (!serial) return tl::unexpected(serial.error());
  current_serial_ = *serial;
  has_begun_ = false;
  if (settings_.is_sent) remove_sent();
  return {};
}

/// A `warcinfo` as the first record of a segment.
result<std::string> warc_store::make_warcinfo(std::uint32_t serial, timestamp now, std::string_view block) {
  warc_record info;
  info.type = warc_record_type::warcinfo;
  info.date = now;
  info.content_type = "application/warc-fields";
  info.filename = names_[serial];
  info.body = block;
  info.serial = serial_++;
  std::string out;
  if (auto written = writer_.append(info, out); !written) return tl::unexpected(written.error());
  return out;
}

/// Whether the next record goes to the segment that is appended to, and not to a new one.
bool warc_store::continues_segment() {
  return can_append_to(current());
}

bool warc_store::can_append_to(open_segment* segment) const {
  return segment != nullptr && segment->end.bytes < settings_.segment_bytes && !is_linked(*segment);
}

/// Sees to it that a segment can be appended to, and that it begins, and this run in it, with a `warcinfo`.
result<void> warc_store::begin_records(timestamp now) {
  if (!continues_segment())
    if (auto begun = begin_segment(now); !begun) return begun;
  if (has_begun_) return {};
  const auto info = make_warcinfo(current_serial_, now, settings_.warcinfo);
  if (!info) return tl::unexpected(info.error());
  if (auto stored = write(*info); !stored) return tl::unexpected(stored.error());
  has_begun_ = true;
  return {};
}

/// Writes whole records; cuts what was written of them after an error.
result<segment_place> warc_store::write(std::string_view bytes) {
  return write_to(*current(), bytes);
}

result<segment_place> warc_store::write_to(open_segment& segment, std::string_view bytes) {
  const auto path = names_[segment.end.serial];
  if (auto written = write_at(segment.file->get(), bytes, segment.end.bytes, path); !written) {
    (void)::ftruncate(segment.file->get(), static_cast<off_t>(segment.end.bytes));
    return tl::unexpected(written.error());
  }
  const segment_place place{segment.end.serial, segment.end.bytes, bytes.size()};
  segment.end.bytes += bytes.size();
  return place;
}

/// What a record in a segment says about itself; nothing when it does not have this payload.
std::optional<payload_memory::record> warc_store::read_known(const segment_place& place,
                                                             const content_digest& payload) {
  const auto front = front_of(place);
  if (!front) return std::nullopt;
  const auto parts = read_own_front(*front);
  if (!parts) return std::nullopt;
  const auto& head = parts->head;
  const bool has_payload =
      head.truncated.empty() && head.payload_digest == "sha256:" + payload.hex() &&
      (head.type == warc_record_type::response || head.type == warc_record_type::resource);
  if (!has_payload) return std::nullopt;
  return payload_memory::record{place, '<' + head.record_id + '>', head.target_uri, head.date};
}

/// The record with the payload of an exchange to which a `revisit` may refer.
std::optional<payload_memory::record> warc_store::find_known(const warc_exchange& exchange,
                                                             const record_hash& seed) {
  if (!exchange.payload_digest || !exchange.truncated.empty()) return std::nullopt;
  const auto& payload = *exchange.payload_digest;
  std::optional<payload_memory::record> found;
  std::uint32_t continued = 0;
  {
    const std::lock_guard lock(mutex_);
    if (const auto* known = known_.find({payload, is_document_answer(exchange.uri, exchange.response_head)}))
      found = *known;
    continued = continues_segment() ? current_serial_ : 0;
  }
  if (found && found->id.empty()) found = read_known(found->place, payload);
  const auto may_refer_to = [&](const payload_memory::record& one) {
    return one.place.serial == continued || one.uri == exchange.uri;
  };
  if (found && may_refer_to(*found)) return found;
  if (seed.is_null() || !settings_.find_earlier) return std::nullopt;
  const auto earlier = settings_.find_earlier(seed, payload);
  found = earlier ? read_known(*earlier, payload) : std::nullopt;
  return found && may_refer_to(*found) ? found : std::nullopt;
}

result<warc_capture> warc_store::append(const warc_exchange& exchange, const record_hash& seed) {
  const bool may_repeat = exchange.body.size() >= least_repeated_bytes && !settings_.is_sent;
  auto appended = append_known(exchange, may_repeat ? find_known(exchange, seed) : std::nullopt);
  if (appended && !*appended) appended = append_known(exchange, std::nullopt);
  if (!appended) return tl::unexpected(appended.error());
  return **appended;
}

result<std::optional<warc_capture>> warc_store::append_repeated(const warc_exchange& exchange,
                                                                const record_hash& seed) {
  const auto known = settings_.is_sent ? std::nullopt : find_known(exchange, seed);
  if (!known) return std::optional<warc_capture>{};
  return append_known(exchange, known);
}

/// Appends a whole record, or a `revisit` of the one that is known; nothing when the segment of that has been retired meanwhile.
result<std::optional<warc_capture>> warc_store::append_known(
    const warc_exchange& exchange, const std::optional<payload_memory::record>& known) {
  const std::lock_guard lock(mutex_);
  if (known && (retired_.contains(known->place.serial) || !names_.contains(known->place.serial)))
    return std::optional<warc_capture>{};
  if (auto begun = begin_records(exchange.begun); !begun) return tl::unexpected(begun.error());
  auto one = exchange;
  one.serial = serial_++;
  if (!settings_.requests) one.request_head = {};
  if (known) one.original = warc_original{known->id, known->uri, known->date};
  buffer_.clear();
  const auto response = append_exchange(writer_, one, buffer_);
  if (!response) return tl::unexpected(response.error());
  const auto records = write(buffer_);
  if (!records) return tl::unexpected(records.error());
  ++current()->unsent;
  const segment_place place{records->serial, records->offset_bytes, response->length_bytes};
  const auto& stored = known ? known->place : place;
  if (!one.body.empty() && one.truncated.empty() && !is_large_record(stored)) recent_.keep(stored, one.body);
  if (known) return held({place, known->place, *records});
  if (one.payload_digest && one.truncated.empty() && one.body.size() >= least_repeated_bytes)
    known_.add({*one.payload_digest, is_document_answer(one.uri, one.response_head)},
               {place, response->id, std::string(one.uri), one.begun});
  return held({place, place, *records});
}

void warc_store::remember(std::span<const named_payload> bodies) {
  const std::lock_guard lock(mutex_);
  for (auto body = bodies.rbegin(); body != bodies.rend(); ++body)
    known_.add({body->digest, true}, {body->place, {}, {}, {}});
}

result<segment_place> warc_store::append_failure(const warc_exchange& exchange, std::string_view cause,
                                                 std::string_view detail) {
  const std::lock_guard lock(mutex_);
  if (auto begun = begin_records(exchange.begun); !begun) return tl::unexpected(begun.error());
  auto one = exchange;
  one.serial = serial_++;
  if (!settings_.requests) one.request_head = {};
  buffer_.clear();
  const auto record = laundromat::append_failure(writer_, one, cause, detail, buffer_);
  if (!record) return tl::unexpected(record.error());
  auto place = write(buffer_);
  if (place) ++current()->unsent;
  return place;
}

result<segment_place> warc_store::append_resource(std::string_view uri, timestamp begun,
                                                  std::string_view body) {
  const std::lock_guard lock(mutex_);
  if (auto started = begin_records(begun); !started) return tl::unexpected(started.error());
  warc_record record;
  record.type = warc_record_type::resource;
  record.date = begun;
  record.target_uri = uri;
  record.content_type = "application/octet-stream";
  record.serial = serial_++;
  record.body = body;
  buffer_.clear();
  const auto written = writer_.append(record, buffer_);
  if (!written) return tl::unexpected(written.error());
  auto place = write(buffer_);
  if (!place) return place;
  ++current()->unsent;
  (void)held({*place, *place, *place});
  return place;
}

result<void> warc_store::begin_copies(const std::string& name, const std::string& warcinfo, timestamp now) {
  const std::lock_guard lock(mutex_);
  if (!can_append_to(find_open(copies_serial_))) {
    const auto serial = create_segment(name, now);
    if (!serial) return tl::unexpected(serial.error());
    copies_serial_ = *serial;
  }
  const auto info = make_warcinfo(copies_serial_, now, warcinfo);
  if (!info) return tl::unexpected(info.error());
  const auto stored = write_to(*find_open(copies_serial_), *info);
  return stored ? result<void>{} : tl::unexpected(stored.error());
}

result<segment_place> warc_store::append_copy(std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  return write_to(*find_open(copies_serial_), bytes);
}

result<segment_place> warc_store::append_copy(int from, const segment_place& part) {
  const std::lock_guard lock(mutex_);
  auto& to = *find_open(copies_serial_);
  const auto first = to.end;
  for (std::uint64_t at = 0; at < part.length_bytes;) {
    const auto bytes = std::min(part.length_bytes - at, bytes_copied_at_once);
    const auto read = read_at(from, {part.serial, part.offset_bytes + at, bytes}, names_[part.serial]);
    const auto written = read ? write_to(to, *read) : read.map([](const auto&) { return segment_place{}; });
    if (!written) {
      to.end = first;
      (void)::ftruncate(to.file->get(), static_cast<off_t>(first.bytes));
      return tl::unexpected(written.error());
    }
    at += bytes;
  }
  return segment_place{first.serial, first.bytes, part.length_bytes};
}

result<std::vector<segment_end>> warc_store::make_durable() {
  std::vector<open_segment> group;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& one : open_)
      if (one.end != one.committed) group.push_back(one);
  }
  std::vector<segment_end> ends;
  bool has_new = false;
  for (const auto& one : group) {
    if (auto synced = disk_->file(one.file->get(), folder_.path() / file_name(one.end.serial)); !synced)
      return fail(errc::sync_failed, synced.error().detail);
    has_new |= one.is_new;
    ends.push_back(one.end);
  }
  if (has_new)
    if (auto synced = sync_folders(*disk_, folder_, {""}, usual_syncfs_from); !synced)
      return tl::unexpected(synced.error());
  const std::lock_guard lock(mutex_);
  in_group_ = ends;
  return ends;
}

void warc_store::committed() {
  const std::lock_guard lock(mutex_);
  for (auto& one : open_) one.is_single = false;
  for (const auto& end : in_group_)
    for (auto& one : open_)
      if (one.end.serial == end.serial) {
        one.committed = end;
        one.is_new = false;
      }
  in_group_.clear();
  std::erase_if(open_, [this](const open_segment& one) {
    return one.end == one.committed && one.end.serial != current_serial_ && one.end.serial != copies_serial_;
  });
}

std::string warc_store::file_name(std::uint32_t serial) const {
  const std::lock_guard lock(mutex_);
  const auto found = names_.find(serial);
  return found == names_.end() ? "" : found->second;
}

/// The open file of a segment. Another process may have begun a new one since the folder was listed.
result<std::shared_ptr<const file_descriptor>> warc_store::file_of(std::uint32_t serial) {
  const std::lock_guard lock(mutex_);
  if (serial == read_serial_) return read_file_;
  for (const auto& one : open_)
    if (one.end.serial == serial && one.file) return one.file;
  if (!names_.contains(serial))
    if (auto listed = list(); !listed) return tl::unexpected(listed.error());
  const auto name = names_.find(serial);
  if (name == names_.end())
    return fail(errc::not_found,
                (folder_.path().filename() / unknown_warc_name(serial)).string() + " is missing");
  auto file = folder_.open_to_read(name->second);
  if (!file) return tl::unexpected(file.error());
  read_file_ = std::make_shared<const file_descriptor>(std::move(*file));
  read_serial_ = serial;
  return read_file_;
}

result<own_record> warc_store::read(const segment_place& place) {
  const auto path = warc_path(place);
  if (is_large_record(place)) return fail(errc::limit_exceeded, path + " is a large record");
  const auto file = file_of(place.serial);
  if (!file) return tl::unexpected(file.error());
  const auto member = read_at((*file)->get(), place, path);
  if (!member) return tl::unexpected(member.error());
  return read_own_record(*member, most_record_bytes);
}

/// The begin of a record, with its heads; of a `revisit` the length of the record is not known.
result<std::string> warc_store::front_of(const segment_place& record) {
  const auto file = file_of(record.serial);
  if (!file) return tl::unexpected(file.error());
  struct stat found {};
  if (::fstat((*file)->get(), &found) != 0) return fail_errno("stat", warc_path(record));
  const auto size = static_cast<std::uint64_t>(found.st_size);
  if (record.offset_bytes >= size)
    return fail(errc::not_found, warc_path(record) + " is behind the end of its segment");
  const auto member =
      read_at((*file)->get(),
              {record.serial, record.offset_bytes, std::min(size - record.offset_bytes, most_front_bytes)},
              warc_path(record));
  if (!member) return tl::unexpected(member.error());
  warning_log warnings;
  return read_front(*make_gzip_source(make_memory_source(*member), warnings));
}

result<std::string> warc_store::head(const segment_place& capture) {
  const auto text = front_of(capture);
  if (!text) return text;
  const auto parts = read_own_front(*text);
  if (!parts) return tl::unexpected(parts.error());
  if (parts->body == parts->block) return fail(errc::not_found, warc_path(capture) + " has no HTTP head");
  return text->substr(parts->block, parts->body - parts->block);
}

result<byte_source_ptr> warc_store::open(const segment_place& place) {
  if (is_large_record(place)) {
    const auto file = file_of(place.serial);
    if (!file) return tl::unexpected(file.error());
    return open_large_body(*file, place);
  }
  auto body = small_body(place);
  if (!body) return tl::unexpected(body.error());
  return make_memory_source(*std::move(body));
}

result<std::string> warc_store::small_body(const segment_place& place) {
  {
    const std::lock_guard lock(mutex_);
    if (auto body = recent_.take(place)) return *std::move(body);
  }
  const auto record = read(place);
  if (!record) return tl::unexpected(record.error());
  return std::string(record->payload());
}

result<file_descriptor> warc_store::open_large(const segment_place& place) {
  if (const auto known = file_of(place.serial); !known) return tl::unexpected(known.error());
  return folder_.open_to_read(file_name(place.serial));
}

bool is_large_record(const segment_place& place) {
  return place.length_bytes > most_record_bytes;
}

result<byte_source_ptr> open_large_body(std::shared_ptr<const file_descriptor> segment,
                                        const segment_place& place) {
  auto file = make_file_source(std::move(segment));
  if (!file) return file;
  if ((*file)->size_bytes() < place.offset_bytes + place.length_bytes)
    return fail(errc::not_found, warc_path(place) + " ends behind the end of its segment");
  return open_stored_record(std::move(*file), place.offset_bytes);
}

}  // namespace laundromat
