// Counts newlines and characters many bytes at a time: this loop runs over every byte that the program reads.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/content_meta.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "core/base/vector_state.hpp"

namespace laundromat {

namespace {

struct tally {
  std::uint64_t leads = 0, lf = 0, cr = 0, crlf = 0;

  void add(const tally& more) {
    leads += more.leads;
    lf += more.lf;
    cr += more.cr;
    crlf += more.crlf;
  }
};

tally count_each(std::string_view bytes, bool after_cr) {
  tally total;
  for (const char c : bytes) {
    total.leads += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    total.lf += c == '\n';
    total.cr += c == '\r';
    total.crlf += c == '\n' && after_cr;
    after_cr = c == '\r';
  }
  return total;
}

/// Comparisons give -1 or 0 for each byte. Sums are unsigned: signed ones would overflow at 127.
struct narrow {
  using bytes [[gnu::vector_size(16)]] = signed char;
  using sums [[gnu::vector_size(16)]] = unsigned char;
};
struct wide {
  using bytes [[gnu::vector_size(32)]] = signed char;
  using sums [[gnu::vector_size(32)]] = unsigned char;
};

template <class Sums>
[[gnu::always_inline]] inline std::uint64_t sum_of_bytes(const Sums& sums) {
  std::array<std::uint8_t, sizeof(Sums)> bytes;
  std::memcpy(bytes.data(), &sums, sizeof sums);
  return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
}

/// At most 255 vectors, so that no byte of a running sum overflows. The byte before the first one must be readable. Most text has no
/// carriage return.
template <class Vector>
[[gnu::always_inline]] inline tally count_vectors(const char* bytes, std::size_t vectors) {
  constexpr auto width = sizeof(typename Vector::bytes);
  const auto* const end = bytes + vectors * width;
  using sums = typename Vector::sums;
  sums follow{}, lf{}, cr{};
  for (const auto* at = bytes; at != end; at += width) {
    typename Vector::bytes now;
    std::memcpy(&now, at, width);
    follow -= reinterpret_cast<sums>(now < static_cast<signed char>(0xC0));
    lf -= reinterpret_cast<sums>(now == static_cast<signed char>('\n'));
    cr -= reinterpret_cast<sums>(now == static_cast<signed char>('\r'));
  }
  tally total{vectors * width - sum_of_bytes(follow), sum_of_bytes(lf), sum_of_bytes(cr), 0};
  if (total.cr != 0 || bytes[-1] == '\r')
    for (const auto* at = bytes; at != end; ++at) total.crlf += *at == '\n' && at[-1] == '\r';
  return total;
}

template <class Vector>
[[gnu::always_inline]] inline tally count_with(std::string_view bytes, bool after_cr) {
  constexpr auto width = sizeof(typename Vector::bytes);
  if (bytes.size() <= width) return count_each(bytes, after_cr);
  auto total = count_each(bytes.substr(0, 1), after_cr);
  std::size_t at = 1;
  while (bytes.size() - at >= width) {
    const auto vectors = std::min<std::size_t>((bytes.size() - at) / width, 255);
    total.add(count_vectors<Vector>(bytes.data() + at, vectors));
    at += vectors * width;
  }
  total.add(count_each(bytes.substr(at), bytes[at - 1] == '\r'));
  return total;
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] tally count_wide(std::string_view bytes, bool after_cr) {
  return count_with<wide>(bytes, after_cr);
}

tally count(std::string_view bytes, bool after_cr) {
  static const bool is_wide = __builtin_cpu_supports("avx2") != 0;
  if (!is_wide) return count_with<narrow>(bytes, after_cr);
  const auto total = count_wide(bytes, after_cr);
  clear_upper_vectors();
  return total;
}
#else
tally count(std::string_view bytes, bool after_cr) {
  return count_with<narrow>(bytes, after_cr);
}
#endif

newline_style style_of(std::uint64_t lf, std::uint64_t crlf, std::uint64_t cr) {
  if ((lf > 0) + (crlf > 0) + (cr > 0) > 1) return newline_style::mixed;
  if (lf) return newline_style::lf;
  if (crlf) return newline_style::crlf;
  return cr ? newline_style::cr : newline_style::none;
}

}  // namespace

std::string_view to_string(newline_style style) {
  switch (style) {
    case newline_style::none:
      return "none";
    case newline_style::lf:
      return "lf";
    case newline_style::crlf:
      return "crlf";
    case newline_style::cr:
      return "cr";
    case newline_style::mixed:
      return "mixed";
  }
  return "unknown";
}

/// Hashes a chunk and counts in it while it is still in the cache.
void content_meter::update(std::string_view bytes) {
  bytes_ += bytes.size();
  while (!bytes.empty()) {
    const auto chunk = bytes.substr(0, content_hasher::chunk_bytes);
    bytes.remove_prefix(chunk.size());
    hasher_.update(chunk);
    const auto seen = count(chunk, pending_cr_);
    chars_ += seen.leads;
    lf_ += seen.lf;
    cr_ += seen.cr;
    crlf_ += seen.crlf;
    last_ = chunk.back();
    pending_cr_ = last_ == '\r';
  }
}

content_meta content_meter::finish() {
  content_meta meta;
  const auto newlines = lf_ + cr_ - crlf_;
  const bool is_open = last_ != '\n' && last_ != '\r';
  meta.newline = style_of(lf_ - crlf_, crlf_, cr_ - crlf_);
  meta.bytes = bytes_;
  meta.chars = chars_;
  meta.lines = newlines + (is_open ? 1 : 0);
  meta.digest = hasher_.finish();
  *this = {};
  return meta;
}

}  // namespace laundromat
