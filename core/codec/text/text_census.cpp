// Checks UTF-8 by table 3-7 of the Unicode Standard, and counts zero bytes by position.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/text/text_census.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

namespace laundromat {

namespace {

/// The valid sequences of a lead byte: their length, and the range of the second byte.
struct lead_rule {
  std::size_t length;
  unsigned char low, high;
};

constexpr lead_rule rule_of(unsigned char lead) {
  if (lead < 0x80) return {1, 0, 0};
  if (lead >= 0xC2 && lead <= 0xDF) return {2, 0x80, 0xBF};
  if (lead == 0xE0) return {3, 0xA0, 0xBF};
  if (lead == 0xED) return {3, 0x80, 0x9F};
  if (lead >= 0xE1 && lead <= 0xEF) return {3, 0x80, 0xBF};
  if (lead == 0xF0) return {4, 0x90, 0xBF};
  if (lead >= 0xF1 && lead <= 0xF3) return {4, 0x80, 0xBF};
  if (lead == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

/// The length by the leading bits, also of sequences that are not UTF-8: surrogates, two-byte zeros, five and six bytes.
constexpr std::size_t announced_length(unsigned char lead) {
  const auto ones = static_cast<std::size_t>(std::countl_one(lead));
  return ones >= 2 && ones <= 6 ? ones : 1;
}

bool is_control(unsigned char c) {
  return c < 0x20 && !(c >= 0x09 && c <= 0x0D) && c != 0x1B;
}

constexpr std::size_t word_bytes = sizeof(std::uint64_t);

/// Whether the next eight bytes are there, and are ASCII without controls: nothing is counted of them.
bool is_plain_word(std::string_view text, std::size_t at) {
  constexpr std::uint64_t each = 0x0101010101010101;
  if (text.size() - at < word_bytes) return false;
  std::uint64_t word = 0;
  std::memcpy(&word, text.data() + at, word_bytes);
  return ((word | (word - each * 0x20)) & (each * 0x80)) == 0;
}

}  // namespace

std::size_t utf8_sequence(std::string_view bytes, std::size_t& broken_length, bool& is_cut) {
  const auto lead = static_cast<unsigned char>(bytes[0]);
  const auto rule = rule_of(lead);
  const auto announced = announced_length(lead);
  std::size_t length = 1;
  while (length < announced && length < bytes.size() && (bytes[length] & 0xC0) == 0x80) ++length;
  is_cut = length < announced && length == bytes.size();
  broken_length = length;
  if (length != rule.length) return 0;
  const auto second = length > 1 ? static_cast<unsigned char>(bytes[1]) : rule.low;
  return second >= rule.low && second <= rule.high ? length : 0;
}

text_census take_census(std::string_view sample, bool is_whole) {
  text_census census;
  census.bytes = sample.size();
  auto before = sample.npos;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    while (is_plain_word(sample, i)) i += word_bytes;
    if (i == sample.size()) break;
    const auto c = static_cast<unsigned char>(sample[i]);
    census.controls += is_control(c);
    census.high_controls += c >= 0x80 && c < 0xA0;
    if (c == 0) ++census.zeros_at[i % 4];
    if (before == sample.npos && (c >= 0x80 || is_control(c))) before = i;
  }
  const auto next = sample.substr(std::min(before, sample.size()));
  const bool is_wide_behind =
      next.starts_with('\0') || next.starts_with("\xFF\xFE") || next.starts_with("\xFE\xFF");
  census.plain_before_wide = is_wide_behind ? before : 0;
  for (std::size_t at = 0; at < sample.size();) {
    if ((sample[at] & 0x80) == 0) {
      at += is_plain_word(sample, at) ? word_bytes : 1;
      continue;
    }
    std::size_t broken_length = 0;
    bool is_cut = false;
    const auto length = utf8_sequence(sample.substr(at), broken_length, is_cut);
    if (length == 0 && is_cut && !is_whole) break;
    census.multi_byte += length > 1;
    census.invalid += length == 0;
    census.surrogates += length == 0 && broken_length == 3 && sample[at] == '\xED';
    at += length ? length : broken_length;
  }
  return census;
}

std::string_view text_census::wide_encoding() const {
  constexpr std::uint64_t most_plain = 8;  // so many of two bytes each are hardly ASCII by chance
  if (bytes < 4 || plain_before_wide >= most_plain) return {};
  const auto quarter = bytes / 4;
  const auto mostly = [&](int i) { return zeros_at[i] * 10 >= quarter * 7; };
  const auto rarely = [&](int i) { return zeros_at[i] * 20 <= quarter; };
  if (mostly(1) && mostly(2) && mostly(3) && rarely(0)) return "UTF-32LE";
  if (mostly(0) && mostly(1) && mostly(2) && rarely(3)) return "UTF-32BE";
  const auto even = zeros_at[0] + zeros_at[2], odd = zeros_at[1] + zeros_at[3];
  if (odd * 10 >= quarter * 8 && even * 20 <= odd) return "UTF-16LE";
  if (even * 10 >= quarter * 8 && odd * 20 <= even) return "UTF-16BE";
  return {};
}

}  // namespace laundromat
