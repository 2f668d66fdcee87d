// The elements of HTML that its tree rules name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace laundromat::rdfa {

// clang-format off
enum class html_tag : std::uint8_t {
  other, a, address, applet, area, article, aside, b, base, basefont, bgsound, big, blockquote, body, br, button, caption,
  center, code, col, colgroup, data, dd, desc, details, dialog, dir, div, dl, dt, em, embed, fieldset, figcaption, figure,
  font, footer, foreignobject, form, frame, frameset, h1, h2, h3, h4, h5, h6, head, header, hgroup, hr, html, i, iframe,
  image, img, input, keygen, li, link, listing, main, marquee, math, menu, meta, nav, nobr, noembed, noframes, noscript,
  object, ol, optgroup, option, p, param, plaintext, pre, rb, rp, rt, rtc, ruby, s, script, search, section, select, small,
  source, span, strike, strong, style, sub, summary, sup, svg, table, tbody, td, template_, textarea, tfoot, th, thead,
  time, title, tr, track, tt, u, ul, var, wbr, xmp,
};
// clang-format on

/// Properties of a tag in the rules of HTML Living Standard 13.1.2 and 13.2.6, as bits.
enum tag_trait : std::uint16_t {
  is_void = 1,            ///< has no end tag
  is_special = 2,         ///< an end tag of another kind does not reach through it
  is_formatting = 4,      ///< may be closed out of order
  closes_paragraph = 8,   ///< its start tag ends an open `p`
  has_optional_end = 16,  ///< its end may be left out
  is_head_content = 32,   ///< may be in `head`
  is_heading = 64,        ///< `h1` to `h6`
  is_scope = 128,         ///< ends the search for an open element
  is_table_part = 256,    ///< has its own rules in tables
  is_block = 512,         ///< its end tag closes what is open within
  breaks_out = 1024,      ///< ends SVG and MathML
};

/// FNV-1a of the name in lower case (HTML) or as it is (XML): what elements are matched by.
[[nodiscard]] constexpr std::uint64_t name_hash(std::string_view name, bool fold_case) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const char c : name) {
    const char folded = fold_case && c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    hash = (hash ^ static_cast<unsigned char>(folded)) * 0x100000001B3u;
  }
  return hash;
}

/// The element of that name, by its `name_hash`; `other` for a name that the rules do not mention.
[[nodiscard]] html_tag find_html_tag(std::uint64_t hash);
/// The `tag_trait` bits of an element; 0 for `other`.
[[nodiscard]] std::uint16_t traits_of(html_tag tag);
/// Its name in lower case, as documents write it; empty for `other`.
[[nodiscard]] std::string_view to_string(html_tag tag);

}  // namespace laundromat::rdfa
