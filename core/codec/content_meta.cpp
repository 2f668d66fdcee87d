// Counts newlines and characters eight bytes at a time: this loop sees every byte that the program reads.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/content_meta.hpp"

#include <bit>
#include <cstring>

namespace laundromat {

namespace {

constexpr std::uint64_t ones = 0x0101010101010101;
constexpr std::uint64_t sevens = 0x7f7f7f7f7f7f7f7f;

static_assert(std::endian::native == std::endian::little,
              "the masks below read the first byte as the lowest");

struct tally {
  std::uint64_t leads = 0, lf = 0, cr = 0, crlf = 0;
};

/// One in every byte of `word` that equals `byte`, zero elsewhere.
constexpr std::uint64_t bytes_equal(std::uint64_t word, std::uint8_t byte) {
  const auto x = word ^ (ones * byte);
  return ~(((x & sevens) + sevens) | x | sevens) >> 7;
}

/// One in every byte of `word` that begins a UTF-8 sequence: all but 10xxxxxx.
constexpr std::uint64_t lead_bytes(std::uint64_t word) {
  return (~(word >> 7) | (word >> 6)) & ones;
}

/// The sum of the eight bytes of `word`.
constexpr std::uint64_t sum_of_bytes(std::uint64_t word) {
  constexpr std::uint64_t even = 0x00ff00ff00ff00ff;
  return (((word & even) + ((word >> 8) & even)) * 0x0001000100010001) >> 48;
}

/// Counts whole words: at most 255 at once, so that no byte of a running sum overflows.
void count_words(const char* bytes, std::size_t words, std::uint64_t& after_cr, tally& total) {
  std::uint64_t leads = 0, lf = 0, cr = 0, crlf = 0;
  for (std::size_t i = 0; i < words; ++i) {
    std::uint64_t word;
    std::memcpy(&word, bytes + 8 * i, 8);
    const auto is_lf = bytes_equal(word, '\n'), is_cr = bytes_equal(word, '\r');
    leads += lead_bytes(word);
    lf += is_lf;
    cr += is_cr;
    crlf += is_lf & ((is_cr << 8) | after_cr);
    after_cr = is_cr >> 56;
  }
  total.leads += sum_of_bytes(leads);
  total.lf += sum_of_bytes(lf);
  total.cr += sum_of_bytes(cr);
  total.crlf += sum_of_bytes(crlf);
}

tally count(std::string_view bytes, bool after_cr_before) {
  tally total;
  std::uint64_t after_cr = after_cr_before ? 1 : 0;
  constexpr std::size_t block = 255 * 8;
  while (bytes.size() >= 8) {
    const auto words = std::min(bytes.size(), block) / 8;
    count_words(bytes.data(), words, after_cr, total);
    bytes.remove_prefix(words * 8);
  }
  for (const char c : bytes) {
    total.leads += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    total.lf += c == '\n';
    total.cr += c == '\r';
    total.crlf += c == '\n' && after_cr;
    after_cr = c == '\r';
  }
  return total;
}

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

void content_meter::update(std::string_view bytes) {
  if (bytes.empty()) return;
  hasher_.update(bytes);
  const auto seen = count(bytes, pending_cr_);
  bytes_ += bytes.size();
  chars_ += seen.leads;
  lf_ += seen.lf;
  cr_ += seen.cr;
  crlf_ += seen.crlf;
  last_ = bytes.back();
  pending_cr_ = last_ == '\r';
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
