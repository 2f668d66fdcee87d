// SipHash by libsodium, and the key of the process.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/keyed_hash.hpp"

#include <sodium/crypto_shorthash.h>

#include <bit>

namespace laundromat {

namespace {

static_assert(crypto_shorthash_KEYBYTES == std::tuple_size_v<hash_key>);
static_assert(crypto_shorthash_BYTES == sizeof(std::uint64_t));

constinit hash_key key_of_process{};

}  // namespace

void set_hash_key(const hash_key& key) {
  key_of_process = key;
}

std::uint64_t keyed_hash(std::string_view bytes) {
  std::array<unsigned char, crypto_shorthash_BYTES> out;
  crypto_shorthash(out.data(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                   key_of_process.data());
  return std::bit_cast<std::uint64_t>(out);
}

std::uint64_t keyed_hash(std::uint64_t number) {
  return keyed_hash({reinterpret_cast<const char*>(&number), sizeof number});
}

}  // namespace laundromat
