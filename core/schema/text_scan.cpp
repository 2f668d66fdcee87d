// The length of a text and the scripts that it is written in.
// SPDX-License-Identifier: Apache-2.0
#include "core/schema/text_scan.hpp"

#include <algorithm>
#include <array>

#include "core/rdf/model/utf8.hpp"

namespace laundromat {

namespace {

enum script : unsigned {
  latn,
  grek,
  cyrl,
  armn,
  hebr,
  arab,
  deva,
  beng,
  guru,
  gujr,
  taml,
  telu,
  knda,
  mlym,
  sinh,
  thai,
  laoo,
  tibt,
  mymr,
  geor,
  ethi,
  khmr,
  mong,
  hira,
  kana,
  bopo,
  hang,
  hani,
  script_count
};

constexpr std::array<std::string_view, script_count> codes{
    "Latn", "Grek", "Cyrl", "Armn", "Hebr", "Arab", "Deva", "Beng", "Guru", "Gujr",
    "Taml", "Telu", "Knda", "Mlym", "Sinh", "Thai", "Laoo", "Tibt", "Mymr", "Geor",
    "Ethi", "Khmr", "Mong", "Hira", "Kana", "Bopo", "Hang", "Hani"};

struct block {
  char32_t first, last;
  script of;
};

/// Blocks of Unicode 15 that contain letters of one script, in order.
constexpr block blocks[] = {
    {0x00C0, 0x024F, latn}, {0x0370, 0x03FF, grek},   {0x0400, 0x052F, cyrl}, {0x0530, 0x058F, armn},
    {0x0590, 0x05FF, hebr}, {0x0600, 0x06FF, arab},   {0x0750, 0x077F, arab}, {0x0900, 0x097F, deva},
    {0x0980, 0x09FF, beng}, {0x0A00, 0x0A7F, guru},   {0x0A80, 0x0AFF, gujr}, {0x0B80, 0x0BFF, taml},
    {0x0C00, 0x0C7F, telu}, {0x0C80, 0x0CFF, knda},   {0x0D00, 0x0D7F, mlym}, {0x0D80, 0x0DFF, sinh},
    {0x0E00, 0x0E7F, thai}, {0x0E80, 0x0EFF, laoo},   {0x0F00, 0x0FFF, tibt}, {0x1000, 0x109F, mymr},
    {0x10A0, 0x10FF, geor}, {0x1100, 0x11FF, hang},   {0x1200, 0x139F, ethi}, {0x1780, 0x17FF, khmr},
    {0x1800, 0x18AF, mong}, {0x1E00, 0x1EFF, latn},   {0x1F00, 0x1FFF, grek}, {0x2C60, 0x2C7F, latn},
    {0x2E80, 0x2FDF, hani}, {0x3040, 0x309F, hira},   {0x30A0, 0x30FF, kana}, {0x3100, 0x312F, bopo},
    {0x3130, 0x318F, hang}, {0x3400, 0x4DBF, hani},   {0x4E00, 0x9FFF, hani}, {0xA640, 0xA69F, cyrl},
    {0xA720, 0xA7FF, latn}, {0xAC00, 0xD7FF, hang},   {0xF900, 0xFAFF, hani}, {0xFB50, 0xFDFF, arab},
    {0xFE70, 0xFEFF, arab}, {0x20000, 0x323AF, hani},
};

script_set script_of(char32_t code) {
  constexpr char32_t times = 0xD7, division = 0xF7;  // two signs among the letters
  if (code == times || code == division) return 0;
  const auto* const found = std::ranges::lower_bound(blocks, code, {}, &block::last);
  return found != std::end(blocks) && code >= found->first ? script_set{1} << found->of : 0;
}

script_set high_scripts(std::string_view text) {
  script_set scripts = 0;
  while (!text.empty()) {
    const auto step = next_utf8(text);
    if (step.is_valid && step.code > 0x7F) scripts |= script_of(step.code);
    text.remove_prefix(step.length);
  }
  return scripts;
}

}  // namespace

text_extent scan_text(std::string_view text) {
  std::uint64_t inner = 0;
  unsigned letters = 0, high = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    inner += (byte & 0xC0U) == 0x80U ? 1U : 0U;
    high |= byte;
    letters |= static_cast<unsigned char>((byte | 0x20U) - 'a') < 26 ? 1U : 0U;
  }
  text_extent found{text.size() - inner, letters != 0 ? script_set{1} << latn : 0};
  if ((high & 0x80U) != 0) found.scripts |= high_scripts(text);
  return found;
}

std::vector<std::string_view> script_codes(script_set scripts) {
  std::vector<std::string_view> found;
  for (std::size_t i = 0; i < codes.size(); ++i)
    if ((scripts >> i & 1U) != 0) found.push_back(codes[i]);
  return found;
}

}  // namespace laundromat
