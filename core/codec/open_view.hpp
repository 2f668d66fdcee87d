// Opens the bytes that a view names, through every layer of its chain.
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

/// Opens the decoded bytes of `content`. Members of a plain tar or zip are read where they lie. What cannot
/// seek goes to scratch once: the members of a sequential archive, from the wanted one on, and a zip or 7zip
/// within another layer. Members beyond the 1,000th are treated as those of a sequential archive, so that
/// reading all costs no square. `warnings` and the ports outlive the source. Errors: `not_found` (the body,
/// or no such member), `member_skipped`, `archive_encrypted`, `limit_exceeded` (a member that is no
/// document), those of the layers, the limits of `budget` (`too_large_unpacked`, `ratio_exceeded`), and the
/// ports'.
[[nodiscard]] result<byte_source_ptr> open_view(const view& content, raw_port& raw, scratch_port& scratch,
                                                const unpack_budget& budget, warning_log& warnings);

/// Removes the scratch files of this view: its own member's, and what was spooled above that member.
/// The bytes of an archive are still wanted as long as one of its members is.
void release_view(const view& content, scratch_port& scratch);

/// What the scratch names of everything within one body begin with: the MD5 of `raw_path` in hexadecimal, and a hyphen.
[[nodiscard]] std::string scratch_prefix(std::string_view raw_path);
/// The scratch name of the decoded bytes of a prefix of a chain: `scratch_prefix`, and the MD5 of the prefix.
[[nodiscard]] std::string scratch_key(std::string_view raw_path, const decode_chain& prefix);

/// Copies `source` to scratch and says how many bytes that were. Errors: those of both; then nothing is left
/// behind.
[[nodiscard]] result<std::uint64_t> spool(byte_source& source, scratch_port& scratch, std::string_view key);

/// How to walk through an archive.
struct walk_options {
  std::uint64_t first_spooled = 0;  ///< regular members from this ordinal on go to scratch
  unpack_budget budget;
};

/// What a walk found.
struct archive_walk {
  std::vector<archive_member> members;
  std::uint64_t spooled_bytes = 0;
};

/// Walks through the archive that `content` names and `source` delivers, and spools in the same pass. A
/// member without one readable byte is no file on scratch but a warning. Errors: those of the archive,
/// `too_many_entries`, `too_large_unpacked`, `ratio_exceeded`; what was spooled is then removed again.
[[nodiscard]] result<archive_walk> walk_archive(const view& content, layer_kind format,
                                                byte_source_ptr source, scratch_port& scratch,
                                                const walk_options& options, warning_log& warnings);

}  // namespace laundromat
