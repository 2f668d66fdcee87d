// The interface of a compression library, so that one loop drives all of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "core/codec/view.hpp"

namespace laundromat {

/// Decodes the streams of one codec, one after the other. Called by `stream_decoder` only.
class stream_codec {
 public:
  enum class outcome : std::uint8_t { more, ended, broken, wrong_checksum, too_large, no_memory };
  struct step {
    std::size_t made = 0;  ///< bytes at the front of `out`; valid with every outcome
    outcome what = outcome::more;
    std::string_view why = {};  ///< the reason for every outcome but `more` and `ended`
  };

  virtual ~stream_codec() = default;
  /// `gzip`, `xz` and so on.
  [[nodiscard]] virtual std::string_view name() const = 0;
  /// True when `front` begins a stream, or is shorter than a header and may become one. An empty `front` may.
  [[nodiscard]] virtual bool may_begin(std::string_view front) const = 0;
  /// How many bytes of `front` to skip before the first `decode`; nothing while that is not known.
  [[nodiscard]] virtual std::optional<std::size_t> header_length(std::string_view front) const = 0;
  /// Zero bytes between streams are part of the format if their number is a multiple of this; 0: the format has none.
  [[nodiscard]] virtual std::size_t padding_unit() const { return 0; }
  /// Begins the stream at `front`. False when there is no memory.
  [[nodiscard]] virtual bool begin(std::string_view front) = 0;
  /// Decodes from `in` and removes what it used. It may return up to eight bytes before `in`, which the caller keeps in the buffer. `is_last`:
  /// nothing follows `in`. On `wrong_checksum` with more to read, `in` begins at the next stream.
  [[nodiscard]] virtual step decode(std::string_view& in, std::span<char> out, bool is_last) = 0;
};

/// Whether `front` is a prefix of a magic number, or begins with it.
[[nodiscard]] constexpr bool agrees_with_magic(std::string_view front, std::string_view magic) {
  const auto n = front.size() < magic.size() ? front.size() : magic.size();
  return front.substr(0, n) == magic.substr(0, n);
}

[[nodiscard]] std::unique_ptr<stream_codec> make_gzip_codec();
/// The zlib format, which HTTP calls `deflate`.
[[nodiscard]] std::unique_ptr<stream_codec> make_zlib_codec();
[[nodiscard]] std::unique_ptr<stream_codec> make_bzip2_codec();
[[nodiscard]] std::unique_ptr<stream_codec> make_xz_codec();
[[nodiscard]] std::unique_ptr<stream_codec> make_zstd_codec();
/// Frames, legacy frames and skippable frames.
[[nodiscard]] std::unique_ptr<stream_codec> make_lz4_codec();
/// The codec of a compression layer; null for a member of an archive.
[[nodiscard]] std::unique_ptr<stream_codec> make_codec(layer_kind kind);

}  // namespace laundromat
