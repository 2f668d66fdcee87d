// Decodes percent-encoding, and replaces what is no text.
// SPDX-License-Identifier: Apache-2.0
#include "core/search/searchable_text.hpp"

#include "core/rdf/model/utf8.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::string_view no_character = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::size_t octet_length = 3;                    // `%C3`

void append_character(std::string& out, std::string_view bytes, char32_t code) {
  const bool is_control = code < 0x20 || (code >= 0x7F && code < 0xA0);
  out.append(is_control ? " " : bytes);
}

/// Appends the character that percent-encoded octets at the front of `text` are; returns the length of these, 0 where they are none.
std::size_t append_decoded(std::string& out, std::string_view text) {
  constexpr std::size_t longest_character = 4;
  std::string octets;
  for (std::size_t at = 0; octets.size() < longest_character && is_percent_encoded(text, at);
       at += octet_length)
    octets += decoded_octet(text, at);
  if (octets.empty()) return 0;
  const auto step = next_utf8(octets);
  if (!step.is_valid) return 0;
  append_character(out, std::string_view(octets).substr(0, step.length), step.code);
  return step.length * octet_length;
}

}  // namespace

std::string searchable_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    if (const auto length = text.front() == '%' ? append_decoded(out, text) : 0; length > 0) {
      text.remove_prefix(length);
      continue;
    }
    const auto step = next_utf8(text);
    if (step.is_valid)
      append_character(out, text.substr(0, step.length), step.code);
    else
      out.append(no_character);
    text.remove_prefix(step.length);
  }
  return out;
}

}  // namespace laundromat
