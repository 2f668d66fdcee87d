// Writes segments with one buffer, and cuts what no COMMIT has named.
// SPDX-License-Identifier: Apache-2.0
#include "storage/segments/segment_appender.hpp"

#include <sys/stat.h>
#include <unistd.h>

namespace laundromat {

namespace {

constexpr std::size_t buffer_bytes = std::size_t{4} << 20;

result<void> write_at(int fd, std::string_view bytes, std::uint64_t offset,
                      const std::filesystem::path& path) {
  while (!bytes.empty()) {
    const auto n = ::pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return fail_errno("write", path);
    bytes.remove_prefix(static_cast<std::size_t>(n));
    offset += static_cast<std::uint64_t>(n);
  }
  return {};
}

}  // namespace

result<segment_appender> segment_appender::open(const safe_folder& data, segment_kind kind,
                                                segment_end committed, std::uint64_t segment_bytes,
                                                const disk_sync& disk) {
  segment_appender out{data, kind, segment_bytes, disk};
  out.committed_ = committed;
  if (auto made = data.make_folders(segment_folder(kind)); !made) return tl::unexpected(made.error());
  if (auto cut = out.roll_back(); !cut) return tl::unexpected(cut.error());
  return out;
}

result<void> segment_appender::roll_back() {
  file_ = {};
  buffer_.clear();
  is_new_ = false;
  end_ = committed_;
  return cut_to(committed_);
}

/// Removes the segments after `end`, and shortens its segment to it.
result<void> segment_appender::cut_to(segment_end end) {
  result<void> removed;
  const auto folder = segment_folder(kind_);
  auto listed = data_.list(folder, [&](const std::string& name) {
    if (serial_in(kind_, name) > end.serial && removed) removed = data_.remove(folder / name);
  });
  if (!listed) return listed;
  if (!removed || end.serial == 0) return removed;
  const auto path = segment_path(kind_, end.serial);
  auto file = data_.open_or_create(path);
  if (!file) return tl::unexpected(file.error());
  struct stat found {};
  if (::fstat(file->get(), &found) != 0) return fail_errno("stat", path);
  const auto size = static_cast<std::uint64_t>(found.st_size);
  if (size < end.bytes) {
    is_short_ = true;
    end_.bytes = committed_.bytes =
        std::max(end.bytes, segment_bytes_);  // full: the next append begins another one
    return {};
  }
  if (size > end.bytes && ::ftruncate(file->get(), static_cast<off_t>(end.bytes)) != 0)
    return fail_errno("truncate", path);
  file_ = std::move(*file);
  return {};
}

result<void> segment_appender::begin_segment() {
  if (end_.serial > 0 && (file_.is_open() || !buffer_.empty()))
    if (auto done = sync_current(); !done) return done;
  end_ = {end_.serial + 1, 0};
  file_ = {};
  auto made = data_.create(segment_path(kind_, end_.serial));
  if (!made) return tl::unexpected(made.error());
  file_ = std::move(*made);
  is_new_ = true;
  return {};
}

result<void> segment_appender::open_current() {
  const auto path = segment_path(kind_, end_.serial);
  auto file = data_.open_or_create(path);
  if (!file) return tl::unexpected(file.error());
  struct stat found {};
  if (::fstat(file->get(), &found) != 0) return fail_errno("stat", path);
  if (static_cast<std::uint64_t>(found.st_size) < committed_.bytes && end_.serial == committed_.serial)
    return fail(errc::io_failed, path.string() + " became shorter while it was in use");
  file_ = std::move(*file);
  return {};
}

result<segment_place> segment_appender::append(std::string_view file) {
  if (file.size() > most_small_file_bytes) return fail(errc::limit_exceeded, "a large file in a segment");
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
