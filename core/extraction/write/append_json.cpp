// Implements append_json: text is copied sixteen and eight characters at a time, while it is looked at.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/write/append_json.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/rdf/model/utf8.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace laundromat {

namespace {

/// Appends to a string that is longer than its contents while it is written.
class json_output {
 public:
  json_output(std::string& out, std::size_t expected_bytes) : out_(out), begin_(out.size()), size_(begin_) {
    out_.resize(size_ + expected_bytes);
  }
  json_output(const json_output&) = delete;
  json_output& operator=(const json_output&) = delete;
  ~json_output() { out_.resize(size_); }

  void add(char c) { *room(1) = c, ++size_; }
  void add(std::string_view plain) {
    if (plain.empty()) return;
    std::memcpy(room(plain.size()), plain.data(), plain.size());
    size_ += plain.size();
  }
  void add_text(std::string_view text) {
    const auto begin = size_;
    add('"');
    bool is_ascii = true;
    constexpr std::size_t piece_bytes = 4'096;
    for (std::size_t at = 0; at < text.size(); at += piece_bytes)
      add_piece(text.substr(at, piece_bytes), is_ascii);
    add('"');
    if (is_ascii || find_bad_utf8(text) == text.npos) return;
    size_ = begin;
    add_text(readable(text, 3 * text.size()));
  }
  void add_value(data_value value);

 private:
  /// What is in the string before does not count: it would be as much again for each value.
  char* room(std::size_t bytes) {
    if (out_.size() - size_ < bytes) out_.resize(size_ + std::max(size_ - begin_, bytes));
    return out_.data() + size_;
  }
  void add_piece(std::string_view text, bool& is_ascii);
  static char* add_escape(char* to, char c);

  std::string& out_;
  std::size_t begin_;  ///< of what is appended
  std::size_t size_;   ///< of the contents
};

bool has_escape(char c) {
  return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
}

/// Whether one of eight bytes has an escape or is beyond ASCII, or may have one.
bool may_have_escape(std::uint64_t word) {
  constexpr std::uint64_t ones = 0x0101010101010101U, highs = 0x8080808080808080U;
  const auto quotes = word ^ (ones * '"'), slashes = word ^ (ones * '\\');
  return (((word - ones * 0x20) | (quotes - ones) | (slashes - ones) | word) & highs) != 0;
}

char* json_output::add_escape(char* to, char c) {
  constexpr std::string_view digits = "0123456789abcdef", controls = "\b\f\n\r\t", letters = "bfnrt";
  *to++ = '\\';
  if (const auto at = controls.find(c); at != controls.npos) {
    *to++ = letters[at];
  } else if (c == '"' || c == '\\') {
    *to++ = c;
  } else {
    *to++ = 'u', *to++ = '0', *to++ = '0';
    *to++ = digits[static_cast<unsigned char>(c) >> 4];
    *to++ = digits[static_cast<unsigned char>(c) & 15];
  }
  return to;
}

/// Sets `is_ascii` to false when a byte is beyond ASCII.
void json_output::add_piece(std::string_view text, bool& is_ascii) {
  constexpr std::size_t longest_escape = 6;
  char* to = room(longest_escape * text.size() + 16);
  char* const first = to;
  const char *at = text.data(), *end = at + text.size();
  const auto add_one = [&](char c) {
    is_ascii = is_ascii && static_cast<unsigned char>(c) < 0x80;
    if (has_escape(c))
      to = add_escape(to, c);
    else
      *to++ = c;
  };
#if defined(__SSE2__)
  const auto quotes = _mm_set1_epi8('"'), slashes = _mm_set1_epi8('\\'), controls = _mm_set1_epi8(0x1F);
  while (end - at >= 16) {
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
    const auto stop =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, quotes), _mm_cmpeq_epi8(bytes, slashes)),
                     _mm_cmpeq_epi8(_mm_min_epu8(bytes, controls), bytes));
    is_ascii = is_ascii && _mm_movemask_epi8(bytes) == 0;
    const auto mask = static_cast<unsigned>(_mm_movemask_epi8(stop));
    const auto plain = mask == 0 ? 16 : std::countr_zero(mask);
    at += plain;
    to += plain;
    if (mask != 0) add_one(*at++);
  }
#endif
  if (end - at >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    if (!may_have_escape(word)) {
      std::memcpy(to, at, 8);
      at += 8;
      to += 8;
    }
  }
  while (at != end) add_one(*at++);
  size_ += static_cast<std::size_t>(to - first);
}

void json_output::add_value(data_value value) {
  switch (value.kind()) {
    case data_kind::null:
      return add("null");
    case data_kind::boolean:
    case data_kind::number:
      return add(value.text());
    case data_kind::text:
      return add_text(value.text());
    case data_kind::list:
    case data_kind::map:
      break;
  }
  const bool is_map = value.is(data_kind::map);
  add(is_map ? '{' : '[');
  bool is_first = true;
  for (const auto inner : value) {
    if (!is_first) add(',');
    is_first = false;
    if (is_map) {
      add_text(inner.name());
      add(':');
    }
    add_value(inner);
  }
  add(is_map ? '}' : ']');
}

}  // namespace

void append_json_text(std::string& out, std::string_view text) {
  json_output(out, text.size() + 2).add_text(text);
}

void append_json(std::string& out, data_value value) {
  constexpr std::size_t usual_bytes = 64;  // of a name with its value
  json_output(out, usual_bytes * std::min<std::size_t>(value.node().span, 1'000)).add_value(value);
}

}  // namespace laundromat
