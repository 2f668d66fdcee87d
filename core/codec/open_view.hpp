// Opens the bytes of a view through every layer of its chain.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/codec/archive/archive.hpp"
#include "core/codec/archive/budget.hpp"
#include "core/codec/compression/stream_warning.hpp"
#include "core/codec/stores.hpp"
#include "core/codec/view.hpp"

namespace laundromat {

/// Opens the decoded bytes of `content`. Members of a plain tar or zip are read in place. What is not
/// seekable is copied to scratch once: the members of a sequential archive, from the wanted one on, and a zip or 7zip
/// within another layer. Members after the 1,000th are treated as those of a sequential archive, so that
/// reading all members takes linear time. What scratch keeps in memory is read from there. `warnings` and the ports outlive the source. Errors: `not_found` (the body,
/// or no such member), `member_skipped`, `archive_encrypted`, `limit_exceeded` (a member that is not an
/// entry), those of the layers, the limits of `budget` (`too_large_unpacked`, `ratio_exceeded`), and those of the
/// ports.
[[nodiscard]] result<byte_source_ptr> open_view(const view& content, raw_port& raw, scratch_port& scratch,
                                                const unpack_budget& budget, warning_log& warnings);

/// Removes the scratch files of this view: those of its own member, and those made from that member.
/// The bytes of an archive are needed as long as one of its members is.
void release_view(const view& content, scratch_port& scratch);

/// The prefix of the scratch names of everything within one body: the MD5 of `raw_path` in hexadecimal, and a hyphen.
[[nodiscard]] std::string scratch_prefix(std::string_view raw_path);
/// The scratch name of the decoded bytes of a prefix of a chain: `scratch_prefix`, and the MD5 of the prefix.
[[nodiscard]] std::string scratch_key(std::string_view raw_path, const decode_chain& prefix);

/// Copies `source` to scratch and returns the number of bytes. Errors: those of both; then the scratch file is
/// removed.
[[nodiscard]] result<std::uint64_t> spool(byte_source& source, scratch_port& scratch, std::string_view key);

/// Options of a walk through an archive.
struct walk_options {
  std::uint64_t first_spooled = 0;  ///< regular members from this ordinal on are copied to scratch
  unpack_budget budget;
};

/// The result of a walk.
struct archive_walk {
  std::vector<archive_member> members;
  std::uint64_t spooled_bytes = 0;
};

/// Reads through the archive `content`, whose bytes are `source`, and copies members to scratch in the same pass. A
/// member without a readable byte gets a warning and no scratch file. Small members of a seekable tar are kept in memory, where scratch has
/// memory for them. Errors: those of the archive,
/// `too_many_entries`, `too_large_unpacked`, `ratio_exceeded`; the scratch files are then removed.
[[nodiscard]] result<archive_walk> walk_archive(const view& content, layer_kind format,
                                                byte_source_ptr source, scratch_port& scratch,
                                                const walk_options& options, warning_log& warnings);

}  // namespace laundromat
