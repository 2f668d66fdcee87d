// Values of the type list as bytes, for a letter instead of a message.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/binary_serializer.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "messages/wire_reader.hpp"

namespace laundromat {

/// The same program reads it: bytes carry no version.
template <class Value>
[[nodiscard]] std::string to_bytes(const Value& value) {
  std::vector<char> out;
  caf::binary_serializer to{nullptr, out};
  // It only reads, and writing to memory does not fail.
  static_cast<void>(to(const_cast<Value&>(value)));
  return {out.begin(), out.end()};
}

/// Whoever wrote them may be hostile, see `wire_reader`. Errors: `invalid_argument` for what is too short or too long, holds a number that
/// its enumeration does not have, or would take far more memory than it has bytes.
template <class Value>
[[nodiscard]] result<Value> from_bytes(std::string_view bytes) {
  Value value;
  wire_reader from{bytes};
  if (from(value) || !from.is_at_end()) return fail(errc::invalid_argument, "these bytes are no such value");
  return value;
}

}  // namespace laundromat
