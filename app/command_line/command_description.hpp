// The description of a command line as plain data, from which help, man pages, completions and documents are generated.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

/// The least and the greatest value of an option.
struct value_range {
  std::int64_t least = 0, most = 0;
};

/// An option, a flag or a positional argument of a command.
struct argument_description {
  std::vector<std::string> names;  ///< `-o`, `--output`; for a positional argument its name, `RECORD`
  std::string metavar;             ///< placeholder of the value: `DIR`; empty for a flag
  std::string meaning;
  std::string default_text;          ///< the value without the option; empty: not shown
  std::vector<std::string> choices;  ///< the allowed values; empty: any
  std::vector<std::string>
      proposals;  ///< values for shell completion where the command itself checks the value
  std::optional<value_range> range;   ///< allowed range of a number; nothing: any
  std::vector<std::string> excludes;  ///< options that exclude this one
  std::size_t most_values = 1;        ///< 0: any number, by repeating the option
  bool is_required = false;

  [[nodiscard]] bool is_flag() const { return metavar.empty(); }
};

/// A command with its arguments, or the program with its commands.
struct command_description {
  std::string name, summary;
  std::vector<std::string> examples;  ///< complete command lines
  /// Paragraphs after the examples, separated by empty lines. A line that begins with a space belongs to a table and is not wrapped.
  std::string notes;
  bool is_listed = true;  ///< false for commands that only the engine starts
  std::vector<argument_description> positionals, options;
  std::vector<command_description> commands;
};

/// The words in one text, with `between` from one to the next.
inline std::string joined(const std::vector<std::string>& words, std::string_view between = " ") {
  std::string out;
  for (const auto& word : words) out.append(out.empty() ? "" : between).append(word);
  return out;
}

}  // namespace laundromat
