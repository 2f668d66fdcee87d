// Implements the window: keeps and drops text, and counts its lines.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/text_window.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/rdf/model/utf8.hpp"
#include "core/rdf/turtle/tokens/scan.hpp"

namespace laundromat::turtle {

namespace {

/// Bytes at the end of `text` that may be the start of a character: at most three.
std::size_t cut_bytes(std::string_view text) {
  for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    const auto c = static_cast<unsigned char>(text[text.size() - back]);
    if (c < 0x80) return 0;
    if (c < 0xC0) continue;
    const std::size_t length = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
    return length > back ? back : 0;
  }
  return 0;
}

/// Like `text_position::advance`, but with whole lines at the speed of memory.
void advance_fast(text_position& place, const char* from, const char* to) {
  const char* line = from;
  std::uint64_t lines = 0;
  const bool is_counted = !place.after_cr && count_lines(from, to, lines, line);
  for (const char* at = is_counted ? to : find_line_end(from, to); at < to; at = find_line_end(at, to)) {
    ++at;
    if (at[-1] == '\r' && at < to && *at == '\n') ++at;
    if (at == to && at[-1] == '\r') break;
    if (at[-1] == '\n' && at - 1 == from && place.after_cr) continue;
    ++lines;
    line = at;
  }
  if (lines > 0) {
    place.offset_bytes += static_cast<std::uint64_t>(line - from);
    place.line += lines;
    place.column = 1;
    place.after_cr = false;
  }
  place.advance(std::string_view(line, static_cast<std::size_t>(to - line)));
}

}  // namespace

void text_window::append(std::string_view more) {
  const auto kept = filled_ - front_, needed = kept + more.size() + padding_bytes;
  const char* const from = bytes_ + front_;
  if (needed > size_) {
    size_ = std::max(needed, size_ + size_ / 2);
    auto larger = std::make_unique_for_overwrite<char[]>(size_);
    std::memcpy(larger.get(), from, kept);
    room_ = std::move(larger);
    bytes_ = room_.get();
  } else if (front_ > 0) {
    std::memmove(room_.get(), from, kept);
  }
  base_ += front_;
  shown_ -= front_;
  front_ = 0;
  filled_ = kept + more.size();
  std::memcpy(room_.get() + kept, more.data(), more.size());
  std::memset(room_.get() + filled_, 0, padding_bytes);
  show_whole_characters();
}

void text_window::close() {
  is_closed_ = true;
  show_whole_characters();
}

void text_window::show_whole_characters() {
  const auto before = shown_;
  shown_ = filled_;
  if (!is_closed_) shown_ -= cut_bytes(std::string_view(begin(), filled_ - front_));
  if (first_bad_ != ~0ull || shown_ <= before) return;
  const auto bad = find_bad_utf8(std::string_view(bytes_ + before, shown_ - before));
  if (bad != std::string_view::npos) first_bad_ = base_ + before + bad;
}

void text_window::drop(const char* to, std::vector<std::uint64_t>& marks, std::uint64_t excerpt_bytes) {
  if (to == begin()) return;
  keep_excerpts(to, marks, excerpt_bytes);
  start_ = position(to);
  front_ = static_cast<std::size_t>(to - bytes_);
  if (offset_of(to) <= first_bad_) return;
  first_bad_ = ~0ull;
  const auto* bad = find_bad_slowly(to, end());
  if (bad != end()) first_bad_ = offset_of(bad);
}

void text_window::keep_excerpts(const char* to, std::vector<std::uint64_t>& marks, std::uint64_t most_bytes) {
  const auto front = offset_of(begin()), end = offset_of(to);
  std::ranges::sort(marks);
  marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
  std::vector<excerpt_type> kept;
  auto known = excerpts_.begin();
  for (const auto mark : marks) {
    if (mark >= end) break;
    while (known != excerpts_.end() && known->begin < mark) ++known;
    const bool is_known = known != excerpts_.end() && known->begin == mark;
    if (!is_known && mark < front) continue;
    kept.push_back(is_known ? std::move(*known) : excerpt_type{mark, position(at(mark)), {}});
    auto& bytes = kept.back().bytes;
    if (bytes.size() < most_bytes)
      bytes.append(at(mark + bytes.size()), at(std::min(end, mark + most_bytes)));
  }
  excerpts_ = std::move(kept);
}

std::string text_window::excerpt(std::uint64_t begin_bytes, std::uint64_t end_bytes,
                                 std::uint64_t most_bytes) const {
  const auto front = offset_of(begin());
  const auto end =
      std::min(begin_bytes + std::min(most_bytes, end_bytes - begin_bytes), offset_of(this->end()));
  std::string bytes;
  if (begin_bytes < front) {
    const auto known = std::ranges::find(excerpts_, begin_bytes, &excerpt_type::begin);
    if (known == excerpts_.end()) return {};
    bytes = known->bytes.substr(0, end - begin_bytes);
  }
  if (begin_bytes + bytes.size() < end) bytes.append(at(begin_bytes + bytes.size()), at(end));
  return bytes;
}

const char* text_window::find_bad_slowly(const char* from, const char* to) const {
  const auto bad = find_bad_utf8(std::string_view(from, static_cast<std::size_t>(to - from)));
  return bad == std::string_view::npos ? to : from + bad;
}

const text_position& text_window::position(const char* at) {
  const auto offset = offset_of(at);
  if (mark_.offset_bytes < start_.offset_bytes) mark_ = start_;
  if (mark_.offset_bytes <= offset) {
    advance_fast(mark_, this->at(mark_.offset_bytes), at);
    return mark_;
  }
  if (back_.offset_bytes > offset || back_.offset_bytes < start_.offset_bytes) back_ = start_;
  advance_fast(back_, this->at(back_.offset_bytes), at);
  return back_;
}

text_position text_window::place_of(std::uint64_t offset_bytes) {
  if (offset_bytes >= start_.offset_bytes) return position(at(offset_bytes));
  const auto known = std::ranges::find(excerpts_, offset_bytes, &excerpt_type::begin);
  return known != excerpts_.end() ? known->place : start_;
}

}  // namespace laundromat::turtle
