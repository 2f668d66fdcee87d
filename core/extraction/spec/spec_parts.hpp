// The parts of a specification that have their own keys.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "core/extraction/spec/record_spec.hpp"
#include "core/extraction/spec/spec_problems.hpp"

namespace laundromat {

/// Reads the value of `fields`: names and what is taken for them.
///
/// The value of a name is a text, which is the place of the value; a list of one, which takes all that is at that place; a list of a place and
/// fields, which takes a map of these fields for each; or a map of keys that say more. Nothing: the field of the same name.
[[nodiscard]] std::vector<field_spec> read_fields(spec_problems& problems, const yaml_node& map);

/// Reads the value of `rdf`.
[[nodiscard]] resource_spec read_rdf(spec_problems& problems, const yaml_node& map);

/// Reports names that lead to nothing: of tables that are not in `lookups`, and, where `fields` are all that records have, of fields in `rdf` and
/// `counters`. What is within a value of no known form is not reported.
void check_names(spec_problems& problems, const record_spec& spec);

/// The part of a specification that has the key, as `` `table` ``; empty where none has it.
[[nodiscard]] std::string_view part_with_key(std::string_view key);
/// The same of a part within `fields`, and within `rdf`.
[[nodiscard]] std::string_view field_part_with_key(std::string_view key);
[[nodiscard]] std::string_view rdf_part_with_key(std::string_view key);

/// Adds the keys that a part of a specification may have, as `record_spec_keys` wants them.
void add_field_keys(std::vector<std::string_view>& into);
void add_rdf_keys(std::vector<std::string_view>& into);

}  // namespace laundromat
