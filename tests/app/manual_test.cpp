// Tests that manual pages and completions contain everything that help contains.
// SPDX-License-Identifier: Apache-2.0
#include "app/command_line/manual.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "app/command_line/completions.hpp"
#include "app/commands/commands.hpp"
#include "tests/app/ask.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

command_description whole_program() {
  std::istringstream in;
  std::ostringstream out, err;
  console io{in, out, err, {}, {}};
  command_context context{io};
  return make_program(context).describe();
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The text as escaped in a page.
std::string in_page(std::string name) {
  for (std::size_t at = 0; (at = name.find('-', at)) != std::string::npos; at += 2) name.insert(at, 1, '\\');
  return "\\fB" + name + "\\fR";
}

void expect_all_options(const manual_page& page, const command_description& command) {
  for (const auto& option : command.options)
    for (const auto& name : option.names)
      EXPECT_TRUE(has(page.text, in_page(name))) << page.file << ' ' << name;
  for (const auto& below : command.commands)
    if (below.is_listed) expect_all_options(page, below);
}

TEST(manual, every_command_that_help_lists_has_a_page_with_all_its_options) {
  const auto program = whole_program();
  std::size_t place = 1;
  const auto pages = manual_of(program, {"1.2.3", "2026-11-24"});
  for (const auto& command : program.commands) {
    if (!command.is_listed) continue;
    ASSERT_LT(place, pages.size());
    EXPECT_EQ(pages[place].file, "laundromat-" + command.name + ".1");
    EXPECT_TRUE(has(pages[0].text, in_page("laundromat-" + command.name))) << command.name;
    expect_all_options(pages[place++], command);
  }
  EXPECT_EQ(place, pages.size());
  EXPECT_TRUE(has(pages[0].text, "another engine runs on the data folder")) << "exit codes";
}

TEST(manual, no_text_is_parsed_as_a_request) {
  argument_description option;
  option.names = {"--x"};
  option.metavar = "FILE";
  option.meaning = ".hidden files, too";
  command_description command, program;
  command.name = "odd";
  command.summary = "It's `a\\b` – ~^";
  command.examples = {"'quoted first", ".dot first"};
  command.notes = ".PP or 'br\n\n  a  table";
  command.options = {option};
  program.name = "p";
  program.summary = "Does it";
  program.commands.push_back(command);
  const auto text = manual_of(program, {"1", "2026-11-24"}).at(1).text;
  EXPECT_TRUE(has(text, "It\\(aqs \\(gaa\\eb\\(ga \\[u2013] \\(ti\\(ha\n")) << text;
  EXPECT_TRUE(has(text, "\\fB\\-\\-x\\fR \\fIFILE\\fR\n\\&.hidden files, too\n")) << text;
  EXPECT_TRUE(has(text, "\\(aqquoted first\n\\&.dot first\n")) << text;
  EXPECT_TRUE(has(text, "\\&.PP or \\(aqbr\n.PP\n.nf\n  a  table\n.fi\n")) << text;
}

TEST(manual, the_command_prints_one_page_or_writes_all) {
  const auto page = ask({"manual", "run"});
  EXPECT_TRUE(page.out.starts_with(".TH LAUNDROMAT\\-RUN 1 ")) << page.out;
  EXPECT_TRUE(ask({"manual"}).out.starts_with(".TH LAUNDROMAT 1 "));
  EXPECT_EQ(ask({"manual", "washer"}).code, exit_not_found);
  const temporary_folder folder;
  EXPECT_EQ(ask({"manual", "--folder", (folder.path() / "new").string()}).code, exit_ok);
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "new" / "laundromat-run.1"));
  EXPECT_EQ(ask({"manual", "--folder", "/dev/null/x"}).code, exit_disk);
}

TEST(completions, name_every_command_and_option_in_each_language) {
  const auto program = whole_program();
  const auto bash = bash_completions(program), zsh = zsh_completions(program),
             fish = fish_completions(program);
  for (const auto& command : program.commands) {
    const auto listed = command.is_listed;
    EXPECT_EQ(has(bash, "':" + command.name + "')"), listed) << command.name;
    EXPECT_EQ(has(zsh, "'" + command.name + ':'), listed) << command.name;
    EXPECT_EQ(has(fish, " -a " + command.name + " -d "), listed) << command.name;
    if (!listed) continue;
    for (const auto& option : command.options) {
      const auto& name = option.names.back();
      EXPECT_TRUE(has(zsh, name + (option.is_flag() ? "[" : "=["))) << name;
      EXPECT_TRUE(has(fish, " -l " + name.substr(2) + ' ')) << name;
      EXPECT_TRUE(has(bash, name)) << name;
    }
  }
  EXPECT_EQ(ask({"completions", "bash"}).out, bash);
  EXPECT_EQ(ask({"completions", "zsh"}).out, zsh);
  EXPECT_EQ(ask({"completions", "fish"}).out, fish);
  EXPECT_EQ(ask({"completions", "csh"}).code, exit_usage);
}

}  // namespace
}  // namespace laundromat
