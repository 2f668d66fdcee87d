// Finds the metadata of a table by its address and by the answer of its server.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/csvw/read_metadata.hpp"
#include "core/web/link_field.hpp"

namespace laundromat::csvw {

/// Where metadata may be, in order: the links `describedby` of the answer, the last first, and then the places that the site states at
/// `/.well-known/csvm`, which are else `{+url}-metadata.json` and `csv-metadata.json`. Source: Model for Tabular Data, section 5.
struct metadata_places {
  std::vector<std::string> links;
  std::vector<std::string> site_places;
};
[[nodiscard]] metadata_places places_of_metadata(std::string_view table_url, std::span<const web_link> links,
                                                 metadata_loader& loader);

/// The first metadata that describe the table; nothing when none do. A document that does not describe it is passed over with a warning, and
/// one that cannot be used with its errors: who has errors does not know what the publisher means. Metadata that the user gives come before
/// all, and need not describe the table: read them with `read_metadata`.
[[nodiscard]] std::optional<table_group> find_metadata(std::string_view table_url,
                                                       std::span<const web_link> links,
                                                       metadata_loader& loader, problem_sink& problems,
                                                       const metadata_limits& limits = {});

/// What is known of a table without metadata: a group with one table, which has the columns of its header.
[[nodiscard]] table_group undescribed_table(std::string_view url);

/// The number of a table in a group; nothing when no table has the URL.
[[nodiscard]] std::optional<std::size_t> find_table(const table_group& group, std::string_view url);

}  // namespace laundromat::csvw
