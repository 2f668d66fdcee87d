// laundromat manual and completions: print manual pages and shell completions, generated from the same descriptions as help.
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <memory>
#include <ostream>

#include "app/command_line/completions.hpp"
#include "app/command_line/manual.hpp"
#include "app/commands/commands.hpp"
#include "core/campaign/campaign.hpp"

namespace laundromat {
namespace {

/// The description of the program, independent of this command line and the environment.
command_description description(command_context& context) {
  command_context fresh{context.io};
  return make_program(fresh).describe();
}

struct manual_options {
  std::string command;
  std::string folder;
};

void write_pages(const std::vector<manual_page>& pages, const std::filesystem::path& folder,
                 command_context& context) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  for (const auto& page : pages) {
    std::ofstream out{folder / page.file, std::ios::binary};
    out << page.text << std::flush;
    if (!out) return context.refuse(exit_disk, "manual: cannot write " + (folder / page.file).string());
  }
}

void print_page(const std::vector<manual_page>& pages, const std::string& command, command_context& context) {
  const auto file = command.empty() ? "laundromat.1" : "laundromat-" + command + ".1";
  for (const auto& page : pages)
    if (page.file == file) {
      context.io.out << page.text;
      return;
    }
  context.refuse(exit_not_found,
                 "manual: there is no command `" + command + "`; `laundromat --help` lists them");
}

void print_completions(const std::string& shell, command_context& context) {
  const auto program = description(context);
  context.io.out << (shell == "bash"  ? bash_completions(program)
                     : shell == "zsh" ? zsh_completions(program)
                                      : fish_completions(program));
}

}  // namespace

void add_manual_command(cli_command& program, command_context& context) {
  auto given = std::make_shared<manual_options>();
  auto& command = program.add_command("manual", "Print a manual page, in the language of man(7)");
  command.positional("COMMAND", given->command, "The command it describes; without it, the program");
  command.option("--folder", given->folder, "Write the pages of all commands into this folder instead")
      .metavar("DIR");
  command.examples({"laundromat manual run | man -l -", "laundromat manual --folder man1"});
  command.action([given, &context] {
    const auto pages = manual_of(description(context), {std::string{program_version}, LAUNDROMAT_RELEASED});
    if (given->folder.empty()) return print_page(pages, given->command, context);
    write_pages(pages, given->folder, context);
  });
}

void add_completions_command(cli_command& program, command_context& context) {
  auto shell = std::make_shared<std::string>();
  auto& command = program.add_command("completions", "Print the completions for a shell");
  command.positional("SHELL", *shell, "The shell that reads them").one_of({"bash", "zsh", "fish"}).required();
  command.examples({"laundromat completions bash > ~/.local/share/bash-completion/completions/laundromat"});
  command.action([shell, &context] { print_completions(*shell, context); });
}

}  // namespace laundromat
