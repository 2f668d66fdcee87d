// Common to all kernels: the rare parts of clean lines, and the choice of a kernel.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/lines/clean_lines.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "core/rdf/lines/unicode_escape.hpp"
#include "core/rdf/model/plain_iri.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

line_kernel best_line_kernel() {
#if defined(__x86_64__)
  static const auto best = [] {
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2")) return line_kernel::scalar;
    return __builtin_cpu_supports("avx512bw") ? line_kernel::avx512 : line_kernel::avx2;
  }();
  return best;
#else
  return line_kernel::scalar;
#endif
}

clean_line_function clean_lines_with(line_kernel kernel) {
#if defined(__x86_64__)
  switch (std::min(kernel, best_line_kernel())) {
    case line_kernel::avx512:
      return lines_avx512::read_clean_lines;
    case line_kernel::avx2:
      return lines_avx2::read_clean_lines;
    case line_kernel::scalar:
      break;
  }
#endif
  static_cast<void>(kernel);
  return lines_scalar::read_clean_lines;
}

void known_hosts::learn(std::string_view iri) {
  const auto host = plain_iri::usual_head(iri);
  if (host < 8) return;  // after `urn:`, common prefixes are short
  // Includes the character that ends the host (for an IRI that is all host the `>` after it), and all bytes that `slot` reads.
  const auto length = std::max(host + 1, slot_bytes);
  if (length > 63 || length > iri.size() + 1) return;
  auto& one = slot(iri.data());
  one.bytes.fill(0);
  iri.copy(one.bytes.data(), length);
  if (length > iri.size()) one.bytes[iri.size()] = '>';
  one.mask = (std::uint64_t{1} << length) - 1;
}

clean_line_state::clean_line_state(rdf_format format, const reader_options& options, statement_sink& to,
                                   span_account& spans)
    : sink(&to),
      account(&spans),
      checker(options.profile, options.limits.iri_bytes, options.directions == direction_form::dropped),
      has_graphs(format == rdf_format::n_quads),
      iri_bytes(options.limits.iri_bytes),
      term_bytes(options.limits.term_bytes),
      line_bytes(options.limits.line_bytes),
      least_limit(std::min({iri_bytes, term_bytes, line_bytes})) {
  statement.predicate.kind = term_kind::iri;
}

namespace clean_line_parts {

namespace {

/// Bytes that IRIREF does not allow (RDF 1.1 N-Triples, production 8), and the backslash.
constexpr auto ends_iri = [] {
  std::array<bool, 256> ends{};
  for (unsigned c = 0; c <= 0x20; ++c) ends[c] = true;
  for (const char c : std::string_view("<>\"{}|^`\\")) ends[static_cast<unsigned char>(c)] = true;
  return ends;
}();

/// The first byte that IRIREF does not allow. Collects the bits of the unusual bytes before it in `seen`.
const char* find_iri_end(const char* p, const char* end, unsigned char& seen) {
  while (p < end) {
#if defined(__SSE2__)
    unsigned hashes = 0;
    const auto others = plain_iri::find_unusual(p, hashes);
    p += others == 0 ? 16 : std::countr_zero(others);
    if (others == 0 || p >= end) continue;
#endif
    if (ends_iri[static_cast<unsigned char>(*p)]) return p;
    seen |= static_cast<unsigned char>(*p++);
  }
  return p;
}

/// Appends the character of the escape at `p` and returns the position after it; null when there is no escape, or one that may be a defect.
const char* append_unicode(std::string& out, const char* p, const char* end) {
  const auto escape = unicode_escape_at({p, static_cast<std::size_t>(end - p)}, 0);
  if (escape.length == 0 || escape.code < 0x20 || is_surrogate(escape.code) || escape.code > 0x10FFFF)
    return nullptr;
  append_utf8(out, escape.code);
  return p + escape.length;
}

/// The IRI with the escape at `backslash`, up to `>` or a byte that is not allowed; null when an escape is not clean.
const char* unescape_iri(std::string& out, const char* begin, const char* backslash, const char* end,
                         unsigned char& seen) {
  out.assign(begin, backslash);
  const auto* p = backslash;
  while (p < end && (*p == '\\' || !ends_iri[static_cast<unsigned char>(*p)])) {
    seen |= static_cast<unsigned char>(*p);
    if (*p != '\\') {
      out.push_back(*p++);
      continue;
    }
    p = append_unicode(out, p, end);
    if (p == nullptr) return nullptr;
    seen |= 0x80;
  }
  return p;
}

/// The first quote, backslash or control character. Collects the bits of the bytes before it in `seen`.
const char* find_special(const char* p, const char* end, unsigned char& seen) {
#if defined(__SSE2__)
  for (; end - p >= 16; p += 16) {
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const auto quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    const auto backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    const auto control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
    const auto stops =
        static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, backslash), control)));
    const auto highs = static_cast<unsigned>(_mm_movemask_epi8(bytes));
    if (stops != 0) {
      if ((highs & (stops ^ (stops - 1))) != 0) seen |= 0x80;
      return p + std::countr_zero(stops);
    }
    if (highs != 0) seen |= 0x80;
  }
#endif
  while (p < end && *p != '\\' && *p != '"' && static_cast<unsigned char>(*p) >= 0x20)
    seen |= static_cast<unsigned char>(*p++);
  return p;
}

}  // namespace

const char* read_other_iri(clean_line_state& state, const char* begin, const char* end,
                           std::string_view& iri) {
  unsigned char seen = 0;
  const auto* p = find_iri_end(begin, end, seen);
  if (p < end && *p == '\\') {
    auto& text = state.iris[state.next_iri++ % state.iris.size()];
    p = unescape_iri(text, begin, p, end, seen);
    iri = text;
  } else {
    iri = {begin, static_cast<std::size_t>(p - begin)};
  }
  if (p == nullptr || p >= end || *p != '>') return nullptr;
  if (seen >= 0x80 && find_bad_utf8(iri) != iri.npos) return nullptr;
  if (!is_absolute(iri)) return nullptr;
  if (seen < 0x80 && is_plain_iri(iri)) {
    state.hosts.learn(iri);
    return p + 1;
  }
  if (!state.checker.check_iri(iri) || !state.checker.faults().empty()) return nullptr;
  return p + 1;
}

const char* read_escaped(clean_line_state& state, const char* begin, const char* backslash, const char* end,
                         bool& has_high) {
  auto& out = state.unescaped;
  out.assign(begin, backslash);
  unsigned char seen = 0;
  for (const auto* p = backslash; p < end;) {
    const auto* run = p;
    p = find_special(p, end, seen);
    out.append(run, p);
    if (p >= end) return nullptr;
    if (*p == '"') {
      has_high = has_high || seen >= 0x80;
      state.statement.object.value = out;
      return p + 1;
    }
    if (*p != '\\') return nullptr;
    constexpr std::string_view letters = "tnr\"\\'", meant = "\t\n\r\"\\'";
    if (const auto at = letters.find(p[1]); at != letters.npos) {
      out.push_back(meant[at]);
      p += 2;
    } else {
      p = append_unicode(out, p, end);
      if (p == nullptr) return nullptr;
      seen = 0x80;
    }
  }
  return nullptr;
}

bool is_clean_literal(clean_line_state& state, bool has_high) {
  auto& object = state.statement.object;
  if (has_high && find_bad_utf8(object.value) != object.value.npos) return false;
  return state.checker.check_literal(object) && state.checker.faults().empty();
}

bool keeps_limits(const clean_line_state& state) {
  const auto& s = state.statement;
  const auto longest =
      std::max({s.subject.value.size(), s.predicate.value.size(),
                s.graph.kind == term_kind::none ? 0 : s.graph.value.size(), s.object.datatype.size(),
                s.object.language.size(), s.object.kind == term_kind::literal ? 0 : s.object.value.size()});
  return longest <= state.iri_bytes && s.object.value.size() <= state.term_bytes;
}

}  // namespace clean_line_parts

}  // namespace laundromat
