// The kernel of the line reader for any machine.
// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "core/rdf/lines/clean_lines.hpp"

#define LAUNDROMAT_KERNEL

namespace laundromat::lines_scalar {

namespace {

/// A position in the text: masks are computed byte by byte, only up to the first bit needed.
using block = const char*;

template <class Test>
std::uint64_t mask_of(block b, Test test) {
  std::uint64_t mask = 0;
  for (unsigned i = 0; i < 64; ++i) mask |= static_cast<std::uint64_t>(test(b[i], i) ? 1 : 0) << i;
  return mask;
}
template <class Test>
std::uint64_t first_of(block b, Test test) {
  for (unsigned i = 0; i < 64; ++i)
    if (test(b[i])) return std::uint64_t{1} << i;
  return 0;
}

constexpr auto plain_iri_bytes = [] {
  std::array<bool, 256> plain{};
  for (const char c :
       std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#@!$&'()*+,;="))
    plain[static_cast<unsigned char>(c)] = true;
  return plain;
}();

inline block load(const char* p) {
  return p;
}
inline std::uint64_t high(block b) {
  return mask_of(b, [](char c, unsigned) { return static_cast<unsigned char>(c) >= 0x80; });
}
inline std::uint64_t equal(block b, char wanted) {
  return mask_of(b, [=](char c, unsigned) { return c == wanted; });
}
inline std::uint64_t same(block b, const char* other) {
  return mask_of(b, [=](char c, unsigned i) { return c == other[i]; });
}
inline std::uint64_t no_plain_iri(block b) {
  return first_of(b, [](char c) { return !plain_iri_bytes[static_cast<unsigned char>(c)]; });
}
inline std::uint64_t no_plain_text(block b) {
  return first_of(b, [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; });
}

}  // namespace

#include "core/rdf/lines/clean_line_kernel.inc"

}  // namespace laundromat::lines_scalar
