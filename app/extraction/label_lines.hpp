// A file of labels, one in each line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "core/reconciliation/label_index.hpp"

namespace laundromat {

/// Reads a file with an entity in each line: its IRI, a tab, and a label; what comes behind a second tab is ignored. Lines that are empty or begin with `#` are
/// comments. The index is built. Errors: `not_found`; `syntax_error` with file and line.
[[nodiscard]] result<label_index> read_label_file(const std::string& file);

}  // namespace laundromat
