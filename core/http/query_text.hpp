// The names and values of a query, or of a form.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.hpp"

namespace laundromat {

struct query_limits {
  std::size_t text_bytes = 64 * 1024;
  std::size_t pairs = 256;
};

/// Name and value, decoded; the value is empty when there is no `=`.
using query_pair = std::pair<std::string, std::string>;

/// Reads `a=b&c=d` into pairs in their order; names that repeat are kept, empty pairs (`&&`) left out. `+` is a space. Unlike browsers it refuses what
/// has no single reading. Errors: `invalid_argument` for a `%` without two hexadecimal digits, octets that are no UTF-8, control characters other than
/// tab and line ends, and what is beyond the limits.
/// Source: URL Standard section 5.1, `application/x-www-form-urlencoded`.
[[nodiscard]] result<std::vector<query_pair>> parse_query(std::string_view text, query_limits limits = {});

/// Writes pairs so that `parse_query` reads them again.
[[nodiscard]] std::string write_query(const std::vector<query_pair>& pairs);

}  // namespace laundromat
