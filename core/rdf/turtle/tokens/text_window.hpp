// The part of a document that its reader still needs: contiguous, cut between characters, with the place of every byte.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text_position.hpp"

namespace laundromat::turtle {

/// Text arrives at the end and is dropped at the front. Pointers into it are valid until the next `append` or `drop`.
/// At least `padding_bytes` behind `end` may be read.
class text_window {
 public:
  static constexpr std::size_t padding_bytes = 64;

  /// Adds bytes of any kind. A character that is cut at the end does not show before the rest has come.
  void append(std::string_view more);
  /// No more will come, so a cut character is shown as it is.
  void close();
  /// Drops the text before `to`, but for the first bytes of the spans that begin at `marks`, whose order changes.
  void drop(const char* to, std::vector<std::uint64_t>& marks, std::uint64_t excerpt_bytes);

  [[nodiscard]] const char* begin() const { return bytes_ + front_; }
  [[nodiscard]] const char* end() const { return bytes_ + shown_; }
  [[nodiscard]] bool is_closed() const { return is_closed_; }
  /// Whether the byte at `at` has not arrived, and may still do so.
  [[nodiscard]] bool is_cut(const char* at) const { return at >= end() && !is_closed_; }
  /// From the start of the document.
  [[nodiscard]] std::uint64_t offset_of(const char* at) const {
    return base_ + static_cast<std::uint64_t>(at - bytes_);
  }
  [[nodiscard]] const char* at(std::uint64_t offset_bytes) const { return bytes_ + (offset_bytes - base_); }
  /// Where the first ill-formed part of the span begins, or `to`.
  [[nodiscard]] const char* find_bad(const char* from, const char* to) const {
    return offset_of(to) <= first_bad_ ? to : find_bad_slowly(from, to);
  }
  /// The first bytes of a span that begins in the window or at a mark of the last `drop`.
  [[nodiscard]] std::string excerpt(std::uint64_t begin_bytes, std::uint64_t end_bytes,
                                    std::uint64_t most_bytes) const;
  /// Line and column of a place. Cheap when places rise, and when those before the highest one rise, too.
  [[nodiscard]] const text_position& position(const char* at);
  /// The same of an offset in the window or at a mark of the last `drop`.
  [[nodiscard]] text_position place_of(std::uint64_t offset_bytes);

 private:
  struct excerpt_type {
    std::uint64_t begin = 0;
    text_position place;
    std::string bytes;
  };
  void show_whole_characters();
  void keep_excerpts(const char* to, std::vector<std::uint64_t>& marks, std::uint64_t most_bytes);
  [[nodiscard]] const char* find_bad_slowly(const char* from, const char* to) const;

  static constexpr char no_text[padding_bytes] = {};

  std::unique_ptr<char[]> room_;  ///< of `size_` bytes; none before the first text
  std::size_t size_ = 0;
  const char* bytes_ =
      no_text;  ///< [front_, shown_) is text, [shown_, filled_) a cut character, then the padding: zero
  std::size_t front_ = 0, shown_ = 0, filled_ = 0;
  std::uint64_t base_ = 0;           ///< offset of `bytes_[0]`
  std::uint64_t first_bad_ = ~0ull;  ///< offset before which all is UTF-8
  bool is_closed_ = false;
  std::vector<excerpt_type> excerpts_;  ///< of what was dropped, in the order of the text
  text_position start_, mark_,
      back_;  ///< of `begin()`, of the highest place that was asked for, of the last one before it
};

}  // namespace laundromat::turtle
