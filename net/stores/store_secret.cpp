// Reads secrets, and overwrites their memory.
// SPDX-License-Identifier: Apache-2.0
#include "net/stores/store_secret.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace laundromat {

namespace {

constexpr std::size_t most_secret_bytes = 16 << 10;

result<std::string> first_line_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return fail(errno == ENOENT ? errc::not_found : errc::io_failed, path + ": " + std::strerror(errno));
  std::string line;
  std::getline(in, line);
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

}  // namespace

store_secret::~store_secret() {
  OPENSSL_cleanse(text_.data(), text_.size());
}

result<store_secret> read_secret(const secret_place& place) {
  if (place.environment.empty() && place.file.empty()) return store_secret{};
  if (!place.environment.empty() && !place.file.empty())
    return fail(errc::configuration, "a secret is in a variable or in a file, not in both");
  const auto name = place.file.empty() ? "the variable " + place.environment : place.file;
  std::string text;
  if (place.file.empty()) {
    const char* value = std::getenv(place.environment.c_str());
    if (value == nullptr) return fail(errc::configuration, name + " is not set");
    text = value;
  } else {
    auto line = first_line_of(place.file);
    if (!line) return tl::unexpected(line.error());
    text = *std::move(line);
  }
  if (text.empty() || text.size() > most_secret_bytes)
    return fail(errc::configuration, name + (text.empty() ? " is empty" : " is too long for a secret"));
  for (const char c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      return fail(errc::configuration, name + " has a control character");
  return store_secret{std::move(text)};
}

std::string without_secret(std::string text, const store_credentials& credentials) {
  const auto& secret = credentials.secret.reveal();
  if (secret.empty()) return text;
  const auto pair = credentials.user + ':' + secret;
  std::string packed(4 * ((pair.size() + 2) / 3) + 1, '\0');
  packed.resize(static_cast<std::size_t>(EVP_EncodeBlock(reinterpret_cast<unsigned char*>(packed.data()),
                                                         reinterpret_cast<const unsigned char*>(pair.data()),
                                                         static_cast<int>(pair.size()))));
  for (const auto& one : {packed, secret})
    for (auto at = text.find(one); at != text.npos; at = text.find(one, at))
      text.replace(at, one.size(), "…");
  return text;
}

}  // namespace laundromat
