// Decoding and encoding of single characters; whole texts are checked a vector at a time.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/utf8.hpp"

#include <cstring>

#include "core/rdf/model/utf8_simd.hpp"

namespace laundromat {

namespace {

/// The range of the second byte after `lead`: excludes overlong forms, surrogates and code points from U+110000
/// on.
struct second_range {
  unsigned char low, high;
  std::size_t length;
};

constexpr second_range range_after(unsigned char lead) {
  if (lead >= 0xC2 && lead <= 0xDF) return {0x80, 0xBF, 2};
  if (lead == 0xE0) return {0xA0, 0xBF, 3};
  if (lead == 0xED) return {0x80, 0x9F, 3};
  if (lead >= 0xE1 && lead <= 0xEF) return {0x80, 0xBF, 3};
  if (lead == 0xF0) return {0x90, 0xBF, 4};
  if (lead >= 0xF1 && lead <= 0xF3) return {0x80, 0xBF, 4};
  if (lead == 0xF4) return {0x80, 0x8F, 4};
  return {0, 0, 0};
}

}  // namespace

utf8_step next_utf8(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto lead = byte(0);
  if (lead < 0x80) return {1, lead, true};
  const auto range = range_after(lead);
  if (range.length == 0) return {};
  if (text.size() < 2 || byte(1) < range.low || byte(1) > range.high) return {};
  auto code = static_cast<char32_t>(lead & (0xFFu >> (range.length + 1)));
  code = (code << 6) | (byte(1) & 0x3Fu);
  for (std::size_t i = 2; i < range.length; ++i) {
    if (i >= text.size() || (byte(i) & 0xC0u) != 0x80u) return {i, 0, false};
    code = (code << 6) | (byte(i) & 0x3Fu);
  }
  return {range.length, code, true};
}

std::size_t find_bad_utf8(std::string_view text) {
  std::size_t i = text.size() >= 16 && has_utf8_simd() ? good_utf8_prefix(text) : 0;
  while (i < text.size()) {
    std::uint64_t word = 0;
    if (i + 8 <= text.size()) {
      std::memcpy(&word, text.data() + i, 8);
      if ((word & 0x8080808080808080u) == 0) {
        i += 8;
        continue;
      }
    }
    const auto step = next_utf8(text.substr(i));
    if (!step.is_valid) return i;
    i += step.length;
  }
  return std::string_view::npos;
}

void append_utf8(std::string& out, char32_t code) {
  const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | (code >> 6));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    put(0x80 | ((code >> 6) & 0x3F));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3F));
    put(0x80 | ((code >> 6) & 0x3F));
  }
  put(0x80 | (code & 0x3F));
}

std::string readable(std::string_view text, std::uint64_t most_bytes) {
  std::string out;
  while (!text.empty()) {
    const auto step = next_utf8(text);
    const auto shown = step.is_valid ? text.substr(0, step.length) : std::string_view("\xEF\xBF\xBD");
    if (out.size() + shown.size() > most_bytes) break;
    out.append(shown);
    text.remove_prefix(step.length);
  }
  return out;
}

}  // namespace laundromat
