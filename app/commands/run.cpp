// laundromat run: runs the engine on a campaign.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "actors/log.hpp"
#include "app/campaign/campaign_file.hpp"
#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/run/dry_run_report.hpp"
#include "app/run/run_display.hpp"
#include "app/run/run_engine.hpp"
#include "app/site/served_site.hpp"
#include "app/terminal/process_limits.hpp"
#include "app/terminal/stop_signals.hpp"
#include "app/terminal/terminal.hpp"

namespace laundromat {
namespace {

struct run_command {
  std::string file;
  run_options options;
  bool is_dry = false;
  std::uint64_t limit = 1'000;
};

void run(const run_command& given, command_context& context) {
  block_stop_signals();  // a signal that arrives now is handled when the run begins
  if (context.refuses_given_data()) return;
  auto loaded = load_campaign(given.file, context.given_data());
  if (!loaded) {
    context.refuse_file(given.file, loaded.error());
    return;
  }
  log_to_stderr(given.options);
  if (context.data_named && !context.data_option)
    log_info("the data folder is {}: LAUNDROMAT_DATA replaces `data` of the campaign",
             harmless(loaded->data));
  if (given.is_dry) return print_dry_run(*std::move(loaded), given.limit, given.options.json, context);
  if (const auto enough = fit_to_process(*loaded); !enough) return refuse(enough.error(), context);
  const auto site = serve_campaign(*loaded);
  if (!site) return context.refuse(exit_usage, site.error());
  auto options = given.options;
  options.load_again = [file = given.file, data = context.given_data()]() -> result<campaign> {
    auto again = load_campaign(file, data);
    if (again) return *std::move(again);
    std::string problems;
    for (const auto& one : again.error()) problems += (problems.empty() ? "" : "; ") + to_string(one);
    return fail(errc::configuration, problems);
  };
  context.exit_code = run_campaign(*loaded, options);
}

}  // namespace

void add_run_command(cli_command& program, command_context& context) {
  auto given = std::make_shared<run_command>();
  auto& command = program.add_command("run", "Crawl and wash the seeds of a campaign");
  command.positional("CAMPAIGN", given->file, "Campaign file (see: laundromat config --defaults)").required();
  command.flag("--once", given->options.once,
               "Stop when nothing is due now; retries of failed downloads wait for the next run");
  command.flag(
      "--dry-run", given->is_dry,
      "Request nothing, change nothing: print what would be requested now, and how long it takes at least");
  command.option("--limit", given->limit, "With --dry-run: print at most N seeds")
      .range(0, 1'000'000'000)
      .shows_default();
  command.flag("--json", given->options.json, "Print events as JSON lines");
  command.flag("-q,--quiet", given->options.quiet,
               "Print no documents and no progress, and only warnings and errors in the log; `laundromat "
               "status` prints the counts");
  command
      .option("--log-level", given->options.log_level,
              "Least important log lines to print; debug prints every transition")
      .one_of({"error", "warning", "info", "debug"})
      .metavar("LEVEL");
  command
      .option("--data", context.data_option,
              "Data folder: journal and documents; default: LAUNDROMAT_DATA, else `data` of the "
              "campaign")
      .metavar("DIR");
  command.examples({"laundromat run conf/demo.yaml --once", "laundromat run conf/demo.yaml --dry-run"});
  command.notes(
      "--dry-run judges due seeds, new seeds and waiting downloads by the rules of the operator, budgets, "
      "disk.intake_mib and what is known of their hosts. Each request counts as a document of the budgets, "
      "in the "
      "order of the list. {serve} stays in URIs until a run has chosen its port. Of a harvest it lists the "
      "providers of the registry, whose VoID files are requested first, their states, and the stores that "
      "lack the "
      "newest version of a graph.");
  command.action([given, &context] { run(*given, context); });
}

}  // namespace laundromat
