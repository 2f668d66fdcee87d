// The links of an answer to metadata of the table that it is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/web/link_field.hpp"

namespace laundromat {

/// The targets of links `describedby` of the document itself, absolute and without fragment, the last one first: those whose media type is that
/// of metadata of CSV on the Web, or JSON, or is not stated. At most `most`; longer IRIs than `most_bytes` are left out.
/// Source: Model for Tabular Data and Metadata on the Web, section 5.2.
[[nodiscard]] std::vector<std::string> metadata_links(std::string_view table_url,
                                                      std::span<const web_link> links, std::size_t most = 5,
                                                      std::size_t most_bytes = 2'000);

}  // namespace laundromat
