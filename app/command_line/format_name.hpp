// Reads the value of `--format`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/format.hpp"

namespace laundromat {

/// The format with this name, key, extension or media type, as `laundromat formats` lists them; case ignored.
[[nodiscard]] std::optional<rdf_format> format_from_option(std::string_view text);

/// The keys of all formats: `n-triples` and so on.
[[nodiscard]] std::vector<std::string> format_keys();

}  // namespace laundromat
