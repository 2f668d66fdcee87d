// What `laundromat --version` says.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "app/terminal/terminal.hpp"

namespace laundromat {

/// Writes the version, how and from which commit the program was built, which build a joined node must have, and the libraries with the
/// versions that this process runs with; as a text, its first line `laundromat VERSION (…)`, or as one JSON object on a line.
void print_version(std::ostream& out, const terminal_info& to, bool json);

}  // namespace laundromat
