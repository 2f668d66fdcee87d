// Digests as types: MD5 names records, SHA-256 names content, SHA-1 only serves UUIDv5, SHA-384 canonical datasets.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace laundromat {

/// Writes the lower-case hexadecimal of any bytes, two digits each; returns the end.
char* write_hex(char* to, std::string_view bytes);
/// The same as a text.
[[nodiscard]] std::string to_hex(std::string_view bytes);
/// The bytes of an even number of hexadecimal digits in either case; nothing for any other text.
[[nodiscard]] std::optional<std::string> from_hex(std::string_view hex);

/// A digest of `Size` bytes. `Tag` makes digests of different things different types.
template <class Tag, std::size_t Size>
struct digest {
  std::array<std::uint8_t, Size> bytes{};

  [[nodiscard]] std::string_view view() const { return {reinterpret_cast<const char*>(bytes.data()), Size}; }
  [[nodiscard]] std::string hex() const { return to_hex(view()); }
  /// True for the default value, which identifies nothing.
  [[nodiscard]] bool is_null() const { return *this == digest{}; }

  [[nodiscard]] static std::optional<digest> from_bytes(std::string_view raw) {
    if (raw.size() != Size) return std::nullopt;
    digest d;
    std::memcpy(d.bytes.data(), raw.data(), Size);
    return d;
  }
  [[nodiscard]] static std::optional<digest> from_hex(std::string_view text) {
    auto raw = laundromat::from_hex(text);
    return raw ? from_bytes(*raw) : std::nullopt;
  }

  friend auto operator<=>(const digest&, const digest&) = default;
};

/// The MD5 that identifies a seed, a download or an entry.
using record_hash = digest<struct record_hash_tag, 16>;
/// The SHA-256 of some content: of a body, a decoded document, a file, or the uncompressed N-Quads of a clean document.
using content_digest = digest<struct content_digest_tag, 32>;

[[nodiscard]] record_hash md5(std::string_view bytes);
[[nodiscard]] content_digest sha256(std::string_view bytes);
[[nodiscard]] std::array<std::uint8_t, 48> sha384(std::string_view bytes);
[[nodiscard]] std::array<std::uint8_t, 20> sha1(std::string_view bytes);

/// Computes a content digest of bytes that arrive in chunks.
class content_hasher {
 public:
  content_hasher();
  ~content_hasher();
  content_hasher(content_hasher&&) noexcept;
  content_hasher& operator=(content_hasher&&) noexcept;

  /// Recommended chunk size where other code reads the same bytes: they are then still in the nearest cache.
  static constexpr std::size_t chunk_bytes = std::size_t{1} << 13;

  void update(std::string_view bytes);
  /// The digest of everything so far. The hasher then starts again with no input.
  [[nodiscard]] content_digest finish();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace laundromat

template <class Tag, std::size_t Size>
struct std::hash<laundromat::digest<Tag, Size>> {
  std::size_t operator()(const laundromat::digest<Tag, Size>& d) const noexcept {
    std::size_t h;
    std::memcpy(&h, d.bytes.data(), sizeof h);
    return h;
  }
};
