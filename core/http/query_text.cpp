// Decodes and encodes forms.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/query_text.hpp"

#include <algorithm>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

// The number of octets of the character at the begin of the text, which is well-formed UTF-8 (Unicode 15 table 3-7); 0 when it is none.
std::size_t utf8_length(std::string_view text) {
  const auto octet = [&](std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
  };
  const auto is_between = [&](std::size_t at, unsigned least, unsigned most) {
    return octet(at) >= least && octet(at) <= most;
  };
  const auto follows = [&](std::size_t at) { return is_between(at, 0x80, 0xBF); };
  const auto first = octet(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF)
    return is_between(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF) && follows(2) ? 3 : 0;
  if (first >= 0xF0 && first <= 0xF4)
    return is_between(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF) && follows(2) && follows(3)
               ? 4
               : 0;
  return 0;
}

bool is_text(std::string_view text) {
  while (!text.empty()) {
    const auto length = utf8_length(text);
    const auto first = static_cast<unsigned char>(text.front());
    const bool is_control =
        (first < 0x20 && first != '\t' && first != '\n' && first != '\r') || first == 0x7F;
    if (length == 0 || is_control) return false;
    text.remove_prefix(length);
  }
  return true;
}

result<std::string> decoded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      out.push_back(text[at] == '+' ? ' ' : text[at]);
      continue;
    }
    if (!is_percent_encoded(text, at))
      return fail(errc::invalid_argument,
                  "the query has a % without two hexadecimal digits: " + quoted_head(text.substr(at)));
    out.push_back(decoded_octet(text, at));
    at += 2;
  }
  if (!is_text(out))
    return fail(errc::invalid_argument,
                "the query has a control character, or is not in UTF-8: " + quoted_head(text));
  return out;
}

void append_encoded(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == ' ')
      out.push_back('+');
    else if (is_unreserved(c))
      out.push_back(c);
    else
      append_percent_encoded(out, c);
  }
}

}  // namespace

result<std::vector<query_pair>> parse_query(std::string_view text, query_limits limits) {
  if (text.size() > limits.text_bytes)
    return fail(errc::invalid_argument,
                "the query is longer than " + std::to_string(limits.text_bytes) + " B");
  std::vector<query_pair> pairs;
  while (!text.empty()) {
    const auto end = std::min(text.find('&'), text.size());
    const auto pair = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (pair.empty()) continue;
    if (pairs.size() == limits.pairs)
      return fail(errc::invalid_argument,
                  "the query has more parameters than " + std::to_string(limits.pairs));
    const auto equals = std::min(pair.find('='), pair.size());
    auto name = decoded(pair.substr(0, equals));
    if (!name) return tl::unexpected{name.error()};
    auto value = decoded(pair.substr(std::min(equals + 1, pair.size())));
    if (!value) return tl::unexpected{value.error()};
    pairs.emplace_back(std::move(*name), std::move(*value));
  }
  return pairs;
}

std::string write_query(const std::vector<query_pair>& pairs) {
  std::string out;
  for (const auto& [name, value] : pairs) {
    if (!out.empty()) out.push_back('&');
    append_encoded(out, name);
    out.push_back('=');
    append_encoded(out, value);
  }
  return out;
}

}  // namespace laundromat
