// Puts the commands together and turns what goes wrong into exit codes.
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/cli.hpp"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <ostream>

#include "app/campaign/campaign_file.hpp"
#include "app/commands/command_hints.hpp"
#include "app/commands/commands.hpp"
#include "core/campaign/campaign.hpp"

namespace laundromat {
namespace {

std::string footer() {
  std::string out = "Example:\n  laundromat run conf/demo.yaml --once\n  laundromat ls\n\nExit codes:\n";
  for (const auto& [code, meaning] : exit_codes) {
    const auto number = std::to_string(code);
    out.append(5 - number.size(), ' ').append(number).append("  ").append(meaning).append("\n");
  }
  return out + "Colour is for terminals only; NO_COLOR=1 turns it off.";
}

void add_commands(CLI::App& app, command_context& context) {
  add_run_command(app, context);
  add_wash_command(app, context);
  add_add_command(app, context);
  add_status_command(app, context);
  add_ls_command(app, context);
  add_show_command(app, context);
  add_history_command(app, context);
  add_errors_command(app, context);
  add_cat_command(app, context);
  add_diff_command(app, context);
  add_export_command(app, context);
  add_catalogue_command(app, context);
  add_verify_command(app, context);
  add_normalize_command(app, context);
  add_guess_command(app, context);
  add_formats_command(app, context);
  add_robots_command(app, context);
  add_lifecycle_command(app, context);
  add_config_command(app, context);
  add_cluster_command(app, context);
  add_join_command(app, context);
  add_leave_command(app, context);
  add_site_command(app, context);
  add_cluster_proxy_command(app, context);
  add_washer_command(app, context);
}

}  // namespace

void command_context::refuse(int code, std::string_view message) {
  io.err << painted("laundromat:", colour::red, io.err_terminal) << ' ' << message << '\n';
  exit_code = code;
}

void command_context::refuse_file(const std::string& file, const std::vector<file_problem>& problems) {
  for (const auto& problem : problems) io.err << to_string(problem) << '\n';
  exit_code = exit_code_of_file(file);
}

int run_cli(const std::vector<std::string>& arguments, console& io) {
  command_context context{io};
  CLI::App app{"Crawls Linked Open Data, washes it, and publishes it as canonical N-Quads.", "laundromat"};
  app.footer(footer());
  app.set_version_flag("--version", "laundromat " + std::string{program_version});
  const char* named = std::getenv("LAUNDROMAT_DATA");
  if (named && *named) context.data = named;
  auto* data = app.add_option("--data", context.data,
                              "Folder of the journal and the documents; else that of LAUNDROMAT_DATA")
                   ->type_name("DIR");
  data->capture_default_str();
  app.require_subcommand(1);
  app.fallthrough();
  app.parse_complete_callback([&] {
    context.data_given = data->count() > 0;
    context.data_named = context.data_given || (named && *named);
  });
  add_commands(app, context);
  if (const auto message = hint_on(app, arguments); !message.empty()) {
    context.refuse(exit_usage, message);
    return context.exit_code;
  }
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& e) {
    const auto hint = e.get_exit_code() == 0 ? std::string{} : hint_on_rest(app);
    if (hint.empty()) return app.exit(e, io.out, io.err) == 0 ? exit_ok : exit_usage;
    context.refuse(exit_usage, hint);
  }
  return context.exit_code;
}

}  // namespace laundromat
