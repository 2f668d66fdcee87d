// Where the documents of a specification are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/extraction/spec_file.hpp"

namespace laundromat {

/// The URIs that a campaign crawls: URIs and patterns of them as they are, and `file:` URIs of files. Of a file `*` in its name is any text.
/// Folders outside of `roots` are not listed. Errors: a pattern that cannot be read, a file that is not there, one outside of `roots`, and `..` behind `*`,
/// by which a short name could lead to each file very many times.
[[nodiscard]] read_from_file<std::vector<std::string>> uris_of_seeds(const loaded_spec& spec,
                                                                     const std::vector<std::string>& roots);

/// The URIs of the files among the seeds, as `bundled_spec::places` has them.
[[nodiscard]] std::vector<std::string> places_of_seeds(const loaded_spec& spec);

/// The files that a command reads. Errors: a URI, which needs a campaign, a file that is not there, and `..` behind `*`.
[[nodiscard]] read_from_file<std::vector<std::string>> files_of_seeds(const loaded_spec& spec);

}  // namespace laundromat
