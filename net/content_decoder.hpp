// Undoes Content-Encoding while the body streams in, within limits, and says when the label was wrong.
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

namespace laundromat {

/// Limits on what a few bytes of the wire may become (R19-R21).
struct decode_limits {
  std::uint32_t encodings = 2;                              ///< stacked ones, `identity` not counted
  std::uint64_t decoded_bytes = std::uint64_t{16} << 30;    ///< of the whole body
  std::uint64_t ratio = 200;                                ///< decoded bytes per wire byte
  std::uint64_t ratio_free_bytes = std::uint64_t{1} << 20;  ///< decoded bytes before the ratio counts
};

/// Takes body bytes as they came and pushes them decoded. Memory: about 230 KB per encoding. `gzip`, `x-gzip` and `deflate` (the zlib format) are decoded, `identity` is nothing. A label
/// that is no registered encoding, `zstd` (which the archive layer opens), and a decodable label whose bytes
/// do not begin as the format does keep the bytes as they are and leave a note (D15). Damage follows
/// `damage_rules`, as in a file: what could be decoded is kept, and `damage` says what was wrong.
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

  /// Decodes the next `wire` bytes; each chunk given to `out` is not empty and at most 64 KiB where it was
  /// decoded. Errors: `archive_damaged` or `truncated_stream` where nothing at all can be decoded,
  /// `ratio_exceeded`, `body_too_large`, and whatever `out` answers.
  [[nodiscard]] result<void> write(std::string_view wire, const output& out);
  /// Ends the body. Errors: those of `write`.
  [[nodiscard]] result<void> finish(const output& out);

  [[nodiscard]] std::uint64_t wire_bytes() const { return wire_bytes_; }
  [[nodiscard]] std::uint64_t decoded_bytes() const { return decoded_bytes_; }
  /// What was wrong with the streams, the outermost first; places are in the bytes that each encoding was given.
  [[nodiscard]] std::vector<stream_warning> damage() const;
  /// What was odd, a sentence each, for the record.
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
