// Decodes Content-Encoding while the body arrives, within limits, and notes when the header is wrong.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/codec/compression/stream_warning.hpp"
#include "core/codec/view.hpp"

namespace laundromat {

/// Limits on the decoded size of a body (R19-R21).
struct decode_limits {
  std::uint32_t encodings = 2;  ///< applied one after the other; `identity` does not count
  std::uint64_t decoded_bytes = std::uint64_t{16} << 30;  ///< of the whole body
  std::uint64_t ratio = 200;                              ///< decoded bytes per wire byte
  std::uint64_t ratio_free_bytes = std::uint64_t{1}
                                   << 20;  ///< so many decoded bytes are allowed at any ratio
};

/// Decodes the bytes of a body. Memory: about 230 KB per encoding. `gzip`, `x-gzip` and `deflate` (the zlib format) are decoded, `identity`
/// changes nothing. The bytes are kept as they are, with a note, when the header names no registered encoding, when it names `zstd` (which the
/// archive layer opens), or when the bytes do not begin like the named format (D15). Damage is treated by `damage_rules`, as in a file: the
/// bytes that could be decoded are kept, and `damage` describes the fault.
class content_decoder {
 public:
  using output = std::function<result<void>(std::string_view decoded)>;

  /// `encodings` in the order of application, lower case, as `head_facts` has them.
  /// Errors: `content_encoding` for a registered encoding that is not decoded (`br`, `compress` …), or too
  /// many of them.
  [[nodiscard]] static result<content_decoder> make(const std::vector<std::string>& encodings,
                                                    decode_limits limits = {});
  content_decoder(content_decoder&&) noexcept;
  content_decoder& operator=(content_decoder&&) noexcept;
  ~content_decoder();

  /// Decodes the next `wire` bytes and writes them to `out` in chunks; a decoded chunk has 1 byte to 64 KiB. Errors: `archive_damaged` or
  /// `truncated_stream` when not one byte can be decoded, `ratio_exceeded`, `body_too_large`, and those of `out`.
  [[nodiscard]] result<void> write(std::string_view wire, const output& out);
  /// Ends the body. Errors: those of `write`.
  [[nodiscard]] result<void> finish(const output& out);

  [[nodiscard]] std::uint64_t wire_bytes() const { return wire_bytes_; }
  [[nodiscard]] std::uint64_t decoded_bytes() const { return decoded_bytes_; }
  /// The formats of the encodings that were found in the body, the outermost first.
  [[nodiscard]] std::vector<layer_kind> found() const;
  /// The damage of the streams, the outermost first. Offsets are in the bytes that each encoding has read.
  [[nodiscard]] std::vector<stream_warning> damage() const;
  /// Notes on oddities for the record, a sentence each.
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  class layer;
  explicit content_decoder(decode_limits limits);
  [[nodiscard]] result<void> emit(std::string_view decoded, const output& out);
  [[nodiscard]] result<void> push(std::size_t depth, std::string_view bytes, const output& out);

  decode_limits limits_;
  std::vector<std::unique_ptr<layer>> layers_;  ///< outermost encoding first
  std::vector<std::string> notes_;
  std::uint64_t wire_bytes_ = 0;
  std::uint64_t decoded_bytes_ = 0;
};

}  // namespace laundromat
