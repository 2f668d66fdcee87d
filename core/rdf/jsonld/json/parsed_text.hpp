// A text that is being parsed, and the tape that it is parsed to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/rdf/jsonld/json/json_tree.hpp"

namespace laundromat::jsonld {

/// The part of a text that is parsed.
enum class json_chunk : std::uint8_t {
  value,  ///< one value
  items,  ///< the items of an array, without its brackets; the root of the tree is that array
  head,   ///< the beginning of a value; what is open at the end counts as closed
  tail,   ///< the rest of an object after one of its values, with its last brace; the root is an object
  cut,    ///< a value whose end is missing; what is only begun is left out
};

/// Views of a text and its tree, which both outlive it. Offsets on the tape are those of the text.
struct parsed_text {
  const char* begin = nullptr;
  const char* end = nullptr;
  json_tree* tree = nullptr;
  json_chunk chunk = json_chunk::value;

  [[nodiscard]] std::uint32_t place(const char* at) const { return static_cast<std::uint32_t>(at - begin); }
  json_node& add(json_kind kind, const char* from, const char* to) const {
    auto& node = tree->nodes.add();
    node.kind = kind;
    node.begin = place(from);
    node.end = place(to);
    return node;
  }
  /// Whether the text is whole, so that quotes and brackets must come out even.
  [[nodiscard]] bool is_whole_text() const {
    return chunk == json_chunk::value || chunk == json_chunk::items;
  }
};

}  // namespace laundromat::jsonld
