// Memory for large tables in huge pages, so that it has few page faults and few misses of the address cache.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>

namespace laundromat {

/// An allocator for vectors. From 2 MiB on, memory begins at a huge page, and the system is asked to use such pages; it may refuse.
template <class T>
struct huge_page_allocator {
  using value_type = T;
  static constexpr std::size_t page_bytes = std::size_t{1} << 21;

  huge_page_allocator() = default;
  template <class Other>
  huge_page_allocator(const huge_page_allocator<Other>& /*stateless*/) {}

  [[nodiscard]] T* allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T) - page_bytes) throw std::bad_alloc{};
    const auto bytes = count * sizeof(T);
    if (bytes < page_bytes) return static_cast<T*>(::operator new(bytes));
    const auto whole = (bytes + page_bytes - 1) / page_bytes * page_bytes;
    auto* const memory = std::aligned_alloc(page_bytes, whole);
    if (memory == nullptr) throw std::bad_alloc{};
    static_cast<void>(madvise(memory, whole, MADV_HUGEPAGE));
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    if (count * sizeof(T) < page_bytes)
      ::operator delete(memory);
    else
      std::free(memory);
  }
  friend bool operator==(const huge_page_allocator&, const huge_page_allocator&) { return true; }
};

}  // namespace laundromat
