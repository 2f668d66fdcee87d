// laundromat show and history: one record with its chain both ways, and its transitions.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>
#include <utility>

#include "app/commands/commands.hpp"
#include "app/describe_record.hpp"
#include "app/open_journal.hpp"

namespace laundromat {
namespace {

struct show_options {
  std::vector<std::string> hashes;
  bool json = false;
};

using describe = result<record_view> (*)(journal&, const record_ref&);

void show(const show_options& options, describe how, command_context& context) {
  auto from = open_journal(context);
  if (!from) return;
  bool first = true;
  for (const auto& hash : options.hashes) {
    const auto record = find_record(*from, hash, context);
    if (!record) continue;
    const auto shown = how(*from, *record);
    if (!shown) {
      refuse(shown.error(), context);
      continue;
    }
    if (!options.json && !std::exchange(first, false)) context.io.out << '\n';
    (options.json ? print_record_as_json : print_record)(*shown, context.io);
  }
}

CLI::App* add_command(CLI::App& app, command_context& context, const char* name, const char* what,
                      describe how) {
  auto options = std::make_shared<show_options>();
  auto* command = app.add_subcommand(name, what);
  command
      ->add_option("HASH", options->hashes,
                   "At least 4 digits of the hash of a seed, an entry or a clean document")
      ->required();
  command->add_flag("--json", options->json, "One JSON object a line");
  command->callback([options, how, &context] { show(*options, how, context); });
  return command;
}

}  // namespace

void add_show_command(CLI::App& app, command_context& context) {
  add_command(app, context, "show", "Show one record: its chain both ways, evidence, warnings, attempts",
              [](journal& from, const record_ref& record) { return describe_record(from, record); })
      ->footer(
          "Example:\n  laundromat show 3b0f361c\n  laundromat show --json 3b0f361c22e1755442ab57b07ab1e3b9");
}

void add_history_command(CLI::App& app, command_context& context) {
  add_command(app, context, "history", "Show every transition of one record", describe_history)
      ->footer("Example:\n  laundromat history 3b0f361c");
}

}  // namespace laundromat
