// Characters that are valid UTF-8 but problematic: in literals because tools reject them, in IRIs because RFC 3987 forbids them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace laundromat {

/// The position of the first character that XML does not allow or Unicode reserves: U+0000 to U+001F but tab, line feed and carriage return,
/// and the non-characters U+FDD0 to U+FDEF and those that end in FFFE or FFFF. `text` is valid UTF-8. `npos`: none.
[[nodiscard]] std::size_t find_odd_character(std::string_view text);

enum class iri_character_kind : std::uint8_t {
  legal,
  in_query_only,  ///< private use
  white_space,    ///< allowed, but programs end an IRI at it, as rdflib does
  illegal,        ///< not a ucschar, or a bidirectional formatting character
};
/// Classifies a character above U+007F in an IRI. Source: RFC 3987 sections 2.2 and 4.1, the property White_Space of Unicode. U+2066 to U+2069,
/// which are younger than RFC 3987, count as those that its section 4.1 names.
[[nodiscard]] iri_character_kind classify_iri_character(char32_t code);

/// Whether `text`, valid UTF-8, is in Unicode normalisation form C. Allocates only for text above 1 KiB.
[[nodiscard]] bool is_nfc(std::string_view text);

}  // namespace laundromat
