// Appends exchanges that a worker node fetched and formed: their bytes are copied.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/codec/warc/capture_role.hpp"
#include "storage/segments/segment_bytes.hpp"
#include "storage/warc/warc_store.hpp"

namespace laundromat {

namespace {

constexpr std::size_t copy_step_bytes = std::size_t{1} << 20;

warc_exchange heads_of(const checked_exchange& one) {
  warc_exchange exchange;
  exchange.uri = one.head.target_uri;
  const auto address = std::ranges::find(one.head.fields, warc_field::ip_address, &record_field::name);
  if (address != one.head.fields.end()) exchange.address = address->value;
  exchange.begun = one.head.date;
  exchange.request_head = one.request_head;
  exchange.response_head = one.response_head;
  exchange.truncated = one.head.truncated;
  exchange.payload_digest = one.payload;
  return exchange;
}

/// Passes a range of `file` on in steps.
template <class Take>
result<void> copy_range(byte_source& file, std::uint64_t offset, std::uint64_t bytes, Take take) {
  if (auto placed = file.seek(offset); !placed) return placed;
  std::string buffer;
  while (bytes > 0) {
    buffer.resize(std::min<std::uint64_t>(bytes, copy_step_bytes));
    const auto n = file.read(buffer);
    if (!n || *n == 0)
      return n ? fail(errc::io_failed, "received records were cut") : tl::unexpected(n.error());
    if (auto taken = take(std::string_view(buffer).substr(0, *n)); !taken) return taken;
    bytes -= *n;
  }
  return {};
}

}  // namespace

result<warc_capture> warc_store::append_checked(byte_source& file, const checked_exchange& one,
                                                const record_hash& seed) {
  if (one.head.type == warc_record_type::response && one.body_bytes >= least_repeated_bytes) {
    const auto repeated = append_repeated(heads_of(one), seed);
    if (!repeated) return tl::unexpected(repeated.error());
    if (*repeated) return **repeated;
  }
  const auto bytes = settings_.requests ? one.all_bytes : one.answer_bytes;
  const auto place =
      one.answer_bytes > most_record_bytes ? copy_large(file, one, bytes) : copy_small(file, one, bytes);
  if (!place) return tl::unexpected(place.error());
  const segment_place answer{place->serial, place->offset_bytes, one.answer_bytes};
  if (one.head.type == warc_record_type::response && one.head.truncated.empty() &&
      one.body_bytes >= least_repeated_bytes) {
    const std::lock_guard lock(mutex_);
    known_.add({one.payload, is_document_answer(one.head.target_uri, one.response_head)},
               {answer, '<' + one.head.record_id + '>', one.head.target_uri, one.head.date});
  }
  return held_capture({answer, answer, *place});
}

result<segment_place> warc_store::copy_small(byte_source& file, const checked_exchange& one,
                                             std::uint64_t bytes) {
  std::string records;
  const auto read = copy_range(file, one.offset, bytes, [&](std::string_view part) {
    records.append(part);
    return result<void>{};
  });
  if (!read) return tl::unexpected(read.error());
  const std::lock_guard lock(mutex_);
  if (auto begun = begin_records(one.head.date); !begun) return tl::unexpected(begun.error());
  return write(records);
}

/// A large record has a segment of its own.
result<segment_place> warc_store::copy_large(byte_source& file, const checked_exchange& one,
                                             std::uint64_t bytes) {
  const auto own = begin_own_segment(one.head.date);
  if (!own) return tl::unexpected(own.error());
  auto end = own->end_bytes;
  early_writeback early{*disk_};
  const auto copied = copy_range(file, one.offset, bytes, [&](std::string_view part) {
    auto written = write_at(own->file->get(), part, end, own->name);
    end += part.size();
    early.wrote(own->file->get(), own->name, part.size());
    return written;
  });
  if (!copied) {
    forget_segment(own->serial);
    return tl::unexpected(copied.error());
  }
  add_segment(own->serial, own->file, end);
  return segment_place{own->serial, own->end_bytes, bytes};
}

}  // namespace laundromat
