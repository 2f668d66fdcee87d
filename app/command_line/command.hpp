// How a command declares what it takes: names, meanings, checks, and where each value goes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <list>
#include <variant>

#include "app/command_line/description.hpp"

namespace laundromat {

/// The variable that a value is read into: a flag is a bool, what may stand several times a vector.
using argument_target =
    std::variant<bool*, std::string*, std::optional<std::string>*, std::filesystem::path*,
                 std::vector<std::string>*, std::uint16_t*, std::uint32_t*, std::uint64_t*, std::int32_t*,
                 std::int64_t*, std::optional<std::uint32_t>*, std::optional<std::uint64_t>*>;

/// What is wrong with a word, as a sentence; empty when nothing is.
using argument_check = std::function<std::string(const std::string&)>;

/// One argument. The functions refine its declaration and answer the argument itself.
class cli_argument {
 public:
  cli_argument(argument_description declared, argument_target into);

  cli_argument& required();
  /// What stands for the value in help, in place of `TEXT`, `UINT` or `INT`.
  cli_argument& metavar(std::string name);
  /// The value that the variable has now is the default, and help says so.
  cli_argument& shows_default();
  cli_argument& default_text(std::string text);
  cli_argument& range(std::int64_t least, std::int64_t most);
  cli_argument& one_of(std::vector<std::string> choices);
  /// Values that shells complete; the command itself says which it takes.
  cli_argument& proposes(std::vector<std::string> values);
  /// Bytes, with a unit if one likes: `10MiB`.
  cli_argument& is_size();
  cli_argument& check(argument_check check);
  /// Refuses the option `name` beside this one.
  cli_argument& excludes(std::string name);
  cli_argument& at_most(std::size_t values);

  [[nodiscard]] const argument_description& description() const { return description_; }
  [[nodiscard]] const argument_target& target() const { return target_; }
  [[nodiscard]] const std::vector<argument_check>& checks() const { return checks_; }
  [[nodiscard]] bool takes_size() const { return takes_size_; }

 private:
  argument_description description_;
  argument_target target_;
  std::vector<argument_check> checks_;
  bool takes_size_ = false;
};

/// A command with its arguments and the commands below it. What it answers by reference stays where it is.
class cli_command {
 public:
  cli_command(std::string name, std::string summary);

  /// `names`: `--limit`, or `-o,--output`. `into` outlives the parsing.
  template <typename T>
  cli_argument& option(const std::string& names, T& into, std::string meaning) {
    return add_argument(names, &into, std::move(meaning));
  }
  cli_argument& flag(const std::string& names, bool& into, std::string meaning) {
    return add_argument(names, &into, std::move(meaning));
  }
  template <typename T>
  cli_argument& positional(std::string name, T& into, std::string meaning) {
    return add_positional(std::move(name), &into, std::move(meaning));
  }
  cli_command& add_command(std::string name, std::string summary);

  void examples(std::initializer_list<std::string> lines);
  void notes(std::string paragraphs);
  /// Keeps the command out of help.
  void hide();
  /// What `--version` prints.
  void version(std::string text);
  /// What is done when the command line names this command and is right.
  void action(std::function<void()> action);

  /// The whole of it, with what the parser adds: `--help` everywhere, `--version` where there is a text.
  [[nodiscard]] command_description describe() const;

  [[nodiscard]] const command_description& own() const { return own_; }  ///< without arguments and commands
  [[nodiscard]] const std::list<cli_argument>& options() const { return options_; }
  [[nodiscard]] const std::list<cli_argument>& positionals() const { return positionals_; }
  [[nodiscard]] const std::list<cli_command>& commands() const { return commands_; }
  [[nodiscard]] const std::string& version_text() const { return version_; }
  [[nodiscard]] const std::function<void()>& action() const { return action_; }

 private:
  cli_argument& add_argument(const std::string& names, argument_target into, std::string meaning);
  cli_argument& add_positional(std::string name, argument_target into, std::string meaning);

  command_description own_;
  std::list<cli_argument> options_, positionals_;
  std::list<cli_command> commands_;
  std::string version_;
  std::function<void()> action_;
};

/// The flags that the parser adds.
[[nodiscard]] argument_description help_flag();
[[nodiscard]] argument_description version_flag();

/// `-o,--output`
[[nodiscard]] std::string names_in_one(const argument_description& argument);

}  // namespace laundromat
