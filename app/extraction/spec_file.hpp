// Reads a specification of records from its file, with the files that it names.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "app/campaign/file_problem.hpp"
#include "core/mapping/spec_bundle.hpp"

namespace laundromat {

/// Paths in the specification are relative to its folder. Its name, unless it has one, is that of its file without extension.
/// `notes`, which may be null, gets what of its schema is not checked.
/// Errors: the problems of the specification, of its lookup tables, of its schema, and of the files. What is returned makes a plan.
[[nodiscard]] read_from_file<bundled_spec> read_spec_file(const std::filesystem::path& file,
                                                          std::vector<file_problem>* notes = nullptr);

}  // namespace laundromat
