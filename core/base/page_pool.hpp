// Large memory chunks of one size that are populated at once and used again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

namespace laundromat {

/// Maps and populates whole chunks: page faults on first writes cost half as much again. A returned chunk is used before a new one is
/// mapped; all go back to the system with the pool, and what is beyond `keep_at_most` earlier. Thread-safe.
class page_pool {
 public:
  struct giving_back {
    page_pool* pool = nullptr;  ///< null for a larger chunk
    void operator()(char* text) const;
  };
  /// A chunk must not outlive its pool.
  using chunk = std::unique_ptr<char[], giving_back>;

  /// `chunk_bytes` is a multiple of 4,096.
  explicit page_pool(std::size_t chunk_bytes) : chunk_bytes_(chunk_bytes) {}
  ~page_pool();
  page_pool(const page_pool&) = delete;
  page_pool& operator=(const page_pool&) = delete;

  [[nodiscard]] std::size_t chunk_bytes() const { return chunk_bytes_; }
  /// How many chunks the system has provided so far.
  [[nodiscard]] std::size_t chunks();
  /// While the chunks need more memory than this, those that are returned leave theirs to the system.
  void keep_at_most(std::size_t bytes);
  /// The content is unspecified. A chunk of more than `chunk_bytes` is freed by its owner and not used again.
  [[nodiscard]] chunk take(std::size_t bytes = 0);

 private:
  [[nodiscard]] char* cut_chunk();
  [[nodiscard]] bool keeps_too_much() const { return (chunks_ - empty_.size()) > most_kept_; }

  std::size_t chunk_bytes_;
  std::mutex mutex_;  ///< guards all that follows
  std::vector<char*> spare_, slabs_;
  std::vector<char*> empty_;  ///< chunks without memory
  std::size_t left_in_slab_ = 0, chunks_ = 0;
  std::size_t most_kept_ = std::numeric_limits<std::size_t>::max();  ///< chunks with memory
};

}  // namespace laundromat
