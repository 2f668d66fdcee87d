// A text that grows at its end, by many short pieces.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>

namespace laundromat {

/// Like a `std::string` to which one only appends, but without a call for each piece. Keeps its memory when it is cleared.
class text_buffer {
 public:
  /// `room`: bytes to begin with.
  explicit text_buffer(std::size_t room)
      : bytes_(std::make_unique_for_overwrite<char[]>(room)), at_(bytes_.get()), end_(at_ + room) {}

  void clear() { at_ = bytes_.get(); }
  /// Keeps the first `bytes`.
  void cut(std::size_t bytes) { at_ = bytes_.get() + bytes; }
  text_buffer& append(std::string_view text) {
    need(text.size());
    std::memcpy(at_, text.data(), text.size());
    at_ += text.size();
    return *this;
  }
  text_buffer& append(std::size_t times, char c) {
    need(times);
    std::memset(at_, c, times);
    at_ += times;
    return *this;
  }
  /// A place for `bytes` more, of which those that were written are added by `add_written`.
  [[nodiscard]] char* room(std::size_t bytes) {
    need(bytes);
    return at_;
  }
  void add_written(std::size_t bytes) { at_ += bytes; }
  void push_back(char c) {
    need(1);
    *at_++ = c;
  }
  /// Appends a whole number in decimal digits.
  template <class Number>
  void append_number(Number value) {
    constexpr std::size_t most_digits = 24;
    need(most_digits);
    at_ = std::to_chars(at_, at_ + most_digits, value).ptr;
  }

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(at_ - bytes_.get()); }
  /// Valid until the next change.
  [[nodiscard]] std::string_view view() const { return {bytes_.get(), size()}; }

 private:
  void need(std::size_t more) {
    if (static_cast<std::size_t>(end_ - at_) < more) [[unlikely]]
      grow(more);
  }
  void grow(std::size_t more) {
    const auto used = size(), room = std::max(2 * used, used + more);
    auto bytes = std::make_unique_for_overwrite<char[]>(room);
    std::memcpy(bytes.get(), bytes_.get(), used);
    bytes_ = std::move(bytes);
    at_ = bytes_.get() + used;
    end_ = bytes_.get() + room;
  }

  std::unique_ptr<char[]> bytes_;
  char *at_, *end_;
};

}  // namespace laundromat
