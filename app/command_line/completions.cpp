// Writes completion scripts for bash, zsh and fish.
// SPDX-License-Identifier: Apache-2.0
#include "app/command_line/completions.hpp"

#include <algorithm>
#include <functional>
#include <string_view>
#include <vector>

namespace laundromat {
namespace {

/// The kind of a value that a shell can complete.
enum class value_kind { none, text, choice, folder, campaign, file };

const std::vector<std::string>& choices_of(const argument_description& argument) {
  return argument.choices.empty() ? argument.proposals : argument.choices;
}

value_kind kind_of(const argument_description& argument) {
  if (!choices_of(argument).empty()) return value_kind::choice;
  const bool is_option = argument.names[0].starts_with('-');
  if (is_option && argument.is_flag()) return value_kind::none;
  const auto& word = is_option ? argument.metavar : argument.names[0];
  const auto is_one_of = [&](std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
  };
  if (is_one_of({"DIR", "FOLDER"})) return value_kind::folder;
  if (is_one_of({"CAMPAIGN"})) return value_kind::campaign;
  if (is_one_of({"FILE", "INPUT", "DOCUMENT", "LEDGER"})) return value_kind::file;
  return value_kind::text;
}

/// Calls `visit` with `path`, such as `cluster init`, and its command; the program has an empty path. Hidden commands are left out.
void visit_commands(const command_description& command, const std::string& path,
                    const std::function<void(const std::string&, const command_description&)>& visit) {
  visit(path, command);
  for (const auto& below : command.commands)
    if (below.is_listed) visit_commands(below, path.empty() ? below.name : path + ' ' + below.name, visit);
}

std::vector<std::string> names_of_commands(const command_description& command) {
  std::vector<std::string> names;
  for (const auto& below : command.commands)
    if (below.is_listed) names.push_back(below.name);
  return names;
}

std::vector<std::string> names_of_options(const command_description& command) {
  std::vector<std::string> names;
  for (const auto& option : command.options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

/// `'path:--name'` of each name, the key with which scripts look an option up.
std::vector<std::string> keys_of(const std::string& path, const argument_description& option) {
  std::vector<std::string> keys;
  for (const auto& name : option.names) keys.push_back('\'' + path + ':' + name + '\'');
  return keys;
}

/// `'path:--name'` of every option that takes a value.
std::vector<std::string> keys_with_value(const command_description& program) {
  std::vector<std::string> keys;
  visit_commands(program, {}, [&](const auto& path, const auto& command) {
    for (const auto& option : command.options)
      if (!option.is_flag())
        for (auto& key : keys_of(path, option)) keys.push_back(std::move(key));
  });
  return keys;
}

std::string proposal_in_bash(const argument_description& argument) {
  switch (kind_of(argument)) {
    case value_kind::choice:
      return "_laundromat_words '" + joined(choices_of(argument)) + '\'';
    case value_kind::folder:
      return "_laundromat_files -d";
    case value_kind::campaign:
      return "_laundromat_files -f -X '!*.yaml'";
    case value_kind::file:
      return "_laundromat_files -f";
    default:
      return ":";
  }
}

/// A text within single quotes.
std::string quoted(std::string_view text, std::string_view quote) {
  std::string out = "'";
  for (const char c : text) out.append(c == '\'' ? quote : std::string_view{&c, 1});
  return out + '\'';
}

/// A description within an _arguments or _describe specification.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string proposal_in_zsh(const argument_description& argument, const std::string& label) {
  auto head = ':' + zsh_text(label) + ':';
  switch (kind_of(argument)) {
    case value_kind::none:
      return {};
    case value_kind::choice:
      return head + '(' + joined(choices_of(argument)) + ')';
    case value_kind::folder:
      return head + "_files -/";
    case value_kind::campaign:
      return head + "_files -g \"*.yaml\"";
    case value_kind::file:
      return head + "_files";
    default:
      return head;
  }
}

std::string zsh_function(std::string path) {
  std::ranges::replace(path, ' ', '_');
  std::ranges::replace(path, '-', '_');
  return path.empty() ? "_laundromat" : "_laundromat_" + path;
}

std::string zsh_arguments(const command_description& command) {
  std::string out;
  const auto add = [&](const std::string& spec) { out += " \\\n    " + quoted(spec, "'\\''"); };
  for (const auto& option : command.options)
    for (const auto& name : option.names) {
      const bool is_long_with_value = !option.is_flag() && name.starts_with("--");
      auto others = option.excludes;
      if (option.most_values != 0) others.insert(others.end(), option.names.begin(), option.names.end());
      add((option.most_values == 0 ? "*" : "") + (others.empty() ? "" : '(' + joined(others) + ')') + name +
          (is_long_with_value ? "=" : "") + '[' + zsh_text(option.meaning) + ']' +
          proposal_in_zsh(option, option.metavar));
    }
  for (const auto& one : command.positionals)
    add((one.most_values == 0 ? "*" : one.is_required ? "" : ":") + proposal_in_zsh(one, one.names[0]));
  return out;
}

std::string proposal_in_fish(const argument_description& argument) {
  switch (kind_of(argument)) {
    case value_kind::none:
      return {};
    case value_kind::choice:
      return " -x -a " + quoted(joined(choices_of(argument)), "\\'");
    case value_kind::folder:
      return " -x -a '(__fish_complete_directories)'";
    case value_kind::campaign:
      return " -x -k -a '(__fish_complete_suffix .yaml)'";
    case value_kind::file:
      return " -r -F";
    default:
      return " -x";
  }
}

/// A name as options of fish's `complete`: `-s o`, `-l output`.
std::string fish_name(std::string_view name) {
  return name.starts_with("--") ? " -l " + std::string(name.substr(2)) : " -s " + std::string(name.substr(1));
}

constexpr std::string_view bash_head =
    R"(# Completions of laundromat for bash. Written by: laundromat completions bash
_laundromat_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }
_laundromat_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(
    compgen "$@" -- "$word"
    if [[ " $* " == *' -X '* ]]; then compgen -d -- "$word"; fi
  )
}
_laundromat() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} path= i
  COMPREPLY=()
  # `--option=value` is three words to bash.
  if [[ $word == = ]]; then word=; elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$path:${COMP_WORDS[i]}" in
)";

}  // namespace

std::string bash_completions(const command_description& program) {
  std::string out{bash_head};
  out += "      " + joined(keys_with_value(program), " | ") +
         ")\n        ((++i))\n        if [[ ${COMP_WORDS[i]} == = ]]; then ((++i)); fi\n        ;;\n";
  visit_commands(program, {}, [&](const auto& path, const auto& command) {
    for (const auto& name : names_of_commands(command))
      out +=
          "      '" + path + ':' + name + "') path='" + (path.empty() ? name : path + ' ' + name) + "' ;;\n";
  });
  out += "    esac\n  done\n  case \"$path:$before\" in\n";
  visit_commands(program, {}, [&](const auto& path, const auto& command) {
    for (const auto& option : command.options)
      if (!option.is_flag())
        out +=
            "    " + joined(keys_of(path, option), " | ") + ") " + proposal_in_bash(option) + "; return ;;\n";
  });
  out += "  esac\n  case \"$path:$word\" in\n";
  visit_commands(program, {}, [&](const auto& path, const auto& command) {
    out += "    '" + path + ":-'*) _laundromat_words '" + joined(names_of_options(command)) + "' ;;\n";
    const auto names = names_of_commands(command);
    if (!names.empty())
      out += "    '" + path + ":'*) _laundromat_words '" + joined(names) + "' ;;\n";
    else if (!command.positionals.empty())
      out += "    '" + path + ":'*) " + proposal_in_bash(command.positionals.back()) + " ;;\n";
  });
  return out + "  esac\n}\ncomplete -F _laundromat laundromat\n";
}

std::string zsh_completions(const command_description& program) {
  std::string out =
      "#compdef laundromat\n# Completions of laundromat for zsh. Written by: laundromat completions zsh\n";
  visit_commands(program, {}, [&](const auto& path, const auto& command) {
    out += zsh_function(path) + "() {\n";
    if (command.commands.empty()) {
      out += "  _arguments -s" + zsh_arguments(command) + "\n}\n";
      return;
    }
    out +=
        "  local curcontext=$curcontext state line\n  local -a commands\n  typeset -A opt_args\n  _arguments "
        "-C -s" +
        zsh_arguments(command) + " \\\n    '1:command:->commands' \\\n    '*::argument:->arguments'\n";
    out += "  case $state in\n    commands)\n      commands=(\n";
    for (const auto& below : command.commands)
      if (below.is_listed)
        out += "        " + quoted(below.name + ':' + zsh_text(below.summary), "'\\''") + '\n';
    out += "      )\n      _describe command commands\n      ;;\n    arguments)\n      case $words[1] in\n";
    for (const auto& below : command.commands)
      if (below.is_listed)
        out += "        " + below.name + ") " +
               zsh_function(path.empty() ? below.name : path + ' ' + below.name) + " ;;\n";
    out += "      esac\n      ;;\n  esac\n}\n";
  });
  return out +
         "if [[ $funcstack[1] == _laundromat ]]; then _laundromat \"$@\"; else compdef _laundromat "
         "laundromat; fi\n";
}

std::string fish_completions(const command_description& program) {
  std::string out =
      "# Completions of laundromat for fish. Written by: laundromat completions fish\n"
      "# Whether the words before the cursor lead to the command that is named.\n"
      "function __laundromat_is_at\n  set -l path\n  set -l skips 0\n  for word in (commandline -opc)[2..]\n"
      "    if test $skips = 1\n      set skips 0\n      continue\n    end\n    switch \"$path:$word\"\n      "
      "case " +
      joined(keys_with_value(program)) + "\n        set skips 1\n";
  visit_commands(program, {}, [&](const auto& path, const auto& command) {
    for (const auto& name : names_of_commands(command))
      out += "      case '" + path + ':' + name + "'\n        set path '" +
             (path.empty() ? name : path + ' ' + name) + "'\n";
  });
  out += "    end\n  end\n  test \"$path\" = \"$argv\"\nend\ncomplete -c laundromat -f\n";
  visit_commands(program, {}, [&](const auto& path, const auto& command) {
    const auto here = "complete -c laundromat -n '__laundromat_is_at " + path + "'";
    for (const auto& below : command.commands)
      if (below.is_listed) out += here + " -a " + below.name + " -d " + quoted(below.summary, "\\'") + '\n';
    for (const auto& option : command.options) {
      out += here;
      for (const auto& name : option.names) out += fish_name(name);
      out += proposal_in_fish(option) + " -d " + quoted(option.meaning, "\\'") + '\n';
    }
    if (command.commands.empty() && !command.positionals.empty()) {
      const auto& last = command.positionals.back();
      if (kind_of(last) == value_kind::file)
        out += here + " -F\n";
      else if (kind_of(last) != value_kind::text)
        out += here + proposal_in_fish(last) + '\n';
    }
  });
  return out;
}

}  // namespace laundromat
