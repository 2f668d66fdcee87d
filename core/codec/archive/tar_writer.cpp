// libarchive writes the headers, in blocks to the sink.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/archive/tar_writer.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <cerrno>
#include <optional>

#include "core/codec/archive/libarchive_input.hpp"

namespace laundromat {

namespace {

struct written_archive_deleter {
  void operator()(archive* handle) const { archive_write_free(handle); }
};
struct archive_entry_deleter {
  void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};

constexpr int tar_block_bytes = 1 << 16;
constexpr unsigned file_mode = 0644;

}  // namespace

struct tar_writer::state {
  explicit state(byte_sink& to) : out(to) {}

  static la_ssize_t pass(archive* handle, void* self, const void* bytes, std::size_t size) {
    auto& me = *static_cast<state*>(self);
    auto written = me.failed ? result<void>{tl::unexpected(*me.failed)}
                             : me.out.write({static_cast<const char*>(bytes), size});
    if (written) return static_cast<la_ssize_t>(size);
    me.failed = written.error();
    archive_set_error(handle, EIO, "the sink failed");
    return -1;
  }
  /// The failure behind a code of libarchive.
  [[nodiscard]] result<void> check(int code) {
    if (failed) return tl::unexpected(*failed);
    if (code >= ARCHIVE_WARN) return {};
    return fail(errc::invalid_argument, "tar: " + archive_message(handle.get()));
  }

  byte_sink& out;
  std::optional<failure> failed;
  std::unique_ptr<archive, written_archive_deleter> handle{archive_write_new()};
  std::unique_ptr<archive_entry, archive_entry_deleter> entry{archive_entry_new()};
  std::string name;
  bool is_open = false;
};

tar_writer::tar_writer(byte_sink& out) : state_(std::make_unique<state>(out)) {
  auto* const handle = state_->handle.get();
  archive_write_set_format_pax_restricted(handle);
  archive_write_add_filter_none(handle);
  archive_write_set_bytes_per_block(handle, tar_block_bytes);
  archive_write_set_bytes_in_last_block(handle, 1);
}

/// Nothing is written any more: an unfinished archive is thrown away.
tar_writer::~tar_writer() {
  if (state_->failed) return;
  state_->failed = failure{errc::cancelled, "the archive was not finished"};
}

result<void> tar_writer::begin(std::string_view name, std::uint64_t bytes) {
  auto& s = *state_;
  if (!s.is_open) {
    s.is_open = true;
    if (auto opened = s.check(archive_write_open(s.handle.get(), &s, nullptr, state::pass, nullptr)); !opened)
      return opened;
  }
  s.name.assign(name);
  archive_entry_clear(s.entry.get());
  archive_entry_set_pathname(s.entry.get(), s.name.c_str());
  archive_entry_set_size(s.entry.get(), static_cast<la_int64_t>(bytes));
  archive_entry_set_filetype(s.entry.get(), AE_IFREG);
  archive_entry_set_perm(s.entry.get(), file_mode);
  archive_entry_set_mtime(s.entry.get(), 0, 0);
  return s.check(archive_write_header(s.handle.get(), s.entry.get()));
}

result<void> tar_writer::write(std::string_view bytes) {
  auto& s = *state_;
  const auto written = archive_write_data(s.handle.get(), bytes.data(), bytes.size());
  if (written >= 0 && static_cast<std::size_t>(written) != bytes.size())
    return fail(errc::invalid_argument, "tar: more bytes than the file was said to have");
  return s.check(written < 0 ? ARCHIVE_FATAL : ARCHIVE_OK);
}

result<void> tar_writer::finish() {
  auto& s = *state_;
  if (!s.is_open) {
    s.is_open = true;
    if (auto opened = s.check(archive_write_open(s.handle.get(), &s, nullptr, state::pass, nullptr)); !opened)
      return opened;
  }
  return s.check(archive_write_close(s.handle.get()));
}

}  // namespace laundromat
