// laundromat washer: the process that the engine starts to wash documents; not for users.
// SPDX-License-Identifier: Apache-2.0

#include "app/commands/commands.hpp"
#include "washer/washer_process.hpp"

namespace laundromat {

void add_washer_command(cli_command& program, command_context& context) {
  auto& command = program.add_command("washer", "Wash for the engine that started this process");
  command.hide();
  command.action([&context] { context.exit_code = run_washer(); });
}

}  // namespace laundromat
