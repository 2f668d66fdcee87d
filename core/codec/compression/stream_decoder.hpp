// The one loop for all codecs: streams one after the other, and how damage is handled.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/codec/compression/stream_codec.hpp"
#include "core/codec/compression/stream_warning.hpp"
#include "core/codec/damage_rule.hpp"

namespace laundromat {

/// Decodes streams that follow one another. It does no input or output: the caller passes compressed bytes in and takes decoded bytes out,
/// so that it serves files and HTTP bodies, and the result does not depend on the chunks. Damage is handled by `damage_rules`; offsets are
/// in the compressed bytes.
/// ```
///   room, filled ─► make ─► make … 0 ─┬─ wants_input: room, filled again (0: no more follow)
///                                     └─ has_ended
/// ```
class stream_decoder {
 public:
  static constexpr std::size_t default_input_bytes = std::size_t{256} * 1024;

  /// `warnings` outlives the decoder.
  stream_decoder(std::unique_ptr<stream_codec> codec, warning_log& warnings,
                 std::size_t input_bytes = default_input_bytes);

  /// The buffer for the next compressed bytes; not empty when `wants_input`.
  [[nodiscard]] std::span<char> room();
  /// `bytes` were written to `room`; 0: no more follow.
  void filled(std::size_t bytes);
  [[nodiscard]] bool wants_input() const { return wants_input_; }
  [[nodiscard]] bool has_ended() const { return has_ended_; }

  /// Fills the front of `out`, which is not empty; 0 when it wants input or has ended. Errors: `archive_damaged` or `truncated_stream` when
  /// no byte can be decoded; `limit_exceeded` for a stream that needs more memory than the limit; `out_of_memory` when the system has no more.
  [[nodiscard]] result<std::size_t> make(std::span<char> out);

 private:
  [[nodiscard]] std::string_view waiting() const { return {input_.data() + front_, back_ - front_}; }
  [[nodiscard]] std::uint64_t offset() const { return taken_ - waiting().size(); }
  [[nodiscard]] bool lacks_input() const;
  [[nodiscard]] result<void> begin_stream();
  [[nodiscard]] bool skip_padding();
  [[nodiscard]] result<std::size_t> decode(std::span<char> out);
  [[nodiscard]] result<void> judge(const stream_codec::step& done, bool is_stuck);
  [[nodiscard]] result<void> meet(stream_damage what, std::uint64_t at, std::string_view message);

  std::unique_ptr<stream_codec> codec_;
  warning_log& warnings_;
  std::vector<char> input_;
  std::size_t front_ = 0, back_ = 0;
  std::uint64_t taken_ = 0, made_ = 0, streams_ = 0, padding_ = 0;
  bool is_whole_ = false;  ///< nothing follows what is in `input_`
  bool in_stream_ = false, wants_input_ = false, has_ended_ = false;
};

/// Reads `compressed` through a decoder. Errors: those of the decoder and of `compressed`. `warnings` outlives the source.
[[nodiscard]] byte_source_ptr make_stream_source(std::unique_ptr<stream_codec> codec,
                                                 byte_source_ptr compressed, warning_log& warnings);

}  // namespace laundromat
