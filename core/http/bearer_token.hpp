// Authorization by a secret that client and server share.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace laundromat {

/// The token of `Authorization: Bearer TOKEN`; nothing for another scheme, or a token of other characters.
/// Source: RFC 6750 section 2.1; the scheme in any case by RFC 9110 section 11.1.
[[nodiscard]] std::optional<std::string_view> bearer_token(std::string_view authorization);

/// Whether two secrets are equal, in a time that depends on the length of each, but on nothing that they have in common: their SHA-256 are compared,
/// to the end. An empty secret equals nothing.
[[nodiscard]] bool is_same_secret(std::string_view given, std::string_view expected);

}  // namespace laundromat
