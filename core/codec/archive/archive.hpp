// Reads tar, zip and 7zip archives member by member. Names are data: nothing is ever written where they say.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/base/time.hpp"
#include "core/codec/compression/stream_warning.hpp"
#include "core/codec/view.hpp"

namespace laundromat {

/// What a member is. The numbers are those of `member_kind` in core/records.
enum class member_type : std::uint8_t {
  file = 1,
  directory = 2,
  symlink = 3,
  hardlink = 4,
  device = 5,
  other = 6
};

/// The header of one member.
struct member_info {
  std::uint64_t ordinal = 0;  ///< counted from 0 over all members, as `layer::ordinal`
  std::string path;           ///< bytes as the archive has them; 7zip and zip's UTF-8 names come as UTF-8
  member_type type = member_type::file;
  std::uint64_t size_bytes = 0;  ///< as the archive says; 0 when it does not say
  timestamp modified{};
  std::uint32_t permissions = 0;
  bool is_encrypted = false;
  /// Why the member is no document: `ok`, `member_skipped` (no regular file, or a sparse one),
  /// `archive_encrypted`, `limit_exceeded` (a path of more than 4 KiB, of which only these are kept).
  errc skipped = errc::ok;
  std::vector<stream_warning> damage = {};  ///< of a member that was read, what was wrong with its bytes

  friend bool operator==(const member_info&, const member_info&) = default;
};

/// Walks through one archive from front to back.
class archive_reader {
 public:
  /// Opens an archive of exactly this format (`tar_member`: ustar, pax, gnutar; `zip_member`;
  /// `sevenzip_member`). A zip whose source seeks is read by its central directory, else, or when that is
  /// missing, from front to back; 7zip needs a source that seeks. Concatenated tars are read to their end.
  /// `warnings` outlives the reader. Errors: `archive_damaged`, `archive_encrypted`, and those of `source`.
  [[nodiscard]] static result<archive_reader> open(layer_kind format, byte_source_ptr source,
                                                   warning_log& warnings);

  archive_reader(archive_reader&&) noexcept;
  archive_reader& operator=(archive_reader&&) noexcept;
  ~archive_reader();

  /// The next member, nothing at the end. Damage after the first member is the warning `archive_damaged`, and
  /// the end. Errors: `archive_damaged` and `archive_encrypted` before the first member, and those of the
  /// source.
  [[nodiscard]] result<std::optional<member_info>> next();

  /// Walks on to the member `ordinal`. What is wrong on the way is not reported again: the walk that listed
  /// the archive has done so. Errors: as `next`, and `not_found`.
  [[nodiscard]] result<member_info> find(std::uint64_t ordinal);

  /// Reads from the current member: 0 at its end. Damage after its first byte is the warning
  /// `archive_damaged`, and the end. Errors: `archive_damaged`, `archive_encrypted`, `member_skipped` for a
  /// sparse member, and the source's.
  [[nodiscard]] result<std::size_t> read(std::span<char> buffer);

  /// The current member as a source, valid until `next`. The reader stays where it is meanwhile.
  [[nodiscard]] byte_source_ptr data();

  /// What was wrong with the bytes of the current member, as far as it was read.
  [[nodiscard]] const std::vector<stream_warning>& damage() const;

  /// How many bytes were read below the archive.
  [[nodiscard]] std::uint64_t consumed_bytes() const;

 private:
  struct state;
  explicit archive_reader(std::unique_ptr<state> s);
  std::unique_ptr<state> state_;
};

/// Loads what names in UTF-8 need, for a process that may open no file later.
void load_member_names();

}  // namespace laundromat
