// Reads a text in batches of whole lines.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"

namespace laundromat {

/// Passes the lines of `from` to `take`, some `batch_bytes` at a time, each with its line feed. Returns what follows the last line feed.
/// Memory: `batch_bytes` and the longest line. Errors: those of the source.
template <class Take>
[[nodiscard]] result<std::string> read_lines(byte_source& from, std::size_t batch_bytes, Take take) {
  std::string held;
  for (std::size_t kept = 0;; kept = held.size()) {
    held.resize(kept + batch_bytes);
    const auto n = from.read(std::span(held).subspan(kept));
    if (!n) return tl::unexpected(n.error());
    held.resize(kept + *n);
    if (*n == 0) return held;
    const auto end = held.rfind('\n') + 1;
    take(std::string_view(held).substr(0, end));
    held.erase(0, end);
  }
}

}  // namespace laundromat
