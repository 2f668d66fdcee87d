// Changes a text while it passes, or takes the changes back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/extraction/repair/text_edit.hpp"

namespace laundromat {

enum class edit_direction : std::uint8_t { apply, undo };

/// Applies edits to a text that comes in chunks of any size, or takes them back. What is applied and taken back is the same text again.
/// Memory: a chunk, and the longest edit.
class edit_stream final : public byte_sink {
 public:
  /// `edits` are in order and do not overlap; they and `out` outlive this object.
  edit_stream(std::span<const text_edit> edits, edit_direction direction, byte_sink& out)
      : edits_(edits), direction_(direction), out_(out) {}

  /// Errors: `digest_mismatch` where the text differs from that of an edit; those of `out`.
  [[nodiscard]] result<void> write(std::string_view bytes) override;
  /// The rest. Errors: as `write`, also for a text that ends before the last edit.
  [[nodiscard]] result<void> finish();

 private:
  [[nodiscard]] result<void> pass(bool is_last);

  std::span<const text_edit> edits_;
  edit_direction direction_;
  byte_sink& out_;
  std::string waiting_;
  std::uint64_t read_ = 0;     ///< bytes before `waiting_`
  std::uint64_t removed_ = 0;  ///< of the text before all changes, by the edits so far …
  std::uint64_t added_ = 0;    ///< … and what they put there
};

}  // namespace laundromat
