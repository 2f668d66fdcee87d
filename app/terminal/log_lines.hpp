// The prefixes of log lines and facts: level and time, in the format of their reader.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <spdlog/common.h>

#include <memory>
#include <string>

#include "core/base/time.hpp"

namespace spdlog {
class formatter;
}

namespace laundromat {

/// The reader of standard error.
enum class log_reader : std::uint8_t {
  person,    ///< a terminal: `18:40:15 parsed …`
  journald,  ///< the systemd journal, which adds the time and takes the level from a prefix: `<6>parsed …` (sd-daemon(3))
  file,      ///< anything else: `2026-11-24T18:40:15.123Z info: parsed …`
};

/// Detects journald by `JOURNAL_STREAM`, which has the device and inode of journald's stream (systemd.exec(5)).
[[nodiscard]] log_reader reader_of(int descriptor);
/// The same, from the value of the variable and a file status. Pure.
[[nodiscard]] bool is_journal_stream(std::string_view variable, std::uint64_t device, std::uint64_t inode);

/// The prefix of a fact, including the final space.
[[nodiscard]] std::string fact_prefix(log_reader reader, timestamp at, bool is_failure);
/// The prefix of a line of progress, which has its own time: only a level for journald.
[[nodiscard]] std::string_view progress_prefix(log_reader reader);
/// The formatter of log lines.
[[nodiscard]] std::unique_ptr<spdlog::formatter> log_formatter(log_reader reader);

}  // namespace laundromat
