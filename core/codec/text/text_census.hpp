// Counts the kinds of bytes in a sample, to judge whether it is UTF-8, UTF-16, another encoding, or not text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace laundromat {

struct text_census {
  std::uint64_t bytes = 0;
  std::uint64_t multi_byte = 0;  ///< well-formed UTF-8 sequences of more than one byte
  /// Invalid sequences: a lead byte with its continuation bytes, or a continuation byte without lead byte.
  std::uint64_t invalid = 0;
  /// Of those, UTF-16 surrogates encoded in three bytes: unlikely in any other encoding.
  std::uint64_t surrogates = 0;
  std::uint64_t controls = 0;  ///< C0 controls that do not occur in text: all but TAB, LF, VT, FF, CR, ESC
  /// Bytes 0x80 to 0x9F: C1 controls in ISO 8859, characters in windows-125x.
  std::uint64_t high_controls = 0;
  std::uint64_t zeros_at[4] = {};  ///< zero bytes by position modulo four
  /// The bytes before the first zero byte or mark of UTF-16, if they are ASCII text.
  std::uint64_t plain_before_wide = 0;

  [[nodiscard]] bool is_ascii() const { return multi_byte + invalid == 0; }
  [[nodiscard]] bool is_utf8() const { return invalid == 0; }
  /// More of the non-ASCII sequences are broken than are UTF-8 or surrogates: another encoding, not damage.
  [[nodiscard]] bool is_grossly_invalid() const { return broken() > shaped(); }
  /// More than two thirds are broken. In text of two bytes a character, a quarter is UTF-8 by chance.
  [[nodiscard]] bool is_hardly_utf8() const { return broken() > 2 * shaped(); }
  /// Of the non-ASCII sequences at least four fifths are UTF-8: unlikely in any other encoding, so that the rest is damage.
  [[nodiscard]] bool is_damaged_utf8() const { return invalid > 0 && shaped() >= 4 * broken(); }
  /// Less than one byte in 64 KiB is not ASCII: too few to detect an encoding.
  [[nodiscard]] bool is_nearly_ascii() const { return (multi_byte + invalid) << 16 < bytes; }
  /// Not UTF-8, and one byte in twenty is a control.
  [[nodiscard]] bool is_binary() const { return invalid > 0 && controls * 20 >= bytes; }
  /// The UTF-16 or UTF-32 encoding whose pattern of zero bytes the sample has; empty for none.
  [[nodiscard]] std::string_view wide_encoding() const;

 private:
  [[nodiscard]] std::uint64_t shaped() const { return multi_byte + surrogates; }
  [[nodiscard]] std::uint64_t broken() const { return invalid - surrogates; }
};

/// Counts the bytes of `sample`. With `is_whole` a sequence that the end cuts off is invalid, else it is left
/// out.
[[nodiscard]] text_census take_census(std::string_view sample, bool is_whole);

/// The length of the well-formed UTF-8 sequence at the front of `bytes`; 0 when there is none (Unicode 3.9, table 3-7). Sets
/// `broken_length` to the length of the invalid sequence, and `is_cut` when more bytes could complete it.
[[nodiscard]] std::size_t utf8_sequence(std::string_view bytes, std::size_t& broken_length, bool& is_cut);

}  // namespace laundromat
