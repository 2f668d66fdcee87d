// Writes lines to the log: `log_info("{} is removed", name)`, and the same for the other levels.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

namespace laundromat {

/// The numbers are those of spdlog's levels.
enum class log_level { debug = 1, info, warning, error, critical };

/// Writes a line to the log of this process. Only `log.cpp` includes spdlog, whose headers take a second to compile.
void write_log(log_level level, fmt::string_view format, fmt::format_args arguments);

template <class... Ts>
void log_debug(fmt::format_string<Ts...> format, Ts&&... values) {
  write_log(log_level::debug, format, fmt::make_format_args(values...));
}

template <class... Ts>
void log_info(fmt::format_string<Ts...> format, Ts&&... values) {
  write_log(log_level::info, format, fmt::make_format_args(values...));
}

template <class... Ts>
void log_warning(fmt::format_string<Ts...> format, Ts&&... values) {
  write_log(log_level::warning, format, fmt::make_format_args(values...));
}

template <class... Ts>
void log_error(fmt::format_string<Ts...> format, Ts&&... values) {
  write_log(log_level::error, format, fmt::make_format_args(values...));
}

template <class... Ts>
void log_critical(fmt::format_string<Ts...> format, Ts&&... values) {
  write_log(log_level::critical, format, fmt::make_format_args(values...));
}

}  // namespace laundromat
