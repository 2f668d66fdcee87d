// Writes descriptions in the man(7) language, with standard macros only.
// SPDX-License-Identifier: Apache-2.0
#include "app/command_line/manual.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <sstream>

namespace laundromat {
namespace {

/// The first character of `text` and its length in bytes. Descriptions are valid UTF-8.
std::pair<char32_t, std::size_t> first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t c = size == 1 ? lead : lead & (0x7Fu >> size);
  for (std::size_t i = 1; i < size && i < text.size(); ++i)
    c = c << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
  return {c, size};
}

/// Escapes text so that every character, including `-` and quotes, is printed literally, and no line begins a request.
std::string plain(std::string_view text) {
  std::string out;
  for (auto rest = text; !rest.empty();) {
    const auto [c, size] = first_character(rest);
    rest.remove_prefix(std::min(size, rest.size()));
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '~':
        out += "\\(ti";
        break;
      case '^':
        out += "\\(ha";
        break;
      default:
        if (c < 0x80) {
          out += static_cast<char>(c);
        } else {
          char name[16];
          std::snprintf(name, sizeof name, "\\[u%04X]", static_cast<unsigned>(c));
          out += name;
        }
    }
  }
  return out.starts_with('.') ? "\\&" + out : out;
}

std::string bold(std::string_view text) {
  return "\\fB" + plain(text) + "\\fR";
}

std::string italic(std::string_view text) {
  return "\\fI" + plain(text) + "\\fR";
}

std::string in_capitals(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

/// The allowed values, printed after the meaning.
std::string terms_of(const argument_description& argument, bool is_option) {
  std::vector<std::string> terms;
  if (is_option && argument.is_required) terms.emplace_back("required");
  if (!argument.choices.empty()) terms.push_back("one of " + joined(argument.choices, ", "));
  if (argument.range)
    terms.push_back("from " + std::to_string(argument.range->least) + " to " +
                    std::to_string(argument.range->most));
  if (!argument.default_text.empty()) terms.push_back("default: " + argument.default_text);
  if (is_option && argument.most_values == 0) terms.emplace_back("may be repeated");
  if (!argument.excludes.empty()) terms.push_back("not with " + joined(argument.excludes, ", "));
  return terms.empty() ? std::string{} : " (" + joined(terms, "; ") + ')';
}

class page_writer {
 public:
  void request(std::string_view line) { out_ << line << '\n'; }
  void line(std::string_view text) { out_ << text << '\n'; }
  void section(std::string_view title) { out_ << ".SH " << title << '\n'; }
  void item(std::string_view term, std::string_view meaning) {
    out_ << ".TP\n" << term << '\n' << plain(meaning) << '\n';
  }
  void block(const std::vector<std::string>& lines) {
    out_ << ".nf\n";
    for (const auto& one : lines) out_ << plain(one) << '\n';
    out_ << ".fi\n";
  }

  void synopsis(const std::string& words, const command_description& command) {
    out_ << bold(words);
    if (!command.options.empty()) out_ << " [" << italic("OPTION") << "]...";
    for (const auto& one : command.positionals) {
      const auto many = one.most_values == 0 ? "..." : "";
      out_ << ' ' << (one.is_required ? "" : "[") << italic(one.names[0]) << many
           << (one.is_required ? "" : "]");
    }
    if (!command.commands.empty()) out_ << ' ' << italic("COMMAND") << " ...";
    out_ << '\n';
  }

  void arguments(const command_description& command) {
    for (const auto& one : command.positionals)
      item(italic(one.names[0]), one.meaning + terms_of(one, false));
    for (const auto& one : command.options) {
      std::vector<std::string> names;
      for (const auto& name : one.names)
        names.push_back(bold(name) + (one.is_flag() ? std::string{} : ' ' + italic(one.metavar)));
      item(joined(names, ", "), one.meaning + terms_of(one, true));
    }
  }

  /// Writes paragraphs; lines that begin with a space form a table.
  void notes(const std::string& text) {
    std::istringstream lines{text};
    std::vector<std::string> table;
    const auto end_table = [&] {
      if (!table.empty()) block(table);
      table.clear();
    };
    for (std::string one; std::getline(lines, one);) {
      if (one.starts_with(' ')) {
        table.push_back(one);
        continue;
      }
      end_table();
      out_ << (one.empty() ? ".PP" : plain(one)) << '\n';
    }
    end_table();
  }

  [[nodiscard]] std::string text() const { return out_.str(); }

 private:
  std::ostringstream out_;
};

/// Writes the parts of a command: as sections for the command of the page, as subsections for a subcommand.
void write_examples(page_writer& out, const command_description& command) {
  if (command.examples.empty()) return;
  out.section("EXAMPLES");
  out.block(command.examples);
}

void write_commands_below(page_writer& out, const std::string& words, const command_description& command) {
  out.section("COMMANDS");
  for (const auto& below : command.commands) {
    if (!below.is_listed) continue;
    out.request(".SS " + plain(below.name));
    out.line(plain(below.summary + '.'));
    out.request(".PP");
    out.synopsis(words + ' ' + below.name, below);
    out.arguments(below);
    if (!below.examples.empty()) {
      out.request(".PP");
      out.block(below.examples);
    }
    if (!below.notes.empty()) out.request(".PP");
    out.notes(below.notes);
  }
}

void write_list_of_commands(page_writer& out, const command_description& program) {
  out.section("COMMANDS");
  for (const auto& one : program.commands)
    if (one.is_listed) out.item(bold(program.name + '-' + one.name) + "(1)", one.summary);
}

manual_page write_page(const command_description& program, const command_description* command,
                       const release_facts& release) {
  const auto& shown = command ? *command : program;
  const auto name = command ? program.name + '-' + command->name : program.name;
  const auto words = command ? program.name + ' ' + command->name : program.name;
  page_writer out;
  out.request(".TH " + plain(in_capitals(name)) + " 1 " + release.date + " \"" + program.name + ' ' +
              release.version + "\" \"LOD Laundromat\"");
  out.section("NAME");
  auto summary = shown.summary;
  while (summary.ends_with('.')) summary.pop_back();
  out.line(plain(name) + " \\- " + plain(summary));
  out.section("SYNOPSIS");
  out.synopsis(words, shown);
  out.section("OPTIONS");
  out.arguments(shown);
  if (!command)
    write_list_of_commands(out, program);
  else if (!command->commands.empty())
    write_commands_below(out, words, *command);
  write_examples(out, shown);
  if (!shown.notes.empty()) out.section("NOTES");
  out.notes(shown.notes);
  if (command) {
    out.section("SEE ALSO");
    out.line(bold(program.name) + "(1), which lists the exit codes and the other commands");
  }
  return {name + ".1", out.text()};
}

}  // namespace

std::vector<manual_page> manual_of(const command_description& program, const release_facts& release) {
  std::vector<manual_page> pages{write_page(program, nullptr, release)};
  for (const auto& command : program.commands)
    if (command.is_listed) pages.push_back(write_page(program, &command, release));
  return pages;
}

}  // namespace laundromat
