// Lists the seeds with their standing, its begin and its cause.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/commands/commands.hpp"
#include "app/terminal/json.hpp"
#include "core/records/standing.hpp"
#include "core/steering/steering_rules.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

struct seed_list_options {
  std::string host;      ///< `example.org` or `example.org:443`; empty: all
  std::string standing;  ///< a name of `standing`; empty: all
  std::string after;     ///< hash of a seed: only those behind it; empty: all
  std::size_t limit = 1'000;
  bool json = false;
};

/// What `ls --seeds --json` prints of a seed.
[[nodiscard]] json_fact fact_of_seed(const seed_row& row, const steering_rules& rules, timestamp now);

/// Prints the seeds with that standing, in the order in which they were added.
void list_seeds(const seed_list_options& options, command_context& context);

}  // namespace laundromat
