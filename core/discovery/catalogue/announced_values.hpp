// Reads intervals, sizes, counts and patterns as catalogues state them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.hpp"

namespace laundromat {

/// How often something changes: a word (`daily`, `Biweekly`), an IRI that ends in one (the EU's frequency authority table, cld:freq, SDMX's
/// `freq-M`), a duration (`P1M`, `PT12H`) or a repetition of one (`R/P0.5Y`, as DCAT-US has it). A month has 30 days and a year 365.
/// `seconds::max()`: never again. Nothing for `irregular`, `unknown` and other texts, and for a duration of 0.
/// Source: ISO 8601-1:2019 section 5.6; `read_duration`.
[[nodiscard]] std::optional<seconds> parse_stated_interval(std::string_view text);

/// A size in bytes: `5120`, `5120.0`, `1,024`, `5 MB`, `2.5GiB`, `300 kB`; units with `i` are powers of 1,024, others of 1,000. 0 for other
/// texts.
[[nodiscard]] std::uint64_t parse_stated_size(std::string_view text);

/// A number of things: `64672`, `+5`, `1,000,000`, `1.5E6`. 0 for other texts, also for negative numbers.
[[nodiscard]] std::uint64_t parse_stated_count(std::string_view text);

/// The text with which everything begins that matches a regular expression: `http://e.org/id/` for `^http://e\.org/id/.+`. Empty where there is
/// no `^`, an alternative `|`, or no such text with a scheme and host.
[[nodiscard]] std::string prefix_of_pattern(std::string_view pattern);

}  // namespace laundromat
