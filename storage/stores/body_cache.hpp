// A cache of received bodies, which the next stage of a document needs again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "storage/stores/raw_store.hpp"
#include "storage/stores/scratch_store.hpp"

namespace laundromat {

/// Tracks the bodies of a raw store, and removes the least recently used ones. Thread-safe.
class body_cache {
 public:
  /// Both stores outlive this object.
  body_cache(raw_store& raw, scratch_store& scratch, std::uint64_t limit_bytes)
      : raw_(raw), scratch_(scratch), limit_bytes_(limit_bytes) {}

  /// Keeps a body in the cache until `put_back`. False when it is missing: the caller then stores it and calls `has_come`. Waits while
  /// another caller fetches it.
  [[nodiscard]] bool take(std::string_view raw_path);
  /// Reports that the body is stored, with its size. If this is not called before `put_back`, the next waiting caller fetches the body.
  void has_come(std::string_view raw_path, std::uint64_t bytes);
  void put_back(std::string_view raw_path);

 private:
  struct kept_body {
    std::uint64_t bytes = 0, used = 0;
    std::uint32_t users = 0;
    bool is_there = false, is_coming = false;
  };
  void make_room();

  raw_store& raw_;
  scratch_store& scratch_;
  std::uint64_t limit_bytes_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, kept_body, std::less<>> bodies_;
  std::uint64_t held_bytes_ = 0, clock_ = 0;
};

}  // namespace laundromat
