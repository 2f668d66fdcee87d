// Lists the seeds with their standing, its begin and its cause.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/commands/commands.hpp"
#include "core/records/standing.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

struct seed_list_options {
  std::string host;      ///< `example.org` or `example.org:443`; empty: all
  std::string standing;  ///< a name of `standing`; empty: all
  std::size_t limit = 1'000;
  bool json = false;
};

/// Prints the seeds with that standing, in the order in which they were added.
void list_seeds(const seed_list_options& options, command_context& context);

}  // namespace laundromat
