// Prints facts as JSON, one object per line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>

#include "app/terminal/terminal.hpp"

namespace laundromat {

using json_fact = nlohmann::ordered_json;

/// Writes one line. Bytes that are not UTF-8 become U+FFFD, and terminal control characters are escaped, for any output.
inline void print_fact(std::ostream& out, const json_fact& fact) {
  out << harmless_json(fact.dump(-1, ' ', false, json_fact::error_handler_t::replace)) << '\n';
}

}  // namespace laundromat
