// How a table is written: what its metadata state, and else what its media type and its name say.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/csvw/metadata.hpp"

namespace laundromat::csvw {

/// The dialect of a table. `media_type`: of the answer with its parameters, often empty. Unless metadata state another delimiter, that of
/// tab-separated values is a tab: by the media type, or by the ending of the URL. Unless they state how many rows the header has, `header=absent`
/// in the media type means none (RFC 4180 section 3). Source: Model for Tabular Data, section 6.1.
[[nodiscard]] dialect dialect_of(const table& description, std::string_view media_type);

}  // namespace laundromat::csvw
