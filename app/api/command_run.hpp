// Runs a command of the command line for a request, so that both give the same answers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/commands/commands.hpp"

namespace laundromat {

/// Declares a command: `add_ls_command` and so on.
using command_declaration = void (*)(cli_command& program, command_context& context);

struct command_call {
  command_declaration declare = nullptr;
  std::vector<std::string> words;  ///< the name of the command and its arguments
  std::filesystem::path data;      ///< folder
};

struct command_end {
  int exit_code = exit_ok;
  std::string messages;   ///< what it wrote to its error stream, without `laundromat: ` before each line
  std::string next_page;  ///< see `command_context::next_page`
};

/// A command in a thread of its own. Its queries end after `longest`. When its output is not taken, `most_bytes` of it are kept in memory and `most_file_bytes` in a file without a name; then
/// it waits. The destructor ends the command, in a query or at the next byte that it prints, and waits for that.
class command_run {
 public:
  static constexpr std::size_t most_bytes = std::size_t{1} << 20, most_file_bytes = std::size_t{64} << 20;
  static constexpr std::chrono::seconds longest{60};

  explicit command_run(command_call call);
  ~command_run();
  command_run(const command_run&) = delete;
  command_run& operator=(const command_run&) = delete;

  /// Waits until the command has ended, or has printed `most_bytes`; whether it has ended.
  [[nodiscard]] bool has_ended();
  /// Takes what was printed, and waits for something; empty when the command has ended.
  [[nodiscard]] std::string take();
  /// How the command has ended, after `has_ended` was true, or `take` gave nothing.
  [[nodiscard]] const command_end& end() const;

 private:
  class state;
  std::unique_ptr<state> state_;
};

}  // namespace laundromat
