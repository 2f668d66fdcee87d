// How lines of the log and facts of a run begin: with level and time, as whoever reads them expects.
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

/// Who reads standard error.
enum class log_reader : std::uint8_t {
  person,    ///< a terminal: `18:40:15 parsed …`
  journald,  ///< the systemd journal, which adds the time and takes the level from a prefix: `<6>parsed …` (sd-daemon(3))
  file,      ///< anything else: `2026-11-24T18:40:15.123Z info: parsed …`
};

/// Journald is recognised by `JOURNAL_STREAM`, which names the device and inode of the stream that it listens to (systemd.exec(5)).
[[nodiscard]] log_reader reader_of(int descriptor);
/// The same, of an environment variable and a file. Pure.
[[nodiscard]] bool is_journal_stream(std::string_view variable, std::uint64_t device, std::uint64_t inode);

/// What a fact of a run begins with, up to and with the space before its words.
[[nodiscard]] std::string fact_prefix(log_reader reader, timestamp at, bool is_failure);
/// What spdlog writes lines of the log with.
[[nodiscard]] std::unique_ptr<spdlog::formatter> log_formatter(log_reader reader);

}  // namespace laundromat
