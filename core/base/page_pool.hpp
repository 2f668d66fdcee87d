// Much memory in pieces of one size, which is cheap to get and serves again and again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace laundromat {

/// Asks the system for whole pieces: to come upon each new page of one by writing to it costs half as much again. What is given back is
/// taken again before anything new, and goes back to the system with the pool. Any thread may take and give back.
class piece_pool {
 public:
  struct giving_back {
    piece_pool* pool = nullptr;  ///< null for a larger piece
    void operator()(char* text) const;
  };
  /// The pool outlives it.
  using piece = std::unique_ptr<char[], giving_back>;

  /// `piece_bytes` is a multiple of 4,096.
  explicit piece_pool(std::size_t piece_bytes) : piece_bytes_(piece_bytes) {}
  ~piece_pool();
  piece_pool(const piece_pool&) = delete;
  piece_pool& operator=(const piece_pool&) = delete;

  [[nodiscard]] std::size_t piece_bytes() const { return piece_bytes_; }
  /// That the system gave so far.
  [[nodiscard]] std::size_t pieces();
  /// What is in it may be anything. One of more than `piece_bytes` is of no use to others, and goes with its owner.
  [[nodiscard]] piece take(std::size_t bytes = 0);

 private:
  [[nodiscard]] char* cut_piece();

  std::size_t piece_bytes_;
  std::mutex mutex_;
  std::vector<char*> spare_, slabs_;           ///< guarded by `mutex_`
  std::size_t left_in_slab_ = 0, pieces_ = 0;  ///< guarded by `mutex_`
};

}  // namespace laundromat
