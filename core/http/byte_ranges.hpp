// Range: the part of a file that a client asks for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace laundromat {

struct byte_range {
  std::uint64_t offset = 0, length = 0;

  friend bool operator==(const byte_range&, const byte_range&) = default;
};

/// What a Range asks of a file.
struct range_verdict {
  std::optional<byte_range> part = {};  ///< 206; without it the whole file, 200
  bool is_unsatisfiable = false;        ///< 416

  friend bool operator==(const range_verdict&, const range_verdict&) = default;
};

/// Reads a Range field for a file of `size_bytes`. One range gives a part of at least one byte, cut to the file, or 416 when it begins after the
/// end. Several ranges, another unit and what breaks the grammar are ignored, as a server may.
/// Source: RFC 9110 sections 14.1.2 and 14.2.
[[nodiscard]] range_verdict choose_range(std::string_view field, std::uint64_t size_bytes);

/// The Content-Range of an answer with a part, `bytes 0-499/1234` (RFC 9110 section 14.4).
[[nodiscard]] std::string content_range(const byte_range& part, std::uint64_t size_bytes);
/// The Content-Range of a 416, `bytes */1234`.
[[nodiscard]] std::string unsatisfied_range(std::uint64_t size_bytes);

}  // namespace laundromat
