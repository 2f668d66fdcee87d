// Removes the least recently used bodies first.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/body_cache.hpp"

#include "core/codec/open_view.hpp"

namespace laundromat {

bool body_cache::take(std::string_view raw_path) {
  std::unique_lock lock(mutex_);
  auto& body = bodies_.try_emplace(std::string(raw_path)).first->second;
  ++body.users;
  changed_.wait(lock, [&] { return body.is_there || !body.is_coming; });
  if (!body.is_there) body.is_coming = true;
  return body.is_there;
}

void body_cache::has_come(std::string_view raw_path, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  auto& body = bodies_.find(raw_path)->second;
  body.is_there = true;
  body.is_coming = false;
  body.bytes = bytes;
  held_bytes_ += bytes;
  changed_.notify_all();
}

void body_cache::put_back(std::string_view raw_path) {
  const std::lock_guard lock(mutex_);
  const auto found = bodies_.find(raw_path);
  auto& body = found->second;
  body.used = ++clock_;
  // Without `has_come` only the caller that was to fetch it gets here.
  if (!body.is_there) body.is_coming = false;
  if (--body.users == 0 && !body.is_there) bodies_.erase(found);
  changed_.notify_all();
  make_room();
}

void body_cache::make_room() {
  while (held_bytes_ > limit_bytes_) {
    auto oldest = bodies_.end();
    for (auto at = bodies_.begin(); at != bodies_.end(); ++at)
      if (at->second.users == 0 && (oldest == bodies_.end() || at->second.used < oldest->second.used))
        oldest = at;
    if (oldest == bodies_.end()) return;
    raw_.remove(oldest->first);
    scratch_.remove_all(scratch_prefix(oldest->first));
    held_bytes_ -= oldest->second.bytes;
    bodies_.erase(oldest);
  }
}

}  // namespace laundromat
