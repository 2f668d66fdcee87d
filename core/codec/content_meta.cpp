// Counts newlines and characters sixteen bytes at a time: this loop sees every byte that the program reads.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/content_meta.hpp"

#include <algorithm>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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

#if defined(__SSE2__)
constexpr std::size_t vector_bytes = 16;

__m128i load(const char* at) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
}

/// The sum of the sixteen bytes.
std::uint64_t sum_of_bytes(__m128i bytes) {
  const auto halves = _mm_sad_epu8(bytes, _mm_setzero_si128());
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(halves)) +
         static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(halves, halves)));
}

/// At most 255 vectors, so that no byte of a running sum overflows. The byte before the first one can be read. Most text has no carriage
/// return.
tally count_vectors(const char* bytes, std::size_t vectors) {
  const auto* const end = bytes + vectors * vector_bytes;
  auto follow = _mm_setzero_si128(), lf = follow, cr = follow;
  for (const auto* at = bytes; at != end; at += vector_bytes) {
    const auto now = load(at);
    follow = _mm_sub_epi8(follow, _mm_cmplt_epi8(now, _mm_set1_epi8(static_cast<char>(0xC0))));
    lf = _mm_sub_epi8(lf, _mm_cmpeq_epi8(now, _mm_set1_epi8('\n')));
    cr = _mm_sub_epi8(cr, _mm_cmpeq_epi8(now, _mm_set1_epi8('\r')));
  }
  tally total{vectors * vector_bytes - sum_of_bytes(follow), sum_of_bytes(lf), sum_of_bytes(cr), 0};
  if (total.cr != 0 || bytes[-1] == '\r')
    for (const auto* at = bytes; at != end; ++at) total.crlf += *at == '\n' && at[-1] == '\r';
  return total;
}

tally count(std::string_view bytes, bool after_cr) {
  if (bytes.size() <= vector_bytes) return count_each(bytes, after_cr);
  auto total = count_each(bytes.substr(0, 1), after_cr);
  std::size_t at = 1;
  while (bytes.size() - at >= vector_bytes) {
    const auto vectors = std::min<std::size_t>((bytes.size() - at) / vector_bytes, 255);
    total.add(count_vectors(bytes.data() + at, vectors));
    at += vectors * vector_bytes;
  }
  total.add(count_each(bytes.substr(at), bytes[at - 1] == '\r'));
  return total;
}
#else
tally count(std::string_view bytes, bool after_cr) {
  return count_each(bytes, after_cr);
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

/// The digest waits for arithmetic, not for memory: what it has gone over is near at hand for the counts.
void content_meter::update(std::string_view bytes) {
  constexpr std::size_t piece_bytes = std::size_t{1} << 13;
  bytes_ += bytes.size();
  while (!bytes.empty()) {
    const auto piece = bytes.substr(0, piece_bytes);
    bytes.remove_prefix(piece.size());
    hasher_.update(piece);
    const auto seen = count(piece, pending_cr_);
    chars_ += seen.leads;
    lf_ += seen.lf;
    cr_ += seen.cr;
    crlf_ += seen.crlf;
    last_ = piece.back();
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
  *this = content_meter{};
  return meta;
}

}  // namespace laundromat
