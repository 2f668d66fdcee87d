// Pieces are cut from slabs of address space.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/page_pool.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace laundromat {

namespace {

constexpr std::size_t usual_slab_bytes = std::size_t{1} << 24;

std::size_t slab_bytes(std::size_t piece_bytes) {
  return std::max(usual_slab_bytes / piece_bytes, std::size_t{1}) * piece_bytes;
}

}  // namespace

piece_pool::~piece_pool() {
  for (auto* slab : slabs_) munmap(slab, slab_bytes(piece_bytes_));
}

piece_pool::piece piece_pool::take(std::size_t bytes) {
  if (bytes > piece_bytes_) return piece{new char[bytes], {}};
  char* text = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (!spare_.empty()) {
      text = spare_.back();
      spare_.pop_back();
      return piece{text, {this}};
    }
    text = cut_piece();
  }
  // Systems that know no such advice do it page by page.
  static_cast<void>(madvise(text, piece_bytes_, MADV_POPULATE_WRITE));
  return piece{text, {this}};
}

std::size_t piece_pool::pieces() {
  const std::lock_guard lock(mutex_);
  return pieces_;
}

char* piece_pool::cut_piece() {
  const auto bytes = slab_bytes(piece_bytes_);
  if (left_in_slab_ == 0) {
    auto* const slab = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (slab == MAP_FAILED) throw std::bad_alloc{};
    slabs_.push_back(static_cast<char*>(slab));
    left_in_slab_ = bytes;
  }
  if (++pieces_ > spare_.capacity()) spare_.reserve(2 * pieces_);  // so that to give back cannot fail
  left_in_slab_ -= piece_bytes_;
  return slabs_.back() + (bytes - left_in_slab_ - piece_bytes_);
}

void piece_pool::giving_back::operator()(char* text) const {
  if (pool == nullptr) {
    delete[] text;
    return;
  }
  const std::lock_guard lock(pool->mutex_);
  pool->spare_.push_back(text);
}

}  // namespace laundromat
