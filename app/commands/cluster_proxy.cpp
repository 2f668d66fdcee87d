// laundromat cluster-proxy: what the engine starts to answer at its port; nobody types it.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>

#include "app/cluster/proxy_process.hpp"
#include "app/commands/commands.hpp"

namespace laundromat {

void add_cluster_proxy_command(CLI::App& app, command_context& context) {
  auto* command =
      app.add_subcommand("cluster-proxy", "Answer at the port of the engine that started this process");
  command->group("");  // not listed
  auto actors = std::make_shared<cluster_actors>();
  command->add_option("LENDER", actors->coordinator, "Its number")->required();
  command->add_option("FREIGHT", actors->file_server, "Its number")->required();
  command->add_option("GATE", actors->politeness_scheduler, "Its number")->required();
  command->callback([actors, &context] { context.exit_code = run_proxy(*actors); });
}

}  // namespace laundromat
