// Implements kept_text: counts lines only up to the offset that is asked for.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/document/kept_text.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace laundromat::jsonld {

namespace {

constexpr std::uint64_t mark_distance = 512;

}  // namespace

void advance(text_position& position, std::string_view text) {
  if (text.empty()) return;
  if (position.after_cr || std::memchr(text.data(), '\r', text.size()) != nullptr)
    return position.advance(text);
  position.offset_bytes += text.size();
  const char* at = text.data();
  const char* const end = at + text.size();
  while (const auto* found =
             static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)))) {
    ++position.line;
    position.column = 1;
    at = found + 1;
    if (at == end) return;
  }
  position.column += count_characters({at, static_cast<std::size_t>(end - at)});
}

void kept_text::drop(std::uint64_t offset) {
  if (offset <= begin_) return;
  offset = std::min(offset, end());
  const auto next = std::ranges::upper_bound(marks_, offset, {}, &text_position::offset_bytes);
  if (next != marks_.begin()) first_ = *std::prev(next);
  if (latest_.offset_bytes > first_.offset_bytes && latest_.offset_bytes <= offset) first_ = latest_;
  move(first_, offset);
  marks_.erase(marks_.begin(), next);
  if (latest_.offset_bytes < offset) latest_ = first_;
  dropped_ += static_cast<std::size_t>(offset - begin_);
  begin_ = offset;
  if (dropped_ == bytes_.size()) {
    bytes_.clear();
    dropped_ = 0;
  } else if (dropped_ > bytes_.size() / 2) {
    bytes_.erase(0, dropped_);
    dropped_ = 0;
  }
}

std::string_view kept_text::slice(std::uint64_t begin, std::uint64_t end) const {
  begin = std::max(begin, begin_);
  end = std::min(end, this->end());
  if (begin >= end) return {};
  return view().substr(begin - begin_, end - begin);
}

const text_position& kept_text::locate(std::uint64_t offset) {
  offset = std::min(offset, end());
  const auto next = std::ranges::upper_bound(marks_, offset, {}, &text_position::offset_bytes);
  const auto& mark = next == marks_.begin() ? first_ : *std::prev(next);
  if (offset < latest_.offset_bytes || latest_.offset_bytes < mark.offset_bytes) latest_ = mark;
  while (latest_.offset_bytes < offset) {
    const auto& last = marks_.empty() ? first_ : marks_.back();
    const auto next_mark = last.offset_bytes + mark_distance;
    move(latest_, std::min(offset, next_mark));
    if (latest_.offset_bytes == next_mark) marks_.push_back(latest_);
  }
  return latest_;
}

void kept_text::move(text_position& position, std::uint64_t offset) const {
  advance(position, slice(position.offset_bytes, offset));
}

}  // namespace laundromat::jsonld
