// Implements char_refs: decodes character references by the rules of HTML and of XML.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/markup/char_refs.hpp"

#include <algorithm>
#include <vector>

#include "core/rdf/model/utf8.hpp"
#include "core/rdf/rdfa/markup/entity_table.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::rdfa {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// What HTML reads for the numbers 0x80 to 0x9F: windows-1252 (HTML Living Standard, 13.2.5.80).
constexpr std::array<std::uint16_t, 32> windows_1252 = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

constexpr bool is_xml_char(char32_t c) {
  return c == 9 || c == 10 || c == 13 || (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) ||
         (c >= 0x10000 && c <= 0x10FFFF);
}

std::size_t name_end(std::string_view raw, std::size_t at) {
  while (at < raw.size() && is_name_character(raw[at])) ++at;
  return at;
}

std::string_view xml_entity(std::string_view name) {
  if (name == "amp") return "&";
  if (name == "lt") return "<";
  if (name == "gt") return ">";
  if (name == "quot") return "\"";
  if (name == "apos") return "'";
  return {};
}

}  // namespace

bool reference_decoder::is_plain(std::string_view raw, raw_text kind) {
  for (const unsigned char c : raw)
    if (c >= 0x80 || c < 0x20 || (c == '&' && kind != raw_text::verbatim)) return false;
  return true;
}

void reference_decoder::decode(std::string_view raw, raw_text kind, std::string& out,
                               const reference_fault_sink& on_fault) {
  std::size_t i = 0, kept = 0;
  const auto keep = [&](std::size_t end) { out.append(raw.substr(kept, end - kept)); };
  while (i < raw.size()) {
    const auto c = static_cast<unsigned char>(raw[i]);
    if (c >= 0x80) {
      const auto step = next_utf8(raw.substr(i));
      if (!step.is_valid) {
        keep(i);
        out.append(replacement);
        on_fault({errc::illegal_utf8, may(errc::illegal_utf8), i, step.length, replacement});
        kept = i + step.length;
      }
      i += step.length;
    } else if (c == '&' && kind != raw_text::verbatim) {
      keep(i);
      kept = i = decode_reference(raw, i, kind, out, on_fault);
    } else if (c == '\r' || (is_xml_ && kind == raw_text::attribute && (c == '\n' || c == '\t'))) {
      keep(i);
      out += is_xml_ && kind == raw_text::attribute ? ' ' : '\n';
      i += c == '\r' && raw.substr(i + 1).starts_with('\n') ? 2 : 1;
      kept = i;
    } else if (c == 0) {
      keep(i);
      const auto after = kind != raw_text::content ? replacement : std::string_view{};
      on_fault({errc::xml_character, may(errc::xml_character), i, 1, after});
      out.append(after);
      kept = ++i;
    } else {
      ++i;
    }
  }
  keep(raw.size());
}

std::size_t reference_decoder::decode_reference(std::string_view raw, std::size_t at, raw_text kind,
                                                std::string& out, const reference_fault_sink& on_fault) {
  const char next = at + 1 < raw.size() ? raw[at + 1] : '\0';
  if (next == '#') return decode_number(raw, at, out, on_fault);
  if (is_xml_) return decode_xml_name(raw, at, kind, out, on_fault);
  return decode_html_name(raw, at, kind, out, on_fault);
}

std::size_t reference_decoder::decode_number(std::string_view raw, std::size_t at, std::string& out,
                                             const reference_fault_sink& on_fault) {
  std::size_t i = at + 2;
  const bool is_hex = i < raw.size() && (raw[i] == 'x' || (!is_xml_ && raw[i] == 'X'));
  if (is_hex) ++i;
  const auto digits = i;
  char32_t code = 0;
  for (; i < raw.size(); ++i) {
    const int digit = hex_value(raw[i]);
    if (digit < 0 || (!is_hex && digit > 9)) break;
    code = std::min<char32_t>(code * (is_hex ? 16 : 10) + static_cast<char32_t>(digit), 0x110000);
  }
  if (i - at >= longest_reference) {
    out += '&';
    on_fault({errc::bad_escape, treatment::skip, at, 2, {}});
    return at + 1;
  }
  const bool is_closed = i < raw.size() && raw[i] == ';';
  if (i == digits || (is_xml_ && !is_closed)) {
    out += '&';
    if (is_xml_) on_fault({errc::bare_ampersand, may(errc::bare_ampersand), at, 1, "&amp;"});
    return at + 1;
  }
  if (is_closed) ++i;
  if (!is_xml_ && code >= 0x80 && code <= 0x9F) code = windows_1252[code - 0x80];
  if (is_xml_ ? !is_xml_char(code) : code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) {
    const auto rule = code >= 0xD800 && code <= 0xDFFF ? errc::lone_surrogate : errc::bad_escape;
    on_fault({rule, may(rule), at, i - at, replacement});
    out.append(replacement);
  } else {
    append_utf8(out, code);
  }
  return i;
}

std::size_t reference_decoder::decode_xml_name(std::string_view raw, std::size_t at, raw_text kind,
                                               std::string& out, const reference_fault_sink& on_fault) {
  const auto end = name_end(raw, at + 1);
  const auto name = raw.substr(at + 1, end - at - 1);
  if (name.empty() || end >= raw.size() || raw[end] != ';' || end - at >= longest_reference) {
    out += '&';
    on_fault({errc::bare_ampersand, may(errc::bare_ampersand), at, 1, "&amp;"});
    return at + 1;
  }
  if (const auto text = xml_entity(name); !text.empty()) {
    out.append(text);
    return end + 1;
  }
  if (entities_.contains(std::string(name))) {
    const auto size = out.size();
    const auto rule = expand(name, kind, out);
    if (rule != errc::ok) {
      out.resize(size);
      on_fault({rule, treatment::skip, at, end + 1 - at, {}});
    }
    return end + 1;
  }
  const auto known = find_entity(name);
  const auto done = known ? may(errc::unknown_entity) : treatment::skip;
  if (known && done == treatment::repair) out.append(known->text);
  on_fault({errc::unknown_entity, done, at, end + 1 - at, known ? known->text : std::string_view{}});
  return end + 1;
}

std::size_t reference_decoder::decode_html_name(std::string_view raw, std::size_t at, raw_text kind,
                                                std::string& out, const reference_fault_sink& on_fault) {
  auto end = at + 1;
  while (end < raw.size() && end - at < 40 && is_alnum(raw[end])) ++end;
  const bool is_closed = end < raw.size() && raw[end] == ';';
  const auto name = raw.substr(at + 1, end - at - 1);
  if (const auto found = is_closed ? find_entity(name) : std::nullopt) {
    out.append(found->text);
    return end + 1;
  }
  for (auto length = name.size(); length >= 2; --length) {
    const auto found = find_entity(name.substr(0, length));
    if (!found || !found->may_lack_semicolon) continue;
    const auto after = at + 1 + length;
    const bool is_query =
        kind == raw_text::attribute && after < raw.size() && (raw[after] == '=' || is_alnum(raw[after]));
    if (is_query) break;
    out.append(found->text);
    return after;
  }
  out += '&';
  if (is_closed && !name.empty() && kind == raw_text::content)
    on_fault({errc::unknown_entity, treatment::note, at, end + 1 - at, {}});
  return at + 1;
}

}  // namespace laundromat::rdfa
