// Chunks are cut from large mappings.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/page_pool.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace laundromat {

namespace {

constexpr std::size_t usual_slab_bytes = std::size_t{1} << 24;

std::size_t slab_bytes(std::size_t chunk_bytes) {
  return std::max(usual_slab_bytes / chunk_bytes, std::size_t{1}) * chunk_bytes;
}

}  // namespace

page_pool::~page_pool() {
  for (auto* slab : slabs_) munmap(slab, slab_bytes(chunk_bytes_));
}

page_pool::chunk page_pool::take(std::size_t bytes) {
  if (bytes > chunk_bytes_) return chunk{new char[bytes], {}};
  char* text = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (!spare_.empty()) {
      text = spare_.back();
      spare_.pop_back();
      return chunk{text, {this}};
    }
    if (empty_.empty()) {
      text = cut_chunk();
    } else {
      text = empty_.back();
      empty_.pop_back();
    }
  }
  // Systems without this advice fault the pages in one by one.
  static_cast<void>(madvise(text, chunk_bytes_, MADV_POPULATE_WRITE));
  return chunk{text, {this}};
}

void page_pool::keep_at_most(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  most_kept_ = bytes / chunk_bytes_;
  while (!spare_.empty() && keeps_too_much()) {
    empty_.push_back(spare_.back());
    spare_.pop_back();
    static_cast<void>(madvise(empty_.back(), chunk_bytes_, MADV_DONTNEED));
  }
}

std::size_t page_pool::chunks() {
  const std::lock_guard lock(mutex_);
  return chunks_;
}

char* page_pool::cut_chunk() {
  const auto bytes = slab_bytes(chunk_bytes_);
  if (left_in_slab_ == 0) {
    auto* const slab = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (slab == MAP_FAILED) throw std::bad_alloc{};
    slabs_.push_back(static_cast<char*>(slab));
    left_in_slab_ = bytes;
  }
  if (++chunks_ > spare_.capacity()) {  // so that giving back cannot fail
    spare_.reserve(2 * chunks_);
    empty_.reserve(2 * chunks_);
  }
  left_in_slab_ -= chunk_bytes_;
  return slabs_.back() + (bytes - left_in_slab_ - chunk_bytes_);
}

void page_pool::giving_back::operator()(char* text) const {
  if (pool == nullptr) {
    delete[] text;
    return;
  }
  const std::lock_guard lock(pool->mutex_);
  if (!pool->keeps_too_much()) return pool->spare_.push_back(text);
  static_cast<void>(madvise(text, pool->chunk_bytes_, MADV_DONTNEED));
  pool->empty_.push_back(text);
}

}  // namespace laundromat
