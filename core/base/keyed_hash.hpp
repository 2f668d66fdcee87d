// Hashes for tables of untrusted text: they depend on a secret key of the process, so that nobody can choose texts that collide.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace laundromat {

using hash_key = std::array<unsigned char, 16>;

/// Sets the key of this process: secret random bytes. `main` calls it once, before any table has an element; tests also later, when no table
/// is left. Until then the key is zeros. The key is the one mutable global: as a parameter it would go through every constructor between
/// `main` and a table, and nobody would notice a table without it. Not thread-safe.
void set_hash_key(const hash_key& key);

/// SipHash-2-4 with the key of this process. The value, and any order of values, differs from run to run and must not affect a result.
/// Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF" (2012).
[[nodiscard]] std::uint64_t keyed_hash(std::string_view bytes);
/// The same for a number that was derived from such text.
[[nodiscard]] std::uint64_t keyed_hash(std::uint64_t number);

}  // namespace laundromat
