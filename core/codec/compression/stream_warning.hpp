// What a decoder found wrong in a stream that it went on reading.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/errc.hpp"
#include "core/base/text_position.hpp"

namespace laundromat {

/// Damage that did not stop the reading.
struct stream_warning {
  errc code{};
  std::uint64_t offset_bytes =
      0;  ///< from the start of the bytes that the reporting layer reads: the compressed ones, or those of the text
  std::string message;
  std::uint64_t line = 0, column = 0;  ///< of a place in the text; bytes below it have none

  friend bool operator==(const stream_warning&, const stream_warning&) = default;
};

/// Collects warnings. The counts are exact; of each code only the first `rows_per_code` are kept in detail.
class warning_log {
 public:
  static constexpr std::uint64_t rows_per_code = 1'000;

  void add(errc code, std::uint64_t offset_bytes, std::string message);
  void add(errc code, const text_position& place, std::string message);

  [[nodiscard]] const std::vector<stream_warning>& rows() const { return rows_; }
  [[nodiscard]] const std::map<errc, std::uint64_t>& counts() const { return counts_; }
  [[nodiscard]] std::uint64_t count(errc code) const;

 private:
  std::vector<stream_warning> rows_;
  std::map<errc, std::uint64_t> counts_;
};

}  // namespace laundromat
