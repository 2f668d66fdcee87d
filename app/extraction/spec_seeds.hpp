// Where the documents of a specification are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/extraction/spec_file.hpp"

namespace laundromat {

/// The URIs that a campaign crawls: URIs and patterns of them as they are, and `file:` URIs of files. Of a file `*` in its name is any text.
/// Errors: a pattern that cannot be read, and a file that is not there.
[[nodiscard]] read_from_file<std::vector<std::string>> uris_of_seeds(const read_spec& spec);

/// The files that a command reads. Errors: a URI, which needs a campaign, and a file that is not there.
[[nodiscard]] read_from_file<std::vector<std::string>> files_of_seeds(const read_spec& spec);

}  // namespace laundromat
