// laundromat reload: lets a running engine read its campaign again.
// SPDX-License-Identifier: Apache-2.0
#include <signal.h>

#include <cerrno>
#include <ostream>

#include "app/commands/commands.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {
namespace {

void reload_engine(command_context& context) {
  const auto process = data_folder::holder(context.data);
  if (!process)
    return context.refuse(exit_not_found, "reload: no engine runs on " + context.data.string() +
                                              ": name its folder with --data");
  if (::kill(static_cast<pid_t>(*process), SIGUSR2) != 0)
    return context.refuse(errno == ESRCH ? exit_not_found : exit_disk,
                          "reload: the engine with process number " + std::to_string(*process) +
                              " cannot be signalled: run as its user, and on its machine");
  context.io.out << "the engine reads its campaign again; its log says what is in force\n";
}

}  // namespace

void add_reload_command(cli_command& program, command_context& context) {
  auto& command = program.add_command("reload", "Let a running engine read its campaign again");
  add_data_option(command, context);
  command.examples({"laundromat reload --data laundry"});
  command.notes(
      "Seeds, pools, politeness, budgets, intervals and what is followed change without a stop. The log "
      "names what needs a "
      "restart; a campaign that is not valid changes nothing. SIGHUP does the same where no terminal is "
      "attached.");
  command.action([&context] { reload_engine(context); });
}

}  // namespace laundromat
