// Sorts keys first, then the rests behind each key.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/sort/line_arena.hpp"

#include <algorithm>
#include <cstring>

namespace laundromat {

namespace {

constexpr std::size_t slack_bytes = 8;  // behind the last string, as the sorter of strings wants it
/// What the index takes at most, vectors that have just grown included.
constexpr std::size_t index_bytes_per_line = 36, index_bytes_per_key = 56;

}  // namespace

line_arena::line_arena(std::size_t capacity_bytes, std::size_t first_bytes)
    : capacity_bytes_(capacity_bytes),
      text_bytes_(std::min(capacity_bytes, first_bytes) - slack_bytes),
      text_(std::make_unique_for_overwrite<char[]>(text_bytes_ + slack_bytes)) {}

bool line_arena::has_room(std::size_t line_bytes) const {
  const auto index = (rests_.size() + 1) * index_bytes_per_line + (groups_.size() + 1) * index_bytes_per_key;
  return rests_.empty() || used_ + line_bytes + index <= capacity_bytes_;
}

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
  groups_.push_back({static_cast<std::uint32_t>(used_), static_cast<std::uint32_t>(key.size()),
                     static_cast<std::uint32_t>(rests_.size()), 0});
  used_ += key.size();
}

char* line_arena::room(std::size_t rest_bytes) {
  grow(used_ + rest_bytes);
  return text_.get() + used_;
}

void line_arena::add_rest(std::size_t rest_bytes) {
  rests_.push_back({static_cast<std::uint32_t>(used_), static_cast<std::uint32_t>(rest_bytes)});
  ++groups_.back().rests;
  used_ += rest_bytes;
}

void line_arena::sort() {
  const auto begin = (used_ + alignof(sorted_line) - 1) / alignof(sorted_line) * alignof(sorted_line);
  grow(begin + rests_.size() * sizeof(sorted_line));
  lines_ = reinterpret_cast<sorted_line*>(text_.get() + begin);
  line_count_ = 0;
  sort_groups();
  // What is left of the index serves the next arena.
  groups_ = {};
  rests_ = {};
  keys_ = {};
  items_ = {};
}

void line_arena::sort_groups() {
  keys_.clear();
  keys_.reserve(groups_.size());
  for (std::uint32_t i = 0; i < groups_.size(); ++i)
    keys_.push_back({text_.get() + groups_[i].offset, groups_[i].length, i});
  sorter_.sort(keys_);
  std::string_view before;
  for (std::size_t i = 0; i < keys_.size();) {
    const auto number = keys_[i].number;
    const std::string_view key{text_.get() + groups_[number].offset, groups_[number].length};
    const auto shared = common_prefix(before, key);
    items_.clear();
    for (; i < keys_.size(); ++i) {
      const auto& next = groups_[keys_[i].number];
      if (next.length != key.size() || std::memcmp(text_.get() + next.offset, key.data(), key.size()) != 0)
        break;
      for (auto r = next.first_rest; r < next.first_rest + next.rests; ++r)
        items_.push_back({text_.get() + rests_[r].offset, rests_[r].length, r});
    }
    sort_rests(number, shared);
    before = key;
  }
}

/// Sorts the rests in `items_`, and appends the lines.
void line_arena::sort_rests(std::uint32_t key_group, std::size_t shared_keys) {
  sorter_.sort(items_);
  const auto& key = groups_[key_group];
  std::string_view before;
  bool is_first = true;
  for (const auto& item : items_) {
    const auto [offset, length] = rests_[item.number];
    const std::string_view text{text_.get() + offset, length};
    const auto shared = common_prefix(before, text);
    if (!is_first && shared == text.size()) {
      ++duplicates_;
      continue;
    }
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
  duplicates_ = 0;
  groups_.clear();
  rests_.clear();
  line_count_ = 0;
  if (text_bytes_ < capacity_bytes_) return;
  text_bytes_ = capacity_bytes_ - slack_bytes;
  text_ = std::make_unique_for_overwrite<char[]>(capacity_bytes_);
}

}  // namespace laundromat
