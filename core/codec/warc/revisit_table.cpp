// Compares hashes of what records state about themselves and about their originals.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/revisit_table.hpp"

#include <algorithm>

#include "core/base/keyed_hash.hpp"

namespace laundromat {

namespace {

std::uint64_t key_of(char kind, std::string_view text) {
  return text.empty() ? 0 : keyed_hash(kind + std::string(text)) | 1U;
}

std::uint64_t key_of_place(std::string_view uri, timestamp date) {
  if (uri.empty() || date == timestamp{}) return 0;
  // Writers state these dates to the second, also where the record itself has a fraction.
  return key_of('p', std::string(uri) + ' ' + date_digits(date));
}

}  // namespace

bool repeats_payload(const record_head& head) {
  return head.type == warc_record_type::revisit &&
         head.profile.find("/revisit/identical-payload-digest") != std::string::npos;
}

void revisit_table::add_document(const record_head& head, std::size_t row) {
  const auto digest = key_of('d', head.payload_digest);
  for (const auto key : {digest, key_of('i', head.record_id), key_of_place(head.target_uri, head.date)})
    if (key != 0) documents_.push_back({key, row, digest});
}

void revisit_table::add_revisit(const stored_record& record, std::size_t row) {
  const auto& head = record.head;
  revisits_.push_back({row, record.response.has_value(), key_of('d', head.payload_digest),
                       key_of('i', head.refers_to),
                       key_of_place(head.refers_to_target_uri, head.refers_to_date)});
}

/// An original with another digest is none.
const revisit_table::known* revisit_table::original_of(const revisit& one) const {
  for (const auto key : {one.digest, one.id, one.place}) {
    if (key == 0) continue;
    const auto found = std::ranges::lower_bound(documents_, key, {}, &known::key);
    if (found == documents_.end() || found->key != key) continue;
    if (one.digest == 0 || found->digest == 0 || found->digest == one.digest) return &*found;
  }
  return nullptr;
}

revisit_table::unmatched revisit_table::match(std::vector<archive_member>& members) {
  unmatched out;
  if (revisits_.empty()) return out;
  std::ranges::stable_sort(documents_, {}, &known::key);
  for (const auto& one : revisits_) {
    auto& member = members[one.row];
    const auto* found = original_of(one);
    if (found == nullptr) {
      if (out.count++ == 0) out.first = member.ordinal;
      continue;
    }
    const auto& original = members[found->row];
    member.skipped = original.skipped;
    member.is_revisit = true;
    member.original = original.ordinal;
    member.size_bytes = original.size_bytes;
    member.damage = original.damage;
    if (one.has_head) continue;
    member.media_type = original.media_type;
    member.charset = original.charset;
  }
  return out;
}

}  // namespace laundromat
