// Reports the statements that an export left out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "app/terminal/terminal.hpp"
#include "core/rdf/wash/valid_source.hpp"

namespace laundromat {

/// Prints a table with a row for each rule, the most frequent first, below a line with the sum. Nothing when nothing was left out.
void print_left_out(std::ostream& out, const terminal_info& to, const left_out_counts& left_out);

/// Prints one JSON object: `documents` exported, `left_out`: the sum, `rules`: each with `rule`, `statements` and `meaning`.
void print_left_out_as_json(std::ostream& out, std::uint64_t documents, const left_out_counts& left_out);

}  // namespace laundromat
