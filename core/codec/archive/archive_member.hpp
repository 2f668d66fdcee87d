// One row of an archive's listing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/errc.hpp"
#include "core/base/time.hpp"
#include "core/codec/compression/stream_warning.hpp"
#include "core/codec/view.hpp"

namespace laundromat {

/// What a member of an archive is. The numbers are stored.
enum class member_kind : std::uint8_t {
  file = 1,
  directory = 2,
  symlink = 3,
  hardlink = 4,
  device = 5,
  other = 6,
  last = other,
};

[[nodiscard]] std::string_view to_string(member_kind kind);

/// The header of one member. Only files become entries.
struct archive_member {
  /// As `layer::ordinal`: counted from 0 over all members; of a record in a web archive, the offset of its first byte.
  std::uint64_t ordinal = 0;
  /// The bytes in the archive; UTF-8 for 7zip and for names that zip marks as UTF-8; the address of a record. Never used as a path on disk.
  std::string path;
  member_kind kind = member_kind::file;
  std::uint64_t size_bytes = 0;  ///< as the archive states; 0 where it does not
  timestamp modified{};
  std::uint32_t permissions = 0;
  /// Why the member is not an entry: `ok`, `member_skipped` (not a regular file, or a sparse one),
  /// `archive_encrypted`, `limit_exceeded` (a path of more than 4 KiB, of which only 4 KiB are kept); of a record, see `describe_record`.
  errc skipped = errc::ok;
  std::vector<stream_warning> damage = {};  ///< warnings about the bytes of a member that was read
  /// Of a record: the address that it was captured from. Empty in other archives: members then have the address of their archive and path.
  std::string base_iri = {};
  std::string media_type = {}, charset = {};  ///< of a record: as the server or crawler declared them

  bool is_revisit = false;     ///< a record that has the payload of another one
  std::uint64_t original = 0;  ///< then, the ordinal of that record

  friend bool operator==(const archive_member&, const archive_member&) = default;
};

/// The layers by which a member is opened, over those of its archive.
[[nodiscard]] decode_chain layers_of(layer_kind archive, const archive_member& member);

}  // namespace laundromat
