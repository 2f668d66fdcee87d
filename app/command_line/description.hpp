// What a command line offers, as plain data: help, man pages, completions and documentation are written from it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

/// The least and the greatest number that an option takes.
struct value_range {
  std::int64_t least = 0, most = 0;
};

/// An option, a flag or a positional argument of a command.
struct argument_description {
  std::vector<std::string> names;  ///< `-o`, `--output`; of a positional argument only its name, `RECORD`
  std::string metavar;             ///< what stands for the value: `DIR`; empty for a flag
  std::string meaning;
  std::string default_text;            ///< the value without the option; empty where there is none to tell
  std::vector<std::string> choices;    ///< the only values that are taken; empty: any
  std::vector<std::string> proposals;  ///< what a shell may propose where the command itself checks the value
  std::optional<value_range> range;    ///< of a number; nothing: any
  std::vector<std::string> excludes;   ///< names of options that may not stand beside this one
  std::size_t most_values = 1;         ///< 0: any number, by repeating the option
  bool is_required = false;

  [[nodiscard]] bool is_flag() const { return metavar.empty(); }
};

/// A command with what it takes, or the program itself with its commands.
struct command_description {
  std::string name, summary;
  std::vector<std::string> examples;  ///< whole lines, as they are typed
  /// Paragraphs after the examples, with an empty line between two. A line that begins with a space is of a table: it is not wrapped.
  std::string notes;
  bool is_listed = true;  ///< false for what only the engine starts
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
