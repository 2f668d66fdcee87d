// A line in two parts, as the sorter stores it: lines of one subject share its text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace laundromat {

/// `key` is the text up to and including the first space of the line, or the whole line when it has none; `rest` is what follows.
/// The last byte of each, the space or the line feed, does not occur before, so that no key and no line is a prefix of another
/// one: lines compare as their keys do, and where these are equal as their rests do.
struct line_parts {
  std::string_view key, rest;

  [[nodiscard]] std::size_t size() const { return key.size() + rest.size(); }
};

[[nodiscard]] inline line_parts split_line(std::string_view line) {
  const auto space = line.find(' ');
  if (space == line.npos) return {line, {}};
  return {line.substr(0, space + 1), line.substr(space + 1)};
}

/// Appends a line; most lines are contiguous and are copied at once.
inline void append_line(std::string& out, const line_parts& line) {
  if (line.key.data() + line.key.size() == line.rest.data())
    out.append(line.key.data(), line.size());
  else
    out.append(line.key).append(line.rest);
}

/// `text.substr(from)` without the range check, which prevents vectorising.
[[nodiscard]] inline std::string_view text_from(std::string_view text, std::size_t from) {
  text.remove_prefix(from);
  return text;
}

/// How many bytes at the front of both are equal.
[[nodiscard]] inline std::size_t common_prefix(std::string_view a, std::string_view b) {
  static_assert(std::endian::native == std::endian::little);
  const auto n = std::min(a.size(), b.size());
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    std::uint64_t x, y;
    std::memcpy(&x, a.data() + i, 8);
    std::memcpy(&y, b.data() + i, 8);
    if (x != y) return i + static_cast<std::size_t>(std::countr_zero(x ^ y)) / 8;
  }
  while (i < n && a[i] == b[i]) ++i;
  return i;
}

/// The same for two lines whose first `known` bytes are known to be equal.
[[nodiscard]] inline std::size_t common_prefix(const line_parts& a, const line_parts& b, std::size_t known) {
  if (known < a.key.size()) {
    known += common_prefix(text_from(a.key, known), text_from(b.key, known));
    if (known < a.key.size()) return known;
  }
  const auto in_rest = known - a.key.size();
  return known + common_prefix(text_from(a.rest, in_rest), text_from(b.rest, in_rest));
}

/// The byte of a line at `at`, or -1 at its end.
[[nodiscard]] inline int byte_at(const line_parts& line, std::size_t at) {
  if (at < line.key.size()) return static_cast<unsigned char>(line.key[at]);
  return at < line.size() ? static_cast<unsigned char>(line.rest[at - line.key.size()]) : -1;
}

}  // namespace laundromat
