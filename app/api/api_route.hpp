// The routes of the HTTP API: which command answers which request.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/api/command_run.hpp"

namespace laundromat {

/// The form of an answer.
enum class answer_shape : std::uint8_t {
  object,  ///< the one JSON object that the command prints
  list,    ///< `{"items": […], "next": "…"}`: the lines of the command
  text,    ///< what the command prints, as `media_type`
};

/// Where an argument of a command without an option comes from.
struct argument_source {
  std::string_view name;  ///< `record` is `{record}` in the path; else a member of the query or of the body
  std::string_view meaning;
  std::string_view example;
  bool is_required = false;
  bool is_repeated = false;
};

/// A request that a command answers. A parameter `min_statements` is the option `--min-statements`.
struct api_route {
  std::string_view method;  ///< GET or POST; a POST changes something, and needs the token
  std::string_view path;    ///< `/api/v1/records/{record}/history`
  std::string_view name;    ///< of the operation, unique
  std::string_view summary;
  command_declaration declare = nullptr;
  std::vector<std::string_view> words;       ///< the command, and the options that each request has
  std::vector<std::string_view> parameters;  ///< names of the options that a request may have, without `--`
  std::vector<argument_source> arguments = {};
  answer_shape shape = answer_shape::list;
  std::string_view media_type = "application/json";
};

/// All routes that a command answers, in the order in which the description lists them.
[[nodiscard]] const std::vector<api_route>& command_routes();

/// A path that was found among those of the routes.
struct matched_path {
  const api_route* route = nullptr;       ///< nothing: no route has the path and the method
  std::vector<std::string> values;        ///< of the parts in braces, decoded
  std::vector<std::string_view> methods;  ///< of all routes with this path; empty: no route has it
};
/// Finds the route of a path as sent: without the query, with percent-encoding.
[[nodiscard]] matched_path match_path(std::span<const api_route> routes, std::string_view method,
                                      std::string_view path);
/// Decodes the percent-encoding of a segment of a path; nothing where it is not valid, or has control characters.
[[nodiscard]] std::optional<std::string> decode_segment(std::string_view segment);

/// The largest number of rows that one answer has.
inline constexpr std::uint64_t most_rows_a_page = 10'000;

}  // namespace laundromat
