// gzip both ways, through ISA-L.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/base/byte_source.hpp"
#include "core/codec/stream_warning.hpp"

namespace laundromat {

/// Decodes a gzip stream of one or more members (RFC 1952 section 2.2). Memory: about 400 KiB.
/// What can be decoded is delivered, then the damage is a warning and the stream ends: `truncated_stream`,
/// `archive_damaged` (a broken block; a wrong checksum, after which the next member is still read), and
/// `trailing_garbage`. Offsets are in the compressed bytes. `warnings` outlives the source.
/// Errors: `archive_damaged` or `truncated_stream` when not one byte can be decoded, and those of
/// `compressed`.
[[nodiscard]] byte_source_ptr make_gzip_source(byte_source_ptr compressed, warning_log& warnings);

/// Compresses into another sink. The header is fixed (no time, no name, OS 255), and the result depends on
/// the bytes and the kind of processor alone, not on how they were cut into writes.
class gzip_sink final : public byte_sink {
 public:
  /// `out` outlives the sink.
  explicit gzip_sink(byte_sink& out);
  ~gzip_sink() override;

  [[nodiscard]] result<void> write(std::string_view bytes) override;
  /// Writes what is left and the trailer. Nothing may be written afterwards. Errors: those of `out`.
  [[nodiscard]] result<void> finish();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace laundromat
