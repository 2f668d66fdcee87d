// What every command is given, and the list of commands.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/cli.hpp"
#include "app/terminal/exit_code.hpp"

namespace laundromat {

struct file_problem;

/// Lives as long as the parsing of one command line.
struct command_context {
  console& io;
  std::filesystem::path data = "laundry";
  bool data_given = false;  ///< `--data` was on the command line
  bool data_named = false;  ///< there, or by `LAUNDROMAT_DATA`: it wins over the campaign
  int exit_code = exit_ok;

  /// The folder of `--data` or `LAUNDROMAT_DATA`; nothing when neither was given.
  [[nodiscard]] std::optional<std::string> given_data() const {
    return data_named ? std::optional{data.string()} : std::nullopt;
  }
  /// Writes `laundromat: message` to the error stream and sets the exit code.
  void refuse(int code, std::string_view message);
  /// Writes what is wrong with a file that the command line names: `exit_not_found` where there is none, else `exit_usage`.
  void refuse_file(const std::string& file, const std::vector<file_problem>& problems);
};

// Each adds its sub-command with options, help, an example, and a callback that sets the exit code.
void add_add_command(CLI::App& app, command_context& context);
void add_cat_command(CLI::App& app, command_context& context);
void add_catalogue_command(CLI::App& app, command_context& context);
void add_cluster_command(CLI::App& app, command_context& context);
void add_config_command(CLI::App& app, command_context& context);
void add_diff_command(CLI::App& app, command_context& context);
void add_export_command(CLI::App& app, command_context& context);
void add_errors_command(CLI::App& app, command_context& context);
void add_formats_command(CLI::App& app, command_context& context);
void add_guess_command(CLI::App& app, command_context& context);
void add_history_command(CLI::App& app, command_context& context);
void add_join_command(CLI::App& app, command_context& context);
void add_leave_command(CLI::App& app, command_context& context);
void add_lifecycle_command(CLI::App& app, command_context& context);
void add_ls_command(CLI::App& app, command_context& context);
void add_normalize_command(CLI::App& app, command_context& context);
void add_robots_command(CLI::App& app, command_context& context);
void add_run_command(CLI::App& app, command_context& context);
void add_show_command(CLI::App& app, command_context& context);
void add_site_command(CLI::App& app, command_context& context);
void add_status_command(CLI::App& app, command_context& context);
void add_verify_command(CLI::App& app, command_context& context);
void add_wash_command(CLI::App& app, command_context& context);
void add_cluster_proxy_command(CLI::App& app, command_context& context);
void add_washer_command(CLI::App& app, command_context& context);

}  // namespace laundromat
