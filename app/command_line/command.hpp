// Declares the arguments of a command: names, meanings, checks, and the variables that receive the values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <list>
#include <variant>

#include "app/command_line/command_description.hpp"

namespace laundromat {

/// The variable that a value is read into: a bool for a flag, a vector for a repeatable argument.
using argument_target =
    std::variant<bool*, std::string*, std::optional<std::string>*, std::filesystem::path*,
                 std::vector<std::string>*, std::uint16_t*, std::uint32_t*, std::uint64_t*, std::int32_t*,
                 std::int64_t*, std::optional<std::uint32_t>*, std::optional<std::uint64_t>*>;

/// Returns the problem of a word as a sentence; empty when there is none.
using argument_check = std::function<std::string(const std::string&)>;

/// One argument. The functions refine its declaration and return the argument itself.
class cli_argument {
 public:
  cli_argument(argument_description declared, argument_target into);

  cli_argument& required();
  /// The placeholder of the value in help, instead of `TEXT`, `UINT` or `INT`.
  cli_argument& metavar(std::string name);
  /// Shows the present value of the variable as the default in help.
  cli_argument& shows_default();
  cli_argument& default_text(std::string text);
  cli_argument& range(std::int64_t least, std::int64_t most);
  cli_argument& one_of(std::vector<std::string> choices);
  /// Values for shell completion; the command itself checks the value.
  cli_argument& proposes(std::vector<std::string> values);
  /// A number of bytes with an optional unit: `10MiB`.
  cli_argument& is_size();
  cli_argument& check(argument_check check);
  /// Refuses the option `name` together with this one.
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

/// A command with its arguments and subcommands. The references that it returns stay valid.
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
  /// Hides the command in help.
  void hide();
  /// The text that `--version` prints.
  void version(std::string text);
  /// The action to run when a valid command line names this command.
  void action(std::function<void()> action);

  /// The complete description, with the flags of the parser: `--help`, and `--version` where a version text is set.
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
