// How large a ledger may become: in proportion to what came in, and absolutely.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace laundromat {

/// A ledger is kept for ever, so a few bytes must not make many. Its text may be so many times larger than the body that came in, in the
/// form in which it came; half of that is for rows, a quarter each for the account of spans and for copied bytes.
struct ledger_bounds {
  std::uint64_t rows = 10'000'000;                      ///< of one document
  std::uint64_t copied_bytes = std::uint64_t{4} << 30;  ///< out of one document
  std::uint64_t ratio = 128;                            ///< bytes of ledger for a byte that came in
  std::uint64_t free_bytes = std::uint64_t{16} << 20;   ///< of a download that any may have
  static constexpr std::uint64_t member_free_bytes = std::uint64_t{128}
                                                     << 10;  ///< of a member of an archive: there are many
  static constexpr std::uint64_t row_bytes =
      256;  ///< what a row, or bytes that are copied, count beside their text
  static constexpr std::uint64_t least_rows = 10;  ///< of each rule that are kept anyhow, when they are short

  friend bool operator==(const ledger_bounds&, const ledger_bounds&) = default;
};

/// The bound of one document. `input_bytes` came in for it, as received; of a member its share of them.
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
