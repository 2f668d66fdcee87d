// laundromat run: the engine on a campaign.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "app/campaign/campaign_file.hpp"
#include "app/commands/commands.hpp"
#include "app/publish/open_journal.hpp"
#include "app/run/engine_port.hpp"
#include "app/run/run_display.hpp"
#include "app/site/served_site.hpp"
#include "app/terminal/process_limits.hpp"
#include "app/terminal/stop_signals.hpp"

namespace laundromat {
namespace {

struct run_command {
  std::string file;
  run_options options;
};

void run(const run_command& given, command_context& context) {
  block_stop_signals();  // one that comes now is heard when the run begins
  auto loaded = load_campaign(given.file, context.given_data());
  if (!loaded) {
    context.refuse_file(given.file, loaded.error());
    return;
  }
  log_to_stderr();
  if (const auto enough = fit_to_process(*loaded); !enough) return refuse(enough.error(), context);
  const auto site = serve_campaign(*loaded);
  if (!site) return context.refuse(exit_usage, site.error());
  context.exit_code = run_campaign(*loaded, given.options);
}

}  // namespace

void add_run_command(CLI::App& app, command_context& context) {
  auto given = std::make_shared<run_command>();
  auto* command = app.add_subcommand("run", "Crawl and wash what a campaign names");
  command->add_option("CAMPAIGN", given->file, "A campaign file (see: laundromat config --defaults)")
      ->required();
  command->add_flag(
      "--once", given->options.once,
      "Stop when nothing is due now; whoever failed and may be tried again later waits for the next run");
  command->add_flag("--json", given->options.json, "Say every fact as one JSON object a line");
  command->add_flag("-q,--quiet", given->options.quiet, "No progress");
  command->footer("Example:\n  laundromat run conf/demo.yaml --once");
  command->callback([given, &context] { run(*given, context); });
}

}  // namespace laundromat
