// Much memory in chunks of one size, which is cheap to get and serves again and again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace laundromat {

/// Asks the system for whole chunks: to come upon each new page of one by writing to it costs half as much again. What is given back is
/// taken again before anything new, and goes back to the system with the pool. Any thread may take and give back.
class page_pool {
 public:
  struct giving_back {
    page_pool* pool = nullptr;  ///< null for a larger chunk
    void operator()(char* text) const;
  };
  /// The pool outlives it.
  using chunk = std::unique_ptr<char[], giving_back>;

  /// `chunk_bytes` is a multiple of 4,096.
  explicit page_pool(std::size_t chunk_bytes) : chunk_bytes_(chunk_bytes) {}
  ~page_pool();
  page_pool(const page_pool&) = delete;
  page_pool& operator=(const page_pool&) = delete;

  [[nodiscard]] std::size_t chunk_bytes() const { return chunk_bytes_; }
  /// That the system gave so far.
  [[nodiscard]] std::size_t chunks();
  /// What is in it may be anything. One of more than `chunk_bytes` is of no use to others, and goes with its owner.
  [[nodiscard]] chunk take(std::size_t bytes = 0);

 private:
  [[nodiscard]] char* cut_chunk();

  std::size_t chunk_bytes_;
  std::mutex mutex_;
  std::vector<char*> spare_, slabs_;           ///< guarded by `mutex_`
  std::size_t left_in_slab_ = 0, chunks_ = 0;  ///< guarded by `mutex_`
};

}  // namespace laundromat
