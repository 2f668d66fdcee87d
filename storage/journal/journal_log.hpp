// What a write-ahead log has lost: SQLite takes a frame that is wrong for the end of the log, and says nothing of the transactions behind it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "storage/files/safe_folder.hpp"

namespace laundromat {

/// A log that was longer than what SQLite would read of it.
struct log_damage {
  std::uint64_t frame = 0;         ///< the first one that is wrong, counted from 1; 0: the head of the log
  std::uint64_t transactions = 0;  ///< committed ones that can be seen behind it; at least so many are lost

  friend bool operator==(const log_damage&, const log_damage&) = default;
};

/// What happened, for people.
[[nodiscard]] std::string to_string(const log_damage& damage);

/// Reads the log of a journal that no process has open, as a killed engine leaves it. What a power cut leaves of a transaction that was
/// being written is no damage: told are a head that is wrong, frames of the same log behind a commit that cannot be read, for they are
/// written only when that commit is on the disk, and what the index of the log (`-shm`) says was committed. A flip in the newest transaction
/// is not told where that index is gone, too. Nothing is changed. Errors: `unsafe_data_folder`, `io_failed`. Source: SQLite's file format, section 4.
[[nodiscard]] result<std::optional<log_damage>> find_log_damage(const safe_folder& folder,
                                                                const std::string& journal_name);

}  // namespace laundromat
