// Lists the records of a web archive: WARC or ARC, plain or with one gzip member a record.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/codec/archive/archive_member.hpp"
#include "core/codec/archive/budget.hpp"
#include "core/codec/compression/stream_warning.hpp"

namespace laundromat {

/// So many records that are no documents are listed: a crawl has two of them for each document.
inline constexpr std::size_t most_other_records = 10'000;

/// Takes the documents of small records, which are decoded anyway for their digests: as `open_record` would read them.
struct record_keeper {
  std::function<bool(std::uint64_t bytes)> has_room;
  std::function<void(std::uint64_t offset, std::string document)> keep;
};

struct record_listing {
  std::vector<archive_member> members;
  /// A gzip member has more than one record, or a part of one: records have no place of their own in the file, and its decoded bytes must be listed instead.
  /// `members` is then not complete.
  bool shares_members = false;
};

/// Reads `file` once, from record to record. Damage of a document is in its row, all other damage in `warnings`, with offsets in `file`:
///
/// | damage | what becomes of it |
/// |---|---|
/// | `warc_record_truncated` | the bytes before the cut are kept; `WARC-Truncated` is reported with its reason. `open_record` joins segments; what is missing of them is reported |
/// | `warc_length_wrong` | a record that is longer than it states has the stated bytes; one that would end within the next record is skipped |
/// | `warc_head_broken` | the record is left out, and the file read on at the next record |
/// | `warc_digest_wrong` | the record is kept. A payload digest is accepted with the chunked framing and without it, because crawlers disagree |
/// | `warc_digest_missing` | one note for the file |
/// | `archive_damaged`, `truncated_stream` | of a gzip member, as in `damage_rules`; the next member is read |
///
/// `keeper` gets undamaged documents that it has room for, unless their decoding has something to warn of.
/// Memory: the listing, and 500 KiB. Errors: `too_many_entries`, `too_large_unpacked`, `ratio_exceeded`, `archive_damaged` without any record,
/// and those of the file. Source: ISO 28500:2017, with annex D for compression.
[[nodiscard]] result<record_listing> list_records(byte_source& file, const unpack_budget& budget,
                                                  warning_log& warnings, record_keeper keeper = {});

}  // namespace laundromat
