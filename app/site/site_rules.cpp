// Reads the rules of a served folder.
// SPDX-License-Identifier: Apache-2.0
#include "app/site/site_rules.hpp"

#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace laundromat {
namespace {

constexpr std::string_view blanks = " \t\r";

/// Removes the next word from the front of a line; empty at the end.
std::string take_word(std::string_view& line) {
  const auto begin = line.find_first_not_of(blanks);
  line.remove_prefix(begin == std::string_view::npos ? line.size() : begin);
  const auto word = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(word.size());
  return std::string{word};
}

std::string rest_of(std::string_view line) {
  const auto begin = line.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return std::string{line.substr(begin, line.find_last_not_of(blanks) + 1 - begin)};
}

std::optional<int> number_between(std::string_view text, int lowest, int highest) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value < lowest || value > highest ? std::nullopt : std::optional{value};
}

using parsed_action = std::optional<site_action>;

parsed_action parse_redirect(std::string_view line) {
  auto to = take_word(line);
  const auto status = take_word(line);
  const auto number = status.empty() ? std::optional{302} : number_between(status, 300, 399);
  if (to.empty() || !number) return std::nullopt;
  return serve_redirect{std::move(to), *number};
}

parsed_action parse_status(std::string_view line) {
  const auto number = number_between(take_word(line), 200, 599);
  if (!number) return std::nullopt;
  return serve_status{*number, rest_of(line)};
}

parsed_action parse_media_type(std::string_view line) {
  return serve_media_type{rest_of(line)};
}

parsed_action parse_header(std::string_view line) {
  auto name = take_word(line);
  if (name.empty()) return std::nullopt;
  return serve_header{std::move(name), rest_of(line)};
}

parsed_action parse_delay(std::string_view line) {
  const auto number = number_between(take_word(line), 0, 3'600'000);
  if (!number) return std::nullopt;
  return serve_delay{milliseconds{*number}};
}

parsed_action parse_truncate(std::string_view line) {
  const auto number = number_between(take_word(line), 0, 1'000'000'000);
  if (!number) return std::nullopt;
  return serve_truncated{static_cast<std::uint64_t>(*number)};
}

struct action_row {
  std::string_view name;
  std::string_view usage;
  parsed_action (*parse)(std::string_view line);
};
constexpr std::array action_table{action_row{"redirect", "PATH redirect TARGET [STATUS]", parse_redirect},
                                  action_row{"status", "PATH status CODE [BODY]", parse_status},
                                  action_row{"media_type", "PATH media_type TYPE", parse_media_type},
                                  action_row{"header", "PATH header NAME VALUE", parse_header},
                                  action_row{"delay", "PATH delay MILLISECONDS", parse_delay},
                                  action_row{"truncate", "PATH truncate BYTES", parse_truncate}};

tl::expected<site_rule, std::string> parse_line(std::string_view line) {
  auto path = take_word(line);
  if (!path.starts_with('/'))
    return tl::unexpected(std::string{"a rule must begin with a path, and a path with `/`"});
  const auto name = take_word(line);
  for (const auto& row : action_table) {
    if (row.name != name) continue;
    if (auto action = row.parse(line)) return site_rule{std::move(path), *std::move(action)};
    return tl::unexpected("write `" + std::string{row.usage} + "`");
  }
  return tl::unexpected("`" + name +
                        "` is not an action: write redirect, status, media_type, header, delay or truncate");
}

}  // namespace

read_from_file<std::vector<site_rule>> read_site_rules(std::string_view text, std::string_view file) {
  std::vector<site_rule> rules;
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

read_from_file<std::vector<site_rule>> load_site_rules(const std::string& file) {
  if (file.empty()) return {};
  std::ifstream in{file, std::ios::binary};
  std::ostringstream text;
  std::error_code code;
  if (!in || std::filesystem::is_directory(file, code) ||
      (in.peek() != std::ifstream::traits_type::eof() && !(text << in.rdbuf())))
    return tl::unexpected(std::vector{
        file_problem{file, 1, "cannot be read: check that it is a file that exists and that you may read"}});
  return read_site_rules(text.view(), file);
}

}  // namespace laundromat
