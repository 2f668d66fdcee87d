// Walks over the records between two segments.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/next_segment.hpp"

#include <algorithm>

#include "core/codec/archive/filters.hpp"
#include "core/codec/warc/stored_record.hpp"

namespace laundromat {

namespace {

constexpr std::size_t skip_step_bytes = std::size_t{32} << 10;

/// Takes the block of a record; false where some of it is missing.
result<bool> skip_block(record_input& input, std::uint64_t left, const unpack_budget& budget) {
  if (!input.is_packed()) {
    const auto end = input.next_offset();
    if (left > input.file_bytes() - std::min(end, input.file_bytes())) return false;
    input.skip(static_cast<std::size_t>(left));
    return true;
  }
  while (left > 0) {
    const auto bytes = input.peek(skip_step_bytes);
    if (!bytes) return tl::unexpected(bytes.error());
    if (bytes->empty()) return false;
    const auto n = std::min<std::uint64_t>(left, bytes->size());
    input.skip(static_cast<std::size_t>(n));
    left -= n;
    if (auto judged = judge_expansion(input.made_bytes(), input.next_offset(), budget); !judged)
      return tl::unexpected(judged.error());
  }
  return true;
}

/// Moves from the end of a block to the begin of the next record; false at the end and before damage.
result<bool> begin_next_record(record_input& input) {
  if (auto skipped = skip_line_ends(input); !skipped) return tl::unexpected(skipped.error());
  if (input.is_packed()) {
    const auto rest = input.peek(1);
    if (!rest) return tl::unexpected(rest.error());
    if (!rest->empty() || input.damage()) return false;
  }
  if (input.next_offset() >= input.file_bytes()) return false;
  if (auto started = input.start(input.next_offset()); !started) return tl::unexpected(started.error());
  if (input.is_packed())
    if (auto skipped = skip_line_ends(input); !skipped) return tl::unexpected(skipped.error());
  return true;
}

}  // namespace

result<std::optional<std::uint64_t>> next_segment(record_input& input, segment_chain& chain,
                                                  const unpack_budget& budget) {
  for (std::uint64_t between = 0; between <= most_records_between_segments; ++between) {
    const auto begun = begin_next_record(input);
    if (!begun) return tl::unexpected(begun.error());
    if (!*begun) return std::nullopt;
    const auto record = read_record(input);
    if (!record && record.error().code != errc::warc_head_broken) return tl::unexpected(record.error());
    if (!record || !*record || !(*record)->head.content_length) return std::nullopt;
    const auto& head = (*record)->head;
    if (chain.continues_with(head)) {
      chain.take(head);
      return *head.content_length;
    }
    const auto skipped = skip_block(input, *head.content_length, budget);
    if (!skipped) return tl::unexpected(skipped.error());
    if (!*skipped) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace laundromat
