// Hashes for tables over text of strangers: a key of the process goes into them, so that nobody can choose texts that collide.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace laundromat {

using hash_key = std::array<unsigned char, 16>;

/// Sets the key of this process: random bytes, which are told nobody. Called once, by `main`, before anything is in a table; by tests also
/// later, when no table is left. Until then the key is zeros. It is the one mutable global, because a key that came in as a parameter would
/// go through every constructor between `main` and a table, and a table that was left out would not be seen. Not thread-safe.
void set_hash_key(const hash_key& key);

/// SipHash-2-4 with the key of this process. What follows from a value or from an order of values must not reach a result: it differs from
/// run to run. Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF" (2012).
[[nodiscard]] std::uint64_t keyed_hash(std::string_view bytes);
/// The same for a number that follows from such text.
[[nodiscard]] std::uint64_t keyed_hash(std::uint64_t number);

}  // namespace laundromat
