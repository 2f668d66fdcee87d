// The loop that reads a source to its end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"

namespace laundromat {

/// Gives `take` the bytes of a source, from where it is to its end, in chunks of 1 to `chunk_bytes` bytes that are valid during the call.
/// `take` returns `result<void>`. Errors: those of the source, and those of `take`, which end the reading.
template <class Take>
[[nodiscard]] result<void> for_each_chunk(byte_source& source, std::size_t chunk_bytes, Take take) {
  std::string chunk(chunk_bytes, '\0');
  while (true) {
    const auto count = source.read(chunk);
    if (!count) return tl::unexpected(count.error());
    if (*count == 0) return {};
    if (result<void> taken = take(std::string_view(chunk).substr(0, *count)); !taken) return taken;
  }
}

}  // namespace laundromat
