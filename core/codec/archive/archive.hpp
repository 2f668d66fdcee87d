// Reads tar, zip and 7zip archives member by member. Member names are never used as paths on disk.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/codec/archive/archive_member.hpp"
#include "core/codec/view.hpp"

namespace laundromat {

/// Reads one archive from front to back.
class archive_reader {
 public:
  /// Opens an archive of exactly this format (`tar_member`: ustar, pax, gnutar; `zip_member`;
  /// `sevenzip_member`). A zip with a seekable source is read by its central directory; without one, or where the directory is
  /// missing, from front to back; 7zip needs a seekable source. Concatenated tars are read to their end.
  /// `warnings` outlives the reader. Errors: `archive_damaged`, `archive_encrypted`, and those of `source`.
  [[nodiscard]] static result<archive_reader> open(layer_kind format, byte_source_ptr source,
                                                   warning_log& warnings);

  archive_reader(archive_reader&&) noexcept;
  archive_reader& operator=(archive_reader&&) noexcept;
  ~archive_reader();

  /// The next member, nothing at the end. Damage after the first member ends the archive, with the warning
  /// `archive_damaged`. Errors: `archive_damaged` and `archive_encrypted` before the first member, and those of the
  /// source.
  [[nodiscard]] result<std::optional<archive_member>> next();

  /// Skips to the member `ordinal`. Damage before it is not reported again: the walk that listed the archive
  /// reported it. Errors: as `next`, and `not_found`.
  [[nodiscard]] result<archive_member> find(std::uint64_t ordinal);

  /// Reads from the current member: 0 at its end. Damage after its first byte ends the member, with the warning
  /// `archive_damaged`. Errors: `archive_damaged`, `archive_encrypted`, `member_skipped` for a
  /// sparse member, and the source's.
  [[nodiscard]] result<std::size_t> read(std::span<char> buffer);

  /// The current member as a source, valid until `next`. The reader must outlive it and keep its address.
  [[nodiscard]] byte_source_ptr data();

  /// The warnings about the bytes of the current member, as far as it was read.
  [[nodiscard]] const std::vector<stream_warning>& damage() const;

  /// How many bytes of the archive's source were read.
  [[nodiscard]] std::uint64_t consumed_bytes() const;
  /// Behind `next`, of a tar: where the data of the current member begin, or at most one block of 512 bytes before that.
  [[nodiscard]] std::uint64_t place() const;

 private:
  struct state;
  explicit archive_reader(std::unique_ptr<state> s);
  std::unique_ptr<state> state_;
};

/// Loads the locale for names in UTF-8, for a process that may open no file later.
void load_member_names();

}  // namespace laundromat
