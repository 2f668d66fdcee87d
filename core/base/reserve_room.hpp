// Room for a vector that will grow, where the system has it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <new>

namespace laundromat {

/// Reserves address space, of which only what is used takes memory. Where there is none, the vector or string grows as usual.
template <class Container>
void reserve_room(Container& container, std::size_t elements) {
  try {
    container.reserve(elements);
  } catch (const std::bad_alloc&) {  // it may still have what it needs
  }
}

}  // namespace laundromat
