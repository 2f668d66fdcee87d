// Implements item_store.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/microdata/item_store.hpp"

#include <algorithm>

namespace laundromat::rdfa {

item_store::item_store(std::uint64_t most_bytes)
    : most_bytes_(std::min<std::uint64_t>(most_bytes, nothing_stored)) {}

bool item_store::has_room(std::uint64_t text_bytes) const {
  const auto held = texts_.size() + elements.size() * sizeof(stored_element) +
                    properties.size() * sizeof(stored_property) + items.size() * sizeof(stored_item);
  constexpr auto records = sizeof(stored_element) + sizeof(stored_property) + sizeof(stored_item);
  return text_bytes <= most_bytes_ && held + records <= most_bytes_ - text_bytes;
}

stored_text item_store::add_text(std::string_view text) {
  const stored_text at{static_cast<std::uint32_t>(texts_.size()), static_cast<std::uint32_t>(text.size())};
  texts_.append(text);
  return at;
}

void item_store::clear() {
  elements.clear();
  properties.clear();
  items.clear();
  texts_.clear();
}

}  // namespace laundromat::rdfa
