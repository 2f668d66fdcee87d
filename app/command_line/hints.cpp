// Compares words with the names in the command descriptions.
// SPDX-License-Identifier: Apache-2.0
#include "app/command_line/hints.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <ranges>
#include <span>

#include "app/terminal/terminal.hpp"
#include "core/base/edit_distance.hpp"

namespace laundromat {

namespace {

std::string in_ticks(std::string_view text) {
  return "`" + harmless(text) + "`";
}

std::vector<std::string> known_commands(const command_description& program) {
  std::vector<std::string> names;
  for (const auto& command : program.commands) names.push_back(command.name);
  return names;
}

/// The option names of a command and of its parent commands, the innermost last.
std::vector<std::string> known_options(std::span<const command_description* const> commands) {
  std::vector<std::string> names;
  for (const auto* command : std::views::reverse(commands))
    for (const auto& option : command->options)
      names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

std::string suggestion(std::string_view wrong, const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  return did_you_mean(wrong, views);
}

bool is_option(std::string_view word) {
  return word.size() > 1 && word.front() == '-';
}

/// `--limit` of `--limit=3`.
std::string name_in(const std::string& word) {
  return word.substr(0, word.find('='));
}

std::string wrong_command(const command_description& among, const std::string& word) {
  const auto near =
      word == "version" ? "; did you mean `--version`?" : suggestion(word, known_commands(among));
  return "unknown command " + in_ticks(word) +
         (near.empty() ? "; `" + among.name + " --help` lists the commands" : near);
}

/// Whether a word like `-lead.ttl` has one dash and is not an option.
bool may_be_file(const std::string& word) {
  std::error_code code;
  return is_option(word) && word.size() > 2 && word.find('=') == word.npos &&
         (std::filesystem::exists(word, code) || (word[1] != '-' && word.find('.') != word.npos));
}

std::string how_to_name_file(const std::string& word) {
  return in_ticks(word) + " is parsed as options: for a file of that name write " + in_ticks("./" + word) +
         " or " + in_ticks("-- " + word);
}

std::string wrong_option(std::span<const command_description* const> commands, const std::string& word) {
  if (may_be_file(word)) return how_to_name_file(word);
  const auto near = suggestion(name_in(word), known_options(commands));
  return "unknown option " + in_ticks(name_in(word)) + (near.empty() ? "; --help lists the options" : near);
}

/// The program's option that a word before the command names; null when there is none.
const argument_description* global_option(const command_description& program, const std::string& word) {
  for (const auto& option : program.options)
    if (std::ranges::find(option.names, name_in(word)) != option.names.end()) return &option;
  return nullptr;
}

/// The program and the commands that a line names, the innermost last.
std::vector<const command_description*> commands_of(const command_description& program,
                                                    const parsed_line& line) {
  std::vector named{&program};
  for (const auto& name : line.path)
    named.push_back(&*std::ranges::find(named.back()->commands, name, &command_description::name));
  return named;
}

}  // namespace

std::string hint_on(const command_description& program, const std::vector<std::string>& arguments) {
  std::size_t at = 0;
  for (; at < arguments.size() && is_option(arguments[at]); ++at) {
    const auto* option = global_option(program, arguments[at]);
    if (!option) return wrong_option(std::array{&program}, arguments[at]);
    if (!option->is_flag() && arguments[at].find('=') == std::string::npos) ++at;
  }
  if (at >= arguments.size()) return {};
  if (std::ranges::find(program.commands, arguments[at], &command_description::name) ==
      program.commands.end())
    return wrong_command(program, arguments[at]);
  for (++at; at < arguments.size() && arguments[at] != "--"; ++at) {
    std::error_code code;
    if (may_be_file(arguments[at]) && std::filesystem::is_regular_file(arguments[at], code))
      return how_to_name_file(arguments[at]);
  }
  return {};
}

std::string hint_on_left_over(const command_description& program, const parsed_line& line) {
  const auto named = commands_of(program, line);
  for (const auto& word : line.left_over) {
    if (is_option(word)) return wrong_option(named, word);
    if (!named.back()->commands.empty()) return wrong_command(*named.back(), word);
  }
  return {};
}

}  // namespace laundromat
