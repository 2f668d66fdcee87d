// Runs the HTTP server on a data folder until it is stopped.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "app/commands/cli.hpp"

namespace laundromat {

struct serve_options {
  std::filesystem::path data;
  std::string address = "127.0.0.1";  ///< of this machine, IPv4 or IPv6
  std::uint16_t port = 0;             ///< 0: a free one
  std::string public_base;            ///< URL at which others reach it; empty: none
  std::string token_file;             ///< whose first line writes need; empty: no request may write
  bool is_behind_proxy = false;
  double requests_per_second = 20;  ///< of one network address, in the long run; 0: no limit
  std::uint32_t event_streams = 1'000;
  std::string labels;  ///< file of the reconciliation service; empty: there is none
};

/// Descriptor of the channel to the engine that has started this process.
inline constexpr int engine_channel_descriptor = 3;

/// Serves until a signal comes, or, with `is_child`, until the engine has closed the channel. Prints where it serves; as a child it tells the engine. Returns an exit code:
/// `exit_usage` where the token cannot be read, `exit_disk` where the address or port cannot be used.
[[nodiscard]] int serve_data(const serve_options& options, bool is_child, console& io);

}  // namespace laundromat
