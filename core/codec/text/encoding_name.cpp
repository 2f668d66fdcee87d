// Maps the names of encodings on the Web to their preferred MIME names.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/text/encoding_name.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/codec/text/iconv_handle.hpp"

namespace laundromat {

namespace {

constexpr std::size_t longest_name = 40;

/// Encodings of text on the Web: those of the WHATWG and others of the IANA register, as far as iconv decodes them.
constexpr std::string_view encodings[] = {
    "UTF-8",        "US-ASCII",
    "UTF-7",        "UTF-16",
    "UTF-16LE",     "UTF-16BE",
    "UTF-32",       "UTF-32LE",
    "UTF-32BE",     "UCS-2LE",
    "UCS-2BE",      "UCS-4LE",
    "UCS-4BE",      "ISO-8859-1",
    "ISO-8859-2",   "ISO-8859-3",
    "ISO-8859-4",   "ISO-8859-5",
    "ISO-8859-6",   "ISO-8859-7",
    "ISO-8859-8",   "ISO-8859-9",
    "ISO-8859-10",  "ISO-8859-11",
    "ISO-8859-13",  "ISO-8859-14",
    "ISO-8859-15",  "ISO-8859-16",
    "windows-1250", "windows-1251",
    "windows-1252", "windows-1253",
    "windows-1254", "windows-1255",
    "windows-1256", "windows-1257",
    "windows-1258", "CP874",
    "KOI8-R",       "KOI8-U",
    "KOI8-RU",      "KOI8-T",
    "macintosh",    "MAC-CYRILLIC",
    "MAC-UK",       "MAC-CENTRALEUROPE",
    "IBM037",       "IBM437",
    "IBM500",       "IBM850",
    "IBM852",       "IBM855",
    "IBM857",       "CP858",
    "IBM860",       "IBM861",
    "IBM862",       "IBM863",
    "IBM864",       "IBM865",
    "IBM866",       "IBM869",
    "IBM1047",      "Shift_JIS",
    "Windows-31J",  "EUC-JP",
    "ISO-2022-JP",  "ISO-2022-JP-2",
    "EUC-KR",       "UHC",
    "JOHAB",        "ISO-2022-KR",
    "GB2312",       "GBK",
    "GB18030",      "ISO-2022-CN",
    "Big5",         "BIG5-HKSCS",
    "EUC-TW",       "TIS-620",
    "VISCII",       "TCVN",
    "ARMSCII-8",    "GEORGIAN-PS",
    "PT154",        "HP-ROMAN8",
};

struct alias {
  std::string_view folded;  ///< letters and digits only, in lower case
  std::string_view name;
};

constexpr alias aliases[] = {
    {"utf8", "UTF-8"},
    {"unicode11utf8", "UTF-8"},
    {"utf8mb4", "UTF-8"},
    {"ascii", "US-ASCII"},
    {"usascii", "US-ASCII"},
    {"ansix341968", "US-ASCII"},
    {"iso646us", "US-ASCII"},
    {"cp367", "US-ASCII"},
    {"utf16", "UTF-16"},
    {"ucs2", "UTF-16"},
    {"iso10646ucs2", "UTF-16"},
    {"unicode", "UTF-16"},
    {"utf16le", "UTF-16LE"},
    {"utf16be", "UTF-16BE"},
    {"utf32", "UTF-32"},
    {"ucs4", "UTF-32"},
    {"utf32le", "UTF-32LE"},
    {"utf32be", "UTF-32BE"},
    {"cp819", "ISO-8859-1"},
    {"l1", "ISO-8859-1"},
    {"latin1", "ISO-8859-1"},
    {"latin2", "ISO-8859-2"},
    {"latin3", "ISO-8859-3"},
    {"latin4", "ISO-8859-4"},
    {"latin5", "ISO-8859-9"},
    {"latin6", "ISO-8859-10"},
    {"latin9", "ISO-8859-15"},
    {"sjis", "Shift_JIS"},
    {"shiftjis", "Shift_JIS"},
    {"xsjis", "Shift_JIS"},
    {"mskanji", "Shift_JIS"},
    {"cp932", "Windows-31J"},
    {"windows31j", "Windows-31J"},
    {"eucjp", "EUC-JP"},
    {"xeucjp", "EUC-JP"},
    {"euckr", "EUC-KR"},
    {"ksc56011987", "EUC-KR"},
    {"cp949", "UHC"},
    {"uhc", "UHC"},
    {"gb2312", "GB2312"},
    {"euccn", "GB2312"},
    {"gbk", "GBK"},
    {"cp936", "GBK"},
    {"xgbk", "GBK"},
    {"gb18030", "GB18030"},
    {"big5", "Big5"},
    {"cnbig5", "Big5"},
    {"koi8r", "KOI8-R"},
    {"koi8u", "KOI8-U"},
    {"cp866", "IBM866"},
    {"ibm866", "IBM866"},
    {"mac", "macintosh"},
    {"macintosh", "macintosh"},
    {"xmacroman", "macintosh"},
    {"tis620", "TIS-620"},
    {"windows874", "CP874"},
    {"korean", "EUC-KR"},
    {"koi8", "KOI8-R"},
    {"big5hkscs", "BIG5-HKSCS"},
    {"xmaccyrillic", "MAC-CYRILLIC"},
    {"isoir100", "ISO-8859-1"},
    {"csisolatin1", "ISO-8859-1"},
    {"iso885911987", "ISO-8859-1"},
};

std::string fold(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') out += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) out += c;
  }
  return out;
}

/// What follows `prefix`, if it is one, two or four digits.
std::optional<std::string_view> number_after(std::string_view folded, std::string_view prefix,
                                             std::size_t digits) {
  if (!folded.starts_with(prefix)) return std::nullopt;
  const auto rest = folded.substr(prefix.size());
  if (rest.empty() || rest.size() > digits || rest.find_first_not_of("0123456789") != rest.npos)
    return std::nullopt;
  return rest;
}

std::optional<std::string> from_series(std::string_view folded) {
  for (const std::string_view prefix : {"iso8859", "8859"})
    if (const auto part = number_after(folded, prefix, 2)) return "ISO-8859-" + std::string(*part);
  for (const std::string_view prefix : {"windows", "xwindows", "win", "cp", "xcp"})
    if (const auto page = number_after(folded, prefix, 4);
        page && page->starts_with("125") && page->size() == 4)
      return "windows-" + std::string(*page);
  return std::nullopt;
}

/// Whether a name has only the usual characters: slashes and commas have a special meaning for iconv.
bool is_name(std::string_view name) {
  constexpr std::string_view allowed =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:+()";
  return !name.empty() && name.size() <= longest_name && name.find_first_not_of(allowed) == name.npos;
}

bool is_encoding(std::string_view name) {
  return std::ranges::find(encodings, name) != std::end(encodings);
}

}  // namespace

std::span<const std::string_view> known_encodings() {
  return encodings;
}

std::string canonical_encoding_name(std::string_view name) {
  constexpr std::string_view space = " \t\r\n\"'";
  const auto first = name.find_first_not_of(space);
  if (first == name.npos) return {};
  name = name.substr(first, name.find_last_not_of(space) - first + 1);
  if (!is_name(name)) return {};
  const auto folded = fold(name);
  std::string out;
  if (const auto* known = std::find_if(std::begin(aliases), std::end(aliases),
                                       [&](const alias& a) { return a.folded == folded; });
      known != std::end(aliases)) {
    out = known->name;
  } else if (auto series = from_series(folded)) {
    out = *std::move(series);
  } else {
    for (const char c : name) out += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return is_encoding(out) ? out : std::string{};
}

bool is_utf8_compatible(std::string_view canonical) {
  return canonical == "UTF-8" || canonical == "US-ASCII";
}

std::string_view decoder_of(std::string_view canonical) {
  constexpr std::pair<std::string_view, std::string_view> wider[] = {
      {"Shift_JIS", "CP932"}, {"EUC-KR", "UHC"}, {"GB2312", "GB18030"}, {"GBK", "GB18030"}};
  const auto* const found = std::ranges::find(wider, canonical, [](const auto& row) { return row.first; });
  return found == std::end(wider) ? canonical : found->second;
}

bool keeps_ascii(std::string_view canonical) {
  if (code_unit_bytes(canonical) > 1) return true;
  std::string ascii;
  for (char c = ' '; c <= '~'; ++c) ascii += c;
  iconv_handle converter;
  if (!converter.open(std::string{canonical})) return false;
  std::string decoded(4 * ascii.size(), '\0'), bytes = ascii;
  char *in = bytes.data(), *out = decoded.data();
  std::size_t in_left = bytes.size(), out_left = decoded.size();
  static_cast<void>(iconv(converter.get(), &in, &in_left, &out, &out_left));
  decoded.resize(decoded.size() - out_left);
  return decoded == ascii;
}

void open_every_decoder() {
  // An open handle keeps the tables of the library in memory.
  for (const auto name : encodings)
    static_cast<void>(iconv_open("UTF-8", std::string(decoder_of(name)).c_str()));
}

std::size_t code_unit_bytes(std::string_view canonical) {
  if (canonical.starts_with("UTF-16") || canonical.starts_with("UCS-2")) return 2;
  if (canonical.starts_with("UTF-32") || canonical.starts_with("UCS-4")) return 4;
  return 1;
}

}  // namespace laundromat
