// Signs messages as Standard Webhooks says, so that a receiver knows who sent them, and when.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "net/stores/store_secret.hpp"

namespace laundromat {

/// A key for signatures, without its base64.
using signing_key = store_secret;

/// Reads the keys of a file with one in each line: `whsec_` and the base64 of 24 to 64 bytes. Empty lines do not count. With several, as while a key is replaced, a
/// message has a signature by each. Errors: `configuration` for other lines, and for a file without a key; the message never has the secret.
[[nodiscard]] result<std::vector<signing_key>> read_signing_keys(std::string_view text);

/// The value of `webhook-signature`: `v1,` and the base64 of the HMAC-SHA256 of `ID.SECONDS.BODY`, by each key, separated by spaces.
/// `id` has no full stop, so that nobody can move bytes from one part to another.
/// Source: Standard Webhooks 1.0.0, https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md.
[[nodiscard]] std::string sign(const std::vector<signing_key>& keys, std::string_view id, timestamp at,
                               std::string_view body);

/// The value of `webhook-timestamp`: seconds since 1970.
[[nodiscard]] std::string signature_seconds(timestamp at);

}  // namespace laundromat
