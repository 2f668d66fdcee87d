// laundromat washer: what the engine starts to wash documents; nobody types it.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>

#include "app/commands/commands.hpp"
#include "washer/washer_process.hpp"

namespace laundromat {

void add_washer_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand("washer", "Wash for the engine that started this process");
  command->group("");  // not listed
  command->callback([&context] { context.exit_code = run_washer(); });
}

}  // namespace laundromat
