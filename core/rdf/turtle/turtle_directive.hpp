// The directives of Turtle and TriG: `@prefix`, `@base`, `PREFIX`, `BASE`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "core/rdf/turtle/clean_text.hpp"
#include "core/rdf/turtle/parser.hpp"

namespace laundromat {

/// Reads one directive as the splitter cut it and applies it to `environment`. Repaired and recorded (spec
/// D35): a final dot that is missing or too much, a space before the colon, a capital `@PREFIX`. A directive
/// that cannot be understood changes nothing. Returns what was wrong; offsets count from the start of `raw`.
/// Source: RDF 1.1 Turtle section 6.5, productions 4 to 6s.
[[nodiscard]] std::vector<text_fault> apply_directive(std::string_view raw, text_cleaner& cleaner,
                                                      name_environment& environment);

/// Whether `name` can stand before the colon of a prefixed name: PN_PREFIX, or nothing.
[[nodiscard]] bool is_prefix_name(std::string_view name);

}  // namespace laundromat
