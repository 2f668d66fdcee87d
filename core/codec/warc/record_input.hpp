// Reads the decoded bytes from one place of a web archive on: of one gzip member, or of the file as it is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/codec/compression/stream_codec.hpp"
#include "core/codec/damage_rule.hpp"

namespace laundromat {

/// A view over a seekable file, moved from record to record. The bytes that were read stay in the buffer, so that small records one after the
/// other cost one read of the file. Memory: 192 KiB, and 200 KiB for the gzip codec.
class record_input {
 public:
  /// The most that `peek` can be asked for.
  static constexpr std::size_t most_peek_bytes = std::size_t{96} * 1024;

  /// `file` is seekable and outlives the input.
  explicit record_input(byte_source& file);

  /// Begins at `offset` bytes of the file, with the gzip member that begins there, if one does. Errors: those of the file.
  [[nodiscard]] result<void> start(std::uint64_t offset);
  /// Whether a gzip member began at the start.
  [[nodiscard]] bool is_packed() const { return is_packed_; }

  /// The next decoded bytes, at least so many where the member or the file has them; valid until the next call. Damage of the member ends it.
  /// Errors: those of the file.
  [[nodiscard]] result<std::string_view> peek(std::size_t at_least);
  /// Takes bytes that were peeked.
  void skip(std::size_t bytes);

  [[nodiscard]] std::uint64_t start_offset() const { return start_; }
  /// How many decoded bytes were taken since the start.
  [[nodiscard]] std::uint64_t taken_bytes() const { return taken_; }
  /// How many bytes were decoded since the input was made.
  [[nodiscard]] std::uint64_t made_bytes() const { return made_; }
  /// The first byte of the file that belongs to nothing taken: of a packed record when `peek` was empty.
  [[nodiscard]] std::uint64_t next_offset() const { return is_packed_ ? packed_at_ : start_ + taken_; }
  /// The damage of the gzip member, when it was met.
  [[nodiscard]] const std::optional<stream_damage>& damage() const { return damage_; }
  [[nodiscard]] std::uint64_t file_bytes() const { return file_bytes_; }

  /// The bytes of the file at `offset`, whatever is packed in them: at least so many where the file has them. Errors: those of the file.
  [[nodiscard]] result<std::string_view> file_at(std::uint64_t offset, std::size_t at_least);

 private:
  [[nodiscard]] result<void> begin_member();
  [[nodiscard]] result<void> decode_more();
  void make_room();

  byte_source& file_;
  std::uint64_t file_bytes_;
  std::unique_ptr<char[]> window_;  ///< bytes of the file from `window_begin_` on
  std::uint64_t window_begin_ = 0;
  std::size_t window_size_ = 0;
  std::uint64_t file_position_ = 0;  ///< of `file_`
  std::size_t ahead_bytes_ = std::size_t{16} * 1024;

  std::uint64_t start_ = 0, taken_ = 0, made_ = 0;
  bool is_packed_ = false;
  std::unique_ptr<stream_codec> codec_;
  std::uint64_t packed_at_ = 0;  ///< the next byte that the codec gets
  bool member_ended_ = false;
  std::optional<stream_damage> damage_;
  std::unique_ptr<char[]> plain_;  ///< decoded and not taken, between the two places
  std::size_t plain_size_ = 0, front_ = 0, back_ = 0;
};

/// Whether bytes begin like a gzip member.
[[nodiscard]] bool begins_gzip_member(std::string_view bytes);
/// Whether bytes begin a gzip member whose text begins like a web archive.
[[nodiscard]] bool begins_packed_record(std::string_view bytes);

}  // namespace laundromat
