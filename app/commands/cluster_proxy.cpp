// laundromat cluster-proxy: the process that the engine starts for its port; not for users.
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "app/cluster/proxy_process.hpp"
#include "app/commands/commands.hpp"

namespace laundromat {

void add_cluster_proxy_command(cli_command& program, command_context& context) {
  auto& command =
      program.add_command("cluster-proxy", "Serve the port of the engine that started this process");
  command.hide();
  auto actors = std::make_shared<cluster_actors>();
  command.positional("COORDINATOR", actors->coordinator, "Its number").required();
  command.positional("FILE_SERVER", actors->file_server, "Its number").required();
  command.positional("POLITENESS_SCHEDULER", actors->politeness_scheduler, "Its number").required();
  command.action([actors, &context] { context.exit_code = run_proxy(*actors); });
}

}  // namespace laundromat
