// Counts what kinds of bytes a sample holds, to judge whether it is UTF-8, UTF-16, another text, or no text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace laundromat {

struct text_census {
  std::uint64_t bytes = 0;
  std::uint64_t multi_byte = 0;    ///< well-formed UTF-8 sequences of more than one byte
  std::uint64_t invalid = 0;       ///< maximal subparts that are no UTF-8 (Unicode 3.9, table 3-7)
  std::uint64_t controls = 0;      ///< C0 controls that no text holds: all but TAB, LF, VT, FF, CR, ESC
  std::uint64_t zeros_at[4] = {};  ///< zero bytes by position modulo four

  [[nodiscard]] bool is_ascii() const { return multi_byte + invalid == 0; }
  [[nodiscard]] bool is_utf8() const { return invalid == 0; }
  /// Of what is not ASCII, more is not UTF-8 than is: another encoding, and no damage.
  [[nodiscard]] bool is_grossly_invalid() const { return invalid > multi_byte; }
  /// Of what is not ASCII, four fifths or more are UTF-8: no other encoding has that by chance, so the rest is damage.
  [[nodiscard]] bool is_damaged_utf8() const { return invalid > 0 && multi_byte >= 4 * invalid; }
  /// Less than one byte in 64 KiB is not ASCII: too few to tell an encoding.
  [[nodiscard]] bool is_nearly_ascii() const { return (multi_byte + invalid) << 16 < bytes; }
  /// Not UTF-8, and one byte in twenty is a control.
  [[nodiscard]] bool is_binary() const { return invalid > 0 && controls * 20 >= bytes; }
  /// The UTF-16 or UTF-32 whose pattern of zero bytes this is; empty for none.
  [[nodiscard]] std::string_view wide_encoding() const;
};

/// Takes the census of `sample`. With `is_whole` a sequence that the end cuts off is invalid, else it is left
/// out.
[[nodiscard]] text_census take_census(std::string_view sample, bool is_whole);

/// The length of the well-formed UTF-8 sequence at the front of `bytes`; 0 when there is none. Sets
/// `invalid_length` to the length of the maximal subpart then, and `is_cut` when more bytes could complete
/// it.
[[nodiscard]] std::size_t utf8_sequence(std::string_view bytes, std::size_t& invalid_length, bool& is_cut);

}  // namespace laundromat
