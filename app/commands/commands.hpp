// The context of every command, and the list of commands.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/command_line/command.hpp"
#include "app/commands/cli.hpp"
#include "app/terminal/exit_code.hpp"

namespace laundromat {

struct file_problem;

/// Exists while one command line is parsed and run.
struct command_context {
  console& io;
  std::filesystem::path data = "laundry";
  std::optional<std::string> data_option = {};  ///< value of `--data` on the command line
  bool data_named = false;  ///< given by `--data` or `LAUNDROMAT_DATA`, which override the campaign
  int exit_code = exit_ok;
  std::string next_page =
      {};  ///< where the next page of a list begins, for `--after`; empty: this was the last one

  /// The folder of `--data` or `LAUNDROMAT_DATA`; nothing when neither was given.
  [[nodiscard]] std::optional<std::string> given_data() const {
    return data_named ? std::optional{data.string()} : std::nullopt;
  }
  /// Refuses a folder of `--data` or `LAUNDROMAT_DATA` that cannot hold data; whether it did.
  [[nodiscard]] bool refuses_given_data();
  /// Writes `laundromat: message` to the error stream, with the lines of `list` below it, and sets the exit code. Both may be untrusted.
  void refuse(int code, std::string_view message, const std::vector<std::string>& list = {});
  /// Reports a problem of a file that the command line names, with `exit_not_found` when it does not exist, else `exit_usage`.
  void refuse_file(const std::string& file, const std::vector<file_problem>& problems);
};

/// Notes where the next page of a list begins, and says so on the error stream. `rows` is the number that was printed, in words.
void tell_next_page(std::string place, const std::string& rows, std::size_t limit, command_context& context);

/// Declares the whole command line. Values are stored in `context`, which outlives it.
[[nodiscard]] cli_command make_program(command_context& context);

/// Declares `--data`, for a command that uses a data folder.
void add_data_option(cli_command& command, command_context& context);

// Each adds its subcommand with options, help, an example, and an action that sets the exit code.
void add_about_command(cli_command& program, command_context& context);
void add_add_command(cli_command& program, command_context& context);
void add_authority_command(cli_command& program, command_context& context);
void add_backup_command(cli_command& program, command_context& context);
void add_cat_command(cli_command& program, command_context& context);
void add_catalogue_command(cli_command& program, command_context& context);
void add_cdx_command(cli_command& program, command_context& context);
void add_closed_world_command(cli_command& program, command_context& context);
void add_compact_command(cli_command& program, command_context& context);
void add_completions_command(cli_command& program, command_context& context);
void add_cluster_command(cli_command& program, command_context& context);
void add_config_command(cli_command& program, command_context& context);
void add_datasets_command(cli_command& program, command_context& context);
void add_diff_command(cli_command& program, command_context& context);
void add_exclude_command(cli_command& program, command_context& context);
void add_export_command(cli_command& program, command_context& context);
void add_endpoint_command(cli_command& program, command_context& context);
void add_errors_command(cli_command& program, command_context& context);
void add_formats_command(cli_command& program, command_context& context);
void add_guess_command(cli_command& program, command_context& context);
void add_harvest_command(cli_command& program, command_context& context);
void add_history_command(cli_command& program, command_context& context);
void add_hosts_command(cli_command& program, command_context& context);
void add_join_command(cli_command& program, command_context& context);
void add_labels_command(cli_command& program, command_context& context);
void add_leave_command(cli_command& program, command_context& context);
void add_load_command(cli_command& program, command_context& context);
void add_lifecycle_command(cli_command& program, command_context& context);
void add_lookup_command(cli_command& program, command_context& context);
void add_ls_command(cli_command& program, command_context& context);
void add_manual_command(cli_command& program, command_context& context);
void add_namespaces_command(cli_command& program, command_context& context);
void add_normalize_command(cli_command& program, command_context& context);
void add_pause_command(cli_command& program, command_context& context);
void add_ping_command(cli_command& program, command_context& context);
void add_providers_command(cli_command& program, command_context& context);
void add_remove_command(cli_command& program, command_context& context);
void add_restore_command(cli_command& program, command_context& context);
void add_retry_command(cli_command& program, command_context& context);
void add_report_command(cli_command& program, command_context& context);
void add_plan_command(cli_command& program, command_context& context);
void add_quality_command(cli_command& program, command_context& context);
void add_query_command(cli_command& program, command_context& context);
void add_reconcile_command(cli_command& program, command_context& context);
void add_records_command(cli_command& program, command_context& context);
void add_reload_command(cli_command& program, command_context& context);
void add_resume_command(cli_command& program, command_context& context);
void add_robots_command(cli_command& program, command_context& context);
void add_run_command(cli_command& program, command_context& context);
void add_search_command(cli_command& program, command_context& context);
void add_serve_command(cli_command& program, command_context& context);
void add_show_command(cli_command& program, command_context& context);
void add_site_command(cli_command& program, command_context& context);
void add_sitemap_command(cli_command& program, command_context& context);
void add_slice_command(cli_command& program, command_context& context);
void add_status_command(cli_command& program, command_context& context);
void add_verify_command(cli_command& program, command_context& context);
void add_wash_command(cli_command& program, command_context& context);
void add_cluster_proxy_command(cli_command& program, command_context& context);
void add_where_command(cli_command& program, command_context& context);
void add_washer_command(cli_command& program, command_context& context);

}  // namespace laundromat
