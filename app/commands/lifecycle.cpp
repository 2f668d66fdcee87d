// laundromat lifecycle: prints the table of statuses and events.
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/lifecycle.hpp"

#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "core/lifecycle/print.hpp"

namespace laundromat {

void add_lifecycle_command(cli_command& program, command_context& context) {
  auto format = std::make_shared<std::string>("table");
  auto& command =
      program.add_command("lifecycle", "Print the statuses of seeds, entries and clean documents");
  command.option("--format", *format, "Output format")
      .one_of({"table", "mermaid", "dot", "page"})
      .shows_default();
  command.examples({"laundromat lifecycle --format dot"});
  command.action([format, &context] {
    context.io.out << (*format == "mermaid" ? lifecycle_as_mermaid()
                       : *format == "dot"   ? lifecycle_as_dot()
                       : *format == "page"  ? lifecycle_page()
                                            : statuses_as_table() + "\n" + lifecycle_as_table());
  });
}

}  // namespace laundromat
