// Reads the registry of a harvest, and writes back what was harvested.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/campaign/file_problem.hpp"
#include "core/base/result.hpp"
#include "core/providers/registry.hpp"

namespace laundromat {

/// A registry that was read, with what is odd in it.
struct parsed_registry {
  registry content;
  std::vector<file_problem> warnings;
  std::vector<file_problem>
      read_only;  ///< entries in one line, into which no times of harvests can be written
};

/// Reads the text of a registry: a map from names to `void`, `modified`, `datasets`, `inbox` and `full_dumps`. `{serve}` in URIs is replaced by `served`.
/// Problems: a name that cannot be part of an IRI or comes twice; an unknown key, with the nearest one; a value that is no http URI or no date. A name with other
/// characters than letters and digits, and a provider without `void`, which is left out, are warnings. Errors: all problems, with their lines.
[[nodiscard]] read_from_file<parsed_registry> parse_registry(const std::string& text, const std::string& file,
                                                             const std::string& served);
/// The same for a file. Errors: also one that cannot be read.
[[nodiscard]] read_from_file<parsed_registry> load_registry(const std::filesystem::path& file,
                                                            const std::string& served);

/// Writes times of harvests into a registry, which is replaced whole: links are followed, and its mode stays. Errors: `invalid_argument` when
/// the provider is not there in a form that can be changed, the file has an error before or would have one afterwards, or it was changed in this moment; those of the disk.
[[nodiscard]] result<void> write_harvest(const std::filesystem::path& file, const harvest_times& times,
                                         const std::string& served = {});

}  // namespace laundromat
