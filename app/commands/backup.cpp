// laundromat backup: copies a data folder, also beside a running engine.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/live_count.hpp"
#include "core/base/count_words.hpp"
#include "storage/backup/backup_data.hpp"

namespace laundromat {
namespace {

struct backup_options {
  std::string folder;
  bool json = false;
};

void print(const backup_outcome& done, const backup_options& options, const command_context& context) {
  auto& out = context.io.out;
  if (options.json)
    return print_fact(out, {{"folder", options.folder},
                            {"files", done.files},
                            {"journal_bytes", done.journal_bytes},
                            {"generation", done.generation},
                            {"missing", done.missing.size()}});
  out << "backup of " << harmless(context.data.string()) << " in " << harmless(options.folder) << ": "
      << number_of(done.files, "file") << " and a journal of " << human_bytes(done.journal_bytes)
      << "\ncheck it with: laundromat verify " << harmless(options.folder) << '\n';
}

void backup(const backup_options& options, command_context& context) {
  if (!open_journal(context)) return;
  live_count shown{context.io, "files"};
  backup_steps steps;
  steps.linked = [&] { shown.count(); };
  const auto done = backup_data(context.data, options.folder, steps);
  shown.finish();
  if (!done) return refuse(done.error(), context);
  print(*done, options, context);
  for (const auto& name : done->missing)
    context.refuse(exit_some_failed, name.string() + " is missing in the data folder, too");
}

}  // namespace

void add_backup_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<backup_options>();
  auto& command = program.add_command("backup", "Copy a data folder, also while an engine runs on it");
  command.positional("DIR", options->folder, "A new or empty folder for the copy").required();
  command.flag("--json", options->json, "Print a JSON object");
  add_data_option(command, context);
  command.examples(
      {"laundromat backup /backups/laundry-monday", "laundromat verify /backups/laundry-monday"});
  command.notes(
      "The copy has one state of the journal, and every file that it names: `run`, `verify` and all other "
      "commands accept it as "
      "--data. On the same file system files are hard links, which take no space; a running engine never "
      "changes them. On another "
      "one they are copied. The engine is not stopped and waits for nothing.\n\nTo restore, use the copy as "
      "data folder, or copy "
      "it to its place while no engine runs. Work that was in progress continues from there.\n\nExit code 1 "
      "when the "
      "journal names a file that the data folder does not have.");
  command.action([options, &context] { backup(*options, context); });
}

}  // namespace laundromat
