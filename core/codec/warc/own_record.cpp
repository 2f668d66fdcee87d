// Inflates a record in one step and finds its payload.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/own_record.hpp"

#include <isa-l/igzip_lib.h>

#include <memory>

#include "core/base/vector_state.hpp"
#include "core/codec/warc/write_exchange.hpp"

namespace laundromat {

namespace {

constexpr std::size_t trailer_bytes = 8;

tl::unexpected<failure> damaged(std::string_view why) {
  return fail(errc::archive_damaged, "a WARC record of the raw store is damaged: " + std::string(why));
}

/// ISIZE, the last field of a member.
std::size_t stated_bytes(std::string_view member) {
  std::size_t size = 0;
  for (std::size_t i = 0; i < 4; ++i)
    size |= std::size_t{static_cast<unsigned char>(member[member.size() - 4 + i])} << (8 * i);
  return size;
}

bool inflate(std::string_view member, std::string& text) {
  const auto state = std::make_unique_for_overwrite<inflate_state>();
  isal_inflate_init(state.get());
  state->crc_flag = ISAL_GZIP;
  state->next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(member.data()));
  state->avail_in = static_cast<std::uint32_t>(member.size());
  state->next_out = reinterpret_cast<std::uint8_t*>(text.data());
  state->avail_out = static_cast<std::uint32_t>(text.size());
  const bool is_good = isal_inflate(state.get()) == ISAL_DECOMP_OK &&
                       state->block_state == ISAL_BLOCK_FINISH && state->avail_in == 0 &&
                       state->avail_out == 0;
  clear_upper_vectors();
  return is_good;
}

}  // namespace

result<own_front> read_own_front(std::string_view text) {
  own_front out;
  out.block = out.body = head_length(text.substr(0, most_record_head_bytes));
  auto head = parse_record_head(text.substr(0, out.block));
  if (out.block == 0 || !head) return damaged("it has no fields");
  if (!head->content_length) return damaged("it has no length");
  out.head = std::move(*head);
  out.end = out.block + *out.head.content_length;
  if (!out.head.content_type.starts_with("application/http")) return out;
  const auto http = end_of_http_head(text.substr(out.block));
  if (http == 0 || out.body + http > out.end) return damaged("its HTTP head has no end");
  out.body += http;
  return out;
}

result<own_record> read_own_record(std::string_view member, std::size_t most_bytes) {
  own_record out;
  if (member.size() < trailer_bytes || stated_bytes(member) > most_bytes)
    return damaged("its length is wrong");
  out.text.resize(stated_bytes(member));
  if (!inflate(member, out.text)) return damaged("it cannot be decompressed");
  auto parts = read_own_front(out.text);
  if (!parts) return tl::unexpected(parts.error());
  if (parts->end > out.text.size()) return damaged("its block is cut");
  out.parts = std::move(*parts);
  return out;
}

}  // namespace laundromat
