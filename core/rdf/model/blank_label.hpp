// The characters of names and of labels of blank nodes, which N-Triples and Turtle share, and a label with others made legal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

/// PN_CHARS_BASE above ASCII (RDF 1.2 Turtle, production 163s).
[[nodiscard]] constexpr bool is_pn_chars_base(char32_t c) {
  return (c >= 0xC0 && c <= 0x2FF && c != 0xD7 && c != 0xF7) || (c >= 0x370 && c <= 0x1FFF && c != 0x37E) ||
         c == 0x200C || c == 0x200D || (c >= 0x2070 && c <= 0x218F) || (c >= 0x2C00 && c <= 0x2FEF) ||
         (c >= 0x3001 && c <= 0xD7FF) || (c >= 0xF900 && c <= 0xFDCF) || (c >= 0xFDF0 && c <= 0xFFFD) ||
         (c >= 0x10000 && c <= 0xEFFFF);
}
/// PN_CHARS above ASCII (production 166s).
[[nodiscard]] constexpr bool is_pn_chars(char32_t c) {
  return is_pn_chars_base(c) || c == 0xB7 || (c >= 0x300 && c <= 0x36F) || c == 0x203F || c == 0x2040;
}

/// The length of the label at the front of `text`, 0 when there is none (RDF 1.2 N-Triples, production 141s). A colon is not part of it, by
/// the errata.
[[nodiscard]] std::size_t label_length(std::string_view text);

/// A label with `~xHH` for each byte of a character that no label may have at its place, so that different labels stay different: no legal label
/// has a tilde. `label` is UTF-8.
[[nodiscard]] std::string repair_label(std::string_view label);

}  // namespace laundromat
