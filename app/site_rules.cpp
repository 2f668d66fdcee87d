// Reads the rules of a served folder.
// SPDX-License-Identifier: Apache-2.0
#include "app/site_rules.hpp"

#include <array>
#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>

namespace laundromat {
namespace {

constexpr std::string_view blanks = " \t\r";

/// Takes the next word off the front of a line; empty at the end.
std::string_view take_word(std::string_view& line) {
  const auto begin = line.find_first_not_of(blanks);
  line.remove_prefix(begin == std::string_view::npos ? line.size() : begin);
  const auto word = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(word.size());
  return word;
}

std::string rest_of(std::string_view line) {
  const auto begin = line.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return std::string{line.substr(begin, line.find_last_not_of(blanks) + 1 - begin)};
}

std::optional<std::uint32_t> number_between(std::string_view text, std::uint32_t lowest,
                                            std::uint32_t highest) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value < lowest || value > highest ? std::nullopt : std::optional{value};
}

using parsed_rule = tl::expected<site_exception, std::string>;

parsed_rule parse_redirect(site_exception rule, std::string_view line) {
  rule.value = take_word(line);
  const auto status = take_word(line);
  const auto number = status.empty() ? std::optional<std::uint32_t>{302} : number_between(status, 300, 399);
  if (rule.value.empty() || !number)
    return tl::unexpected(
        std::string{"write `PATH redirect TARGET [STATUS]`, for example `/old redirect /new 301`"});
  rule.number = *number;
  return rule;
}

parsed_rule parse_status(site_exception rule, std::string_view line) {
  const auto number = number_between(take_word(line), 200, 599);
  if (!number)
    return tl::unexpected(std::string{"write `PATH status CODE [BODY]`, for example `/gone status 410`"});
  rule.number = *number;
  rule.value = rest_of(line);
  return rule;
}

parsed_rule parse_text(site_exception rule, std::string_view line) {
  if (rule.act == site_exception::action::header) rule.name = take_word(line);
  rule.value = rest_of(line);
  if (rule.value.empty())
    return tl::unexpected(std::string{"write `PATH media_type TYPE` or `PATH header NAME VALUE`"});
  return rule;
}

parsed_rule parse_number(site_exception rule, std::string_view line) {
  const auto number = number_between(take_word(line), 0, 1'000'000'000);
  if (!number) return tl::unexpected(std::string{"write `PATH delay MILLISECONDS` or `PATH truncate BYTES`"});
  rule.number = *number;
  return rule;
}

struct action_row {
  std::string_view name;
  site_exception::action act;
  parsed_rule (*parse)(site_exception rule, std::string_view line);
};
constexpr std::array action_table{action_row{"redirect", site_exception::action::redirect, parse_redirect},
                                  action_row{"status", site_exception::action::status, parse_status},
                                  action_row{"media_type", site_exception::action::media_type, parse_text},
                                  action_row{"header", site_exception::action::header, parse_text},
                                  action_row{"delay", site_exception::action::delay, parse_number},
                                  action_row{"truncate", site_exception::action::truncate, parse_number}};

parsed_rule parse_line(std::string_view line) {
  site_exception rule;
  rule.path = take_word(line);
  if (!rule.path.starts_with('/'))
    return tl::unexpected(std::string{"a rule begins with a path, and a path with `/`"});
  const auto name = take_word(line);
  for (const auto& row : action_table) {
    if (row.name != name) continue;
    rule.act = row.act;
    return row.parse(std::move(rule), line);
  }
  return tl::unexpected("`" + std::string{name} +
                        "` is no action: write redirect, status, media_type, header, delay or truncate");
}

}  // namespace

read_from_file<std::vector<site_exception>> read_site_rules(std::string_view text, std::string_view file) {
  std::vector<site_exception> rules;
  std::vector<file_problem> problems;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    const auto line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (rest_of(line).empty() || line.front() == '#') continue;
    if (auto rule = parse_line(line))
      rules.push_back(*std::move(rule));
    else
      problems.push_back({std::string{file}, number, rule.error()});
  }
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  return rules;
}

read_from_file<std::vector<site_exception>> load_site_rules(const std::string& file) {
  if (file.empty()) return {};
  std::ifstream in{file, std::ios::binary};
  std::ostringstream text;
  if (!in || (in.peek() != std::ifstream::traits_type::eof() && !(text << in.rdbuf())))
    return tl::unexpected(std::vector{
        file_problem{file, 1, "cannot be read: check that the file exists and is yours to read"}});
  return read_site_rules(text.view(), file);
}

}  // namespace laundromat
