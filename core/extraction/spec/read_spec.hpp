// Reads a specification of records, and refuses what is wrong with line and nearest key.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/extraction/spec/record_spec.hpp"
#include "core/yaml/yaml_tree.hpp"

namespace laundromat {

template <class T>
using read_from_yaml = tl::expected<T, std::vector<line_problem>>;

/// Shape: a YAML map; its keys are those of `top_keys`. Errors: all problems of the text, in the order of its lines.
[[nodiscard]] read_from_yaml<record_spec> read_record_spec(std::string_view yaml);
/// The same of a part of a larger file.
[[nodiscard]] read_from_yaml<record_spec> read_record_spec(const yaml_node& root);

/// The keys of all maps in a specification, and the words that some of them take, as `dateTime` of `type`.
[[nodiscard]] std::vector<std::string_view> record_spec_keys();

}  // namespace laundromat
