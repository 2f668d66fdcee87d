// Passes lines to the default logger of spdlog. No other file of the actors includes spdlog.
// SPDX-License-Identifier: Apache-2.0
#include "actors/log.hpp"

#include <spdlog/spdlog.h>

namespace laundromat {

void write_log(log_level level, fmt::string_view format, fmt::format_args arguments) {
  const auto at = static_cast<spdlog::level::level_enum>(level);
  if (spdlog::should_log(at)) spdlog::log(at, fmt::vformat(format, arguments));
}

}  // namespace laundromat
