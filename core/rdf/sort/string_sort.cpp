// Multikey quicksort, eight bytes at a time, which first skips the common prefix of all strings of a part.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/sort/string_sort.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "core/rdf/sort/line_parts.hpp"

namespace laundromat {

namespace {

constexpr std::ptrdiff_t few = 16;

std::string_view text_of(const sort_item& item) {
  return {item.at, item.left};
}

void load_cache(sort_item& item) {
  std::uint64_t bytes;
  std::memcpy(&bytes, item.at, 8);
  bytes = __builtin_bswap64(bytes);
  if (item.left < 8) bytes = item.left == 0 ? 0 : bytes >> (64 - 8 * item.left) << (64 - 8 * item.left);
  item.cache = bytes;
}

/// Skips the common prefix of all items, and loads what follows.
void step_over_prefix(sort_item* begin, sort_item* end) {
  const auto first = text_of(*begin);
  std::size_t shared = first.size();
  for (auto* i = begin + 1; i != end && shared != 0; ++i)
    shared = std::min(shared, common_prefix(first.substr(0, shared), text_of(*i)));
  for (auto* i = begin; i != end; ++i) {
    i->at += shared;
    i->left -= static_cast<std::uint32_t>(shared);
    load_cache(*i);
  }
}

bool is_less(const sort_item& a, const sort_item& b) {
  if (a.cache != b.cache) return a.cache < b.cache;
  const auto n = std::min(a.left, b.left);
  return n > 8 && std::memcmp(a.at + 8, b.at + 8, n - 8) < 0;
}

void insert_each(sort_item* begin, sort_item* end) {
  for (auto* i = begin + 1; i < end; ++i) {
    if (!is_less(*i, i[-1])) continue;
    const auto item = *i;
    auto* to = i;
    do {
      *to = to[-1];
      --to;
    } while (to != begin && is_less(item, to[-1]));
    *to = item;
  }
}

std::uint64_t middle_of(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

std::uint64_t pivot_of(const sort_item* begin, const sort_item* end) {
  const auto n = end - begin;
  const auto at = [&](std::ptrdiff_t eighth) { return begin[n * eighth / 8].cache; };
  if (n < 64) return middle_of(begin->cache, at(4), end[-1].cache);
  return middle_of(middle_of(begin->cache, at(1), at(2)), middle_of(at(3), at(4), at(5)),
                   middle_of(at(6), at(7), end[-1].cache));
}

}  // namespace

void string_sorter::partition(const range& part) {
  const auto pivot = pivot_of(part.begin, part.end);
  auto *less = part.begin, *i = part.begin, *greater = part.end;
  while (i != greater) {
    if (i->cache < pivot)
      std::swap(*less++, *i++);
    else if (i->cache > pivot)
      std::swap(*i, *--greater);
    else
      ++i;
  }
  const auto wait_for = [&](sort_item* begin, sort_item* end, bool has_cache) {
    if (end - begin > 1) waiting_.push_back({begin, end, has_cache});
  };
  wait_for(part.begin, less, true);
  wait_for(greater, part.end, true);
  // A string that ends within the eight bytes is equal to all others that share them.
  if (less->left <= 8) return;
  for (auto* one = less; one != greater; ++one) {
    one->at += 8;
    one->left -= 8;
  }
  wait_for(less, greater, false);
}

void string_sorter::sort(std::span<sort_item> items) {
  if (items.size() < 2) return;
  waiting_.assign(1, {items.data(), items.data() + items.size(), false});
  while (!waiting_.empty()) {
    const auto part = waiting_.back();
    waiting_.pop_back();
    if (!part.has_cache) step_over_prefix(part.begin, part.end);
    if (part.end - part.begin <= few)
      insert_each(part.begin, part.end);
    else
      partition(part);
  }
}

}  // namespace laundromat
