// Words are compared with the names that the parser knows; nothing is listed twice.
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/command_hints.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "app/commands/edit_distance.hpp"
#include "app/terminal/terminal.hpp"

namespace laundromat {

namespace {

std::string in_ticks(std::string_view text) {
  return "`" + harmless(text) + "`";
}

std::vector<std::string> names_of_commands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

/// `--limit`, `-o`, of a command and of what stands around it.
std::vector<std::string> names_of_options(const CLI::App* command) {
  std::vector<std::string> names;
  for (; command; command = command->get_parent())
    for (const auto* option : command->get_options()) {
      for (const auto& name : option->get_lnames()) names.push_back("--" + name);
      for (const auto& name : option->get_snames()) names.push_back("-" + name);
    }
  return names;
}

std::string nearest(std::string_view wrong, const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  return nearest_key(wrong, views);
}

bool is_option(std::string_view word) {
  return word.size() > 1 && word.front() == '-';
}

/// `--limit` of `--limit=3`.
std::string name_in(const std::string& word) {
  return word.substr(0, word.find('='));
}

std::string wrong_command(const CLI::App& app, const std::string& word) {
  return "unknown command " + in_ticks(word) + "; did you mean " +
         in_ticks(nearest(word, names_of_commands(app))) + "?";
}

/// `-lead.ttl`: one dash before more than an option.
bool may_be_file(const std::string& word) {
  std::error_code code;
  return is_option(word) && word.size() > 2 && word.find('=') == word.npos &&
         (std::filesystem::exists(word, code) || (word[1] != '-' && word.find('.') != word.npos));
}

std::string how_to_name_file(const std::string& word) {
  return in_ticks(word) + " is read as options: for a file of that name write " + in_ticks("./" + word) +
         " or " + in_ticks("-- " + word);
}

std::string wrong_option(const CLI::App* command, const std::string& word) {
  if (may_be_file(word)) return how_to_name_file(word);
  return "unknown option " + in_ticks(name_in(word)) + "; did you mean " +
         in_ticks(nearest(name_in(word), names_of_options(command))) + "?";
}

/// The option of `app` that a word before the command is; null when there is none.
const CLI::Option* global_option(const CLI::App& app, const std::string& word) {
  return app.get_option_no_throw(name_in(word));
}

const CLI::App* innermost(const CLI::App& app) {
  const auto* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return command;
}

}  // namespace

std::string hint_on(const CLI::App& app, const std::vector<std::string>& arguments) {
  std::size_t at = 0;
  for (; at < arguments.size() && is_option(arguments[at]); ++at) {
    const auto* option = global_option(app, arguments[at]);
    if (!option) return wrong_option(&app, arguments[at]);
    if (option->get_items_expected_max() > 0 && arguments[at].find('=') == std::string::npos) ++at;
  }
  if (at >= arguments.size()) return {};
  const auto names = names_of_commands(app);
  if (std::ranges::find(names, arguments[at]) == names.end()) return wrong_command(app, arguments[at]);
  for (++at; at < arguments.size() && arguments[at] != "--"; ++at) {
    std::error_code code;
    if (may_be_file(arguments[at]) && std::filesystem::is_regular_file(arguments[at], code))
      return how_to_name_file(arguments[at]);
  }
  return {};
}

std::string hint_on_rest(const CLI::App& app) {
  const auto* command = innermost(app);
  for (const auto& word : app.remaining(true)) {
    if (is_option(word)) return wrong_option(command, word);
    if (!command->get_subcommands({}).empty()) return wrong_command(*command, word);
  }
  return {};
}

}  // namespace laundromat
