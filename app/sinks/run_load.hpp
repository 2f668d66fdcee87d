// Sends a document or a delta to a SPARQL store.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/commands/cli.hpp"
#include "app/sinks/load_options.hpp"

namespace laundromat {

/// Sends the input, waits for a store that is busy or gone, compares and repairs as the options say, and prints the result.
/// Returns an exit code of exit_code.hpp: `exit_some_failed` when a statement was not sent, the store has another graph, or it could not be reached.
[[nodiscard]] int run_load(const load_options& options, console& io);

}  // namespace laundromat
