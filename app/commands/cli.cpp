// Assembles the commands and maps errors to exit codes.
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/cli.hpp"

#include <algorithm>
#include <cstdlib>
#include <ostream>

#include "app/campaign/campaign_file.hpp"
#include "app/campaign/campaign_place.hpp"
#include "app/command_line/hints.hpp"
#include "app/command_line/parse.hpp"
#include "app/commands/commands.hpp"
#include "app/version/version.hpp"
#include "core/campaign/campaign.hpp"

namespace laundromat {
namespace {

std::string notes() {
  std::string out = "Exit codes:\n";
  for (const auto& [code, meaning] : exit_codes) {
    const auto number = std::to_string(code);
    out.append(5 - number.size(), ' ').append(number).append("  ").append(meaning).append("\n");
  }
  return out + "Colour is for terminals only; NO_COLOR=1 turns it off.";
}

void add_commands(cli_command& program, command_context& context) {
  add_run_command(program, context);
  add_wash_command(program, context);
  add_records_command(program, context);
  add_reconcile_command(program, context);
  add_add_command(program, context);
  add_reload_command(program, context);
  add_pause_command(program, context);
  add_resume_command(program, context);
  add_exclude_command(program, context);
  add_retry_command(program, context);
  add_remove_command(program, context);
  add_ping_command(program, context);
  add_status_command(program, context);
  add_hosts_command(program, context);
  add_report_command(program, context);
  add_quality_command(program, context);
  add_ls_command(program, context);
  add_search_command(program, context);
  add_show_command(program, context);
  add_history_command(program, context);
  add_errors_command(program, context);
  add_cat_command(program, context);
  add_query_command(program, context);
  add_where_command(program, context);
  add_labels_command(program, context);
  add_namespaces_command(program, context);
  add_diff_command(program, context);
  add_datasets_command(program, context);
  add_about_command(program, context);
  add_authority_command(program, context);
  add_lookup_command(program, context);
  add_endpoint_command(program, context);
  add_closed_world_command(program, context);
  add_plan_command(program, context);
  add_harvest_command(program, context);
  add_providers_command(program, context);
  add_restore_command(program, context);
  add_load_command(program, context);
  add_export_command(program, context);
  add_slice_command(program, context);
  add_catalogue_command(program, context);
  add_cdx_command(program, context);
  add_verify_command(program, context);
  add_backup_command(program, context);
  add_compact_command(program, context);
  add_normalize_command(program, context);
  add_guess_command(program, context);
  add_formats_command(program, context);
  add_robots_command(program, context);
  add_sitemap_command(program, context);
  add_lifecycle_command(program, context);
  add_config_command(program, context);
  add_cluster_command(program, context);
  add_join_command(program, context);
  add_leave_command(program, context);
  add_serve_command(program, context);
  add_site_command(program, context);
  add_manual_command(program, context);
  add_completions_command(program, context);
  add_cluster_proxy_command(program, context);
  add_washer_command(program, context);
}

/// `--version`, alone or with `--json`.
bool asks_version(const std::vector<std::string>& arguments) {
  const auto is_there = [&](std::string_view word) {
    return std::ranges::find(arguments, word) != arguments.end();
  };
  return is_there("--version") && (arguments.size() == 1 || (arguments.size() == 2 && is_there("--json")));
}

/// `help` and `help run` as `--help` and `run --help`.
std::vector<std::string> without_help_command(std::vector<std::string> arguments) {
  if (arguments.empty() || arguments.front() != "help") return arguments;
  std::ranges::rotate(arguments, arguments.begin() + 1);
  arguments.back() = "--help";
  return arguments;
}

}  // namespace

void command_context::refuse(int code, std::string_view message, const std::vector<std::string>& list) {
  io.err << painted("laundromat:", colour::red, io.err_terminal) << ' ' << harmless(message) << '\n';
  for (const auto& line : list) io.err << "  " << harmless(line) << '\n';
  exit_code = code;
}

bool command_context::refuses_given_data() {
  const auto why = data_named ? unfit_for_data(data.string()) : std::string{};
  if (!why.empty()) refuse(exit_usage, (data_option ? "--data: " : "LAUNDROMAT_DATA: ") + why);
  return !why.empty();
}

void command_context::refuse_file(const std::string& file, const std::vector<file_problem>& problems) {
  for (const auto& problem : problems) io.err << harmless(to_string(problem)) << '\n';
  if (std::ranges::any_of(problems, &file_problem::hides_others))
    io.err << harmless(file) << ": more problems may be found when these are repaired\n";
  exit_code = exit_code_of_file(file);
}

void tell_next_page(std::string place, const std::string& rows, std::size_t limit, command_context& context) {
  context.io.err << "more than " << rows << ": print them with --limit " << limit * 10
                 << ", or the next ones with --after " << place << '\n';
  context.next_page = std::move(place);
}

void add_data_option(cli_command& command, command_context& context) {
  command
      .option("--data", context.data_option,
              "Data folder: journal and documents; LAUNDROMAT_DATA replaces the default")
      .metavar("DIR")
      .default_text(context.data.string());
}

cli_command make_program(command_context& context) {
  cli_command program{"laundromat",
                      "Crawls Linked Open Data, washes it, and publishes it as canonical N-Quads."};
  program.version("laundromat " + std::string{program_version});
  add_data_option(program, context);
  program.examples({"laundromat run conf/demo.yaml --once", "laundromat ls"});
  program.notes(notes());
  add_commands(program, context);
  return program;
}

int run_cli(const std::vector<std::string>& given, console& io) {
  const auto arguments = without_help_command(given);
  command_context context{io};
  if (asks_version(arguments)) {
    print_version(io.out, io.out_terminal, arguments.size() > 1);
    return exit_ok;
  }
  const char* named = std::getenv("LAUNDROMAT_DATA");
  if (named && *named) context.data = named;
  const auto program = make_program(context);
  const auto description = program.describe();
  if (const auto hint = hint_on(description, arguments); !hint.empty()) {
    context.refuse(exit_usage, hint);
    return context.exit_code;
  }
  const auto line = parse(program, arguments);
  if (const auto hint = hint_on_left_over(description, line); !hint.empty()) {
    context.refuse(exit_usage, hint);
    return context.exit_code;
  }
  io.out << line.output;
  io.err << line.refusal;
  if (!line.refusal.empty()) return exit_usage;
  if (context.data_option) context.data = *context.data_option;
  context.data_named = context.data_option || (named && *named);
  if (line.action) line.action();
  return context.exit_code;
}

}  // namespace laundromat
