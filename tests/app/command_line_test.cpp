// Tests of declaring arguments of commands and of parsing a command line.
// SPDX-License-Identifier: Apache-2.0
#include "app/command_line/parse.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/commands/commands.hpp"
#include "app/terminal/exit_code.hpp"
#include "tests/app/ask.hpp"

namespace laundromat {
namespace {

/// A small program with one argument of each kind.
struct taken {
  bool loud = false;
  std::string colour = "grey", file;
  std::vector<std::string> rules, inputs;
  std::uint32_t threads = 2;
  std::optional<std::uint64_t> bytes;
  int done = 0;
};

cli_command make_sink(taken& into) {
  cli_command sink{"sink", "Takes everything."};
  sink.version("sink 1");
  auto& pour = sink.add_command("pour", "Pour something in");
  pour.positional("INPUT", into.inputs, "What").required().at_most(2);
  pour.flag("-l,--loud", into.loud, "Be loud");
  pour.option("--colour", into.colour, "Of what").one_of({"grey", "red"}).shows_default();
  pour.option("--threads", into.threads, "How many").range(1, 8).shows_default();
  pour.option("--bytes", into.bytes, "At most").is_size();
  pour.option("-o,--output", into.file, "Where to").metavar("FILE").excludes("--loud");
  pour.option("--rule", into.rules, "Which");
  pour.examples({"sink pour water"});
  pour.notes("It drains.\n\nSlowly.");
  pour.action([&into] { ++into.done; });
  return sink;
}

std::string refusal(const std::vector<std::string>& arguments) {
  taken into;
  const auto line = parse(make_sink(into), arguments);
  EXPECT_FALSE(line.action) << line.refusal;
  return line.refusal;
}

void expect_in(const std::string& part, const std::string& whole) {
  EXPECT_NE(whole.find(part), std::string::npos) << whole;
}

TEST(command_line, values_are_stored_and_the_action_is_returned_to_the_caller) {
  taken into;
  const auto sink = make_sink(into);
  const auto line = parse(sink, {"pour", "a", "-l", "--threads=3", "--bytes", "2KiB", "--rule", "x", "b",
                                 "--rule", "y", "--colour", "red"});
  EXPECT_EQ(line.refusal, "");
  EXPECT_EQ(line.path, std::vector<std::string>{"pour"});
  EXPECT_EQ(into.done, 0);
  ASSERT_TRUE(line.action);
  line.action();
  EXPECT_EQ(into.done, 1);
  EXPECT_TRUE(into.loud);
  EXPECT_EQ(into.threads, 3U);
  EXPECT_EQ(into.bytes, 2048U);
  EXPECT_EQ(into.colour, "red");
  EXPECT_EQ(into.inputs, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(into.rules, (std::vector<std::string>{"x", "y"}));
}

TEST(command_line, a_wrong_value_is_reported_with_the_allowed_values) {
  expect_in("`x` is not a number", refusal({"pour", "a", "--threads", "x"}));
  expect_in("`0x2` is not a number", refusal({"pour", "a", "--threads", "0x2"}));
  expect_in("`9` is out of range: write a number from 1 to 8", refusal({"pour", "a", "--threads", "9"}));
  expect_in("`much` is not a size", refusal({"pour", "a", "--bytes", "much"}));
  expect_in("`10X` is not a size: write a number of bytes, as 10485760, or 10KiB",
            refusal({"pour", "a", "--bytes", "10X"}));
  expect_in("blue not in {grey,red}", refusal({"pour", "a", "--colour", "blue"}));
  expect_in("excludes", refusal({"pour", "a", "-l", "-o", "f"}));
  expect_in("INPUT", refusal({"pour"}));
  expect_in("INPUT", refusal({"pour", "a", "b", "c"}));
  expect_in("subcommand is required", refusal({}));
}

TEST(command_line, unexpected_words_are_returned) {
  taken into;
  const auto line = parse(make_sink(into), {"pour", "a", "--lod"});
  EXPECT_EQ(line.left_over, std::vector<std::string>{"--lod"});
  EXPECT_EQ(line.path, std::vector<std::string>{"pour"});
}

TEST(command_line, the_description_contains_every_declaration) {
  taken into;
  const auto sink = make_sink(into).describe();
  EXPECT_EQ(sink.name, "sink");
  ASSERT_EQ(sink.options.size(), 2U);
  EXPECT_EQ(sink.options[1].names, std::vector<std::string>{"--version"});
  ASSERT_EQ(sink.commands.size(), 1U);
  const auto& pour = sink.commands[0];
  EXPECT_EQ(pour.summary, "Pour something in");
  EXPECT_EQ(pour.examples, std::vector<std::string>{"sink pour water"});
  EXPECT_EQ(pour.notes, "It drains.\n\nSlowly.");
  ASSERT_EQ(pour.positionals.size(), 1U);
  EXPECT_TRUE(pour.positionals[0].is_required);
  EXPECT_EQ(pour.positionals[0].most_values, 2U);
  ASSERT_EQ(pour.options.size(), 7U);
  EXPECT_TRUE(pour.options[0].is_flag());  // --help
  EXPECT_TRUE(pour.options[1].is_flag());
  EXPECT_EQ(pour.options[1].names, (std::vector<std::string>{"-l", "--loud"}));
  EXPECT_EQ(pour.options[2].choices, (std::vector<std::string>{"grey", "red"}));
  EXPECT_EQ(pour.options[2].default_text, "grey");
  ASSERT_TRUE(pour.options[3].range);
  EXPECT_EQ(pour.options[3].range->most, 8);
  EXPECT_EQ(pour.options[3].default_text, "2");
  EXPECT_EQ(pour.options[4].metavar, "SIZE");
  EXPECT_EQ(pour.options[5].metavar, "FILE");
  EXPECT_EQ(pour.options[5].excludes, std::vector<std::string>{"--loud"});
  EXPECT_EQ(pour.options[6].most_values, 0U);
}

/// Help contains exactly the declared arguments.
void expect_help_of(const command_description& command, std::vector<std::string> path) {
  auto arguments = path;
  arguments.push_back("--help");
  const auto help = ask(arguments).out;
  expect_in(command.summary, help);
  for (const auto* list : {&command.positionals, &command.options})
    for (const auto& argument : *list) {
      expect_in("  " + names_in_one(argument), help);
      expect_in(argument.meaning, help);
    }
  for (const auto& one : command.commands) {
    auto below = path;
    below.push_back(one.name);
    expect_help_of(one, below);
  }
}

TEST(command_line, help_of_every_command_lists_all_its_arguments) {
  std::istringstream in;
  std::ostringstream out;
  console io{in, out, out, {}, {}};
  command_context context{io};
  expect_help_of(make_program(context).describe(), {});
}

TEST(command_line, help_of_every_command_that_uses_a_data_folder_names_it) {
  const std::vector<std::string> without{
      "wash", "normalize", "guess",         "formats", "robots",      "sitemap", "lifecycle", "cluster",
      "site", "washer",    "cluster-proxy", "manual",  "completions", "slice",   "records",   "reconcile"};
  std::istringstream in;
  std::ostringstream out;
  console io{in, out, out, {}, {}};
  command_context context{io};
  for (const auto& command : make_program(context).describe().commands) {
    const bool uses_it = std::ranges::find(without, command.name) == without.end();
    const auto help = ask({command.name, "--help"}).out;
    EXPECT_EQ(help.find("  --data DIR") != std::string::npos, uses_it) << help;
  }
}

}  // namespace
}  // namespace laundromat
