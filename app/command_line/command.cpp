// Builds the descriptions of commands and arguments.
// SPDX-License-Identifier: Apache-2.0
#include "app/command_line/command.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace laundromat {
namespace {

template <typename T>
struct without_optional {
  using type = T;
};
template <typename T>
struct without_optional<std::optional<T>> {
  using type = T;
};

std::string metavar_of(const argument_target& target) {
  return std::visit(
      [](auto* into) -> std::string {
        using value = typename without_optional<std::remove_pointer_t<decltype(into)>>::type;
        if constexpr (std::is_same_v<value, bool>) return "";
        if constexpr (std::is_unsigned_v<value>) return "UINT";
        if constexpr (std::is_integral_v<value>) return "INT";
        return "TEXT";
      },
      target);
}

std::string text_of(const argument_target& target) {
  return std::visit(
      [](auto* into) -> std::string {
        using value = std::remove_pointer_t<decltype(into)>;
        if constexpr (std::is_same_v<value, std::string>) return *into;
        if constexpr (std::is_same_v<value, std::filesystem::path>) return into->string();
        if constexpr (std::is_integral_v<value>) return std::to_string(*into);
        return "";
      },
      target);
}

/// Splits `-o,--output`.
std::vector<std::string> split_names(const std::string& names) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= names.size();) {
    const auto end = std::min(names.find(',', from), names.size());
    parts.push_back(names.substr(from, end - from));
    from = end + 1;
  }
  return parts;
}

cli_argument make_argument(std::vector<std::string> names, const argument_target& into, std::string meaning) {
  argument_description declared;
  declared.names = std::move(names);
  declared.metavar = metavar_of(into);
  declared.meaning = std::move(meaning);
  if (std::holds_alternative<std::vector<std::string>*>(into)) declared.most_values = 0;
  return {std::move(declared), into};
}

}  // namespace

cli_argument::cli_argument(argument_description declared, argument_target into)
    : description_(std::move(declared)), target_(into) {}

cli_argument& cli_argument::required() {
  description_.is_required = true;
  return *this;
}

cli_argument& cli_argument::metavar(std::string name) {
  description_.metavar = std::move(name);
  return *this;
}

cli_argument& cli_argument::shows_default() {
  return default_text(text_of(target_));
}

cli_argument& cli_argument::default_text(std::string text) {
  description_.default_text = std::move(text);
  return *this;
}

cli_argument& cli_argument::range(std::int64_t least, std::int64_t most) {
  description_.range = value_range{least, most};
  return *this;
}

cli_argument& cli_argument::one_of(std::vector<std::string> choices) {
  description_.choices = std::move(choices);
  return *this;
}

cli_argument& cli_argument::proposes(std::vector<std::string> values) {
  description_.proposals = std::move(values);
  return *this;
}

cli_argument& cli_argument::is_size() {
  takes_size_ = true;
  description_.metavar = "SIZE";
  return *this;
}

cli_argument& cli_argument::check(argument_check check) {
  checks_.push_back(std::move(check));
  return *this;
}

cli_argument& cli_argument::excludes(std::string name) {
  description_.excludes.push_back(std::move(name));
  return *this;
}

cli_argument& cli_argument::at_most(std::size_t values) {
  description_.most_values = values;
  return *this;
}

cli_command::cli_command(std::string name, std::string summary) {
  own_.name = std::move(name);
  own_.summary = std::move(summary);
}

cli_command& cli_command::add_command(std::string name, std::string summary) {
  return commands_.emplace_back(std::move(name), std::move(summary));
}

cli_argument& cli_command::add_argument(const std::string& names, argument_target into, std::string meaning) {
  return options_.emplace_back(make_argument(split_names(names), into, std::move(meaning)));
}

cli_argument& cli_command::add_positional(std::string name, argument_target into, std::string meaning) {
  return positionals_.emplace_back(make_argument({std::move(name)}, into, std::move(meaning)));
}

void cli_command::examples(std::initializer_list<std::string> lines) {
  own_.examples = lines;
}

void cli_command::notes(std::string paragraphs) {
  own_.notes = std::move(paragraphs);
}

void cli_command::hide() {
  own_.is_listed = false;
}

void cli_command::version(std::string text) {
  version_ = std::move(text);
}

void cli_command::action(std::function<void()> action) {
  action_ = std::move(action);
}

command_description cli_command::describe() const {
  auto whole = own_;
  whole.options.push_back(help_flag());
  if (!version_.empty()) whole.options.push_back(version_flag());
  for (const auto& one : options_) whole.options.push_back(one.description());
  for (const auto& one : positionals_) whole.positionals.push_back(one.description());
  for (const auto& one : commands_) whole.commands.push_back(one.describe());
  return whole;
}

argument_description help_flag() {
  argument_description flag;
  flag.names = {"-h", "--help"};
  flag.meaning = "Print this help message and exit";
  return flag;
}

argument_description version_flag() {
  argument_description flag;
  flag.names = {"--version"};
  flag.meaning = "Print version, build, commit and libraries; with --json for machines";
  return flag;
}

std::string names_in_one(const argument_description& argument) {
  std::string all;
  for (const auto& name : argument.names) all.append(all.empty() ? "" : ",").append(name);
  return all;
}

}  // namespace laundromat
