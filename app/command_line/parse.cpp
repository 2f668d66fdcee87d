// The only file that includes CLI11, whose headers take seconds to compile.
// SPDX-License-Identifier: Apache-2.0
#include "app/command_line/parse.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <iterator>
#include <sstream>
#include <type_traits>

#include "app/terminal/terminal.hpp"

namespace laundromat {
namespace {

template <typename T>
constexpr bool is_number = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <typename T>
constexpr bool is_number<std::optional<T>> = is_number<T>;

template <typename T>
bool read_word(const std::string& word, T& into) {
  if constexpr (is_number<T>) {
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), into);
    return error == std::errc{} && end == word.data() + word.size();
  } else {
    into = word;
    return true;
  }
}
template <typename T>
bool read_word(const std::string& word, std::optional<T>& into) {
  return read_word(word, into.emplace());
}
bool read_word(const std::string&, bool& into) {
  return into = true;
}
bool read_word(const std::string& word, std::vector<std::string>& into) {
  into.push_back(word);
  return true;
}

bool store(const std::vector<std::string>& words, const cli_argument& from) {
  const auto& facts = from.description();
  if (facts.most_values > 0 && words.size() > facts.most_values)
    throw CLI::ArgumentMismatch::AtMost(facts.names.front(), static_cast<int>(facts.most_values),
                                        words.size());
  return std::visit(
      [&](auto* into) {
        return std::ranges::all_of(words, [&](const std::string& word) { return read_word(word, *into); });
      },
      from.target());
}

std::string not_a_number(const std::string& word, const argument_target& target) {
  return std::visit(
      [&](auto* into) -> std::string {
        using value = std::remove_pointer_t<decltype(into)>;
        if constexpr (is_number<value>) {
          value read{};
          if (!read_word(word, read))
            return "`" + word + "` is not a number in the allowed range: write digits";
        }
        return "";
      },
      target);
}

/// Digits and an optional unit.
std::string not_a_size(const std::string& word) {
  const auto digits = std::min(word.size(), word.find_first_not_of("0123456789"));
  const auto unit = std::string_view{word}.substr(digits);
  constexpr std::string_view prefixes = "kmgtpe";
  std::string small;
  for (const char c : unit) small.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c);
  const bool has_prefix = !small.empty() && prefixes.find(small.front()) != std::string_view::npos;
  const auto rest = std::string_view{small}.substr(has_prefix ? 1 : 0);
  const bool is_unit = rest.empty() || rest == "b" || (has_prefix && (rest == "i" || rest == "ib"));
  return digits > 0 && digits < 19 && is_unit
             ? ""
             : "`" + word + "` is not a size: write a number of bytes, as 10485760, or 10KiB, 10MiB, 10GiB";
}

CLI::Validator in_range(const value_range& range) {
  const auto least = std::to_string(range.least), most = std::to_string(range.most);
  return {[range, least, most](const std::string& word) -> std::string {
            std::int64_t value = 0;
            const bool fits = read_word(word, value) && value >= range.least && value <= range.most;
            return fits ? "" : "`" + word + "` is out of range: write a number from " + least + " to " + most;
          },
          ""};
}

CLI::Validator one_of(const std::vector<std::string>& choices) {
  std::string all;
  for (const auto& choice : choices) all.append(all.empty() ? "" : ",").append(choice);
  return {[choices, all](const std::string& word) -> std::string {
            return std::ranges::find(choices, word) == choices.end() ? word + " not in {" + all + "}" : "";
          },
          "{" + all + "}"};
}

void add_checks(CLI::Option& option, const cli_argument& from) {
  const auto& facts = from.description();
  if (from.takes_size()) {
    // Units are those of IEC 80000-13, and kB, MB and so on with powers of 1000.
    option.transform(CLI::AsSizeValue{true}.description(""));
    option.transform(CLI::Validator{[](const std::string& word) { return not_a_size(word); }, ""});
  } else {
    option.check([target = from.target()](const std::string& word) { return not_a_number(word, target); });
  }
  if (facts.range) option.check(in_range(*facts.range));
  if (!facts.choices.empty()) option.check(one_of(facts.choices));
  for (const auto& check : from.checks()) option.check(check);
}

/// `UINT in [1 - 1024]`
std::string type_of(const argument_description& facts) {
  if (!facts.range) return facts.metavar;
  return facts.metavar + " in [" + std::to_string(facts.range->least) + " - " +
         std::to_string(facts.range->most) + "]";
}

/// CLI11 keeps the options that exclude another by their address in memory: here they are listed by name.
class help_formatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    constexpr std::string_view label = " Excludes:";
    auto text = CLI::Formatter::make_option_opts(option);
    const auto excludes = text.find(label);
    if (excludes == text.npos) return text;
    std::istringstream words{text.substr(excludes + label.size())};
    std::vector<std::string> names{std::istream_iterator<std::string>{words}, {}};
    std::ranges::sort(names);
    text.resize(excludes + label.size());
    for (const auto& name : names) text.append(" ").append(name);
    return text;
  }
};

void add_argument(CLI::App& app, const cli_argument& from) {
  const auto& facts = from.description();
  const auto names = names_in_one(facts);
  if (facts.is_flag()) {
    app.add_flag_callback(
        names, [&from] { store({""}, from); }, facts.meaning);
    return;
  }
  auto* option = app.add_option(
      names, CLI::callback_t{[&from](const CLI::results_t& words) { return store(words, from); }},
      facts.meaning);
  option->type_name(type_of(facts))->default_str(facts.default_text)->required(facts.is_required);
  if (facts.most_values != 1) option->expected(CLI::detail::expected_max_vector_size);
  // Otherwise `--rule a b` would read `b` as a second rule.
  if (!option->get_positional()) option->allow_extra_args(false);
  add_checks(*option, from);
}

/// Wraps lines at `columns`, except lines that begin with a space.
std::string wrapped(const std::string& text, std::size_t columns = 100) {
  std::string out;
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);) {
    for (std::size_t at;
         line.size() > columns && line.front() != ' ' && (at = line.rfind(' ', columns)) != std::string::npos;
         line.erase(0, at + 1))
      out.append(line, 0, at).append("\n");
    out.append(line).append("\n");
  }
  if (!out.empty()) out.pop_back();
  return out;
}

std::string footer_of(const command_description& own) {
  std::string footer;
  if (!own.examples.empty()) footer = "Example:";
  for (const auto& line : own.examples) footer.append("\n  ").append(line);
  if (!own.notes.empty()) footer.append(footer.empty() ? "" : "\n\n").append(wrapped(own.notes));
  return footer;
}

/// The CLI11 parser of the described commands.
class line_parser {
 public:
  explicit line_parser(const cli_command& program) : app_{program.own().summary, program.own().name} {
    app_.fallthrough();
    app_.formatter(std::make_shared<help_formatter>());
    app_.failure_message([](const CLI::App*, const CLI::Error& problem) {
      return harmless(problem.what()) + "\nRun with --help for more information.\n";
    });
    build(app_, program);
  }

  parsed_line parse(const std::vector<std::string>& arguments) {
    parsed_line answer;
    std::ostringstream output, refusal;
    try {
      app_.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
      answer.action = std::move(action_);
    } catch (const CLI::ParseError& e) {
      app_.exit(e, output, refusal);
      if (e.get_exit_code() != 0) answer.left_over = app_.remaining(true);
    }
    answer.output = output.str();
    answer.refusal = refusal.str();
    const CLI::App* named = &app_;
    while (!named->get_subcommands().empty()) {
      named = named->get_subcommands().front();
      answer.path.push_back(named->get_name());
    }
    return answer;
  }

 private:
  void build(CLI::App& app, const cli_command& from) {
    const auto flag = help_flag();
    app.set_help_flag(names_in_one(flag), flag.meaning);
    if (!from.version_text().empty()) {
      const auto version = version_flag();
      app.set_version_flag(names_in_one(version), from.version_text(), version.meaning);
    }
    app.footer(footer_of(from.own()));
    if (!from.own().is_listed) app.group("");
    for (const auto& one : from.positionals()) add_argument(app, one);
    for (const auto& one : from.options()) add_argument(app, one);
    for (const auto* arguments : {&from.positionals(), &from.options()})
      for (const auto& one : *arguments)
        for (const auto& other : one.description().excludes)
          app.get_option(one.description().names.front())->excludes(app.get_option(other));
    if (!from.commands().empty()) app.require_subcommand(1);
    for (const auto& one : from.commands())
      build(*app.add_subcommand(one.own().name, one.own().summary), one);
    // The action is returned and run by the caller, after the whole line was parsed.
    if (from.action()) app.callback([this, &from] { action_ = from.action(); });
  }

  CLI::App app_;
  std::function<void()> action_;
};

}  // namespace

parsed_line parse(const cli_command& program, const std::vector<std::string>& arguments) {
  return line_parser{program}.parse(arguments);
}

}  // namespace laundromat
