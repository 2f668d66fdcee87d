// Implements escapes: resolves them from left to right, and repairs or refuses those that are not allowed.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/terms/escape_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/rdf/model/utf8.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::turtle {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

}  // namespace

bool escape_reader::refuse(errc rule, const char* at) {
  fault_ = {rule, at, {}};
  return false;
}

bool escape_reader::read_string(const char* from, const char* end, std::string& out) {
  for (const auto* at = from; at < end;) {
    const auto* escape = static_cast<const char*>(std::memchr(at, '\\', static_cast<std::size_t>(end - at)));
    const auto* plain_end = escape == nullptr ? end : escape;
    const auto* bad = text_->find_bad(at, plain_end);
    out.append(at, bad);
    at = bad;
    if (bad < plain_end) {
      if (!reports_->repairs(errc::illegal_utf8)) return refuse(errc::illegal_utf8, bad);
      std::string after;
      while (at < plain_end) {
        const auto step = next_utf8({at, static_cast<std::size_t>(plain_end - at)});
        if (step.is_valid) break;
        after.append(replacement);
        at += step.length;
      }
      reports_->repair(errc::illegal_utf8, bad, at, after);
      out.append(after);
      continue;
    }
    if (escape == nullptr) break;
    at = read(escape, end, out);
    if (at == nullptr) return false;
  }
  return true;
}

const char* escape_reader::read(const char* at, const char* end, std::string& out) {
  constexpr std::string_view letters = "tbnrf\"'\\", plain = "\t\b\n\r\f\"'\\";
  if (at + 1 < end) {
    if (const auto found = letters.find(at[1]); found != letters.npos) {
      out.push_back(plain[found]);
      return at + 2;
    }
    if (at[1] == 'u' || at[1] == 'U') return read_unicode(at, end, out);
  }
  if (!reports_->repairs(errc::bad_escape)) return refuse(errc::bad_escape, at), nullptr;
  reports_->repair(errc::bad_escape, at, at + 1, "\\\\");
  out.push_back('\\');
  return at + 1;
}

const char* escape_reader::read_unicode(const char* at, const char* end, std::string& out) {
  const std::ptrdiff_t length = at[1] == 'u' ? 6 : 10;
  char32_t code = 0;
  bool is_good = end - at >= length;
  for (std::ptrdiff_t i = 2; is_good && i < length; ++i) {
    is_good = hex_value(at[i]) >= 0 && code < 0x1000000;
    code = code * 16 + static_cast<char32_t>(hex_value(at[i]) & 15);
  }
  if (!is_good || code > 0x10FFFF) {
    if (!reports_->repairs(errc::bad_escape)) return refuse(errc::bad_escape, at), nullptr;
    reports_->repair(errc::bad_escape, at, at + 1, "\\\\");
    out.push_back('\\');
    return at + 1;
  }
  if (code >= 0xD800 && code < 0xE000) return repair_surrogate(at, at + length, end, code, out);
  append_utf8(out, code);
  return at + length;
}

const char* escape_reader::repair_surrogate(const char* at, const char* after, const char* end, char32_t code,
                                            std::string& out) {
  char32_t low = 0;
  bool is_pair = code < 0xDC00 && end - after >= 6 && after[0] == '\\' && after[1] == 'u';
  for (std::ptrdiff_t i = 2; is_pair && i < 6; ++i) {
    is_pair = hex_value(after[i]) >= 0;
    low = low * 16 + static_cast<char32_t>(hex_value(after[i]) & 15);
  }
  is_pair = is_pair && low >= 0xDC00 && low < 0xE000;
  const auto rule = is_pair ? errc::split_surrogate_pair : errc::lone_surrogate;
  if (!reports_->repairs(rule)) return refuse(rule, at), nullptr;
  std::string repaired(replacement);
  if (is_pair) {
    repaired.clear();
    append_utf8(repaired, 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00));
    after += 6;
  }
  reports_->repair(rule, at, after, repaired);
  out.append(repaired);
  return after;
}

bool escape_reader::read_iri(const char* at, const char* end, std::string& out) {
  for (;;) {
    const auto* const escape = std::find(at, end, '\\');
    out.append(at, escape);
    at = escape;
    if (at == end) return true;
    const std::ptrdiff_t digits = end - at < 2 ? 0 : at[1] == 'u' ? 4 : at[1] == 'U' ? 8 : 0;
    char32_t code = 0;
    bool is_hex = digits > 0 && end - at >= digits + 2;
    for (std::ptrdiff_t i = 2; is_hex && i < digits + 2; ++i) {
      is_hex = hex_value(at[i]) >= 0;
      code = code * 16 + static_cast<char32_t>(hex_value(at[i]) & 15);
    }
    if (!is_hex) {
      out.push_back(*at++);
      continue;
    }
    if (code >= 0xD800 && code < 0xE000) return refuse(errc::lone_surrogate, at);
    if (code > 0x10FFFF) return refuse(errc::bad_escape, at);
    append_utf8(out, code);
    at += digits + 2;
  }
}

}  // namespace laundromat::turtle
