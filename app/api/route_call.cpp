// Reads the parameters of a request, from the path, the query or the body, and checks them.
// SPDX-License-Identifier: Apache-2.0
#include "app/api/route_call.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <sstream>

#include "app/terminal/json.hpp"
#include "core/http/query_text.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {
namespace {

using pairs = std::vector<query_pair>;
using pairs_or_problem = tl::expected<pairs, http_problem>;

tl::unexpected<http_problem> bad_request(std::string detail) {
  http_problem problem;
  problem.status = 400;
  problem.detail = std::move(detail);
  return tl::unexpected(std::move(problem));
}

/// A value of a JSON body as the text of an option; nothing for arrays and objects.
std::optional<std::string> text_of(const nlohmann::json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean() || value.is_number()) return value.dump();
  return std::nullopt;
}

/// The members of a JSON object as pairs; each element of an array is a pair of its own.
pairs_or_problem read_body(const http_request& request) {
  if (request.body.empty()) return pairs{};
  auto type = request.field("content-type");
  type = trim(type.substr(0, type.find(';')));
  if (lower_case(type) != "application/json") {
    http_problem problem;
    problem.status = 415;
    problem.detail = "the body must be a JSON object, with Content-Type: application/json";
    return tl::unexpected(std::move(problem));
  }
  const auto body = nlohmann::json::parse(request.body, nullptr, false);
  if (!body.is_object())
    return bad_request("the body is not a JSON object, as {\"uri\": [\"https://example.org/\"]}");
  pairs all;
  for (const auto& [name, value] : body.items()) {
    if (value.is_array() && value.empty())
      return bad_request("`" + name + "` is an empty array: leave it out, or name something");
    const auto one = nlohmann::json::array({value});
    for (const auto& element : value.is_array() ? value : one) {
      auto text = text_of(element);
      if (!text)
        return bad_request("`" + name + "` must be a text, a number, true or false, or an array of them");
      all.emplace_back(name, *std::move(text));
    }
  }
  return all;
}

pairs_or_problem read_parameters(const api_route& route, const http_request& request) {
  if (route.method == "POST") {
    if (!request.query.empty()) return bad_request("a POST has its parameters in the body, not in the query");
    return read_body(request);
  }
  auto query = parse_query(request.query);
  if (!query) return bad_request("the query cannot be read: " + query.error().detail);
  return *std::move(query);
}

/// A hash or a URI: the command would take other texts for the name of a file.
bool names_record(std::string_view text) {
  constexpr std::size_t least_digits = 4, digits_of_sha256 = 64;
  const bool is_hash = text.find_first_not_of("0123456789abcdefABCDEF") == text.npos;
  if (is_hash) return text.size() >= least_digits && text.size() <= digits_of_sha256;
  const auto scheme = text.substr(0, text.find("://"));
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return scheme.size() < text.size() && !scheme.empty() && is_letter(scheme.front()) &&
         std::ranges::all_of(scheme, [&](char c) {
           return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
         });
}

std::string problem_of_argument(const argument_source& argument, std::string_view value) {
  if (argument.name == "record" && !names_record(value))
    return "`" + std::string{value} +
           "` is no record: write at least 4 digits of a hash, or a URL in percent-encoding";
  if (value == "-") return "`-` means standard input, which a request does not have";
  if (argument.name == "provider" && value.find(':') != value.npos)
    return "`" + std::string{value} + "` is no name of a provider";
  return {};
}

std::string problem_of_limit(std::string_view value) {
  std::uint64_t rows = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), rows);
  if (error == std::errc{} && end == value.data() + value.size() && rows >= 1 && rows <= most_rows_a_page)
    return {};
  return "`limit` must be a number from 1 to " + std::to_string(most_rows_a_page) +
         ": further rows are behind the `next` of an answer";
}

std::string names_of(const api_route& route) {
  std::string all;
  const auto add = [&](std::string_view name) { all.append(all.empty() ? "" : ", ").append(name); };
  for (const auto& argument : route.arguments)
    if (route.path.find('{' + std::string{argument.name} + '}') == route.path.npos) add(argument.name);
  for (const auto one : route.parameters) add(parameter_name(one));
  return all.empty() ? "it has none" : "it has " + all;
}

/// The words of a command line, in the making.
class command_line {
 public:
  explicit command_line(const api_route& route) : route_(route), command_(describe_command(route)) {
    for (const auto word : route.words) words_.emplace_back(word);
  }

  /// Adds the value of a part of the path, or of a parameter. Returns what is wrong; empty: nothing.
  std::string add(std::string_view name, const std::string& value) {
    const auto argument = std::ranges::find(route_.arguments, name, &argument_source::name);
    if (argument == route_.arguments.end()) return add_option(name, value);
    if (!argument->is_repeated && std::ranges::count(given_, name) > 0)
      return "`" + std::string{name} + "` is given more than once";
    if (value.empty()) return "`" + std::string{name} + "` is empty";
    given_.emplace_back(name);
    arguments_.push_back(value);
    return problem_of_argument(*argument, value);
  }

  /// The name of a required argument that is missing; empty: none.
  [[nodiscard]] std::string_view missing() const {
    for (const auto& argument : route_.arguments)
      if (argument.is_required && std::ranges::count(given_, argument.name) == 0) return argument.name;
    return {};
  }

  [[nodiscard]] std::vector<std::string> words() && {
    if (!arguments_.empty()) {
      words_.emplace_back("--");  // what follows is no option, whatever it begins with
      std::ranges::move(arguments_, std::back_inserter(words_));
    }
    return std::move(words_);
  }

 private:
  std::string add_option(std::string_view name, const std::string& value) {
    const auto* option = option_of(route_, command_, name);
    if (!option) return "there is no parameter `" + std::string{name} + "`: " + names_of(route_);
    if (option->most_values == 1 && std::ranges::count(given_, name) > 0)
      return "`" + std::string{name} + "` is given more than once";
    given_.emplace_back(name);
    if (name == "limit")
      if (auto problem = problem_of_limit(value); !problem.empty()) return problem;
    if (!option->is_flag()) {
      words_.push_back(option->names.back() + '=' + value);
      return {};
    }
    if (value != "true" && value != "false" && !value.empty())
      return "`" + std::string{name} + "` must be true or false";
    if (value != "false") words_.push_back(option->names.back());
    return {};
  }

  const api_route& route_;
  command_description command_;
  std::vector<std::string> words_, arguments_;
  std::vector<std::string> given_;
};

}  // namespace

std::string parameter_name(std::string_view option) {
  std::string name{option};
  std::ranges::replace(name, '-', '_');
  return name;
}

command_description describe_command(const api_route& route) {
  std::istringstream nothing;
  std::ostringstream out;
  console io{nothing, out, out, {}, {}};
  command_context context{io};
  cli_command program{"laundromat", ""};
  route.declare(program, context);
  auto described = program.describe();
  const auto found = std::ranges::find(described.commands, route.words.front(), &command_description::name);
  return found == described.commands.end() ? command_description{} : std::move(*found);
}

const argument_description* option_of(const api_route& route, const command_description& command,
                                      std::string_view parameter) {
  const auto named = std::ranges::find(route.parameters, parameter, parameter_name);
  if (named == route.parameters.end()) return nullptr;
  const auto option = std::ranges::find_if(command.options, [&](const argument_description& one) {
    return one.names.back() == "--" + std::string{*named};
  });
  return option == command.options.end() ? nullptr : &*option;
}

tl::expected<command_call, http_problem> call_of(const api_route& route,
                                                 const std::vector<std::string>& values,
                                                 const http_request& request,
                                                 const std::filesystem::path& data) {
  command_line line{route};
  for (std::size_t i = 0; i < values.size(); ++i)
    if (auto problem = line.add(route.arguments[i].name, values[i]); !problem.empty())
      return bad_request(std::move(problem));
  const auto parameters = read_parameters(route, request);
  if (!parameters) return tl::unexpected(parameters.error());
  for (const auto& [name, value] : *parameters)
    if (auto problem = line.add(name, value); !problem.empty()) return bad_request(std::move(problem));
  if (const auto missing = line.missing(); !missing.empty())
    return bad_request("`" + std::string{missing} + "` is missing");
  return command_call{route.declare, std::move(line).words(), data};
}

}  // namespace laundromat
