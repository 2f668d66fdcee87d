// Digests by OpenSSL's EVP interface.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.hpp"

#include <openssl/evp.h>

#include "core/base/vector_state.hpp"

namespace laundromat {

namespace {

template <std::size_t Size>
std::array<std::uint8_t, Size> hash_of(std::string_view bytes, const EVP_MD* algorithm) {
  std::array<std::uint8_t, Size> out{};
  EVP_Digest(bytes.data(), bytes.size(), out.data(), nullptr, algorithm, nullptr);
  return out;
}

/// An algorithm, looked up once: a look-up takes longer than hashing a short text.
const EVP_MD* fetched(const char* name, const EVP_MD* otherwise) {
  const auto* const found = EVP_MD_fetch(nullptr, name, nullptr);
  return found ? found : otherwise;
}
const EVP_MD* md5_algorithm() {
  static const auto* const found = fetched("MD5", EVP_md5());
  return found;
}
const EVP_MD* sha256_algorithm() {
  static const auto* const found = fetched("SHA256", EVP_sha256());
  return found;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

char* write_hex(char* to, std::string_view bytes) {
  constexpr char digits[] = "0123456789abcdef";
  for (const unsigned char c : bytes) {
    *to++ = digits[c >> 4];
    *to++ = digits[c & 15];
  }
  return to;
}

std::string to_hex(std::string_view bytes) {
  std::string out(2 * bytes.size(), '0');
  write_hex(out.data(), bytes);
  return out;
}

std::optional<std::string> from_hex(std::string_view hex) {
  if (hex.size() % 2 != 0) return std::nullopt;
  std::string out;
  out.reserve(hex.size() / 2);
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const int high = hex_value(hex[i]), low = hex_value(hex[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    out.push_back(static_cast<char>(high * 16 + low));
  }
  return out;
}

record_hash md5(std::string_view bytes) {
  return {hash_of<16>(bytes, md5_algorithm())};
}

content_digest sha256(std::string_view bytes) {
  return {hash_of<32>(bytes, sha256_algorithm())};
}

std::array<std::uint8_t, 48> sha384(std::string_view bytes) {
  return hash_of<48>(bytes, EVP_sha384());
}

std::array<std::uint8_t, 20> sha1(std::string_view bytes) {
  return hash_of<20>(bytes, EVP_sha1());
}

struct content_hasher::state {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  state() { EVP_DigestInit_ex(context, sha256_algorithm(), nullptr); }
  ~state() { EVP_MD_CTX_free(context); }
  state(const state&) = delete;
  state& operator=(const state&) = delete;
};

content_hasher::content_hasher() : state_(std::make_unique<state>()) {}
content_hasher::~content_hasher() = default;
content_hasher::content_hasher(content_hasher&&) noexcept = default;
content_hasher& content_hasher::operator=(content_hasher&&) noexcept = default;

void content_hasher::update(std::string_view bytes) {
  clear_upper_vectors();
  EVP_DigestUpdate(state_->context, bytes.data(), bytes.size());
}

content_digest content_hasher::finish() {
  content_digest out;
  EVP_DigestFinal_ex(state_->context, out.bytes.data(), nullptr);
  EVP_DigestInit_ex(state_->context, nullptr,
                    nullptr);  // starts with the same algorithm, without another look-up
  return out;
}

}  // namespace laundromat
