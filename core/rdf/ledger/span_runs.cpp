// A letter and a number a run.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/ledger/span_runs.hpp"

#include <bit>
#include <charconv>

namespace laundromat {

namespace {

constexpr std::string_view letters = "ysq";  // in the order of span_kind

}  // namespace

void append_run(std::string& out, span_kind kind, std::uint64_t length_bytes) {
  const auto letter = letters[static_cast<std::size_t>(kind)];
  if (length_bytes >= 10'000'000) {
    out.push_back(letter);
    out.append(std::to_string(length_bytes));
    return;
  }
  // Made in a register, because this is called twice for each short statement: who reads in one piece what was just written in several waits
  // until all of it has reached the cache.
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t run = 0;
  std::size_t size = 1;
  for (; length_bytes != 0; length_bytes /= 10, ++size) run = run << 8 | ('0' + length_bytes % 10);
  run = run << 8 | static_cast<unsigned char>(letter);
  out.append(reinterpret_cast<const char*>(&run), size);
}

result<void> each_run(std::string_view text, const std::function<void(span_kind, std::uint64_t)>& take) {
  const auto* at = text.data();
  const auto* const end = at + text.size();
  while (at != end) {
    const auto kind = letters.find(*at);
    std::uint64_t length = 0;
    const auto read = std::from_chars(at + 1, end, length);
    if (kind == letters.npos || read.ec != std::errc{} || length == 0)
      return fail(errc::syntax_error, "no run of bytes: " + std::string(text.substr(0, 40)));
    take(static_cast<span_kind>(kind), length);
    at = read.ptr;
  }
  return {};
}

}  // namespace laundromat
