// Several records in one frame, so that the reader wakes once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace laundromat {

/// The header of each record: its length in native byte order, because frames stay on this machine.
using record_length = std::uint32_t;

inline void add_record(std::string& frame, std::string_view record) {
  const auto length = static_cast<record_length>(record.size());
  frame.append(reinterpret_cast<const char*>(&length), sizeof length);
  frame.append(record);
}

/// Removes the first record from `frame`; nothing when `frame` does not begin with a complete record.
[[nodiscard]] inline std::optional<std::string_view> take_record(std::string_view& frame) {
  record_length length = 0;
  if (frame.size() < sizeof length) return std::nullopt;
  std::memcpy(&length, frame.data(), sizeof length);
  if (frame.size() - sizeof length < length) return std::nullopt;
  const auto record = frame.substr(sizeof length, length);
  frame.remove_prefix(sizeof length + length);
  return record;
}

}  // namespace laundromat
