// laundromat lifecycle: prints the table of statuses and events.
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/lifecycle.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "core/lifecycle/print.hpp"

namespace laundromat {

void add_lifecycle_command(CLI::App& app, command_context& context) {
  auto format = std::make_shared<std::string>("table");
  auto* command = app.add_subcommand("lifecycle", "Print the statuses of seeds, entries and clean documents");
  command->add_option("--format", *format, "How to print it")
      ->check(CLI::IsMember({"table", "mermaid", "dot", "page"}))
      ->capture_default_str();
  command->footer("Example:\n  laundromat lifecycle --format dot");
  command->callback([format, &context] {
    context.io.out << (*format == "mermaid" ? lifecycle_as_mermaid()
                       : *format == "dot"   ? lifecycle_as_dot()
                       : *format == "page"  ? lifecycle_page()
                                            : lifecycle_as_table());
  });
}

}  // namespace laundromat
