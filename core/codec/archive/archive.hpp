// Reads tar, zip and 7zip archives member by member. Names are data: nothing is ever written where they say.
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
  [[nodiscard]] result<std::optional<archive_member>> next();

  /// Walks on to the member `ordinal`. What is wrong on the way is not reported again: the walk that listed
  /// the archive has done so. Errors: as `next`, and `not_found`.
  [[nodiscard]] result<archive_member> find(std::uint64_t ordinal);

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
