// One name for each character encoding: the preferred MIME name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

/// The preferred MIME name of an encoding, `UTF-8` for `utf8` and `ISO-8859-1` for `latin1`. Empty for an encoding that text on the
/// Web is not in, and for text that is no name at all. Source: the IANA register of character sets.
[[nodiscard]] std::string canonical_encoding_name(std::string_view name);

/// True for UTF-8 and its subset US-ASCII, in canonical spelling: their bytes need no conversion (L35).
[[nodiscard]] bool is_utf8_compatible(std::string_view canonical);
/// The encoding that iconv decodes such text with: one with all its characters and those that the Web uses beside them. ASCII
/// keeps its meaning, as it does not in iconv's Shift_JIS, where a backslash is a yen sign. Source: WHATWG Encoding.
[[nodiscard]] std::string_view decoder_of(std::string_view canonical);
/// Whether the printable characters of ASCII, which RDF is made of, are themselves in this encoding; true for units of several bytes.
[[nodiscard]] bool keeps_ascii(std::string_view canonical);
/// Loads what decoding needs for every encoding, for a process that may open no file later.
void open_every_decoder();
/// The bytes of one code unit in this canonical encoding: 2 for UTF-16 and UCS-2, 4 for UTF-32 and UCS-4,
/// else 1.
[[nodiscard]] std::size_t code_unit_bytes(std::string_view canonical);

}  // namespace laundromat
