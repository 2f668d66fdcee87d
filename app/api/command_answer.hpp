// Answers a request with the output of a command.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "app/api/api_route.hpp"
#include "app/api/command_run.hpp"
#include "net/http/http_message.hpp"

namespace laundromat {

/// Runs the command and answers in the shape of the route. Up to `command_run::most_bytes` of output are answered as a whole, with an ETag; more is sent while the
/// command prints it. A command that fails gives a problem: 400 for what is not valid, 404 for what does not exist, 409 while another engine runs, 500 for a fault of the
/// disk or the journal; one that fails after it has printed more than that cuts the answer. So does one that is not taken within `longest`: until then the
/// command reads one state of the journal, whose log grows meanwhile.
[[nodiscard]] http_response answer_by_command(const api_route& route, command_call call,
                                              const http_request& request,
                                              std::chrono::seconds longest = std::chrono::minutes{2});

}  // namespace laundromat
