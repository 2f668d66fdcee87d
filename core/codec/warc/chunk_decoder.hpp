// Undoes the chunked transfer coding of a stored body.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace laundromat {

/// Passes the data of chunks on and drops their framing (RFC 9112 section 7.1). A body that does not begin with the size of a chunk is
/// passed on as it is: crawlers store decoded bodies below the head as it came. After broken framing nothing more is passed on,
/// because the lines of the framing would become text of the document.
class chunk_decoder {
 public:
  /// Takes bytes off the front of `wire`. Returns data, valid until the next call; empty when `wire` is used up.
  [[nodiscard]] std::string_view next(std::string_view& wire);
  /// The body has ended. Returns bytes that were held back as a possible size.
  [[nodiscard]] std::string_view finish();

  [[nodiscard]] bool is_chunked() const { return at_ != part::plain; }
  /// Whether the framing broke, or ended before the last chunk; call it after `finish`.
  [[nodiscard]] bool is_broken() const { return is_broken_; }

 private:
  enum class part : std::uint8_t { first_size, size, data, end_of_data, finished, plain };
  static constexpr std::size_t longest_line = 1024;

  [[nodiscard]] bool take_line(std::string_view line);

  part at_ = part::first_size;
  std::uint64_t left_ = 0;  ///< bytes of this chunk
  std::string line_;
  bool is_broken_ = false;
};

}  // namespace laundromat
