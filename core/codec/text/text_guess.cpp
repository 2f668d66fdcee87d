// Decodes the sample in the detected encoding, and examines its characters.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/text/text_guess.hpp"

#include <uchardet/uchardet.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

#include "core/codec/text/encoding_name.hpp"
#include "core/codec/text/recode.hpp"
#include "core/codec/text/text_census.hpp"

namespace laundromat {

namespace {

constexpr std::uint64_t least_foreign_bytes = 24;
constexpr std::uint64_t least_latin_letters = 64;

/// Counts of the non-ASCII characters.
struct letter_counts {
  std::uint64_t latin = 0;    ///< letters of a Latin script, accents included
  std::uint64_t foreign = 0;  ///< letters of other scripts
  std::uint64_t joined = 0;   ///< letters of other scripts after a letter
  std::uint64_t others = 0;   ///< signs, controls, undecodable bytes
};

/// Coarse: every character in a range of letters counts.
bool is_letter(char32_t c) {
  return c >= 0xC0 && c != 0xD7 && c != 0xF7 && !(c >= 0x2000 && c < 0x2C00) &&
         !(c >= 0xE000 && c < 0xF900) && c != 0xFFFD;
}
bool is_latin(char32_t c) {
  return c < 0x370 || (c >= 0x1E00 && c < 0x1F00);
}

char32_t code_of(std::string_view sequence) {
  auto code =
      static_cast<char32_t>(static_cast<unsigned char>(sequence[0]) & (0xFFu >> (sequence.size() + 1)));
  for (const char c : sequence.substr(1)) code = (code << 6) | (static_cast<unsigned char>(c) & 0x3Fu);
  return code;
}

letter_counts examine(std::string_view utf8) {
  letter_counts seen;
  bool follows_letter = false, is_cut = false;
  for (std::size_t at = 0, broken = 0; at < utf8.size();) {
    const auto length = utf8_sequence(utf8.substr(at), broken, is_cut);
    const auto code = length > 1 ? code_of(utf8.substr(at, length)) : 0;
    at += length > 0 ? length : broken;
    const bool follows = follows_letter;
    follows_letter = is_letter(code);
    if (length == 1) continue;
    if (!follows_letter) {
      ++seen.others;
    } else if (is_latin(code)) {
      ++seen.latin;
    } else {
      ++seen.foreign;
      seen.joined += follows;
    }
  }
  return seen;
}

std::string decode(std::string_view sample, std::string_view encoding) {
  warning_log ignored;
  auto text = make_utf8_source(make_memory_source(std::string(sample)), encoding, ignored);
  return text ? read_all(**text, std::numeric_limits<std::uint64_t>::max()).value_or("") : std::string{};
}

/// KOI8-U has letters where KOI8-R has box-drawing characters; windows encodings have the lower-case letters of the Macintosh ones.
std::string_view with_more_letters(std::string_view detected, std::string_view sample) {
  if (detected == "KOI8-R" && sample.find_first_of("\xA4\xA6\xA7\xAD\xB4\xB6\xB7\xBD") != sample.npos)
    return "KOI8-U";
  return detected == "MAC-CYRILLIC" ? "windows-1251" : detected;
}

bool is_latin_of_the_web(std::string_view encoding) {
  return encoding.starts_with("ISO-8859-") || encoding.starts_with("windows-125");
}

/// Words in Latin scripts rarely consist of such letters only, so that Latin text is hardly ever mistaken for another script.
bool has_foreign_words(const letter_counts& seen, std::uint64_t bytes_beyond_ascii) {
  return bytes_beyond_ascii >= least_foreign_bytes && seen.foreign >= 4 * seen.latin &&
         2 * seen.joined >= seen.foreign && 2 * seen.others <= seen.foreign;
}

std::string ask_uchardet(std::string_view sample) {
  const std::unique_ptr<uchardet, decltype(&uchardet_delete)> detector(uchardet_new(), &uchardet_delete);
  if (!detector || uchardet_handle_data(detector.get(), sample.data(), sample.size()) != 0) return {};
  uchardet_data_end(detector.get());
  const std::string name = uchardet_get_charset(detector.get());
  const auto canonical = canonical_encoding_name(name);
  return canonical.empty() ? name : canonical;
}

/// Whether uchardet sees nothing but ASCII: no byte above it, and neither of the two beginnings of escapes, which belong to ISO 2022 and HZ.
bool is_plain_ascii(std::string_view sample) {
  unsigned char all = 0;
  for (const char c : sample) all |= static_cast<unsigned char>(c);
  return !sample.empty() && all < 0x80 && sample.find('\033') == sample.npos &&
         sample.find("~{") == sample.npos;
}

}  // namespace

std::string ask_detector(std::string_view sample) {
  if (!is_plain_ascii(sample)) return ask_uchardet(sample);
  static const auto answer = ask_uchardet("a");
  return answer;
}

std::string judge_detected(std::string_view sample, std::string_view detected) {
  if (detected == "ISO-8859-1" || detected == "ISO-8859-15" || detected == "windows-1252")
    return "windows-1252";
  auto encoding = canonical_encoding_name(with_more_letters(detected, sample));
  if (encoding.empty() || is_utf8_compatible(encoding) || code_unit_bytes(encoding) > 1) return {};
  const auto seen = examine(decode(sample, encoding));
  const auto high_bytes = std::ranges::count_if(sample, [](char c) { return (c & 0x80) != 0; });
  if (has_foreign_words(seen, static_cast<std::uint64_t>(high_bytes))) return encoding;
  const auto middle = sample.size() / 2;
  const bool is_confirmed = is_latin_of_the_web(encoding) && seen.latin >= least_latin_letters &&
                            seen.others <= seen.latin && ask_detector(sample.substr(0, middle)) == detected &&
                            ask_detector(sample.substr(middle)) == detected;
  return is_confirmed ? encoding : std::string{};
}

}  // namespace laundromat
