// Large pages are a wish: a system that has none is none the worse.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/sort/text_memory.hpp"

#include <sys/mman.h>

#include <new>

namespace laundromat {

text_memory allocate_text(std::size_t bytes, page_size pages) {
  constexpr std::size_t large_page_bytes = std::size_t{1} << 21;
  const bool is_large = pages == page_size::large && bytes >= large_page_bytes;
  const auto rounded = (bytes + large_page_bytes - 1) / large_page_bytes * large_page_bytes;
  auto* memory = is_large ? std::aligned_alloc(large_page_bytes, rounded) : std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  if (is_large) (void)::madvise(memory, rounded, MADV_HUGEPAGE);
  return text_memory{static_cast<char*>(memory)};
}

}  // namespace laundromat
