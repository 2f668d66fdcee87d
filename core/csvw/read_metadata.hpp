// Reads metadata documents: JSON of the vocabulary for tabular data, checked and normalized.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/csvw/loader.hpp"
#include "core/csvw/metadata.hpp"
#include "core/csvw/problem.hpp"

namespace laundromat::csvw {

/// Limits of one metadata document.
struct metadata_limits {
  std::uint64_t document_bytes = std::uint64_t{16} << 20;
  std::uint32_t nesting = 64;  ///< of common properties
};

/// Reads the metadata document at `url`, an absolute URL. A description of one table becomes a group of one. All URLs of the result are
/// absolute, names of columns are filled in, and inherited properties are in the columns, or in the rules of a schema without columns.
/// Nothing is returned when there is an error, which `problems` has. Schemas and dialects that are named by their URL come from `loader`.
/// Source: Metadata Vocabulary for Tabular Data, sections 5 and 6.
[[nodiscard]] std::optional<table_group> read_metadata(std::string_view json, std::string_view url,
                                                       metadata_loader& loader, problem_sink& problems,
                                                       const metadata_limits& limits = {});

}  // namespace laundromat::csvw
