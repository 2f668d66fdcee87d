// The statements of a clean document that match a pattern, from any place on, and their number.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/base/worker_pool.hpp"
#include "core/codec/compression/block_index.hpp"
#include "core/fragments/line_matcher.hpp"

namespace laundromat {

/// Reads matching statements in the order of the document. With a subject in the pattern it reads the blocks that have it, and at most one more; otherwise all from its place on.
/// Memory: one block.
class pattern_reader {
 public:
  /// `index`, `compressed`, which is seekable, and `matcher` outlive the reader. `from`: offset in the uncompressed text of the line to begin with.
  pattern_reader(const block_index& index, byte_source& compressed, const line_matcher& matcher,
                 std::uint64_t from = 0);

  /// Asks before each block but the first one whether to go on.
  void go_on_while(std::function<bool()> condition) { goes_on_ = std::move(condition); }
  /// The next line, without its line feed, valid until the next call; nothing at the end, and where `is_stopped`. Errors: those of `read_block`; `invalid_argument` where no line begins at `from`.
  [[nodiscard]] result<std::optional<std::string_view>> next();
  /// The offset in the uncompressed text behind the last line that was returned, with its line feed; of a stopped reader, behind all that was searched.
  [[nodiscard]] std::uint64_t place() const { return place_; }
  /// How much of the uncompressed text was read so far.
  [[nodiscard]] std::uint64_t read_bytes() const { return read_bytes_; }
  /// Whether the condition has ended the search before the end: another reader can go on at `place`.
  [[nodiscard]] bool is_stopped() const { return is_stopped_; }

 private:
  [[nodiscard]] result<bool> read_next_block();

  const block_index& index_;
  byte_source& compressed_;
  const line_matcher& matcher_;
  std::uint64_t place_;
  std::size_t number_ = 0;  ///< of the block to read next
  std::string block_;
  std::uint64_t block_begin_ = 0;  ///< its offset in the uncompressed text
  std::size_t at_ = 0;             ///< in `block_`
  std::uint64_t read_bytes_ = 0;
  bool has_begun_ = false, is_stopped_ = false;
  std::function<bool()> goes_on_;
};

/// Opens the same compressed document again, for a thread of its own.
using compressed_opener = std::function<result<byte_source_ptr>()>;

/// How a count ended.
struct match_count {
  std::uint64_t matches = 0;
  std::uint64_t read_bytes = 0;  ///< of the uncompressed text
  bool is_whole = true;          ///< false: it was stopped before the end
};
/// Counts the matching statements, block by block on the threads of `workers`. `goes_on` is asked between blocks. Errors: those of `open` and `read_block`.
[[nodiscard]] result<match_count> count_matches(const block_index& index, const compressed_opener& open,
                                                const line_matcher& matcher, worker_pool& workers,
                                                const std::function<bool()>& goes_on = {});

}  // namespace laundromat
