// Warnings of a decoder about damage after which it continued.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/errc.hpp"
#include "core/base/text_position.hpp"

namespace laundromat {

/// Damage after which the decoder continued.
struct stream_warning {
  errc code{};
  /// From the start of the bytes that the reporting layer reads: compressed bytes, or text.
  std::uint64_t offset_bytes = 0;
  std::string message;
  std::uint64_t line = 0, column = 0;  ///< of a place in the text; 0 in compressed bytes

  friend bool operator==(const stream_warning&, const stream_warning&) = default;
};

/// Collects warnings. Counts are exact; details are kept of the first `rows_per_code` of each code.
class warning_log {
 public:
  static constexpr std::uint64_t rows_per_code = 1'000;

  void add(errc code, std::uint64_t offset_bytes, std::string message);
  void add(errc code, const text_position& place, std::string message);
  void add_all(const warning_log& others);

  [[nodiscard]] const std::vector<stream_warning>& rows() const { return rows_; }
  [[nodiscard]] const std::map<errc, std::uint64_t>& counts() const { return counts_; }
  [[nodiscard]] std::uint64_t count(errc code) const;

 private:
  std::vector<stream_warning> rows_;
  std::map<errc, std::uint64_t> counts_;
};

}  // namespace laundromat
