// Computes HMAC-SHA256 by OpenSSL.
// SPDX-License-Identifier: Apache-2.0
#include "net/webhooks/webhook_signature.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <optional>

namespace laundromat {

namespace {

constexpr std::string_view key_prefix = "whsec_";
constexpr std::size_t least_key_bytes = 24, most_key_bytes = 64;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string to_base64(std::string_view bytes) {
  std::string out(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  out.resize(static_cast<std::size_t>(EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                                      bytes_of(bytes), static_cast<int>(bytes.size()))));
  return out;
}

/// Nothing when it is not base64 with its padding.
std::optional<std::string> from_base64(std::string_view text) {
  if (text.empty() || text.size() % 4 != 0 || text.size() > 4 * most_key_bytes) return std::nullopt;
  const auto padding = text.ends_with("==") ? 2U : text.ends_with('=') ? 1U : 0U;
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (text.substr(0, text.size() - padding).find_first_not_of(digits) != text.npos) return std::nullopt;
  std::string out(text.size() / 4 * 3, '\0');
  const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()), bytes_of(text),
                                   static_cast<int>(text.size()));
  if (size < 0) return std::nullopt;
  out.resize(static_cast<std::size_t>(size) - padding);
  return out;
}

std::string hmac_sha256(std::string_view key, std::string_view message) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
  unsigned int size = 0;
  ::HMAC(::EVP_sha256(), key.data(), static_cast<int>(key.size()), bytes_of(message), message.size(),
         out.data(), &size);
  return {reinterpret_cast<const char*>(out.data()), size};
}

}  // namespace

result<std::vector<signing_key>> read_signing_keys(std::string_view text) {
  std::vector<signing_key> keys;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    auto key = line.starts_with(key_prefix) ? from_base64(line.substr(key_prefix.size())) : std::nullopt;
    if (!key || key->size() < least_key_bytes || key->size() > most_key_bytes)
      return fail(errc::configuration,
                  "line " + std::to_string(number) +
                      " is no secret for signatures, which is whsec_ and the base64 of 24 to 64 bytes: make "
                      "one with `echo \"whsec_$(openssl rand -base64 32)\"`");
    keys.emplace_back(*std::move(key));
  }
  if (keys.empty())
    return fail(errc::configuration,
                "there is no secret in it: make one with `echo \"whsec_$(openssl rand -base64 32)\"`");
  return keys;
}

std::string signature_seconds(timestamp at) {
  return std::to_string(to_ms(at) / 1'000);
}

std::string sign(const std::vector<signing_key>& keys, std::string_view id, timestamp at,
                 std::string_view body) {
  std::string message{id}, out;
  message.append(".").append(signature_seconds(at)).append(".").append(body);
  for (const auto& key : keys)
    out.append(out.empty() ? "v1," : " v1,").append(to_base64(hmac_sha256(key.reveal(), message)));
  return out;
}

}  // namespace laundromat
