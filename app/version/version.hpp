// The output of `laundromat --version`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "app/terminal/terminal.hpp"

namespace laundromat {

/// Writes the version, build type, commit, the build id that a worker node must have, and the libraries with the versions in
/// use; as text with the first line `laundromat VERSION (…)`, or as one JSON object on one line.
void print_version(std::ostream& out, const terminal_info& to, bool json);

}  // namespace laundromat
