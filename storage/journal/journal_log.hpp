// Detects lost transactions of a write-ahead log: SQLite silently treats an invalid frame as the end of the log.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "storage/files/safe_folder.hpp"

namespace laundromat {

/// A log with committed transactions that SQLite would not read.
struct log_damage {
  std::uint64_t frame = 0;         ///< the first invalid frame, counted from 1; 0: the header of the log
  std::uint64_t transactions = 0;  ///< committed transactions found after it; at least so many are lost

  friend bool operator==(const log_damage&, const log_damage&) = default;
};

/// A message about the damage.
[[nodiscard]] std::string to_string(const log_damage& damage);

/// Reads the log of a journal that no process has open, as a killed engine leaves it. An incomplete last transaction after a power failure
/// is not damage. Damage is: an invalid header; an unreadable commit that is followed by frames of the same log, because these are
/// written only after the commit is durable; and a commit recorded in the index of the log (`-shm`) that is unreadable. A flipped bit in the
/// newest transaction is not detected when that index is missing. Changes nothing. Errors: `unsafe_data_folder`, `io_failed`. Source: SQLite's
/// file format, section 4.
[[nodiscard]] result<std::optional<log_damage>> find_log_damage(const safe_folder& folder,
                                                                const std::string& journal_name);

}  // namespace laundromat
