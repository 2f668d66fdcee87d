// Copies outcomes into records.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/absorb.hpp"

#include "core/records/announced_links.hpp"

namespace laundromat {

namespace {

void absorb_verdict(entry_record& entry, const outcome& found) {
  entry.cause = found.cause;
  entry.detail = found.detail;
  entry.ended = found.ended;
}

}  // namespace

void absorb(entry_record& entry, const fetch_outcome& found) {
  absorb_verdict(entry, found);
  entry.not_before = found.not_before;
  if (found.on != event::body_stored) return;
  entry.content = {found.raw_path, found.chain};
  entry.base_uri = found.final_uri;
  entry.media_type = found.media_type;
  entry.charset = found.charset;
  entry.size_bytes = found.wire.bytes;
  entry.damage = found.damage;
  if (!found.hops.empty()) entry.described_by = described_by(found.hops.back());
}

void absorb(entry_record& entry, const unpack_outcome& found) {
  absorb_verdict(entry, found);
  if (found.on == event::leaf_found || found.on == event::children_found) entry.content = found.content;
  entry.encoding = found.encoding;
}

void absorb(entry_record& entry, const guess_outcome& found) {
  absorb_verdict(entry, found);
  entry.format = found.format;
}

void absorb(entry_record& entry, const parse_outcome& found) {
  absorb_verdict(entry, found);
  if (found.on == event::statements_stored) entry.clean = found.clean.hash;
}

}  // namespace laundromat
