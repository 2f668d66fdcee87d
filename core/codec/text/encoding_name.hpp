// One name for each character encoding: the preferred MIME name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace laundromat {

/// The preferred MIME name of an encoding: `UTF-8` for `utf8`, `ISO-8859-1` for `latin1`. Empty for an encoding that is not used on the
/// Web, and for text that is not a name. Source: the IANA register of character sets.
[[nodiscard]] std::string canonical_encoding_name(std::string_view name);
/// All of these names, to propose one for a name that is none.
[[nodiscard]] std::span<const std::string_view> known_encodings();

/// True for UTF-8 and its subset US-ASCII, in canonical spelling: their bytes need no conversion (L35).
[[nodiscard]] bool is_utf8_compatible(std::string_view canonical);
/// The encoding by which iconv decodes such text: one with all its characters and those that the Web uses in addition. ASCII bytes
/// remain ASCII, unlike in iconv's Shift_JIS, where a backslash is a yen sign. Source: WHATWG Encoding.
[[nodiscard]] std::string_view decoder_of(std::string_view canonical);
/// Whether the printable ASCII characters have their ASCII bytes in this encoding; true for encodings with units of several bytes.
[[nodiscard]] bool keeps_ascii(std::string_view canonical);
/// Loads the tables of every encoding, for a process that may open no file later.
void open_every_decoder();
/// The size of a code unit in this canonical encoding: 2 for UTF-16 and UCS-2, 4 for UTF-32 and UCS-4,
/// else 1.
[[nodiscard]] std::size_t code_unit_bytes(std::string_view canonical);

}  // namespace laundromat
