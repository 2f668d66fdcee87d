// Reads values of the type list from bytes that may be hostile: strictly, and in bounded memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "messages/cluster_messages.hpp"

namespace laundromat {

/// An inspector for `inspect.hpp` and `cluster_messages.hpp` over the shape that `caf::binary_serializer` of CAF 0.17 writes: numbers in
/// network order, sizes in groups of seven bits with the low ones first, arrays and structs as their parts.
/// Memory: elements of vectors may take `most_growth` times the bytes that are read, beside 1 MiB.
class wire_reader {
 public:
  using result_type = bool;  ///< true: it failed, as CAF's errors are true
  static constexpr bool reads_state = false;
  static constexpr bool writes_state = true;
  static constexpr std::size_t most_growth = 8;

  explicit wire_reader(std::string_view bytes)
      : rest_(bytes), room_bytes_((std::size_t{1} << 20) + most_growth * bytes.size()) {}

  template <class... Values>
  [[nodiscard]] bool operator()(Values&&... values) {
    return (apply(const_cast<std::remove_cvref_t<Values>&>(values)) || ...);
  }
  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] bool is_at_end() const { return rest_.empty(); }

  /// Reads a size. An encoding with needless bytes and a size above the number of remaining bytes are errors.
  [[nodiscard]] bool apply_size(std::size_t& size) {
    std::uint64_t value = 0;
    for (unsigned bits = 0; bits < 35; bits += 7) {
      if (rest_.empty()) return true;
      const auto byte = static_cast<std::uint8_t>(rest_.front());
      rest_.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7FU} << bits;
      if ((byte & 0x80U) != 0) continue;
      size = value;
      return value > rest_.size();
    }
    return true;
  }

 private:
  template <class Number>
  [[nodiscard]] bool apply_number(Number& value) {
    if (rest_.size() < sizeof value) return true;
    std::make_unsigned_t<Number> number = 0;
    for (std::size_t i = 0; i < sizeof value; ++i)
      number = static_cast<std::make_unsigned_t<Number>>(
          (sizeof value > 1 ? static_cast<std::uint64_t>(number) << 8U : 0U) |
          static_cast<std::uint8_t>(rest_[i]));
    value = static_cast<Number>(number);
    rest_.remove_prefix(sizeof value);
    return false;
  }
  [[nodiscard]] bool apply_enum(errc& value) {
    std::uint8_t number = 0;
    if (apply_number(number)) return true;
    value = static_cast<errc>(number);
    return to_string(value) == "unknown";
  }
  /// A number above `last`, the highest of the enumeration, is not a value of it.
  template <class Enum>
  [[nodiscard]] bool apply_enum(Enum& value) {
    std::underlying_type_t<Enum> number = 0;
    if (apply_number(number) || number > static_cast<std::underlying_type_t<Enum>>(Enum::last)) return true;
    value = static_cast<Enum>(number);
    return false;
  }
  template <class Value>
  [[nodiscard]] bool apply(Value& value) {
    if constexpr (std::is_same_v<Value, bool>) {
      std::uint8_t number = 0;
      if (apply_number(number) || number > 1) return true;
      value = number != 0;
      return false;
    } else if constexpr (std::is_integral_v<Value>) {
      return apply_number(value);
    } else if constexpr (std::is_enum_v<Value>) {
      return apply_enum(value);
    } else {
      return apply_whole(value);
    }
  }
  [[nodiscard]] bool apply_whole(std::string& text) {
    std::size_t size = 0;
    if (apply_size(size)) return true;
    text.assign(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return false;
  }
  template <class Element>
  [[nodiscard]] bool apply_whole(std::vector<Element>& elements) {
    std::size_t count = 0;
    if (apply_size(count) || count > room_bytes_ / sizeof(Element)) return true;
    room_bytes_ -= count * sizeof(Element);
    elements.clear();
    elements.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
      if (apply(elements.emplace_back())) return true;
    return false;
  }
  template <class Element, std::size_t Size>
  [[nodiscard]] bool apply_whole(std::array<Element, Size>& elements) {
    for (auto& one : elements)
      if (apply(one)) return true;
    return false;
  }
  template <class Rep, class Period>
  [[nodiscard]] bool apply_whole(std::chrono::duration<Rep, Period>& value) {
    static_assert(sizeof(Rep) == sizeof(std::int64_t));
    Rep count = 0;
    if (apply_number(count)) return true;
    value = std::chrono::duration<Rep, Period>{count};
    return false;
  }
  template <class Clock, class Duration>
  [[nodiscard]] bool apply_whole(std::chrono::time_point<Clock, Duration>& value) {
    Duration since{};
    if (apply_whole(since)) return true;
    value = std::chrono::time_point<Clock, Duration>{since};
    return false;
  }
  template <class Struct>
  [[nodiscard]] bool apply_whole(Struct& value) {
    return inspect(*this, value);
  }

  std::string_view rest_;
  std::size_t room_bytes_;
};

}  // namespace laundromat
