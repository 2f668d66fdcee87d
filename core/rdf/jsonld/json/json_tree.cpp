// Implements the storage of decoded texts: blocks that are reused from one JSON text to the next.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/json_tree.hpp"

#include <algorithm>

namespace laundromat::jsonld {

static_assert(sizeof(json_node) == 32);

void json_tape::grow() {
  const auto room = std::max<std::size_t>(64, 2 * room_);
  void* more = std::realloc(static_cast<void*>(nodes_), room * sizeof(json_node));
  if (more == nullptr) throw std::bad_alloc();
  nodes_ = static_cast<json_node*>(more);
  room_ = room;
}

char* text_pool::take(std::size_t size) {
  while (place_.block < blocks_.size()) {
    auto& current = blocks_[place_.block];
    if (current.size - place_.used >= size) {
      char* at = current.bytes.get() + place_.used;
      place_.used += size;
      return at;
    }
    if (place_.block + 1 == blocks_.size() || blocks_[place_.block + 1].size < size) break;
    ++place_.block;
    place_.used = 0;
  }
  if (!blocks_.empty()) {
    blocks_.resize(place_.block + 1);
    ++place_.block;
  }
  const auto room = std::max(size, block_bytes);
  blocks_.push_back({std::make_unique<char[]>(room), room});
  place_.used = size;
  return blocks_.back().bytes.get();
}

}  // namespace laundromat::jsonld
