// Sorts keys first, then the rests of each key.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/sort/line_arena.hpp"

#include <algorithm>
#include <cstring>

namespace laundromat {

namespace {

constexpr std::size_t slack_bytes = 8;  // after the last string, as the string sorter requires

}  // namespace

std::unique_ptr<line_index> line_index_pool::take() {
  const std::lock_guard lock(mutex_);
  if (spare_.empty()) return std::make_unique<line_index>();
  auto one = std::move(spare_.back());
  spare_.pop_back();
  return one;
}

void line_index_pool::give_back(std::unique_ptr<line_index> one) {
  one->groups.clear();
  one->rests.clear();
  const std::lock_guard lock(mutex_);
  spare_.push_back(std::move(one));
}

line_arena::line_arena(line_index_pool& indexes, std::size_t capacity_bytes, std::size_t first_bytes)
    : indexes_(indexes),
      capacity_bytes_(capacity_bytes),
      text_bytes_(std::min(capacity_bytes, first_bytes) - slack_bytes),
      text_(std::make_unique_for_overwrite<char[]>(text_bytes_ + slack_bytes)) {}

/// At the beginning, and for a line that is longer than the arena.
void line_arena::grow(std::size_t text_bytes) {
  if (text_bytes <= text_bytes_) return;
  text_bytes = std::max(text_bytes, std::min(4 * text_bytes_, capacity_bytes_ - slack_bytes));
  auto larger = std::make_unique_for_overwrite<char[]>(text_bytes + slack_bytes);
  std::memcpy(larger.get(), text_.get(), used_);
  text_ = std::move(larger);
  text_bytes_ = text_bytes;
}

void line_arena::begin_key(std::string_view key) {
  grow(used_ + key.size());
  std::memcpy(text_.get() + used_, key.data(), key.size());
  if (!index_) index_ = indexes_.take();
  index_->groups.push_back({static_cast<std::uint32_t>(used_), static_cast<std::uint32_t>(key.size()),
                            static_cast<std::uint32_t>(index_->rests.size()), 0});
  used_ += key.size();
  index_bytes_ += index_bytes_per_key;
}

void line_arena::sort() {
  line_count_ = 0;
  if (!index_) return;
  const auto begin = (used_ + alignof(sorted_line) - 1) / alignof(sorted_line) * alignof(sorted_line);
  grow(begin + index_->rests.size() * sizeof(sorted_line));
  lines_ = reinterpret_cast<sorted_line*>(text_.get() + begin);
  sort_groups();
  indexes_.give_back(std::move(index_));
}

void line_arena::sort_groups() {
  auto& [groups, rests, keys, items, sorter] = *index_;
  keys.clear();
  keys.reserve(groups.size());
  for (std::uint32_t i = 0; i < groups.size(); ++i)
    keys.push_back({text_.get() + groups[i].offset, groups[i].length, i});
  sorter.sort(keys);
  std::string_view before;
  for (std::size_t i = 0; i < keys.size();) {
    const auto& first = groups[keys[i].number];
    const std::string_view key{text_.get() + first.offset, first.length};
    const auto shared = common_prefix(before, key);
    items.clear();
    for (; i < keys.size(); ++i) {
      const auto& next = groups[keys[i].number];
      if (next.length != key.size() || std::memcmp(text_.get() + next.offset, key.data(), key.size()) != 0)
        break;
      for (auto r = next.first_rest; r < next.first_rest + next.rests; ++r)
        items.push_back({text_.get() + rests[r].offset, rests[r].length, r});
    }
    sort_finished(first, shared);
    before = key;
  }
}

/// Sorts the rests in `items`, which have the same key, and appends the lines.
void line_arena::sort_finished(const line_index::group& key, std::size_t shared_keys) {
  index_->sorter.sort(index_->items);
  std::string_view before;
  bool is_first = true;
  for (const auto& item : index_->items) {
    const auto [offset, length] = index_->rests[item.number];
    const std::string_view text{text_.get() + offset, length};
    const auto shared = common_prefix(before, text);
    if (!is_first && shared == text.size()) continue;
    std::construct_at(
        lines_ + line_count_++,
        sorted_line{offset, length, static_cast<std::uint32_t>(is_first ? shared_keys : key.length + shared),
                    key.offset, key.length});
    is_first = false;
    before = text;
  }
}

void line_arena::clear() {
  used_ = 0;
  index_bytes_ = first_index_bytes;
  index_.reset();
  line_count_ = 0;
  if (text_bytes_ < capacity_bytes_) return;
  text_bytes_ = capacity_bytes_ - slack_bytes;
  text_ = std::make_unique_for_overwrite<char[]>(capacity_bytes_);
}

}  // namespace laundromat
