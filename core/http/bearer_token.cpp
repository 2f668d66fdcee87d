// Compares digests of secrets.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/bearer_token.hpp"

#include "core/base/digest.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

// token68 without its padding.
bool is_token68_char(char c) {
  return is_unreserved(c) || c == '+' || c == '/';
}

}  // namespace

std::optional<std::string_view> bearer_token(std::string_view authorization) {
  constexpr std::string_view scheme = "bearer";
  const auto text = trim(authorization);
  if (!equals_ignoring_case(text.substr(0, scheme.size()), scheme)) return std::nullopt;
  const auto after = text.substr(scheme.size());
  if (!after.starts_with(' ')) return std::nullopt;
  const auto token = trim(after);
  auto body = token;
  while (body.ends_with('=')) body.remove_suffix(1);
  if (body.empty()) return std::nullopt;
  for (const char c : body)
    if (!is_token68_char(c)) return std::nullopt;
  return token;
}

bool is_same_secret(std::string_view given, std::string_view expected) {
  const auto a = sha256(given), b = sha256(expected);
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.bytes.size(); ++i) {
    difference |= static_cast<unsigned>(a.bytes[i] ^ b.bytes[i]);
    // The compiler must not end the loop at the first difference.
    asm volatile("" : "+r"(difference));
  }
  return difference == 0 && !expected.empty();
}

}  // namespace laundromat
