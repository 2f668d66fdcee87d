// Values of the type list as bytes, for a letter instead of a message.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/binary_deserializer.hpp>
#include <caf/binary_serializer.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "messages/inspect.hpp"

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

/// Errors: `invalid_argument` for what is too short or too long.
template <class Value>
[[nodiscard]] result<Value> from_bytes(std::string_view bytes) {
  Value value;
  caf::binary_deserializer from{nullptr, bytes.data(), bytes.size()};
  if (from(value) || from.remaining() > 0)
    return fail(errc::invalid_argument, "these bytes are no such value");
  return value;
}

}  // namespace laundromat
