// Lines in one chunk of memory, with each key stored once for successive lines.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "core/rdf/sort/line_parts.hpp"
#include "core/rdf/sort/string_sort.hpp"

namespace laundromat {

/// The positions of lines and keys in an arena that is not sorted yet, and memory to sort them.
struct line_index {
  struct group {
    std::uint32_t offset, length, first_rest, rests;
  };
  struct rest {
    std::uint32_t offset, length;
  };
  std::vector<group> groups;
  std::vector<rest> rests;
  std::vector<sort_item> keys, items;
  string_sorter sorter;
};

/// Reuses indexes for one arena after the other, because allocating them costs more than writing to them. Thread-safe.
class line_index_pool {
 public:
  [[nodiscard]] std::unique_ptr<line_index> take();
  /// Clears it and takes it back.
  void give_back(std::unique_ptr<line_index> one);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<line_index>> spare_;
};

/// Is filled, then sorted, then read, then cleared. Memory: `capacity_bytes` for text and index, and a longer line; at the
/// beginning `first_bytes` for text.
class line_arena {
 public:
  /// `indexes` outlives the arena.
  line_arena(line_index_pool& indexes, std::size_t capacity_bytes,
             std::size_t first_bytes = std::size_t{1} << 30);

  /// Whether a line fits with its key; always true in an empty arena.
  [[nodiscard]] bool has_room(std::size_t line_bytes) const {
    return used_ + index_bytes_ + line_bytes <= capacity_bytes_ || is_empty();
  }
  /// The following lines have this key.
  void begin_key(std::string_view key);
  /// Where to write the next line's rest of at most `rest_bytes`, for which there is room. `begin_key` was called.
  [[nodiscard]] char* room(std::size_t rest_bytes) {
    if (used_ + rest_bytes > text_bytes_) grow(used_ + rest_bytes);
    return text_.get() + used_;
  }
  /// The rest was written with this length.
  void add_rest(std::size_t rest_bytes) {
    index_->rests.push_back({static_cast<std::uint32_t>(used_), static_cast<std::uint32_t>(rest_bytes)});
    ++index_->groups.back().rests;
    used_ += rest_bytes;
    index_bytes_ += index_bytes_per_line;
  }

  /// Sorts the lines and removes duplicates.
  void sort();
  [[nodiscard]] std::size_t lines() const { return line_count_; }
  /// Line `i` in sorted order. Valid until the arena is cleared.
  [[nodiscard]] line_parts line(std::size_t i) const {
    const auto& one = lines_[i];
    return {{text_.get() + one.key_offset, one.key_length}, {text_.get() + one.offset, one.length}};
  }
  /// Prefetches line `i`, if there is one: in sorted order the text is scattered over the memory. Always inline: GCC removes calls
  /// of functions that only prefetch.
  [[gnu::always_inline]] void fetch(std::size_t i) const {
    if (i >= line_count_) return;
    const auto* const at = text_.get() + lines_[i].offset;
    __builtin_prefetch(at);
    __builtin_prefetch(at + 64);
    __builtin_prefetch(at + lines_[i].length);
    __builtin_prefetch(text_.get() + lines_[i].key_offset);
  }
  /// How many bytes it shares with the line before.
  [[nodiscard]] std::size_t shared_bytes(std::size_t i) const { return lines_[i].shared; }

  void clear();

 private:
  /// The maximum memory of the index, vectors that have just grown included.
  static constexpr std::size_t index_bytes_per_line = 36, index_bytes_per_key = 56,
                               first_index_bytes = index_bytes_per_line + index_bytes_per_key;

  struct sorted_line {
    std::uint32_t offset, length, shared, key_offset, key_length;
  };
  [[nodiscard]] bool is_empty() const { return !index_ || index_->rests.empty(); }
  void grow(std::size_t text_bytes);
  void sort_groups();
  void sort_finished(const line_index::group& key, std::size_t shared_keys);

  line_index_pool& indexes_;
  std::size_t capacity_bytes_, text_bytes_;
  std::unique_ptr<char[]> text_;
  std::size_t used_ = 0;
  std::size_t index_bytes_ = first_index_bytes;  ///< with those of a next line
  std::unique_ptr<line_index> index_;            ///< null before the first key, and once the lines are sorted
  sorted_line* lines_ = nullptr;                 ///< after the text, where there is room for them
  std::size_t line_count_ = 0;
};

}  // namespace laundromat
