// Where a JSON text that cannot be read may be damaged, so that all around that place can be read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/jsonld/json/json_tree.hpp"

namespace laundromat::jsonld {

/// A member or item, or a mark behind it, without which the text may be whole.
struct damage_range {
  std::size_t begin = 0, end = 0;
  std::size_t value = 0;  ///< behind the colon, when it shows its key and no other; else 0
  bool is_item = false;   ///< an item of an array that begins with its name; else whole lines
};

/// What begins and ends with its lines around a fault, by indentation: the smallest first, some of them.
/// What opens a brace and does not close it is none, unless lines that are indented more follow: the next lines may be within.
[[nodiscard]] std::vector<damage_range> find_lines(std::string_view text, std::size_t fault);
/// The item of an array at `begin` that begins with `{"@id":` and whose brackets come out even, up to where it may end.
[[nodiscard]] std::vector<damage_range> find_items(std::string_view text, std::size_t begin);

/// Writes the text without the range to `out`, with all else in its place.
void leave_out(std::string_view text, const damage_range& range, std::string& out);

/// What is around the range in the tree of a text that was left without it: marks the object or array that it belongs to as one of which
/// a part is lost. False when it belongs to a context, or when the indentation of the lines does not show to which object it belongs.
[[nodiscard]] bool mark_range(json_tree& tree, std::string_view text, const damage_range& range);

}  // namespace laundromat::jsonld
