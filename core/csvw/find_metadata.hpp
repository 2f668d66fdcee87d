// Finds the metadata of a table by its address and by the answer of its server.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/csvw/read_metadata.hpp"

namespace laundromat::csvw {

/// Where the site of a table has its metadata: the places that it states at `/.well-known/csvm`, and else `{+url}-metadata.json` and
/// `csv-metadata.json`. Source: Model for Tabular Data, section 5.3.
[[nodiscard]] std::vector<std::string> site_places(std::string_view table_url, metadata_loader& loader);

/// The first metadata that describe the table; nothing when none do: those behind `links`, see `metadata_links`, and then those at `site_places`, which
/// are only looked for when they are needed. A document that does not describe it is passed over with a warning, and one that cannot be used with its
/// errors: who has errors does not know what the publisher means. Metadata that the user gives come before all, and need not describe the table: read
/// them with `read_metadata`. Source: Model for Tabular Data, section 5.
[[nodiscard]] std::optional<table_group> find_metadata(std::string_view table_url,
                                                       std::span<const std::string> links,
                                                       metadata_loader& loader, problem_sink& problems,
                                                       const metadata_limits& limits = {});

/// What is known of a table without metadata: a group with one table, which has the columns of its header.
[[nodiscard]] table_group undescribed_table(std::string_view url);

/// The number of a table in a group; nothing when no table has the URL.
[[nodiscard]] std::optional<std::size_t> find_table(const table_group& group, std::string_view url);

}  // namespace laundromat::csvw
