// Front coding with four bytes in front of each line.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/sort/packed_lines.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

namespace laundromat {

namespace {

/// A merge changes the cursor for each subject, so that the processor cannot predict what is read next.
constexpr std::size_t fetched_ahead_bytes = 1024;

using short_head = std::array<std::uint16_t, 2>;
using long_head = std::array<std::uint64_t, 2>;

template <class Head>
char* put(char* to, const Head& head) {
  std::memcpy(to, &head, sizeof head);
  return to + sizeof head;
}

char* put(char* to, std::string_view text) {
  std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

}  // namespace

void packed_lines::add(const line_parts& line, std::size_t shared) {
  const auto follow = line.size() - shared;
  const bool is_long = std::max(shared, follow) > UINT16_MAX;
  const auto bytes = sizeof(short_head) + (is_long ? sizeof(long_head) : 0) + follow;
  if (bytes > left_) {
    left_ = std::max(bytes, pool_->chunk_bytes());
    chunks_.push_back({pool_->take(left_), 0});
    bytes_ += left_;
  }
  auto& [text, used] = chunks_.back();
  auto* to = text.get() + used;
  if (is_long)
    to = put(put(to, short_head{}), long_head{shared, follow});
  else
    to = put(to, short_head{static_cast<std::uint16_t>(shared), static_cast<std::uint16_t>(follow)});
  if (shared < line.key.size()) to = put(to, text_from(line.key, shared));
  put(to, shared <= line.key.size() ? line.rest : text_from(line.rest, shared - line.key.size()));
  used += bytes;
  left_ -= bytes;
}

void packed_lines::shrink() {
  if (left_ < pool_->chunk_bytes() / 2) return;
  auto& [text, used] = chunks_.back();
  page_pool::chunk exact{new char[used], {}};
  std::memcpy(exact.get(), text.get(), used);
  text = std::move(exact);
  bytes_ -= left_;
  left_ = 0;
}

class packed_cursor final : public line_cursor {
 public:
  explicit packed_cursor(packed_lines lines) : chunks_(std::move(lines.chunks_)) {}

  bool advance() override {
    if (at_ == end_ && !next_chunk()) return false;
    const auto [shared, follow] = take_head();
    shared_ = shared;
    const auto length = shared_ + follow;
    if (length > text_.size()) text_.resize(std::max(length, 2 * text_.size()));
    std::memcpy(text_.data() + shared_, at_, follow);
    at_ += follow;
    __builtin_prefetch(at_ + fetched_ahead_bytes);
    const std::string_view text{text_.data(), length};
    if (shared_ < key_bytes_ || key_bytes_ == 0) key_bytes_ = split_line(text).key.size();
    line_ = {{text.data(), key_bytes_}, text_from(text, key_bytes_)};
    return true;
  }

 private:
  long_head take_head() {
    short_head head;
    std::memcpy(&head, at_, sizeof head);
    at_ += sizeof head;
    if (head[1] != 0) return {head[0], head[1]};
    long_head large;
    std::memcpy(&large, at_, sizeof large);
    at_ += sizeof large;
    return large;
  }

  bool next_chunk() {
    if (next_ != 0) chunks_[next_ - 1].text.reset();
    if (next_ == chunks_.size()) return false;
    at_ = chunks_[next_].text.get();
    end_ = at_ + chunks_[next_].used;
    ++next_;
    return true;
  }

  std::vector<packed_lines::chunk> chunks_;
  std::size_t next_ = 0;  ///< chunk
  const char *at_ = nullptr, *end_ = nullptr;
  std::string text_;  ///< the line, and the rest of longer ones
  std::size_t key_bytes_ = 0;
};

std::unique_ptr<line_cursor> open_packed(packed_lines lines) {
  return std::make_unique<packed_cursor>(std::move(lines));
}

}  // namespace laundromat
