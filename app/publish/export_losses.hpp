// What an export left out, and printing it as a table and as JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>

#include "app/terminal/terminal.hpp"
#include "core/rdf/wash/valid_source.hpp"

namespace laundromat {

/// What an export does not have of the documents.
struct export_losses {
  left_out_counts left_out;              ///< statements
  std::uint64_t dropped_directions = 0;  ///< of literals, which stay with their language

  void add(const export_losses& more);
};

/// Prints a table with a row for each rule, the most frequent first, below a line with the sum, and a line with the number of dropped base
/// directions. Nothing when nothing was left out.
void print_losses(std::ostream& out, const terminal_info& to, const export_losses& losses);

/// Prints one JSON object: `documents` exported, `left_out`: the sum, `rules`: each with `rule`, `statements` and `meaning`,
/// `dropped_directions`.
void print_losses_as_json(std::ostream& out, std::uint64_t documents, const export_losses& losses);

}  // namespace laundromat
