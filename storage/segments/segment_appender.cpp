// Writes segments with one buffer, and cuts what no COMMIT has named.
// SPDX-License-Identifier: Apache-2.0
#include "storage/segments/segment_appender.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "storage/segments/segment_bytes.hpp"

namespace laundromat {

namespace {

constexpr std::size_t buffer_bytes = std::size_t{4} << 20;

}  // namespace

result<segment_appender> segment_appender::open(const safe_folder& data, segment_kind kind,
                                                const std::vector<segment_end>& committed,
                                                std::uint64_t segment_bytes, const disk_sync& disk) {
  segment_appender out{data, kind, segment_bytes, disk};
  if (!committed.empty()) out.committed_ = out.end_ = committed.back();
  if (auto made = data.make_folders(segment_folder(kind)); !made) return tl::unexpected(made.error());
  if (auto cut = out.cut(committed); !cut) return tl::unexpected(cut.error());
  return out;
}

void segment_appender::roll_back() {
  has_tail_ |= has_appended();
  file_ = {};
  buffer_.clear();
  is_new_ = false;
  completed_.clear();
  end_ = committed_;
}

std::vector<segment_end> segment_appender::ends() const {
  auto all = completed_;
  if (has_appended()) all.push_back(end_);
  return all;
}

/// Removes the segments that no COMMIT names, and shortens the last one to its committed end.
result<void> segment_appender::cut(const std::vector<segment_end>& committed) {
  result<void> removed;
  const auto folder = segment_folder(kind_);
  auto listed = data_.list(folder, [&](const std::string& name) {
    const auto serial = serial_in(kind_, name);
    if (serial != 0 && removed && !std::ranges::binary_search(committed, serial, {}, &segment_end::serial))
      removed = data_.remove(folder / name);
  });
  if (!listed) return listed;
  if (!removed || end_.serial == 0) return removed;
  const auto path = segment_path(kind_, end_.serial);
  const auto is_there = data_.holds(path);
  if (!is_there) return tl::unexpected(is_there.error());
  struct stat found {};
  file_descriptor file;
  if (*is_there) {
    auto opened = data_.open_or_create(path);
    if (!opened) return tl::unexpected(opened.error());
    file = std::move(*opened);
    if (::fstat(file.get(), &found) != 0) return fail_errno("stat", path);
  }
  const auto size = static_cast<std::uint64_t>(found.st_size);
  is_short_ = size < end_.bytes;
  if (is_short_ || found.st_nlink > 1)  // full: the next append begins another one
    end_.bytes = committed_.bytes = std::max(end_.bytes, segment_bytes_);
  else if (size > end_.bytes && ::ftruncate(file.get(), static_cast<off_t>(end_.bytes)) != 0)
    return fail_errno("truncate", path);
  return {};
}

result<void> segment_appender::begin_segment() {
  if (auto ended = end_segment(); !ended) return ended;
  if (has_appended()) completed_.push_back(end_);
  end_ = {end_.serial + 1, 0};
  file_ = {};
  const auto path = segment_path(kind_, end_.serial);
  auto made = data_.open_or_create(path);
  if (!made) return tl::unexpected(made.error());
  if (::ftruncate(made->get(), 0) != 0)
    return fail_errno("truncate", path);  // of a group that was rolled back
  file_ = std::move(*made);
  is_new_ = true;
  return {};
}

/// Completes the current segment, before the next one begins.
result<void> segment_appender::end_segment() {
  if (end_.serial == 0) return {};
  if (has_tail_ && !file_.is_open())
    if (auto opened = open_current(); !opened) return opened;
  if (!file_.is_open() && buffer_.empty()) return {};
  if (auto written = write_buffer(); !written) return written;
  if (std::exchange(has_tail_, false) && !is_linked_ &&
      ::ftruncate(file_.get(), static_cast<off_t>(end_.bytes)) != 0)
    return fail_errno("truncate", segment_path(kind_, end_.serial));
  return sync_current();
}

result<void> segment_appender::open_current() {
  const auto path = segment_path(kind_, end_.serial);
  auto file = data_.open_or_create(path);
  if (!file) return tl::unexpected(file.error());
  struct stat found {};
  if (::fstat(file->get(), &found) != 0) return fail_errno("stat", path);
  if (static_cast<std::uint64_t>(found.st_size) < committed_.bytes && end_.serial == committed_.serial)
    return fail(errc::io_failed, path.string() + " became shorter while it was in use");
  is_linked_ = found.st_nlink > 1;
  is_new_ |= end_.bytes == 0;
  file_ = std::move(*file);
  return {};
}

/// Opens the current segment for the first file of a group.
result<void> segment_appender::begin_group() {
  if (file_.is_open() || has_appended() || end_.serial == 0 || end_.bytes >= segment_bytes_) return {};
  if (auto opened = open_current(); !opened || !is_linked_) return opened;
  file_ = {};
  return begin_segment();
}

result<segment_place> segment_appender::append(std::string_view file) {
  if (file.size() > most_small_file_bytes) return fail(errc::limit_exceeded, "a large file in a segment");
  if (auto begun = begin_group(); !begun) return tl::unexpected(begun.error());
  if (end_.serial == 0 || end_.bytes >= segment_bytes_)
    if (auto begun = begin_segment(); !begun) return tl::unexpected(begun.error());
  const segment_place place{end_.serial, end_.bytes, file.size()};
  buffer_.append(file);
  end_.bytes += file.size();
  if (buffer_.size() >= buffer_bytes)
    if (auto written = write_buffer(); !written) return tl::unexpected(written.error());
  return place;
}

result<void> segment_appender::write_buffer() {
  if (buffer_.empty()) return {};
  if (!file_.is_open())
    if (auto opened = open_current(); !opened) return opened;
  auto written =
      write_at(file_.get(), buffer_, end_.bytes - buffer_.size(), segment_path(kind_, end_.serial));
  if (written) buffer_.clear();
  return written;
}

result<void> segment_appender::sync_current() {
  if (auto written = write_buffer(); !written) return written;
  const auto path = segment_path(kind_, end_.serial);
  auto synced = disk_->file(file_.get(), data_.path() / path);
  if (synced && is_new_) {
    std::set<std::filesystem::path> folders;  // their names may be new, too
    for (auto folder = path.parent_path(); folders.insert(folder).second;) folder = folder.parent_path();
    synced = sync_folders(*disk_, data_, folders, usual_syncfs_from);
  }
  if (!synced) return fail(errc::sync_failed, synced.error().detail);
  is_new_ = false;
  return {};
}

result<void> segment_appender::flush() {
  return has_appended() ? sync_current() : result<void>{};
}

}  // namespace laundromat
