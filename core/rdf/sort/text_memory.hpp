// A large piece of memory for text that is read all over the place.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace laundromat {

enum class page_size : unsigned char {
  usual,
  large,  ///< where the system has them: quick to look into, and slow to touch for the first time
};

struct free_memory {
  void operator()(char* memory) const { std::free(memory); }
};
using text_memory = std::unique_ptr<char[], free_memory>;

/// Not initialised. Throws `std::bad_alloc`.
[[nodiscard]] text_memory allocate_text(std::size_t bytes, page_size pages);

}  // namespace laundromat
