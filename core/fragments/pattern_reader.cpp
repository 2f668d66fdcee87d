// Chooses blocks by the index, and searches each.
// SPDX-License-Identifier: Apache-2.0
#include "core/fragments/pattern_reader.hpp"

#include <algorithm>
#include <deque>

#include "core/codec/compression/block_gzip.hpp"

namespace laundromat {

namespace {

/// The block that has the byte at an offset of the uncompressed text.
std::size_t block_at(const block_index& index, std::uint64_t offset) {
  const auto behind = std::ranges::upper_bound(index.blocks, offset, {}, &block_entry::plain_offset);
  return behind == index.blocks.begin() ? 0 : static_cast<std::size_t>(behind - index.blocks.begin()) - 1;
}

/// The first block that may have a match.
std::size_t first_block(const block_index& index, const line_matcher& matcher) {
  return matcher.prefix().empty() ? 0 : index.find_first(matcher.prefix());
}

/// Whether block `number` may have a match, if it is not the first one that may.
bool may_match(const block_index& index, const line_matcher& matcher, std::size_t number) {
  return number < index.blocks.size() &&
         (matcher.prefix().empty() || index.may_go_on(number, matcher.prefix()));
}

}  // namespace

pattern_reader::pattern_reader(const block_index& index, byte_source& compressed, const line_matcher& matcher,
                               std::uint64_t from)
    : index_(index), compressed_(compressed), matcher_(matcher), place_(from) {}

result<bool> pattern_reader::read_next_block() {
  const bool is_first = !std::exchange(has_begun_, true);
  if (is_first) number_ = std::max(first_block(index_, matcher_), block_at(index_, place_));
  const bool is_there = is_first ? number_ < index_.blocks.size() : may_match(index_, matcher_, number_);
  if (!is_there || place_ >= index_.plain_bytes) return false;
  if (!is_first && goes_on_ && !goes_on_()) {
    is_stopped_ = true;
    place_ = std::max(place_, index_.blocks[number_].plain_offset);
    return false;
  }
  auto block = read_block(compressed_, index_, number_);
  if (!block) return tl::unexpected(block.error());
  block_ = *std::move(block);
  read_bytes_ += block_.size();
  block_begin_ = index_.blocks[number_].plain_offset;
  at_ = 0;
  if (is_first && place_ > block_begin_) {
    at_ = static_cast<std::size_t>(place_ - block_begin_);
    if (at_ >= block_.size() || block_[at_ - 1] != '\n')
      return fail(errc::invalid_argument, "no statement begins at byte " + std::to_string(place_));
  }
  ++number_;
  return true;
}

result<std::optional<std::string_view>> pattern_reader::next() {
  for (;;) {
    if (const auto found = matcher_.find(block_, at_); found.begin != std::string_view::npos) {
      at_ = found.end + 1;
      place_ = block_begin_ + at_;
      return std::string_view{block_}.substr(found.begin, found.end - found.begin);
    }
    const auto more = read_next_block();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return std::optional<std::string_view>{};
  }
}

result<match_count> count_matches(const block_index& index, const compressed_opener& open,
                                  const line_matcher& matcher, worker_pool& workers,
                                  const std::function<bool()>& goes_on) {
  struct counted {
    std::uint64_t matches = 0, bytes = 0;
  };
  // A task reads several blocks, so that a file is opened for megabytes.
  constexpr std::size_t blocks_at_once = 8;
  const auto count_blocks = [&](std::size_t begin, std::size_t end) -> result<counted> {
    const auto file = open();
    if (!file) return tl::unexpected(file.error());
    counted sum;
    for (auto number = begin; number < end; ++number) {
      const auto block = read_block(**file, index, number);
      if (!block) return tl::unexpected(block.error());
      sum.matches += matcher.count(*block);
      sum.bytes += block->size();
    }
    return sum;
  };
  match_count all;
  failure problem;
  std::deque<std::future<result<counted>>> running;
  const auto take_first = [&] {
    workers.wait(running.front());
    const auto one = running.front().get();
    running.pop_front();
    if (!one && problem.code == errc::ok) problem = one.error();
    if (!one) return;
    all.matches += one->matches;
    all.read_bytes += one->bytes;
  };
  const auto first = first_block(index, matcher);
  for (auto begin = first;
       begin < index.blocks.size() && (begin == first || may_match(index, matcher, begin));) {
    if (problem.code != errc::ok) break;
    if (goes_on && !goes_on()) {
      all.is_whole = false;
      break;
    }
    auto end = begin + 1;
    while (end < begin + blocks_at_once && may_match(index, matcher, end)) ++end;
    running.push_back(workers.run([&count_blocks, begin, end] { return count_blocks(begin, end); }));
    if (running.size() > std::size_t{2} * workers.threads()) take_first();
    begin = end;
  }
  while (!running.empty()) take_first();
  if (problem.code != errc::ok) return tl::unexpected(problem);
  return all;
}

}  // namespace laundromat
