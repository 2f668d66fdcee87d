// The documents of a dump by the definitions of the slicing methods, one statement at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "core/discovery/announcement.hpp"

namespace laundromat {

using line_set = std::set<std::string>;
/// The statements of each document, by the IRI of its resource, without delimiters.
using documents_by_uri = std::map<std::string, line_set>;

/// `dump` has canonical lines. Nothing as method: by graph.
[[nodiscard]] documents_by_uri described_documents(const line_set& dump, std::optional<slicing_method> method,
                                                   const std::string& prefix = "");

}  // namespace laundromat
