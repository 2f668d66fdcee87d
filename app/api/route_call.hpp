// Makes a command line of a request.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "app/api/api_route.hpp"
#include "core/http/problem.hpp"
#include "net/http/http_message.hpp"

namespace laundromat {

/// The command of a route with its options, as it describes them. They are the parameters of the route.
[[nodiscard]] command_description describe_command(const api_route& route);
/// The option of a parameter: `min_statements` is `--min-statements`. Nothing when the route has no such parameter.
[[nodiscard]] const argument_description* option_of(const api_route& route,
                                                    const command_description& command,
                                                    std::string_view parameter);
/// `min-statements` as `min_statements`.
[[nodiscard]] std::string parameter_name(std::string_view option);

/// The command line that answers a request. `values`: of the path, in its order. Errors: 400 for an unknown or repeated parameter, a value that breaks
/// what the command describes, and a body that is no JSON object; 415 for a body of another type.
[[nodiscard]] tl::expected<command_call, http_problem> call_of(const api_route& route,
                                                               const std::vector<std::string>& values,
                                                               const http_request& request,
                                                               const std::filesystem::path& data);

}  // namespace laundromat
