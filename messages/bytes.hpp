// Writes values of the type list as bytes and reads them: for frames and for messages that contain a job or an outcome.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/binary_serializer.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "messages/wire_reader.hpp"

namespace laundromat {

/// Returns the bytes of `value`. They contain no version: only a program with the same `build_id` can read them.
template <class Value>
[[nodiscard]] std::string to_bytes(const Value& value) {
  std::vector<char> out;
  out.reserve(2'048);
  caf::binary_serializer to{nullptr, out};
  // A serializer does not change the value, and writing to memory does not fail.
  static_cast<void>(to(const_cast<Value&>(value)));
  return {out.begin(), out.end()};
}

/// Reads a value from bytes that may be hostile, see `wire_reader`. Errors: `invalid_argument` when there are too few or too many bytes, when an
/// enumeration does not have a number, or when the value needs far more memory than it has bytes.
template <class Value>
[[nodiscard]] result<Value> from_bytes(std::string_view bytes) {
  Value value;
  wire_reader from{bytes};
  if (from(value) || !from.is_at_end()) return fail(errc::invalid_argument, "these bytes are no such value");
  return value;
}

}  // namespace laundromat
