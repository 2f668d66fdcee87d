// Prints what was sent to a store, and how its graph differs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "app/commands/cli.hpp"
#include "app/sinks/load_options.hpp"

namespace laundromat {

struct load_outcome {
  sent_statements sent;
  std::optional<store_differences> differences;
  std::uint64_t repairs = 0;  ///< statements removed and added after the comparison
};

/// One JSON object with `json`, else lines for people.
void print_outcome(const load_options& options, const load_outcome& outcome, console& io);

}  // namespace laundromat
