// Implements archives with one libarchive handle each: exactly one format, no filter.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/archive/archive.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/codec/archive/filters.hpp"
#include "core/codec/archive/libarchive_input.hpp"

namespace laundromat {

namespace {

constexpr std::size_t longest_path_bytes = 4096;
constexpr int most_retries = 16;
/// Text that was inflated from the damaged slice is lost, so slices are small.
constexpr std::size_t zip_slice_bytes = 1'024;

int support_format(archive* handle, layer_kind format) {
  switch (format) {
    case layer_kind::tar_member:
      return archive_read_support_format_tar(handle);
    case layer_kind::zip_member:
      return archive_read_support_format_zip(handle);
    case layer_kind::sevenzip_member:
      return archive_read_support_format_7zip(handle);
    default:
      return ARCHIVE_FATAL;
  }
}

member_kind type_of(archive_entry* entry) {
  if (archive_entry_hardlink(entry)) return member_kind::hardlink;
  switch (archive_entry_filetype(entry)) {
    case AE_IFREG:
      return member_kind::file;
    case AE_IFDIR:
      return member_kind::directory;
    case AE_IFLNK:
      return member_kind::symlink;
    case AE_IFCHR:
    case AE_IFBLK:
    case AE_IFIFO:
      return member_kind::device;
    default:
      return member_kind::other;
  }
}

/// The bytes of the name; its UTF-8 form where libarchive has only that.
std::string path_of(archive_entry* entry) {
  if (const char* bytes = archive_entry_pathname(entry)) return bytes;
  if (const char* utf8 = archive_entry_pathname_utf8(entry)) return utf8;
  return {};
}

errc why_skipped(const archive_member& member, bool is_sparse, bool is_encrypted) {
  if (member.kind != member_kind::file || is_sparse) return errc::member_skipped;
  if (is_encrypted) return errc::archive_encrypted;
  return member.path.size() > longest_path_bytes ? errc::limit_exceeded : errc::ok;
}

/// Whether a zip ends with the record that locates its central directory (APPNOTE 4.3.16). Leaves the source
/// at 0.
result<bool> has_zip_index(byte_source& source) {
  constexpr std::uint64_t longest_end_bytes = 22 + 65'535;
  const auto size = source.size_bytes();
  if (auto moved = source.seek(size - std::min(size, longest_end_bytes)); !moved)
    return tl::unexpected(moved.error());
  auto tail = read_head(source, longest_end_bytes);
  if (!tail) return tl::unexpected(tail.error());
  if (auto moved = source.seek(0); !moved) return tl::unexpected(moved.error());
  return tail->rfind("PK\x05\x06") != tail->npos;
}

}  // namespace

struct archive_reader::state {
  state(layer_kind format, byte_source_ptr source, warning_log& log)
      : input(make_counting_source(std::move(source), consumed),
              format == layer_kind::zip_member ? zip_slice_bytes : archive_input::block_bytes),
        warnings(log),
        handle(archive_read_new()) {}

  /// The cause of a failed call. Call it only after a successful open: libarchive crashes when it is asked about
  /// encryption before it has chosen a format.
  [[nodiscard]] failure cause() const {
    if (input.error()) return *input.error();
    const bool is_locked = archive_read_has_encrypted_entries(handle.get()) > 0;
    return {is_locked ? errc::archive_encrypted : errc::archive_damaged, archive_message(handle.get())};
  }

  void warn(std::string_view where, std::uint64_t ordinal) {
    if (is_quiet) return;
    auto message = std::string(where) + std::to_string(ordinal) + ": " + archive_message(handle.get());
    warnings.add(errc::archive_damaged, input.position(), std::move(message));
  }
  /// A warning about the bytes of the current member.
  void warn_of_member() {
    warn("member ", members - 1);
    if (damage.empty())
      damage.push_back({errc::archive_damaged, input.position(), archive_message(handle.get())});
  }

  result<void> next_block();
  archive_member describe(archive_entry* entry, bool is_sparse) const;

  std::uint64_t consumed = 0;
  archive_input input;
  warning_log& warnings;
  archive_handle handle;
  std::uint64_t members = 0;  ///< read so far
  bool ended = false;         ///< the archive
  bool data_ended = true;     ///< the current member
  bool is_sparse = false;
  bool is_quiet = false;               ///< while `find` skips members
  bool lacks_index = false;            ///< a zip without its central directory
  std::uint64_t delivered = 0;         ///< of the current member, `block` included
  std::vector<stream_warning> damage;  ///< of the current member: the first warnings
  std::string_view block;              ///< the unread rest of the last block
};

archive_reader::archive_reader(std::unique_ptr<state> s) : state_(std::move(s)) {}
archive_reader::archive_reader(archive_reader&&) noexcept = default;
archive_reader& archive_reader::operator=(archive_reader&&) noexcept = default;
archive_reader::~archive_reader() = default;

void load_member_names() {
  const utf8_locale_scope locale;
}

result<archive_reader> archive_reader::open(layer_kind format, byte_source_ptr source,
                                            warning_log& warnings) {
  const utf8_locale_scope locale;
  bool has_index = true;
  if (format == layer_kind::zip_member && source->is_seekable()) {
    auto looked = has_zip_index(*source);
    if (!looked) return tl::unexpected(looked.error());
    has_index = *looked;
  }
  auto s = std::make_unique<state>(format, std::move(source), warnings);
  s->lacks_index = !has_index;
  auto* a = s->handle.get();
  if (!a || support_format(a, format) != ARCHIVE_OK)
    return fail(errc::internal, "this libarchive does not read " + std::string(to_string(format)));
  if (format == layer_kind::tar_member) archive_read_set_option(a, "tar", "read_concatenated_archives", "1");
  auto code = s->input.open(a);
  if (!code) return tl::unexpected(code.error());
  if (*code < ARCHIVE_WARN) return fail(errc::archive_damaged, archive_message(a));
  return archive_reader(std::move(s));
}

archive_member archive_reader::state::describe(archive_entry* entry, bool sparse) const {
  archive_member member;
  member.ordinal = members;
  member.path = path_of(entry);
  member.kind = type_of(entry);
  member.size_bytes = static_cast<std::uint64_t>(std::max<la_int64_t>(archive_entry_size(entry), 0));
  if (archive_entry_mtime_is_set(entry)) {
    constexpr la_int64_t furthest = 253'402'300'799;  // the year 9999
    member.modified = from_ms(std::clamp<la_int64_t>(archive_entry_mtime(entry), -furthest, furthest) * 1000);
  }
  member.permissions = static_cast<std::uint32_t>(archive_entry_perm(entry));
  member.skipped = why_skipped(member, sparse, archive_entry_is_encrypted(entry) != 0);
  member.path.resize(std::min(member.path.size(), longest_path_bytes));
  return member;
}

decode_chain layers_of(layer_kind archive, const archive_member& member) {
  if (!member.is_revisit) return {{archive, member.ordinal}};
  return {{archive, member.original}, {layer_kind::revisit, member.ordinal}};
}

std::string_view to_string(member_kind kind) {
  switch (kind) {
    case member_kind::file:
      return "file";
    case member_kind::directory:
      return "directory";
    case member_kind::symlink:
      return "symlink";
    case member_kind::hardlink:
      return "hardlink";
    case member_kind::device:
      return "device";
    case member_kind::other:
      return "other";
  }
  return "unknown";
}

result<std::optional<archive_member>> archive_reader::next() {
  const utf8_locale_scope locale;
  auto& s = *state_;
  s.block = {};
  s.data_ended = true;
  if (std::exchange(s.lacks_index, false) && !s.is_quiet)
    s.warnings.add(errc::archive_damaged, 0,
                   "the central directory is missing: the archive is read from front to back");
  archive_entry* entry = nullptr;
  auto code = s.ended ? ARCHIVE_EOF : archive_read_next_header(s.handle.get(), &entry);
  for (int i = 0; code == ARCHIVE_RETRY && i < most_retries; ++i)
    code = archive_read_next_header(s.handle.get(), &entry);
  if (s.input.error()) return tl::unexpected(*s.input.error());
  if (code == ARCHIVE_EOF || (code != ARCHIVE_OK && code != ARCHIVE_WARN)) {
    const bool first_end = !std::exchange(s.ended, true);
    if (code == ARCHIVE_EOF || !first_end) return std::nullopt;
    if (s.members == 0) return tl::unexpected(s.cause());
    s.warn("after member ", s.members - 1);
    return std::nullopt;
  }
  if (code == ARCHIVE_WARN) s.warn("header of member ", s.members);
  s.is_sparse = archive_entry_sparse_count(entry) > 0;
  auto member = s.describe(entry, s.is_sparse);
  ++s.members;
  s.delivered = 0;
  s.damage.clear();
  s.data_ended = member.kind != member_kind::file;
  return member;
}

result<archive_member> archive_reader::find(std::uint64_t ordinal) {
  state_->is_quiet = true;
  for (;;) {
    auto member = next();
    if (!member) return tl::unexpected(member.error());
    if (!*member) return fail(errc::not_found, "no member " + std::to_string(ordinal));
    if ((*member)->ordinal < ordinal) continue;
    state_->is_quiet = false;
    return std::move(**member);
  }
}

/// Reads a block of the current member. A hole that the archive did not announce counts as damage.
result<void> archive_reader::state::next_block() {
  const void* bytes = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  auto code = archive_read_data_block(handle.get(), &bytes, &size, &offset);
  for (int i = 0; code == ARCHIVE_RETRY && i < most_retries; ++i)
    code = archive_read_data_block(handle.get(), &bytes, &size, &offset);
  if (input.error()) return tl::unexpected(*input.error());
  if (code == ARCHIVE_EOF) {
    data_ended = true;
    return {};
  }
  if (code == ARCHIVE_OK || (code == ARCHIVE_WARN && size > 0)) {
    if (code == ARCHIVE_WARN) warn_of_member();
    if (size > 0 && static_cast<std::uint64_t>(offset) != delivered)
      return fail(errc::member_skipped, "a hole in the data of a member");
    block = {static_cast<const char*>(bytes), size};
    delivered += size;
    return {};
  }
  data_ended = true;
  if (code == ARCHIVE_FATAL) ended = true;
  if (delivered == 0) return tl::unexpected(cause());
  warn_of_member();
  return {};
}

result<std::size_t> archive_reader::read(std::span<char> buffer) {
  auto& s = *state_;
  if (s.is_sparse && !s.data_ended) return fail(errc::member_skipped, "a sparse member");
  while (s.block.empty() && !s.data_ended && !buffer.empty())
    if (auto more = s.next_block(); !more) return tl::unexpected(more.error());
  const auto n = std::min(buffer.size(), s.block.size());
  std::copy_n(s.block.data(), n, buffer.data());
  s.block.remove_prefix(n);
  return n;
}

namespace {

class member_source final : public byte_source {
 public:
  explicit member_source(archive_reader& reader) : reader_(reader) {}
  result<std::size_t> read(std::span<char> buffer) override { return reader_.read(buffer); }

 private:
  archive_reader& reader_;
};

}  // namespace

byte_source_ptr archive_reader::data() {
  return std::make_unique<member_source>(*this);
}

const std::vector<stream_warning>& archive_reader::damage() const {
  return state_->damage;
}

std::uint64_t archive_reader::consumed_bytes() const {
  return state_->consumed;
}

std::uint64_t archive_reader::place() const {
  return static_cast<std::uint64_t>(std::max<la_int64_t>(archive_filter_bytes(state_->handle.get(), 0), 0));
}

}  // namespace laundromat
