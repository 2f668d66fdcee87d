// The size limit of a ledger: relative to the received bytes, and absolute.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace laundromat {

/// Ledgers are stored permanently, so a small download must not cause a large one. The limit of its text is a multiple of the received bytes,
/// compressed as they were; half of that is for rows, a quarter each for the account of spans and for copied bytes.
struct ledger_bounds {
  std::uint64_t rows = 10'000'000;                      ///< of one document
  std::uint64_t copied_bytes = std::uint64_t{4} << 30;  ///< out of one document
  std::uint64_t ratio = 128;                            ///< bytes of ledger per received byte
  std::uint64_t free_bytes = std::uint64_t{16} << 20;   ///< of a download of any size
  /// Of a member of an archive, because there are many.
  static constexpr std::uint64_t member_free_bytes = std::uint64_t{128} << 10;
  /// The fixed cost of a row or of a chunk of copied bytes, in addition to their text.
  static constexpr std::uint64_t row_bytes = 256;
  /// Rows of each rule that are kept in any case, when they are short.
  static constexpr std::uint64_t least_rows = 10;

  friend bool operator==(const ledger_bounds&, const ledger_bounds&) = default;
};

/// The limits of one document. `input_bytes` were received for it; of a member its share of them.
struct ledger_room {
  std::uint64_t rows = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t row_bytes = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t run_bytes = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t copied_bytes = std::numeric_limits<std::uint64_t>::max();
};

[[nodiscard]] constexpr ledger_room room_of(const ledger_bounds& bounds, std::uint64_t input_bytes,
                                            bool is_member) {
  const auto most = std::numeric_limits<std::uint64_t>::max();
  const auto ratio = std::max<std::uint64_t>(bounds.ratio, 1);
  const auto in_proportion = input_bytes > most / ratio ? most : input_bytes * ratio;
  const auto free =
      is_member ? std::min(ledger_bounds::member_free_bytes, bounds.free_bytes) : bounds.free_bytes;
  const auto all = std::max(in_proportion, free);
  return {bounds.rows, all / 2, all / 4, std::min(bounds.copied_bytes, all / 4)};
}

}  // namespace laundromat
