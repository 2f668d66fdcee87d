// Several notes in one letter: who has much to tell wakes its reader once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace laundromat {

/// What stands before each note: its length, in the byte order of this machine, for no letter leaves it.
using note_length = std::uint32_t;

inline void add_note(std::string& letter, std::string_view note) {
  const auto length = static_cast<note_length>(note.size());
  letter.append(reinterpret_cast<const char*>(&length), sizeof length);
  letter.append(note);
}

/// Takes the first note off `letter`; nothing when that does not begin with a whole one.
[[nodiscard]] inline std::optional<std::string_view> take_note(std::string_view& letter) {
  note_length length = 0;
  if (letter.size() < sizeof length) return std::nullopt;
  std::memcpy(&length, letter.data(), sizeof length);
  if (letter.size() - sizeof length < length) return std::nullopt;
  const auto note = letter.substr(sizeof length, length);
  letter.remove_prefix(sizeof length + length);
  return note;
}

}  // namespace laundromat
