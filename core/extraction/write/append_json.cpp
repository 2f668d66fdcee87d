// Implements append_json: runs of characters that need no escape are found sixteen at a time.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/write/append_json.hpp"

#include <bit>

#include "core/rdf/model/utf8.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace laundromat {

namespace {

/// The first character that has an escape, or the end. Sets `is_ascii` to false when a byte is beyond ASCII.
std::size_t find_escape(std::string_view text, std::size_t at, bool& is_ascii) {
#if defined(__SSE2__)
  const auto quotes = _mm_set1_epi8('"'), slashes = _mm_set1_epi8('\\'), controls = _mm_set1_epi8(0x1F);
  for (; at + 16 <= text.size(); at += 16) {
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
    const auto stop =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, quotes), _mm_cmpeq_epi8(bytes, slashes)),
                     _mm_cmpeq_epi8(_mm_min_epu8(bytes, controls), bytes));
    if (_mm_movemask_epi8(bytes) != 0) is_ascii = false;
    if (const auto mask = static_cast<unsigned>(_mm_movemask_epi8(stop)); mask != 0)
      return at + static_cast<std::size_t>(std::countr_zero(mask));
  }
#endif
  for (; at < text.size(); ++at) {
    const auto c = static_cast<unsigned char>(text[at]);
    if (c == '"' || c == '\\' || c < 0x20) return at;
    if (c >= 0x80) is_ascii = false;
  }
  return at;
}

void append_escape(std::string& out, char c) {
  constexpr std::string_view digits = "0123456789abcdef", controls = "\b\f\n\r\t", letters = "bfnrt";
  out += '\\';
  if (const auto at = controls.find(c); at != controls.npos) {
    out += letters[at];
  } else if (c == '"' || c == '\\') {
    out += c;
  } else {
    out += "u00";
    out += digits[static_cast<unsigned char>(c) >> 4];
    out += digits[static_cast<unsigned char>(c) & 15];
  }
}

}  // namespace

void append_json_text(std::string& out, std::string_view text) {
  const auto begin = out.size();
  bool is_ascii = true;
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const auto stop = find_escape(text, at, is_ascii);
    out.append(text, at, stop - at);
    if (stop < text.size()) append_escape(out, text[stop]);
    at = stop + 1;
  }
  out += '"';
  if (is_ascii || find_bad_utf8(text) == text.npos) return;
  const auto sound = readable(text, 3 * text.size());
  out.resize(begin);
  append_json_text(out, sound);
}

void append_json(std::string& out, data_value value) {
  switch (value.kind()) {
    case data_kind::null:
      out += "null";
      return;
    case data_kind::boolean:
    case data_kind::number:
      out += value.text();
      return;
    case data_kind::text:
      return append_json_text(out, value.text());
    case data_kind::list:
    case data_kind::map:
      break;
  }
  const bool is_map = value.is(data_kind::map);
  out += is_map ? '{' : '[';
  bool is_first = true;
  for (const auto inner : value) {
    if (!is_first) out += ',';
    is_first = false;
    if (is_map) {
      append_json_text(out, inner.name());
      out += ':';
    }
    append_json(out, inner);
  }
  out += is_map ? '}' : ']';
}

}  // namespace laundromat
