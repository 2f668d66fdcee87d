// Makes compressed bodies for tests.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace laundromat::test {

[[nodiscard]] std::string gzipped(std::string_view bytes);
/// The zlib format, which HTTP calls `deflate`.
[[nodiscard]] std::string deflated(std::string_view bytes);
/// Returns `size_bytes` of zeros in gzip, made in bounded memory.
[[nodiscard]] std::string gzip_bomb(std::uint64_t size_bytes);

}  // namespace laundromat::test
