// Decodes stated digests by their lengths, and computes them by OpenSSL's EVP interface.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/named_digest.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/digest.hpp"
#include "core/base/vector_state.hpp"

namespace laundromat {

namespace {

const EVP_MD* algorithm_of(std::string_view name) {
  std::string plain;
  for (const char c : name)
    if (c != '-') plain += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  if (plain == "sha1") return EVP_sha1();
  if (plain == "sha256") return EVP_sha256();
  if (plain == "md5") return EVP_md5();
  if (plain == "sha384") return EVP_sha384();
  return plain == "sha512" ? EVP_sha512() : nullptr;
}

int base32_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a';
  return c >= '2' && c <= '7' ? c - '2' + 26 : -1;
}

/// Both alphabets of RFC 4648.
int base64_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  return c == '/' || c == '_' ? 63 : -1;
}

/// Digits of `bits` each; bits that are left over at the end are padding.
template <class Value>
std::optional<std::string> decode(std::string_view text, unsigned bits, Value value_of) {
  std::string out;
  unsigned held = 0, count = 0;
  for (const char c : text) {
    const auto value = value_of(c);
    if (value < 0) return std::nullopt;
    held = (held << bits | static_cast<unsigned>(value)) & 0xFFFF;
    count += bits;
    if (count < 8) continue;
    count -= 8;
    out.push_back(static_cast<char>(held >> count & 0xFF));
  }
  return out;
}

/// The `size` bytes that a value states: no two of the three forms have the same length.
std::optional<std::string> bytes_of(std::string_view value, std::size_t size) {
  while (value.ends_with('=')) value.remove_suffix(1);
  if (value.size() == 2 * size) return from_hex(value);
  if (value.size() == (8 * size + 4) / 5) return decode(value, 5, base32_value);
  if (value.size() == (8 * size + 5) / 6) return decode(value, 6, base64_value);
  return std::nullopt;
}

}  // namespace

struct stated_digest::state {
  explicit state(const EVP_MD* algorithm) : context(EVP_MD_CTX_new()) {
    EVP_DigestInit_ex(context, algorithm, nullptr);
  }
  ~state() { EVP_MD_CTX_free(context); }
  state(const state&) = delete;
  state& operator=(const state&) = delete;

  EVP_MD_CTX* context;
  std::optional<std::string> expected;
};

stated_digest::stated_digest(std::string_view text) {
  const auto colon = text.find(':');
  const auto* const algorithm = colon == text.npos ? nullptr : algorithm_of(text.substr(0, colon));
  if (algorithm == nullptr) return;
  state_ = std::make_unique<state>(algorithm);
  state_->expected = bytes_of(text.substr(colon + 1), static_cast<std::size_t>(EVP_MD_get_size(algorithm)));
}

stated_digest::~stated_digest() = default;
stated_digest::stated_digest(stated_digest&&) noexcept = default;
stated_digest& stated_digest::operator=(stated_digest&&) noexcept = default;

void stated_digest::update(std::string_view bytes) {
  if (!state_) return;
  clear_upper_vectors();
  EVP_DigestUpdate(state_->context, bytes.data(), bytes.size());
}

bool stated_digest::agrees() {
  if (!state_) return true;
  std::array<unsigned char, EVP_MAX_MD_SIZE> found{};
  unsigned size = 0;
  EVP_DigestFinal_ex(state_->context, found.data(), &size);
  return state_->expected == std::string(reinterpret_cast<const char*>(found.data()), size);
}

}  // namespace laundromat
